/* SPDX-License-Identifier: 0BSD
 * Names of steps, buffers and constants: from the file where it has them, else kind and shape, with
 * a letter only among equals. */
#include "emit/text/names.h"
#include "base/identifier.h"
#include "emit/text/labels.h"
#include "emit/text/match.h"
#include "graph/build.h"
#include "graph/foreign.h"
#include "select/registry.h"

#include <stdlib.h>
#include <string.h>

typedef struct Named {
    const char *base;
    const char **name; /* where the name goes, unless one is there */
    int order;
} Named;

typedef struct Names {
    Named *list;
    int n;
    Dict taken;
} Names;

static void want_name(Names *names, const char **name, const char *base)
{
    Named one = {.base = base, .name = name, .order = names->n};
    PUSH(names->list, names->n, one);
}

static int by_base(const void *a, const void *b)
{
    const Named *x = a, *y = b;
    int c = strcmp(x->base, y->base);
    return c ? c : x->order - y->order;
}

static bool is_base(const Names *names, const char *name)
{
    Named key = {.base = name, .order = -1};
    int lo = 0, hi = names->n;
    while (lo < hi) {
        int mid = (lo + hi) / 2;
        if (by_base(&names->list[mid], &key) < 0)
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo < names->n && strcmp(names->list[lo].base, name) == 0;
}

static void settle_one(Names *names, Named *n, bool alone, int *letter)
{
    const char *name = n->base;
    bool taken = !alone || dict_has(&names->taken, name);
    while (taken) {
        Text t = {0};
        text_add(&t, "%s_", n->base);
        letter_suffix(&t, (*letter)++);
        name = t.data;
        taken = is_base(names, name) || dict_has(&names->taken, name);
    }
    *n->name = name;
}

/* Gives names to all that wait for one: those with equal bases get a letter each, in the order of
 * the program. What has a name keeps it. */
static void settle(Names *names)
{
    if (names->n == 0)
        return;
    qsort(names->list, (size_t)names->n, sizeof *names->list, by_base);
    for (int i = 0; i < names->n;) {
        int j = i;
        while (j < names->n && strcmp(names->list[j].base, names->list[i].base) == 0)
            j++;
        for (int k = i, letter = 0; k < j; k++)
            if (!*names->list[k].name || !**names->list[k].name)
                settle_one(names, &names->list[k], j - i == 1, &letter);
        i = j;
    }
}

static const char *conv_name(const Step *s)
{
    Text t = {0};
    const Size *in = s->in[CONV_IN]->type.dim[1];
    text_add(&t, s->groups > 1 && in == size_const(s->groups) ? "dwconv" : "conv");
    for (int i = 0; i < s->win.rank; i++)
        text_add(&t, "%s%lld", i ? "x" : "", (long long)s->win.kernel[i]);
    text_add(&t, "_");
    add_extent(&t, in);
    text_add(&t, "x");
    add_extent(&t, s->out[0]->type.dim[1]);
    return t.data;
}

static const char *gemm_name(const Step *s)
{
    const Value *a = s->in[GEMM_A], *out = s->out[0];
    Text t = {0};
    text_add(&t, "gemm_%sx", shape_text(a));
    add_extent(&t, a->type.dim[a->type.rank - 1]);
    text_add(&t, "x");
    add_extent(&t, out->type.dim[out->type.rank - 1]);
    return t.data;
}

static const char *step_base(const Step *s)
{
    if (s->kind == K_CONV)
        return conv_name(s);
    if (s->kind == K_GEMM)
        return gemm_name(s);
    Text label = {0};
    add_op_label(&label, s);
    return fmt_text("%s_%s", c_identifier(label.data),
                    s->kind == K_SCALAR ? "size" : shape_text(s->out[0]));
}

static void name_constant(Names *names, const Step *s, int operand)
{
    static const char *const conv[] = {"weight", "bias",  "multiplier", "shift",
                                       "quant",  "table", "add"};
    static const char *const gemm[] = {"",      "weight", "bias", "multiplier",
                                       "shift", "quant",  "table"};
    Value *v = value_root(s->in[operand]);
    if (!value_is_const(v) || v->buffer->name)
        return;
    const char *role = v->role ? v->role : fmt_text("k%d", operand);
    if (s->kind == K_CONV && operand > 0)
        role = conv[operand - 1];
    else if (s->kind == K_GEMM)
        role = operand ? gemm[operand] : "input";
    v->buffer->name = "";
    want_name(names, &v->buffer->name, fmt_text("%s_%s", s->name, c_identifier(role)));
}

/* Names the constants on which jumps depend. */
static void name_conditions(Names *names, Graph *g)
{
    FOR_BLOCKS(b, g) {
        Value *v = b->cond ? value_root(b->cond) : NULL;
        if (!v || !value_is_const(v) || v->buffer->name)
            continue;
        v->buffer->name = "";
        want_name(names, &v->buffer->name, fmt_text("condition_%d", b->id));
    }
}

static void name_args(Graph *g)
{
    for (int i = 0; i < g->ninputs; i++)
        g->input[i].name = g->ninputs == 1 ? "input" : fmt_text("input%d", i);
    for (int i = 0; i < g->noutputs; i++)
        g->output[i].name = g->noutputs == 1 ? "output" : fmt_text("output%d", i);
}

int step_buffers(const Step *s, Buffer **home)
{
    int n = 0;
    for (int i = 0; i < s->nout; i++) {
        Buffer *b = s->out[i] ? s->out[i]->buffer : NULL;
        bool seen = !b || b->kind != B_ARENA || s->out[i]->sliced;
        for (int k = 0; k < n && !seen; k++)
            seen = home[k] == b;
        if (!seen)
            home[n++] = b;
    }
    return n;
}

/* Reserves the name that the step's scratch would have, which is called after the step. */
static void reserve_scratch(Step *s, void *taken)
{
    const Kernel *variant = kernel_variant(s->kernel, VARIANT_OVERLAPS);
    if (variant && variant != s->kernel)
        dict_add(taken, fmt_text("%s_rows", s->name));
}

static void keep_buffers(Step *s, void *taken)
{
    Buffer **home = NEW(Buffer *, s->nout);
    if (!s->old || step_buffers(s, home) != s->old->nbuffers)
        return;
    for (int i = 0; i < s->old->nbuffers; i++) {
        if (home[i]->name || !dict_add(taken, s->old->buffer[i]))
            continue;
        home[i]->name = s->old->buffer[i];
        home[i]->has_kept = true;
        home[i]->kept = s->old->offset[i];
    }
}

static void name_buffer(Dict *taken, Buffer *b, const char *name)
{
    if (b->name)
        return;
    b->name = name;
    for (int n = 2; b->kind == B_ARENA && !dict_add(taken, b->name); n++)
        b->name = fmt_text("%s_%d", name, n);
}

static const char *result_name(const Step *s, int result)
{
    if (result == 0)
        return s->name;
    if (s->out[result] == s->kept)
        return fmt_text("%s_kept", s->name);
    if (s->out[result]->scratch)
        return fmt_text("%s_scratch", s->name);
    return fmt_text("%s_%d", s->name, result);
}

static void name_buffers(Dict *taken, Graph *g)
{
    FOR_BLOCKS(b, g) {
        for (int i = 0; i < b->nparams; i++)
            if (b->param[i]->buffer)
                name_buffer(taken, b->param[i]->buffer, fmt_text("join%d_%d", b->id, i));
        FOR_STEPS(s, b)
            for (int i = 0; i < s->nout; i++)
                if (s->out[i] && s->out[i]->buffer && !s->out[i]->sliced)
                    name_buffer(taken, s->out[i]->buffer, result_name(s, i));
    }
}

static void name_states(Model *m)
{
    Dict taken = {0};
    for (int i = 0; i < m->nstates; i++) {
        State *s = &m->state[i];
        s->buffer->name =
            s->fqn && *s->fqn ? fmt_text("%s", c_identifier(s->fqn)) : fmt_text("state%d", i);
        while (*dict_number(&taken, s->buffer->name) >= 0)
            s->buffer->name = fmt_text("%s_%d", s->buffer->name, i);
        *dict_number(&taken, s->buffer->name) = i;
    }
}

/* Takes a name for a member of the weights' struct, and with it the name of the padding behind
 * that; "gap_small" is the padding behind all small members. False: a name is taken. */
bool take_member(Dict *taken, const char *name)
{
    if (strcmp(name, "header") == 0 || strcmp(name, "small") == 0)
        return false;
    return !dict_has(taken, fmt_text("gap_%s", name)) && dict_add(taken, name) &&
           dict_add(taken, fmt_text("gap_%s", name));
}

typedef void StepVisit(Step *s, void *context);

static void for_steps(Model *m, StepVisit *visit, void *context)
{
    for (int i = 0; i < m->ngraphs; i++)
        FOR_BLOCKS(b, m->graph[i])
            FOR_STEPS(s, b)
                visit(s, context);
}

static void name_step(Step *s, void *context)
{
    Names *names = context;
    const char *layer = layer_name(s);
    s->base = step_base(s);
    s->name = s->old ? s->old->name : NULL;
    if (s->name)
        dict_add(&names->taken, s->name);
    want_name(names, &s->name, layer ? layer : s->base);
}

static void keep_constants(Step *s, void *context)
{
    Names *names = context;
    Buffer **constant = NEW(Buffer *, s->nin);
    int n = step_constants(s, constant);
    for (int i = 0; s->old && n == s->old->nconstants && i < n; i++)
        if (!constant[i]->name && take_member(&names->taken, s->old->constant[i]))
            constant[i]->name = s->old->constant[i];
}

static void name_constants(Step *s, void *context)
{
    for (int k = 0; k < s->nin; k++)
        if (s->in[k])
            name_constant(context, s, k);
}

void give_names(Model *m)
{
    Names steps = {0}, constants = {0};
    Dict buffers = {0};
    for (int i = 0; i < m->ngraphs; i++) {
        match_steps(m->graph[i]);
        name_args(m->graph[i]);
    }
    for_steps(m, name_step, &steps);
    settle(&steps);
    for_steps(m, keep_constants, &constants);
    for_steps(m, name_constants, &constants);
    for (int i = 0; i < m->ngraphs; i++)
        name_conditions(&constants, m->graph[i]);
    settle(&constants);
    for_steps(m, reserve_scratch, &buffers);
    for_steps(m, keep_buffers, &buffers);
    for (int i = 0; i < m->ngraphs; i++)
        name_buffers(&buffers, m->graph[i]);
    name_states(m);
}
