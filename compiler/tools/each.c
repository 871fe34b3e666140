/* SPDX-License-Identifier: 0BSD
 * `verify --steps-each`: steps on quantised numbers one by one, each on the operands that the
 * source operators compute at -O0. Two runs: the first keeps their results; in the second every
 * step's own result is kept for comparison, and theirs put into its place for the steps behind it.
 */
#include "tools/each.h"
#include "base/files.h"
#include "graph/build.h"
#include "graph/quantised.h"
#include "model.h"
#include "tools/exec/compiler.h"
#include "tools/exec/exec.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_STEPS_APART = 1 };
/* Limits the elements that may differ, of bytes and of 16-bit integers: the error of the floats is
 * 256 times as large beside a quantisation step of these. */
static const double most_share[] = {0.001, 0.256};

/* Is a step whose result is kept. */
typedef struct Traced {
    const Step *step;
    const Value *v;
    int method, id;               /* id: the enumerator of its step */
    int64_t bytes, at;            /* its result's size and offset in the trace */
    const struct Traced *partner; /* the source operator with the same result */
    int64_t count, unequal, most; /* elements, over all cases; most: difference */
} Traced;

typedef struct Trace {
    const Emitted *emitted;
    Traced *step;
    int nsteps, nids;
    int64_t bytes;
} Trace;

static bool is_traced(const Graph *g, const Step *s)
{
    const Value *v = s->nout ? s->out[0] : NULL;
    return v && v->slot >= 0 && is_quantised(v) && size_is_const(value_numel(v)) &&
           g->nblocks == 1 && s->npieces <= 1;
}

static Trace trace_of(const Emitted *e)
{
    Trace t = {.emitted = e};
    for (int i = 0; i < e->model->ngraphs; i++)
        FOR_BLOCKS(b, e->model->graph[i])
            FOR_STEPS(s, b) {
                Traced one = {.step = s, .method = i, .id = t.nids++, .at = t.bytes};
                if (!is_traced(e->model->graph[i], s))
                    continue;
                one.v = s->out[0];
                one.bytes = value_bound_bytes(one.v);
                t.bytes += one.bytes;
                PUSH(t.step, t.nsteps, one);
            }
    return t;
}

/* Can the values be compared: element by element, or in the same order under other extents? */
static bool are_comparable(const Value *a, const Value *b)
{
    return value_numel(a) == value_numel(b) && layout_is_dense(a) && layout_is_dense(b) &&
           (same_dims(a, b) || (layout_is_row_major(a) && layout_is_row_major(b)));
}

/* Finds for each step the source operator with the same result, and drops the steps that have
 * none. */
static void find_partners(Trace *t, const Trace *reference)
{
    int n = 0;
    for (int i = 0; i < t->nsteps; i++) {
        Traced *a = &t->step[i];
        for (int k = 0; k < reference->nsteps; k++) {
            const Traced *b = &reference->step[k];
            if (a->method == b->method && a->v->slot == b->v->slot && are_comparable(a->v, b->v))
                a->partner = b;
        }
        if (a->partner)
            t->step[n++] = *a;
    }
    t->nsteps = n;
}

static void add_positions(Text *t, const Trace *trace)
{
    int next = 0;
    text_add(t, "static const long ptec_trace_at[] = {");
    for (int id = 0; id < trace->nids; id++) {
        const Traced *s = next < trace->nsteps ? &trace->step[next] : NULL;
        bool here = s && s->id == id;
        text_add(t, "%s%lld", id ? ", " : "", here ? (long long)s->at : -1);
        next += here;
    }
    text_add(t, "%s};\n", trace->nids ? "" : "-1");
}

/* Returns the source with a PTE_STEP that keeps results. `force`: the second half of the trace then
 * replaces what was computed. */
static Emitted with_hook(const Trace *trace, bool force)
{
    Emitted e = *trace->emitted;
    Text *t = NEW(Text, 1);
    text_add(t, "unsigned char *ptec_trace;\n");
    add_positions(t, trace);
    text_add(t,
             "static void ptec_step(int id, unsigned char *p, long bytes)\n"
             "{\n"
             "    unsigned char *const kept = ptec_trace + ptec_trace_at[id];\n"
             "    for (long i = 0; ptec_trace_at[id] >= 0 && i < bytes; i++) {\n"
             "        kept[i] = p[i];\n"
             "        if (%d)\n"
             "            p[i] = kept[i + %lld];\n"
             "    }\n"
             "}\n"
             "#define PTE_STEP(id, ptr, bytes, call) \\\n"
             "    do { call; ptec_step(id, (unsigned char *)(ptr), (long)(bytes)); } while (0)\n",
             force, (long long)trace->bytes);
    text_bytes(t, e.source->data, e.source->size);
    e.source = t;
    e.trace_bytes = (size_t)trace->bytes * (force ? 2 : 1);
    return e;
}

static void call_case(Exec *x, const Emitted *e, const TestSuite *suite, int test)
{
    for (int i = 0; i < e->model->ngraphs; i++) {
        const Graph *g = e->model->graph[i];
        if (strcmp(g->method->name, suite->method) != 0 || suite->test[test].ninputs != g->ninputs)
            continue;
        exec_reset(x, 0);
        ExecResult r = exec_call(x, g, 0, suite->test[test].input, 1);
        if (r.fault || r.status)
            fatal(suite->method, "case %d: %s", test, r.fault ? r.fault : "it does not run");
    }
}

/* Returns where in memory the element lies, in elements, that comes `n`th in the order of the
 * axes. */
static int64_t place_of(const Value *v, int64_t n)
{
    int64_t at = 0;
    for (int i = v->type.rank; i-- > 0; n /= size_value(v->type.dim[i]))
        at += n % size_value(v->type.dim[i]) * size_value(v->layout.stride[i]);
    return at;
}

