/* SPDX-License-Identifier: 0BSD
 * What each step of a call computes, and when. The emitted code calls functions of ptec around each
 * step; the process that runs it is forked from this one, so that they are at the same addresses
 * there. */
#include "tools/etdump/recorder.h"
#include "base/clock.h"
#include "base/files.h"
#include "base/grid.h"
#include "base/words.h"
#include "emit/params.h"
#include "graph/build.h"
#include "model.h"
#include "pte_rt.h"
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
    int64_t nevents;
    Event *event;
    uint8_t *results;
    size_t used, room; /* of the results */
} Recorder;

static const char host_hook[] =
    "unsigned char *ptec_trace;\n"
    "typedef struct ptec_recorder {\n"
    "    void (*start)(struct ptec_recorder *);\n"
    "    void (*end)(struct ptec_recorder *, int, const void *, long long);\n"
    "} ptec_recorder;\n"
    "static void ptec_start(void)\n"
    "{\n"
    "    ptec_recorder *r = (ptec_recorder *)(void *)ptec_trace;\n"
    "    r->start(r);\n"
    "}\n"
    "static void ptec_end(int id, const void *result, long long bytes)\n"
    "{\n"
    "    ptec_recorder *r = (ptec_recorder *)(void *)ptec_trace;\n"
    "    r->end(r, id, result, bytes);\n"
    "}\n";
static const char target_hook[] =
    "void pte_selftest_step_starts(void);\n"
    "void pte_selftest_step_ends(int id, const void *result, unsigned long bytes);\n"
    "#define ptec_start() pte_selftest_step_starts()\n";
static const char target_end[] = "#define ptec_end(id, result, bytes) \\\n"
                                 "    pte_selftest_step_ends(id, result, (unsigned long)(bytes))\n";
static const char target_end_of_time[] =
    "#define ptec_end(id, result, bytes) pte_selftest_step_ends(id, (result, (void *)0), 0)\n";
/* Slices of a concatenation have gaps, so that their last byte is farther away than PTE_STEP
 * says. */
static const char macro[] =
    "#define PTE_STEP(id, ptr, bytes, call) \\\n"
    "    do { ptec_start(); call; \\\n"
    "         ptec_end(id, (const void *)(ptr), \\\n"
    "                  ptec_span[id] < 0 ? (long long)(bytes) : ptec_span[id]); } while (0)\n";

static void start_step(Recorder *r)
{
    r->since = now_seconds();
}

