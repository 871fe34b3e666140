/* SPDX-License-Identifier: 0BSD
 * Emitted C in a child process: calls and their results, and what became of a child that died. */
#define _DEFAULT_SOURCE
#define _POSIX_C_SOURCE 200809L
#include "tools/exec/exec.h"
#include "base/clock.h"
#include "base/progress.h"
#include "base/words.h"
#include "graph/build.h"
#include "graph/foreign.h"
#include "model.h"
#include "tools/exec/cc.h"
#include "tools/exec/child.h"
#include "tools/exec/child_time.h"
#include "tools/exec/compare.h"
#include "tools/exec/compiler.h"
#include "tools/exec/device.h"
#include "tools/exec/image.h"
#include "tools/exec/scratch.h"
#include "tools/exec/shim.h"
#include "tools/exec/tensor.h"
#include "tools/exec/zone.h"

#include <errno.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

static size_t arg_bound(const Arg *a)
{
    return (size_t)value_bound_bytes(a->value);
}

/* Measures the arguments of the method that needs most: their bytes in the zone, and the most
 * arguments. */
static void measure_args(const Model *m, size_t *cost, int *args)
{
    *cost = 0;
    *args = 0;
    for (int i = 0; i < m->ngraphs; i++) {
        const Graph *g = m->graph[i];
        size_t sum = 0;
        for (int k = 0; k < g->ninputs + g->noutputs; k++) {
            const Arg *a = arg_at(g, k);
            sum += a->given ? zone_cost(arg_bound(a)) + zone_cost(MAX_RANK * sizeof(int32_t)) : 0;
        }
        *cost = sum > *cost ? sum : *cost;
        *args = g->ninputs + g->noutputs > *args ? g->ninputs + g->noutputs : *args;
    }
}

/* Maps memory that parent and child share, until exec_close(). */
static void *map_for(Exec *x, size_t bytes)
{
    Bytes mapped = {map_shared(bytes), bytes};
    PUSH(x->mapped, x->nmapped, mapped);
    return (void *)(uintptr_t)mapped.data;
}

static void make_memory(Exec *x, int runs)
{
    const Model *m = x->model;
    size_t cost;
    int args;
    measure_args(m, &cost, &args);
    size_t pointers = (size_t)args * sizeof(void *);
    x->trace = map_for(x, x->emitted.trace_bytes);
    x->shared = map_for(x, sizeof *x->shared);
    x->seconds = map_for(x, (size_t)runs * sizeof *x->seconds);
    x->in = map_for(x, pointers);
    x->out = map_for(x, pointers);
    x->in_dims = map_for(x, pointers);
    x->out_dims = map_for(x, pointers);
    size_t state = (size_t)m->state_bytes, arenas = 0;
    for (int i = 0; i < count_arenas(m); i++)
        arenas += zone_cost((size_t)m->in_memory[i]);
    x->zone = zone_new((size_t)x->ninstances * zone_cost(state) + arenas + cost,
                       x->ninstances + count_arenas(m) + 2 * args);
    for (int i = 0; i < x->ninstances; i++)
        zone_add(&x->zone, state, NULL, "the state");
}

/* Copies the weights to memory that is aligned, and read-only like flash. */
static Bytes protect_weights(Exec *x, Bytes weights)
{
    uint8_t *p = map_for(x, weights.size);
    if (weights.size) {
        memcpy(p, weights.data, weights.size);
        mprotect(p, weights.size, PROT_READ);
    }
    return (Bytes){p, weights.size};
}

static void start_child(Exec *x)
{
    int ends[2];
    x->shared->message[0] = 0;
    x->shared->runs = 0;
    x->shared->ctx.rest[count_arenas(x->model) - 1] = NULL; /* threads */
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends))
        fatal(NULL, "cannot make a socket pair: %s", strerror(errno));
    x->late = false;
    x->child = fork();
    if (x->child < 0)
        fatal(NULL, "cannot start a process: %s", strerror(errno));
    if (x->child == 0) {
        close(ends[0]);
        serve_calls(x, ends[1]);
    }
    close(ends[1]);
    x->link = ends[0];
}

/* Ends the child and returns its wait status. */
static int end_child(Exec *x)
{
    int status = 0;
    close(x->link);
    while (waitpid(x->child, &status, 0) < 0 && errno == EINTR) {
    }
    x->child = 0;
    return status;
}

