/* SPDX-License-Identifier: 0BSD
 * The process that compiles in memory or loads emitted C, and runs it under limits. */
#define _DEFAULT_SOURCE
#define _POSIX_C_SOURCE 200809L
#include "tools/exec/child.h"
#include "base/clock.h"
#include "base/posix/child.h"
#include "model.h"
#include "pte_rt.h"
#include "pte_threads_posix.h"
#include "tools/exec/cc.h"
#include "tools/exec/child_time.h"
#include "tools/exec/confine.h"
#include "tools/exec/shim.h"
#include "tools/exec/tcc.h"
#include "tools/exec/zone.h"

#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

typedef int CallShim(const void *ctx, void *const *in, const int32_t *const *in_dims,
                     void *const *out, int32_t *const *out_dims);
typedef pte_status CheckWeights(const void *weights, size_t bytes);
typedef void ChangeState(const void *ctx);
typedef pte_status InitDelegates(const void *ctx);
typedef pte_status InitOperators(const void *ctx, void *cache);
typedef pte_status InitInPool(const void *ctx, void *cache, void *pool);

/* Returns the bytes of address space in use, or 0 where the system does not say. */
static size_t address_space(void)
{
    unsigned long pages = 0;
    FILE *f = fopen("/proc/self/statm", "r");
    if (f) {
        if (fscanf(f, "%lu", &pages) != 1)
            pages = 0;
        fclose(f);
    }
    return pages * (size_t)sysconf(_SC_PAGESIZE);
}

static void limit_memory(const Exec *x)
{
    size_t now = address_space();
    if (now) {
        size_t compiler = 64 * x->emitted.source->size, arena = (size_t)x->model->arena_bytes;
        size_t weights = x->emitted.weights.size;
        limit_address_space(now + ((size_t)1 << 30) + compiler + 64 * arena + 2 * weights);
    }
}

static void limit_files(void)
{
    limit_lower(RLIMIT_CORE, 0);
    limit_lower(RLIMIT_FSIZE, (size_t)1 << 30); /* functions of the user may write some */
}

static void limit_cpu(const Exec *x)
{
    struct rusage used;
    struct rlimit limit;
    getrusage(RUSAGE_SELF, &used);
    getrlimit(RLIMIT_CPU, &limit);
    rlim_t seconds = (rlim_t)(used.ru_utime.tv_sec + used.ru_stime.tv_sec + 1);
    limit.rlim_cur = seconds + (rlim_t)exec_cpu_seconds(x->options);
    limit.rlim_cur = limit.rlim_cur < limit.rlim_max ? limit.rlim_cur : limit.rlim_max;
    setrlimit(RLIMIT_CPU, &limit);
}

/* Finds the named function as a pointer of any function type, for which ISO C has no cast. */
static bool find_function(Exec *x, const Code *code, const char *name, void *function)
{
    void *address = code->symbol(code->handle, name);
    memcpy(function, &address, sizeof address);
    if (!address)
        snprintf(x->shared->message, MESSAGE_BYTES, "the emitted C has no function %s", name);
    return address != NULL;
}

static void share_trace(const Exec *x, const Code *code)
{
    uint8_t **trace = code->symbol(code->handle, "ptec_trace");
    if (trace)
        *trace = x->trace;
}

static bool load(Exec *x, Code *code)
{
    char *message = x->shared->message;
    bool loaded = x->object ? load_shared_object(code, x->object, message, MESSAGE_BYTES)
                            : load_with_libtcc(code, &x->emitted, x->options->runtime, message,
                                               MESSAGE_BYTES);
    CheckWeights *check_weights;
    if (loaded)
        share_trace(x, code);
    const char *prefix = x->model->options->name;
    if (!loaded || !find_function(x, code, fmt_text("%s_check_weights", prefix), &check_weights))
        return false;
    pte_status status = check_weights(x->emitted.weights.data, x->emitted.weights.size);
    if (status != PTE_OK) {
        snprintf(message, MESSAGE_BYTES, "the emitted code refuses its own weights: %s",
                 pte_status_name(status));
    }
    return status == PTE_OK;
}