static void end_step(Recorder *r, int id, const void *result, int64_t bytes)
{
    Event e = {.id = id, .at = -1, .bytes = bytes, .start = r->since, .end = now_seconds()};
    if (r->nevents == MOST_EVENTS)
        return;
    if (r->keep && result && e.bytes >= 0 && (size_t)e.bytes <= r->room - r->used) {
        e.at = (int64_t)r->used;
        memcpy(r->results + r->used, result, (size_t)e.bytes);
        r->used += (size_t)e.bytes;
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

/* Returns the bytes from the first to the last element; -1: they depend on the call. */
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

/* A step in turns has no whole result. */
static void add_spans(Text *t, const Step **step, int n)
{
    text_add(t, "static const long ptec_span[] = {");
    for (int i = 0; i < n; i++)
        text_add(t, "%lld, ",
                 step[i]->strip || !result_of(step[i]) ? 0
                                                       : (long long)span_of(result_of(step[i])));
    text_add(t, "0};\n");
}

static size_t head_bytes(void)
{
    return sizeof(Recorder) + MOST_EVENTS * sizeof(Event);
}

static size_t room_for_results(const Step **step, int n)
{
    size_t bytes = more_room;
    for (int i = 0; i < n; i++)
        if (result_of(step[i]))
            bytes += (size_t)value_bound_bytes(result_of(step[i])) *
                     (size_t)max64(1, pieces_of(step[i]));
    return bytes;
}

Emitted with_recorder(const Emitted *e, RecorderPlace place)
{
    Emitted hooked = *e;
    Text *t = NEW(Text, 1);
    int n;
    const Step **step = list_steps(e->model, &n);
    add_spans(t, step, n);
    text_add(t, "%s%s%s", place == RECORD_HERE ? host_hook : target_hook,
             place == RECORD_ON_TARGET         ? target_end
             : place == RECORD_TIMES_ON_TARGET ? target_end_of_time
                                               : "",
             macro);
    text_bytes(t, e->source->data, e->source->size);
    hooked.source = t;
    hooked.trace_bytes = place == RECORD_HERE ? head_bytes() + room_for_results(step, n) : 0;
    return hooked;
}

void recorder_start(Exec *x, bool keep)
{
    Recorder *r = (Recorder *)(void *)exec_trace(x);
    if (x->emitted.trace_bytes)
        *r = (Recorder){.start = start_step,
                        .end = end_step,
                        .keep = keep,
                        .event = (Event *)(void *)(r + 1),
                        .results = exec_trace(x) + head_bytes(),
                        .room = x->emitted.trace_bytes - head_bytes()};
}

/* Finds the extents of a result. False: several depend on the call, or how it lies in memory
 * does. */
static bool find_extents(const Value *v, size_t bytes, FileTensor *t)
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
    t->size[axis] = rest ? (int64_t)bytes / rest : 0;
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

static void keep_result(StepRecord *s, const StepEvent *e, bool swapped)
{
    const Value *v = result_of(s->step);
    FileTensor t = {0};
    s->kept = v && e->result.data && !s->step->strip && v->layout.kind == L_STRIDED &&
              find_extents(v, e->result.size, &t);
    if (!s->kept)
        return;
    size_t bytes = (size_t)tensor_count(&t) * dtype_bytes(t.dtype);
    uint8_t *to = NEW(uint8_t, bytes);
    if (layout_is_row_major(v))
        memcpy(to, e->result.data, bytes);
    else
        put_in_order(v, &t, e->result.data, to);
    if (swapped)
        swap_elements(to, bytes, t.dtype);
    t.data = (Bytes){to, bytes};
    s->result = (CaseValue){.kind = FV_TENSOR, .tensor = t};
}

static uint64_t nanoseconds(double seconds)
{
    return (uint64_t)(seconds * 1e9);
}

/* Lists what the recorder has seen on this machine. */
static StepEvent *events_here(const Recorder *r)
{
    StepEvent *list = NEW(StepEvent, r->nevents);
    for (int64_t i = 0; i < r->nevents; i++) {
        const Event *e = &r->event[i];
        list[i] = (StepEvent){
            .id = (int)e->id, .start = nanoseconds(e->start), .end = nanoseconds(e->end)};
        if (e->at >= 0)
            list[i].result = (Bytes){r->results + e->at, (size_t)e->bytes};
    }
    return list;
}

/* Makes one record of what a step did turn by turn, or piece by piece. */
static void read_events(CallRecord *c, const Exec *x, const StepEvent *event, int nevents)
{
    int n;
    const Step **step = list_steps(x->model, &n);
    const bool swapped = x->options->target && x->options->target->big_endian;
    int *runs = NEW(int, n), *latest = NEW(int, n);
    for (const StepEvent *e = event; e < event + nevents; e++) {
        if (e->id < 0 || e->id >= n)
            continue; /* of a line from a board */
        const Step *s = step[e->id];
        const int pieces = (int)max64(1, pieces_of(s)), again = runs[e->id]++;
        const bool goes_on = s->strip ? again > 0 : again % pieces > 0;
        if (goes_on) {
            c->step[latest[e->id]].end += e->end - e->start;
        } else {
            latest[e->id] = c->nsteps;
            PUSH(c->step, c->nsteps, ((StepRecord){.step = s, .start = e->start, .end = e->end}));
        }
        for (int i = 0; i < MOST_COUNTERS; i++)
            c->step[latest[e->id]].count[i] += e->count[i];
        keep_result(&c->step[latest[e->id]], e, swapped);
    }
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

CallRecord recorder_read(Exec *x, const Graph *g, const ExecResult *r)
{
    const Recorder *here = (const Recorder *)(const void *)exec_trace(x);
    CallRecord c = {.graph = g};
    if (x->emitted.trace_bytes)
        read_events(&c, x, events_here(here), (int)here->nevents);
    else
        read_events(&c, x, r->event, r->nevents);
    c.output = copy_outputs(g, r->output);
    return c;
}

CallRecord recorded_call(Exec *x, const Graph *g, const CaseValue *input, bool keep)
{
    recorder_start(x, keep);
    exec_reset(x, 0);
    const ExecResult r = exec_calls(x, g, input, 1);
    return recorder_read(x, g, &r);
}

void say_without_result(const char *path, const CallRecord *kept)
{
    int without = 0;
    for (int i = 0; i < kept->nsteps; i++)
        without += !kept->step[i].kept;
    if (without)
        print("%s: of %s of %d there is no result, since it has several dynamic extents, is "
              "computed in turns, or was too much\n",
              path, plural((uint64_t)without, "step"), kept->nsteps);
}
