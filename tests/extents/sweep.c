/* SPDX-License-Identifier: 0BSD
 * Calls every method of one program with all combinations of hostile extents, and with each pointer
 * NULL in turn. A call has to return a status; sanitizers judge what it touches, since inputs have
 * just the bytes that their extents say. */
#include "mutant.h"
#include "pte_rt.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void __sanitizer_set_death_callback(void (*callback)(void));

enum { MOST_AXES = 64, MOST_CALLS = 20000, EXTENTS = 10 };
static const int64_t most_bytes = INT64_C(1) << 31; /* moved by all calls together */

extern const Mutant model;

static int failures;

/* What is being called; a sanitizer's report says it too. */
static const MutantMethod *method;
static int32_t extent[MOST_AXES];
static int axes;

static void print_call(void)
{
    printf("%s, extents", method->name);
    for (int i = 0; i < axes; i++)
        printf(" %d", (int)extent[i]);
    printf("\n");
    fflush(stdout);
}

static void fail(int opt, const char *what, int status)
{
    if (failures++ < 10) {
        printf("FAILED at -O%d: %s, status 0x%x: ", 2 * opt, what, (unsigned)status);
        print_call();
    }
}

static size_t element_bytes(int dtype)
{
    static const unsigned char bytes[] = {1, 1, 2, 4, 8, 2, 4, 8, 4, 8, 16, 1};
    return dtype < 12 ? bytes[dtype] : dtype == 15 || dtype == 27 ? 2 : dtype == 28 ? 4 : 8;
}

static int64_t bound_of(const MutantArg *a)
{
    int64_t n = 1;
    for (int i = 0; i < a->rank; i++)
        n *= a->size[i];
    return n;
}

/* Elements by these extents, -1 if they are negative or more than the bound. */
static int64_t elements(const MutantArg *a, const int32_t *dims)
{
    int64_t n = 1, bound = bound_of(a);
    bool empty = false;
    for (int i = 0; i < a->rank; i++) {
        if (dims[i] < 0)
            return -1;
        empty |= dims[i] == 0;
    }
    for (int i = 0; i < a->rank && !empty; i++) {
        n *= dims[i];
        if (n > bound)
            return -1;
    }
    return empty ? 0 : n;
}

/* -- one call -- */

typedef struct Args {
    void *data[MOST_AXES];
    int32_t *dims[MOST_AXES];
} Args;

static void make_args(Args *a)
{
    for (int i = 0, at = 0; i < method->nin + method->nout; i++) {
        const MutantArg *t = &method->arg[i];
        size_t size = element_bytes(t->dtype);
        int64_t n = bound_of(t);
        a->dims[i] = malloc(((size_t)t->rank + !t->rank) * sizeof(int32_t));
        for (int k = 0; k < t->rank; k++)
            a->dims[i][k] = i < method->nin && k < t->told ? extent[at++] : (int32_t)t->size[k];
        if (i < method->nin && elements(t, a->dims[i]) >= 0)
            n = elements(t, a->dims[i]);
        a->data[i] = malloc((size_t)n * size);
        memset(a->data[i], i < method->nin ? 0 : 0x55, (size_t)n * size);
    }
}

static void free_args(Args *a)
{
    for (int i = 0; i < method->nin + method->nout; i++) {
        free(a->data[i]);
        free(a->dims[i]);
    }
}

static int call(int opt, const Args *a, bool arena)
{
    void *work = malloc(model.arena[opt]), *kept = malloc(model.state[opt]);
    memset(work, 0xAA, model.arena[opt]);
    memset(kept, 0, model.state[opt]);
    if (model.reset[opt])
        model.reset[opt](kept);
    int status = method->call[opt](arena ? work : NULL, kept, a->data, a->dims);
    free(work);
    free(kept);
    return status;
}

static void judge(int opt, const Args *a, int status)
{
    bool fits = true;
    for (int i = 0; i < method->nin; i++)
        fits &= elements(&method->arg[i], a->dims[i]) >= 0;
    if (status != PTE_OK && status != PTE_NOT_SUPPORTED && status != PTE_OUT_OF_RESOURCES)
        fail(opt, "no status for extents", status);
    if (!fits && status != PTE_NOT_SUPPORTED)
        fail(opt, "extents above the bound", status);
    for (int i = method->nin; status == PTE_OK && i < method->nin + method->nout; i++)
        if (elements(&method->arg[i], a->dims[i]) < 0)
            fail(opt, "a result above its bound", status);
}

