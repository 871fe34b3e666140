/* SPDX-License-Identifier: 0BSD
 * What each step of a call computes, and when. The emitted code calls functions of ptec around each
 * step; the process that runs it is forked from this one, so that they are at the same addresses
 * there. */
#include "tools/recorder.h"
#include "base/words.h"
#include "emit/params.h"
#include "graph/build.h"
#include "model.h"
#include "pte_rt.h"
#include "tools/exec/child_time.h"
#include "tools/exec/tensor.h"

#include <string.h>

/* Bounds the steps that a call runs in loops, and what is kept of their results beside one of each
 * step. */
enum { MOST_EVENTS = 1 << 16 };
static const size_t more_room = (size_t)1 << 24;

typedef struct Event {
    int64_t id, at, bytes; /* at: of the result, or -1 if it is not kept */
    double start, end;
} Event;

/* Is shared with the emitted code, which knows it as `ptec_trace`. What it points to follows it
 * there. */
typedef struct Recorder {
    void (*start)(struct Recorder *r);
    void (*end)(struct Recorder *r, int id, const void *result, int64_t bytes);
    bool keep;
    double since;
    int64_t nevents, nlost;
    Event *event;
    int64_t *span; /* by the step's number: bytes from its result's first to its last, or -1 if only
                      the call knows */
    uint8_t *results;
    size_t used, room; /* of the results */
} Recorder;

static const char hook[] =
    "unsigned char *ptec_trace;\n"
    "typedef struct ptec_recorder {\n"
    "    void (*start)(struct ptec_recorder *);\n"
    "    void (*end)(struct ptec_recorder *, int, const void *, long long);\n"
    "} ptec_recorder;\n"
    "#define PTEC_RECORDER ((ptec_recorder *)(void *)ptec_trace)\n"
    "#define PTE_STEP(id, ptr, bytes, call) \\\n"
    "    do { PTEC_RECORDER->start(PTEC_RECORDER); call; \\\n"
    "         PTEC_RECORDER->end(PTEC_RECORDER, id, (const void *)(ptr), (long long)(bytes)); } "
    "while (0)\n";

static void start_step(Recorder *r)
{
    r->since = now_seconds();
}

static void end_step(Recorder *r, int id, const void *result, int64_t bytes)
{
    Event e = {.id = id, .at = -1, .bytes = bytes, .start = r->since, .end = now_seconds()};
    if (r->span[id] >= 0)
        e.bytes = r->span[id];
    if (r->nevents == MOST_EVENTS) {
        r->nlost++;
        return;
    }
    if (r->keep && result && e.bytes >= 0 && (size_t)e.bytes <= r->room - r->used) {
        e.at = (int64_t)r->used;
        memcpy(r->results + r->used, result, (size_t)e.bytes);
        r->used += (size_t)e.bytes;
    } else if (r->keep) {
        r->nlost++;
    }
    r->event[r->nevents++] = e;
}

static const Step **list_steps(const Model *m, int *count)
{
    const Step **list = NULL;
    *count = 0;
    for (int i = 0; i < m->ngraphs; i++)
        FOR_BLOCKS(b, m->graph[i])
            FOR_STEPS(s, b)
                PUSH(list, *count, s);
    return list;
}

static const Value *result_of(const Step *s)
{
    return s->nout ? s->out[0] : NULL;
}

/* Returns the bytes from the first to the last element, since slices of a concatenation have gaps;
 * -1: they depend on the call. */
static int64_t span_of(const Value *v)
{
    int64_t elements = 1;
    for (int i = 0; i < v->type.rank; i++) {
        if (!size_is_const(v->type.dim[i]) || !size_is_const(v->layout.stride[i]))
            return -1;
        if (size_value(v->type.dim[i]) == 0)
            return 0;
        elements += (size_value(v->type.dim[i]) - 1) * size_value(v->layout.stride[i]);
    }
    return elements * (int64_t)dtype_bytes((int)v->type.dtype);
}

static size_t head_bytes(int nsteps)
{
    return sizeof(Recorder) + MOST_EVENTS * sizeof(Event) + (size_t)nsteps * sizeof(int64_t);
}

Emitted with_recorder(const Emitted *e)
{
    Emitted hooked = *e;
    Text *t = NEW(Text, 1);
    int n;
    const Step **step = list_steps(e->model, &n);
    text_add(t, "%s", hook);
    text_bytes(t, e->source->data, e->source->size);
    hooked.source = t;
    hooked.trace_bytes = head_bytes(n) + more_room;
    for (int i = 0; i < n; i++)
        if (result_of(step[i]))
            hooked.trace_bytes += (size_t)value_bound_bytes(result_of(step[i])) *
                                  (size_t)max64(1, pieces_of(step[i]));
    return hooked;
}

static Recorder *clear_recorder(Exec *x, const Step **step, int n, bool keep)
{
    Recorder *r = (Recorder *)(void *)exec_trace(x);
    *r = (Recorder){.start = start_step,
                    .end = end_step,
                    .keep = keep,
                    .event = (Event *)(void *)(r + 1),
                    .results = exec_trace(x) + head_bytes(n),
                    .room = x->emitted.trace_bytes - head_bytes(n)};
    r->span = (int64_t *)(void *)(r->event + MOST_EVENTS);
    for (int i = 0; i < n; i++)
        r->span[i] = result_of(step[i]) ? span_of(result_of(step[i])) : 0;
    return r;
}