/* Returns what to XOR with the bytes: zero points of signed and unsigned bytes are 128 apart. */
static uint8_t sign_between(const Traced *s)
{
    return s->v->type.dtype == s->partner->v->type.dtype ? 0 : 0x80;
}

static int64_t element_bytes_of(const Traced *s)
{
    return (int64_t)dtype_bytes((int)s->v->type.dtype);
}

static void place_reference(const Trace *t, uint8_t *force, const uint8_t *reference)
{
    for (int i = 0; i < t->nsteps; i++) {
        const Traced *s = &t->step[i];
        int64_t size = element_bytes_of(s);
        for (int64_t n = 0; n < s->bytes; n++) {
            int64_t to = place_of(s->v, n / size), from = place_of(s->partner->v, n / size);
            force[s->at + to * size + n % size] =
                reference[s->partner->at + from * size + n % size] ^ sign_between(s);
        }
    }
}

static int number_at(const Value *v, const uint8_t *at)
{
    int16_t number;
    if (v->type.dtype != I16)
        return v->type.dtype == I8 ? (int8_t)*at : *at;
    memcpy(&number, at, sizeof number);
    return number;
}

static void compare(Trace *t, int method, const uint8_t *got)
{
    for (int i = 0; i < t->nsteps; i++) {
        Traced *s = &t->step[i];
        if (s->method != method)
            continue;
        for (int64_t n = 0; n < s->bytes; n += element_bytes_of(s)) {
            const uint8_t *at = got + s->at + n;
            int apart = abs(number_at(s->v, at) - number_at(s->v, at + t->bytes));
            s->unequal += apart > 0;
            s->most = apart > s->most ? apart : s->most;
        }
        s->count += s->bytes / element_bytes_of(s);
    }
}

/* Returns the traces of all cases, one after the other. */
static uint8_t *run_reference(const ExecOptions *o, const Bundle *b, const Trace *t, int ncases)
{
    Emitted e = with_hook(t, false);
    Exec *x = exec_open(o, &e, 1);
    uint8_t *kept = NEW(uint8_t, ncases * t->bytes), *next = kept;
    for (int i = 0; i < b->nsuites; i++)
        for (int k = 0; k < b->suite[i].ntests; k++, next += t->bytes) {
            call_case(x, &e, &b->suite[i], k);
            memcpy(next, exec_trace(x), (size_t)t->bytes);
        }
    exec_close(x);
    return kept;
}

static void run_forced(const ExecOptions *o, const Bundle *b, Trace *t, const uint8_t *kept,
                       int64_t bytes)
{
    Emitted e = with_hook(t, true);
    Exec *x = exec_open(o, &e, 1);
    uint8_t *trace = exec_trace(x);
    for (int i = 0; i < b->nsuites; i++)
        for (int k = 0; k < b->suite[i].ntests; k++, kept += bytes) {
            memset(trace, 0, (size_t)(2 * t->bytes));
            place_reference(t, trace + t->bytes, kept);
            call_case(x, &e, &b->suite[i], k);
            for (int m = 0; m < e.model->ngraphs; m++)
                if (strcmp(e.model->graph[m]->method->name, b->suite[i].method) == 0)
                    compare(t, m, trace);
        }
    exec_close(x);
}

static bool is_right(const Traced *s)
{
    return s->most <= MOST_STEPS_APART &&
           (double)s->unequal <= most_share[element_bytes_of(s) - 1] * (double)s->count;
}

static const char *describe(const Traced *s)
{
    if (!s->unequal)
        return fmt_text("%s: equal", s->step->name);
    return fmt_text("%s: %lld of %lld elements differ, %.3g %%, by at most %lld", s->step->name,
                    (long long)s->unequal, (long long)s->count,
                    100 * (double)s->unequal / (double)s->count, (long long)s->most);
}

/* Returns all steps that can be judged, with what they do in all cases. */
static Trace run_both(const ExecOptions *o, const Bundle *b, const Emitted *reference,
                      const Emitted *e)
{
    Trace plain = trace_of(reference), t = trace_of(e);
    int ncases = 0;
    find_partners(&t, &plain);
    for (int i = 0; i < b->nsuites; i++)
        ncases += b->suite[i].ntests;
    run_forced(o, b, &t, run_reference(o, b, &plain, ncases), plain.bytes);
    return t;
}

StepsVerdict judge_each_step(const ExecOptions *o, const Bundle *b, const Emitted *reference,
                             const Emitted *e)
{
    Trace t = run_both(o, b, reference, e);
    StepsVerdict v = {0};
    for (int i = 0; i < t.nsteps; i++) {
        const Traced *s = &t.step[i];
        bool fails = !is_right(s);
        if (!v.first && s->unequal)
            v.first = describe(s);
        if (!v.wrong && fails)
            v.wrong = describe(s);
        v.judged += s->count > 0;
        v.differing += s->unequal > 0;
    }
    return v;
}

int verify_each_step(const ExecOptions *o, const Bundle *b, const Emitted *reference,
                     const Emitted *e)
{
    int judged = 0, failed = 0;
    print("%s kernels through %s, each step against -O0\n", e->kernels, exec_compiler(o));
    Trace t = run_both(o, b, reference, e);
    for (int i = 0; i < t.nsteps; i++) {
        const Traced *s = &t.step[i];
        if (!s->count)
            continue;
        print("%-4s  %s\n", is_right(s) ? "ok" : "FAIL", describe(s));
        judged++;
        failed += !is_right(s);
    }
    if (judged == 0)
        print("there is no step to judge\n");
    print("%d passed, %d failed\n", judged - failed, failed);
    return failed || !judged;
}