static const char *describe_death(const Exec *x, const char *who, int status)
{
    static const struct {
        int number;
        const char *name;
    } names[] = {{SIGSEGV, "SIGSEGV"}, {SIGBUS, "SIGBUS"},   {SIGFPE, "SIGFPE"},
                 {SIGILL, "SIGILL"},   {SIGABRT, "SIGABRT"}, {SIGKILL, "SIGKILL"},
                 {SIGXFSZ, "SIGXFSZ"}};
    if (!WIFSIGNALED(status)) {
        const char *message = x->shared->message;
        return *message
                   ? fmt_text("%.*s", MESSAGE_BYTES, message)
                   : fmt_text("%s ended its process with exit code %d", who, WEXITSTATUS(status));
    }
    if (x->late) {
        return fmt_text("%s waited for more than %d s; --timeout gives it more", who,
                        exec_cpu_seconds(x->options));
    }
    if (WTERMSIG(status) == SIGXCPU) {
        return fmt_text("%s ran for more than %d s of processor time; --timeout gives it more", who,
                        exec_cpu_seconds(x->options));
    }
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (names[i].number == WTERMSIG(status))
            return fmt_text("%s died with %s", who, names[i].name);
    return fmt_text("%s died with signal %d", who, WTERMSIG(status));
}

/* Waits for the child's reply. False: the child is dead, also because it waited for too long. */
static bool wait_reply(Exec *x, const char *doing)
{
    struct pollfd p = {.fd = x->link, .events = POLLIN};
    enum { PATIENCE = 50 }; /* seconds for one of the processor, which others want, too */
    const double start = now_seconds(), most = exec_cpu_seconds(x->options);
    const int runs = x->shared->repeat > 1 ? x->shared->repeat : 1;
    Watch watch = {.process = x->child, .since = start};
    while (!x->late && poll(&p, 1, 250) <= 0) {
        const SharedMemory *s = x->shared;
        const char *run = runs > 1 ? fmt_text(", run %d of %d", s->runs + 1, runs) : "";
        progress("ptec: %s%s, %.0f s", doing, run, now_seconds() - start);
        x->late = watch_idle(&watch) > most || now_seconds() - start > PATIENCE * most * runs;
    }
    if (x->late)
        kill(x->child, SIGKILL);
    progress_end();
    char byte;
    return read(x->link, &byte, 1) == 1;
}

static void start(Exec *x)
{
    start_child(x);
    const char *compiler = exec_compiler(x->options);
    if (!wait_reply(x, fmt_text("loading through %s", compiler))) {
        const char *why = describe_death(x, "the process", end_child(x));
        fatal(NULL, "cannot load the emitted C through %s: %s", compiler, why);
    }
}

/* Requires --link if the model calls functions of the user. */
static void need_functions(const ExecOptions *o, const Model *m)
{
    const char *name = m->nforeign     ? m->foreign[0]->name
                       : m->ndelegates ? m->delegate[0]->name
                                       : NULL;
    if (name && !o->nlinks)
        usage_error("%s calls %s, which is yours: pass --link FILE.c", printable(m->program->path),
                    name);
}

Exec *exec_open(const ExecOptions *o, const Emitted *e, int instances)
{
    need_functions(o, e->model);
    Exec *x = NEW(Exec, 1);
    Text *source = NEW(Text, 1);
    text_bytes(source, e->source->data, e->source->size);
    add_shims(source, e->model);
    *x = (Exec){.options = o, .model = e->model, .emitted = *e, .ninstances = instances};
    x->emitted.source = source;
    x->emitted.weights = protect_weights(x, e->weights);
    x->stale = NEW(bool, instances);
    x->ready = NEW(bool, instances);
    memset(x->stale, true, (size_t)instances);
    make_memory(x, o->repeat > 1 ? o->repeat : 1);
    if (o->target) {
        x->image = NEW(Image, 1);
        return x;
    }
    x->object = o->cc ? build_shared_object(o, &x->emitted) : NULL;
    start(x);
    return x;
}

void exec_reset(Exec *x, int instance)
{
    x->stale[instance] = true;
}

uint8_t *exec_trace(Exec *x)
{
    return x->trace;
}