/* Finds the extents of a result. False: several depend on the call, or how it lies in memory
 * does. */
static bool find_extents(const Value *v, int64_t bytes, FileTensor *t)
{
    int64_t rest = (int64_t)dtype_bytes((int)v->type.dtype);
    int axis = -1;
    t->dtype = (int)v->type.dtype;
    t->rank = v->type.rank;
    for (int i = 0; i < t->rank; i++) {
        t->dim_order[i] = (uint8_t)i;
        if (!size_is_const(v->type.dim[i]) && axis >= 0)
            return false;
        axis = size_is_const(v->type.dim[i]) ? axis : i;
        t->size[i] = size_is_const(v->type.dim[i]) ? size_value(v->type.dim[i]) : 1;
        rest *= t->size[i];
    }
    if (axis < 0)
        return true;
    t->size[axis] = rest ? bytes / rest : 0;
    return layout_is_row_major(v);
}

/* Copies a result of constant sizes from the order in which it lies in memory. */
static void put_in_order(const Value *v, const FileTensor *t, const uint8_t *from, uint8_t *to)
{
    size_t size = dtype_bytes(t->dtype);
    for (int64_t n = 0, count = tensor_count(t); n < count; n++) {
        int64_t at = 0;
        for (int64_t i = t->rank, rest = n; i-- > 0; rest /= t->size[i])
            at += rest % t->size[i] * size_value(v->layout.stride[i]);
        memcpy(to + (size_t)n * size, from + (size_t)at * size, size);
    }
}

static void keep_result(StepRecord *s, const Event *e, const Recorder *r)
{
    const Value *v = result_of(s->step);
    FileTensor t = {0};
    s->kept = v && e->at >= 0 && !s->step->strip && v->layout.kind == L_STRIDED &&
              find_extents(v, e->bytes, &t);
    if (!s->kept)
        return;
    const uint8_t *from = r->results + e->at;
    size_t bytes = (size_t)tensor_count(&t) * dtype_bytes(t.dtype);
    uint8_t *to = NEW(uint8_t, bytes);
    if (layout_is_row_major(v))
        memcpy(to, from, bytes);
    else
        put_in_order(v, &t, from, to);
    t.data = (Bytes){to, bytes};
    s->result = (CaseValue){.kind = FV_TENSOR, .tensor = t};
}

static uint64_t nanoseconds(double seconds)
{
    return (uint64_t)(seconds * 1e9);
}

/* Makes one record of what a step did turn by turn, or piece by piece. */
static CallRecord read_events(const Graph *g, const Recorder *r, const Step **step, int n)
{
    CallRecord c = {.graph = g, .nlost = (int)r->nlost};
    int *runs = NEW(int, n), *latest = NEW(int, n);
    for (const Event *e = r->event; e < r->event + r->nevents; e++) {
        const Step *s = step[e->id];
        int pieces = (int)max64(1, pieces_of(s)), again = runs[e->id]++;
        bool goes_on = s->strip ? again > 0 : again % pieces > 0;
        uint64_t start = nanoseconds(e->start), end = nanoseconds(e->end);
        if (goes_on) {
            c.step[latest[e->id]].end += end - start;
        } else {
            latest[e->id] = c.nsteps;
            PUSH(c.step, c.nsteps, ((StepRecord){.step = s, .start = start, .end = end}));
        }
        keep_result(&c.step[latest[e->id]], e, r);
    }
    return c;
}

static const CaseValue *copy_outputs(const Graph *g, const CaseValue *output)
{
    CaseValue *copy = NEW(CaseValue, g->noutputs);
    for (int i = 0; i < g->noutputs; i++) {
        Bytes from = output[i].tensor.data;
        copy[i] = output[i];
        if (output[i].kind != FV_TENSOR)
            continue;
        uint8_t *data = NEW(uint8_t, from.size);
        memcpy(data, from.data, from.size);
        copy[i].tensor.data = (Bytes){data, from.size};
    }
    return copy;
}

CallRecord recorded_call(Exec *x, const Graph *g, const CaseValue *input, bool keep)
{
    int n;
    const Step **step = list_steps(x->model, &n);
    const Recorder *r = clear_recorder(x, step, n, keep);
    const char *where = printable(g->method->name);
    exec_reset(x, 0);
    const double start = now_seconds();
    const ExecResult result = exec_call(x, g, 0, input, 1);
    const double end = now_seconds();
    if (result.fault)
        fatal(where, "%s", result.fault);
    if (result.status != PTE_OK)
        fatal(where, "the emitted code returned status 0x%x (%s)", (unsigned)result.status,
              pte_status_name((pte_status)result.status));
    CallRecord c = read_events(g, r, step, n);
    c.start = nanoseconds(end - result.seconds[0] > start ? end - result.seconds[0] : start);
    c.end = nanoseconds(end);
    c.output = copy_outputs(g, result.output);
    return c;
}