static bool change_state(Exec *x, const Code *code, const char *verb)
{
    ChangeState *change;
    const char *name = fmt_text("%s_%s_with", x->model->options->name, verb);
    if (!find_function(x, code, name, &change))
        return false;
    change(&x->shared->ctx);
    return true;
}

static bool init_instance(Exec *x, const Code *code)
{
    InitDelegates *init;
    InitOperators *make;
    InitInPool *make_in;
    const char *name = fmt_text("%s_init_with", x->model->options->name);
    bool operators = x->model->noperators > 0, pool = x->model->options->threads > 1;
    void *place = !operators ? (void *)&init : pool ? (void *)&make_in : (void *)&make;
    if (!find_function(x, code, name, place))
        return false;
    const void *ctx = &x->shared->ctx;
    pte_status status = !operators ? init(ctx) : pool ? make_in(ctx, NULL, NULL) : make(ctx, NULL);
    if (status != PTE_OK)
        snprintf(x->shared->message, MESSAGE_BYTES, "%s returned status 0x%x (%s)", name,
                 (unsigned)status, pte_status_name(status));
    return x->ready[x->shared->instance] = status == PTE_OK;
}

/* Brings the instance's state to what it is at start-up, with rubbish in memory that the model has
 * to set. */
static bool reset_state(Exec *x, const Code *code)
{
    int i = x->shared->instance;
    const Model *m = x->model;
    if (x->ready[i] && !change_state(x, code, m->noperators ? "free" : "destroy"))
        return false;
    x->ready[i] = false;
    zone_garbage(&x->zone.place[i]);
    return (!has_reset(m) || change_state(x, code, "reset")) &&
           ((!m->ndelegates && !m->noperators) || init_instance(x, code));
}

/* Gives the call a pool of threads: that of the last call, if it has as many as this one wants. */
static bool provide_threads(Exec *x)
{
    SharedMemory *s = x->shared;
    void **place = &s->ctx.rest[count_arenas(x->model) - 1];
    pte_threads *pool = *place;
    if ((pool ? pool->count : 0) == s->threads)
        return true;
    pte_threads_stop(pool);
    *place = s->threads ? pte_threads_start(s->threads) : NULL;
    if (s->threads && !*place)
        snprintf(s->message, MESSAGE_BYTES, "%d threads cannot be started", s->threads);
    return *place || !s->threads;
}

static bool call_method(Exec *x, const Code *code)
{
    SharedMemory *s = x->shared;
    CallShim *shim;
    if (!find_function(x, code, shim_name(x->model->graph[s->method]), &shim))
        return false;
    for (s->runs = 0, s->status = PTE_OK; s->runs < s->repeat && s->status == PTE_OK; s->runs++) {
        limit_cpu(x);
        double start = now_seconds();
        s->status = shim(&s->ctx, x->in, (const int32_t *const *)x->in_dims, x->out, x->out_dims);
        x->seconds[s->runs] = now_seconds() - start;
    }
    return true;
}

/* Answers calls until the link closes, since the parent is done or gone then. The child ends
 * without the parent's exit handlers and buffered output. */
_Noreturn void serve_calls(Exec *x, int link)
{
    Code code;
#ifdef __linux__
    prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
    default_signals();
    keep_fatal(x->shared->message, MESSAGE_BYTES);
    limit_memory(x);
    limit_files();
    limit_cpu(x);
    confine();
    char byte = 0;
    bool ok = load(x, &code);
    while (ok && write(link, &byte, 1) == 1 && read(link, &byte, 1) == 1)
        ok = (!x->shared->reset || reset_state(x, &code)) && provide_threads(x) &&
             call_method(x, &code);
    _exit(ok ? 0 : 1);
}