void exec_close(Exec *x)
{
    if (x->child)
        end_child(x);
    if (x->device)
        device_stop(x->device);
    for (int i = 0; i < x->nmapped; i++)
        unmap_shared(x->mapped[i]);
    unmap_shared((Bytes){x->zone.data, x->zone.size});
    scratch_remove();
}

/* Places an input in the zone. If it is above its bound, nothing beyond the bound is there to be
 * read. */
static void place_input(Exec *x, const Arg *a, int i, const CaseValue *v)
{
    FileTensor given = tensor_of(v), t = tensor_in_order(&given, a->file->tensor->dim_order);
    size_t bytes = (size_t)tensor_count(&t) * dtype_bytes(t.dtype), bound = arg_bound(a);
    bytes = bytes < bound ? bytes : bound;
    x->in[i] = zone_add(&x->zone, bytes, t.data.data, fmt_text("input %d", i));
    x->in_dims[i] = NULL;
    if (arg_is_dynamic(a)) {
        int rank = arg_rank(a);
        int32_t *dims = NEW(int32_t, rank);
        for (int k = 0; k < rank; k++)
            dims[k] = (int32_t)t.size[k];
        x->in_dims[i] = zone_add(&x->zone, (size_t)rank * sizeof *dims, dims,
                                 fmt_text("the extents of input %d", i));
    }
}

static void place_output(Exec *x, const Arg *a, int i)
{
    x->out[i] = zone_add(&x->zone, arg_bound(a), NULL, fmt_text("output %d", i));
    x->out_dims[i] = NULL;
    if (arg_is_dynamic(a)) {
        x->out_dims[i] = zone_add(&x->zone, (size_t)arg_rank(a) * sizeof(int32_t), NULL,
                                  fmt_text("the extents of output %d", i));
    }
}

static void *place_arena_of(Exec *x, int memory)
{
    const Model *m = x->model;
    const char *what =
        memory ? fmt_text("the arena in %s", m->options->memory[memory].name) : "the arena";
    return zone_add(&x->zone, (size_t)m->in_memory[memory], NULL, what);
}

/* Places all that the call reads and writes. Only the state outlives a call; all the rest is laid
 * out anew. */
static const char *place_all(Exec *x, const Graph *g, int instance, const CaseValue *input)
{
    SharedMemory *s = x->shared;
    zone_truncate(&x->zone, x->ninstances);
    s->ctx.state = x->zone.place[instance].data;
    s->ctx.arena = place_arena_of(x, 0);
    for (int i = 1; i < count_arenas(x->model); i++)
        s->ctx.rest[i - 1] = place_arena_of(x, i);
    s->ctx.weights = x->emitted.weights.data;
    for (int i = 0; i < g->noutputs; i++)
        if (g->output[i].given)
            place_output(x, &g->output[i], i);
    x->nwritten = x->zone.nplaces;
    for (int i = 0; i < g->ninputs; i++) {
        const char *mismatch = input_mismatch(&g->input[i], &input[i]);
        if (mismatch)
            return fmt_text("input %d %s", i, mismatch);
        if (g->input[i].given)
            place_input(x, &g->input[i], i, &input[i]);
    }
    return NULL;
}

static CaseValue number_result(const Arg *a, const void *data)
{
    int dtype = (int)a->value->type.dtype;
    CaseValue v = {.kind = dtype == F64 ? FV_DOUBLE : dtype == BOOL ? FV_BOOL : FV_INT};
    if (dtype == F64)
        v.d = tensor_number(dtype, data, 0);
    else
        v.i = tensor_integer(dtype, data, 0);
    return v;
}

static bool count_within(const FileTensor *t, int64_t bound)
{
    int64_t n = 1;
    for (int i = 0; i < t->rank; i++)
        if (t->size[i] == 0)
            return true;
    for (int i = 0; i < t->rank; i++) {
        if (t->size[i] < 0 || n > bound / t->size[i])
            return false;
        n *= t->size[i];
    }
    return n <= bound;
}