/* -- all calls -- */

static void call_both(void)
{
    int status[2];
    for (int opt = 0; opt < 2; opt++) {
        Args a;
        make_args(&a);
        status[opt] = call(opt, &a, true);
        judge(opt, &a, status[opt]);
        free_args(&a);
    }
    if (status[0] != status[1])
        fail(0, "another status at -O2", status[0]);
}

static int count_axes(void)
{
    int n = 0;
    for (int i = 0; i < method->nin; i++)
        n += method->arg[i].told;
    return n;
}

/* The values that an axis takes: those around its own bound and the input's, and extremes. */
static void list_extents(int32_t (*value)[EXTENTS])
{
    for (int i = 0, at = 0; i < method->nin; i++)
        for (int k = 0; k < method->arg[i].told; k++, at++) {
            const MutantArg *a = &method->arg[i];
            const int32_t size = (int32_t)a->size[k], bound = (int32_t)bound_of(a);
            const int32_t all[EXTENTS] = {size,     -1,    0,     1,         2,
                                          size + 1, bound, 65536, INT32_MAX, INT32_MIN};
            memcpy(value[at], all, sizeof all);
        }
}

/* So many that the sweep ends in seconds; each call allocates all its memory. */
static int64_t most_calls(void)
{
    int64_t bytes = (int64_t)(model.arena[0] + model.arena[1] + 1);
    for (int i = 0; i < method->nin + method->nout; i++)
        bytes += 2 * bound_of(&method->arg[i]) * (int64_t)element_bytes(method->arg[i].dtype);
    return bytes < most_bytes / MOST_CALLS ? MOST_CALLS : most_bytes / bytes + 1;
}

static void sweep_extents(void)
{
    int32_t value[MOST_AXES][EXTENTS];
    list_extents(value);
    int64_t all = 1;
    for (int i = 0; i < axes && all < INT64_MAX / EXTENTS; i++)
        all *= EXTENTS;
    int64_t step = (all / most_calls()) | 1;
    step += step % 5 ? 0 : 2; /* prime to 10, so that it meets every value of every axis */
    for (int64_t n = 0; n < all; n += step) {
        int64_t rest = n;
        for (int i = 0; i < axes; i++, rest /= EXTENTS)
            extent[i] = value[i][rest % EXTENTS];
        call_both();
    }
}

/* A bad pointer has to give this status, and nothing else. */
static void expect_refusal(int opt, const Args *a, bool arena, const char *what)
{
    int status = call(opt, a, arena);
    if (status != PTE_INVALID_ARGUMENT)
        fail(opt, what, status);
}

static void sweep_pointers(int opt)
{
    Args a;
    int at = 0;
    for (int i = 0; i < method->nin; i++)
        for (int k = 0; k < method->arg[i].told; k++)
            extent[at++] = (int32_t)method->arg[i].size[k];
    make_args(&a);
    for (int i = 0; i < method->nin + method->nout; i++) {
        void *data = a.data[i];
        int32_t *dims = a.dims[i];
        a.data[i] = NULL;
        if (bound_of(&method->arg[i]))
            expect_refusal(opt, &a, true, "a null argument");
        a.data[i] = data;
        a.dims[i] = NULL;
        if (method->arg[i].told)
            expect_refusal(opt, &a, true, "null extents");
        a.dims[i] = dims;
    }
    if (model.arena[opt])
        expect_refusal(opt, &a, false, "no arena");
    free_args(&a);
}

int main(void)
{
    __sanitizer_set_death_callback(print_call);
    for (int i = 0; i < model.nmethods; i++) {
        method = &model.method[i];
        axes = count_axes();
        for (int opt = 0; opt < 2; opt++)
            sweep_pointers(opt);
        sweep_extents();
    }
    pte_debug_release();
    return failures > 0;
}
