/* SPDX-License-Identifier: 0BSD
 * Gives each step the first kernel whose condition holds. Maps, lookups, reductions, scans and
 * sizes need none: the emitter writes them. All misses of a method are listed at once. */
#include "select/select.h"
#include "base/progress.h"
#include "graph/build.h"
#include "kernels/pack.h"
#include "select/registry.h"

#include <string.h>

/* Does the step do something behind its sums that only kernels with packed constants do? */
static bool has_epilogue(const Step *s)
{
    if (s->kind == K_GEMM)
        return s->in[GEMM_TABLE];
    return s->kind == K_CONV && (s->in[CONV_TABLE] || s->in[CONV_ADD] || s->gate.slope != 0);
}

/* Returns the first kernel of the library that takes the step. If there is none, it returns NULL
 * and sets `*why` to what is missing. */
const Kernel *find_in(const Backend *b, const Graph *g, const Step *s, const char **why)
{
    bool same_kind = false, takes = false, missing = false, measured = g->model->options->measured;
    for (const Kernel *k = b->kernel; k < b->kernel + b->nkernels; k++) {
        if (k->kind != s->kind)
            continue;
        same_kind = true;
        if ((!k->pack && has_epilogue(s)) || !k->accepts(g, s))
            continue;
        missing |= k->missing;
        if (k->missing)
            continue;
        if (measured && b->refusal && (*why = b->refusal(k, s)))
            return NULL;
        if (!b->scratch || b->scratch(g, s) <= g->model->savings.most_scratch)
            return k;
        takes = true;
    }
    *why = takes ? "scratch" : missing ? "library" : same_kind ? "operands" : "kind";
    return NULL;
}

/* Does a kernel take the step `might_be` before any takes it as it `is`? */
bool comes_first(const Graph *g, const Step *might_be, const Step *is)
{
    const char *why;
    FOR_BACKENDS(b, g->model->options) {
        if (find_in(b, g, might_be, &why))
            return true;
        if (find_in(b, g, is, &why))
            return false;
    }
    return false;
}

/* Does the emitter write such steps by itself where no library has a function for them? */
bool needs_none(Kind kind)
{
    return kind == K_MAP || kind == K_LOOKUP || kind == K_REDUCE || kind == K_SCAN ||
           kind == K_SCALAR || kind == K_FOREIGN;
}

static bool has_loops(const Backend *b)
{
    bool any = false;
    for (int i = 0; i < b->nkernels; i++)
        any |= needs_none(b->kernel[i].kind);
    return any;
}

/* Returns a library's function that computes the step instead of a loop, or NULL. */
static const Kernel *find_loop(const Graph *g, Step *s)
{
    FOR_BACKENDS(b, g->model->options) {
        Refusal refusal = {b, NULL};
        if (!has_loops(b))
            continue;
        const Kernel *k = find_in(b, g, s, &refusal.why);
        if (k)
            return k;
        PUSH(s->refusal, s->nrefusals, refusal);
    }
    return NULL;
}

/* Returns the step's first kernel in the user's order of preference; the portable kernels come
 * last. NULL if there is none. */
static const Kernel *find_kernel(const Graph *g, Step *s)
{
    const char *why;
    FOR_BACKENDS(b, g->model->options) {
        const Kernel *k = find_in(b, g, s, &why);
        if (k)
            return k;
        Refusal refusal = {b, why};
        PUSH(s->refusal, s->nrefusals, refusal);
    }
    return find_in(backends[0], g, s, &why);
}

static void describe_miss(Text *t, const Step *s)
{
    text_add(t, "%s%s (", t->size ? "; " : "", s->source.op);
    const char *comma = "";
    for (int i = 0; i < s->nin; i++)
        if (s->in[i]) {
            text_add(t, "%s%s", comma, dtype_name((int)s->in[i]->type.dtype));
            comma = ", ";
        }
    text_add(t, " -> %s)", dtype_name((int)s->out[0]->type.dtype));
}

/* Frees what the step read before it was packed, unless others read it too; count_uses() came
 * before. */
static void free_replaced(const Step *s, Value *const *before, int n)
{
    for (int i = 0; i < n; i++) {
        Buffer *b = before[i] ? before[i]->buffer : NULL;
        bool reads = !b || !b->owned || before[i]->uses > 1;
        for (int k = 0; k < s->nin && !reads; k++)
            reads = s->in[k] && value_root(s->in[k])->buffer == b;
        if (reads)
            continue;
        zfree(b->owned);
        b->owned = NULL;
        b->data = NULL;
    }
}

static void pack(Graph *g, Step *s)
{
    Value **before = NEW(Value *, s->nin);
    int n = s->nin;
    if (n)
        memcpy(before, s->in, (size_t)n * sizeof *before);
    progress_late("ptec: %s, weights of instruction %d", g->name, s->source.instr);
    s->kernel->pack(g, s);
    free_replaced(s, before, n);
    zfree(before);
}

void select_kernels(Graph *g)
{
    Text missing = {0};
    int misses = 0;
    count_uses(g);
    FOR_BLOCKS(b, g)
        FOR_STEPS(s, b) {
            s->kernel = needs_none(s->kind) ? find_loop(g, s) : find_kernel(g, s);
            if (s->kernel && s->kernel->pack)
                pack(g, s);
            if (!s->kernel && !needs_none(s->kind) && misses++ < 20)
                describe_miss(&missing, s);
        }
    if (misses)
        fatal(method_place(g), "no kernel for %d step%s: %s", misses, misses > 1 ? "s" : "",
              missing.data);
    reuse_packed(g);
}