static const char *tensor_result(const Exec *x, const Arg *a, int i, CaseValue *v)
{
    const Type *type = &a->value->type;
    FileTensor *t = &v->tensor;
    *v = (CaseValue){.kind = FV_TENSOR, .tensor = *a->file->tensor};
    t->dtype = (int)type->dtype;
    t->rank = type->rank;
    for (int k = 0; k < t->rank; k++)
        t->size[k] =
            x->out_dims[i] && k < arg_rank(a) ? x->out_dims[i][k] : size_value(type->dim[k]);
    if (!count_within(t, value_bound_bytes(a->value) / (int64_t)dtype_bytes(t->dtype))) {
        Text shape = {0};
        add_shape(&shape, t);
        return fmt_text("output %d has the extents %s, above its bound", i, shape.data);
    }
    t->data = (Bytes){x->out[i], (size_t)tensor_count(t) * dtype_bytes(t->dtype)};
    return NULL;
}

static const char *read_outputs(const Exec *x, const Graph *g, CaseValue *output)
{
    const char *fault = NULL;
    for (int i = 0; i < g->noutputs && !fault; i++) {
        const Arg *a = &g->output[i];
        if (!a->given)
            output[i] = (CaseValue){.kind = a->file->kind, .i = a->file->i, .d = a->file->d};
        else if (arg_is_number(a))
            output[i] = number_result(a, x->out[i]);
        else
            fault = tensor_result(x, a, i, &output[i]);
    }
    return fault;
}

static int method_index(const Model *m, const Graph *g)
{
    int i = 0;
    while (m->graph[i] != g)
        i++;
    return i;
}

/* Does this call find the instance as at start-up? Forgets that it does. */
static bool take_stale(Exec *x, int instance)
{
    bool stale = x->stale[instance];
    x->stale[instance] = false;
    return stale && x->model->state_bytes > 0;
}

static void call_child(Exec *x, const Graph *g, int instance, int repeat, ExecResult *r)
{
    SharedMemory *s = x->shared;
    if (!x->child)
        start(x);
    s->method = method_index(x->model, g);
    s->repeat = repeat;
    s->threads = x->options->threads;
    s->instance = instance;
    s->reset = take_stale(x, instance);
    char byte = 0;
    if (send(x->link, &byte, 1, MSG_NOSIGNAL) != 1 ||
        !wait_reply(x, fmt_text("running %s", g->name)))
        r->fault = describe_death(x, "the emitted code", end_child(x));
    r->status = s->status;
}

/* Swaps the bytes of outputs, which are in the target's order, to this machine's order. */
static void swap_outputs(Exec *x, const Graph *g)
{
    for (int i = 0; i < g->noutputs; i++) {
        const Arg *a = &g->output[i];
        if (!a->given)
            continue;
        swap_elements(x->out[i], arg_bound(a), (int)a->value->type.dtype);
        if (x->out_dims[i])
            swap_elements(x->out_dims[i], (size_t)arg_rank(a) * sizeof(int32_t), I32);
    }
}

static void call_device(Exec *x, const Graph *g, ExecResult *r)
{
    device_call(x->device, &x->zone, x->image->memory, r);
    r->measured.guarded = zone_guarded(&x->zone, x->ninstances);
    if (x->options->target->big_endian)
        swap_outputs(x, g);
}

void exec_announce(Exec *x, const Graph *g, int instance, const CaseValue *input)
{
    if (!place_all(x, g, instance, input))
        image_add_call(x, g, instance, take_stale(x, instance), input);
}

void exec_start(Exec *x)
{
    if (x->image->ncalls)
        x->device = device_start(x->options, image_build(x), x->image->ncalls);
}

ExecResult exec_call(Exec *x, const Graph *g, int instance, const CaseValue *input, int repeat)
{
    CaseValue *output = NEW(CaseValue, g->noutputs);
    ExecResult r = {.output = output, .seconds = x->seconds};
    r.fault = place_all(x, g, instance, input);
    if (r.fault)
        return r;
    if (x->device)
        call_device(x, g, &r);
    else
        call_child(x, g, instance, repeat, &r);
    if (!r.fault)
        r.fault = zone_damage(&x->zone);
    if (!r.fault && r.status == 0)
        r.fault = read_outputs(x, g, output);
    return r;
}

ExecResult exec_calls(Exec *x, const Graph *g, const CaseValue *input, int repeat)
{
    const ExecResult r = exec_call(x, g, 0, input, repeat);
    const char *where = printable(g->method->name);
    if (r.fault)
        fatal(where, "%s", r.fault);
    if (r.status != PTE_OK)
        fatal(where, "the emitted code returned status 0x%x (%s)", (unsigned)r.status,
              pte_status_name((pte_status)r.status));
    return r;
}
