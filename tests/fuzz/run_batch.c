/* SPDX-License-Identifier: 0BSD
 * Calls every method of a batch of mutants with random arguments, each mutant in a child process:
 * sanitizers judge the memory accesses, and -O2 must give what -O0 gives. */
#define _POSIX_C_SOURCE 200809L
#include "mutant.h"
#include "pte_rt.h"

#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { TRIALS = 4, MOST_ARGS = 64 };

static uint64_t state_of_random;

static uint32_t next(void)
{
    state_of_random = state_of_random * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(state_of_random >> 33);
}

static size_t element_bytes(int dtype)
{
    static const unsigned char bytes[] = {1, 1, 2, 4, 8, 2, 4, 8, 4, 8, 16, 1};
    return dtype < 12 ? bytes[dtype] : dtype == 15 || dtype == 27 ? 2 : dtype == 28 ? 4 : 8;
}

static bool is_float(int dtype)
{
    return (dtype >= 5 && dtype <= 7) || dtype == 15;
}

/* -- arguments -- */

static float some_float(bool wild)
{
    static const float special[] = {0,     -0.0f,  INFINITY, -INFINITY,     NAN,
                                    1e38f, -1e38f, 1e-40f,   2147483648.0f, -129};
    if (wild)
        return special[next() % (sizeof special / sizeof *special)];
    return (float)((int)(next() % 4001) - 2000) / 500;
}

static void fill_one(unsigned char *p, int dtype, bool wild)
{
    float f = some_float(wild);
    uint32_t bits;
    memcpy(&bits, &f, sizeof bits);
    double d = (double)f;
    uint64_t word = wild ? (uint64_t)next() << 40 ^ (uint64_t)next() << 20 ^ next()
                         : (uint64_t)(int64_t)((int)(next() % 7) - 3);
    uint16_t half = (uint16_t)(bits >> 16);
    switch (dtype) {
    case 5: /* f16: any bits are a number; small exponents if not wild */
        half = (uint16_t)(wild ? next() : (next() & 0x83FF) | (next() % 2 ? 0x3C00 : 0x3800));
        memcpy(p, &half, 2);
        break;
    case 6:
        memcpy(p, &f, 4);
        break;
    case 7:
        memcpy(p, &d, 8);
        break;
    case 11:
        *p = next() & 1;
        break;
    case 15:
        memcpy(p, &half, 2);
        break;
    default: /* little-endian integers */
        for (size_t i = 0; i < element_bytes(dtype); i++)
            p[i] = (unsigned char)(word >> (i < 8 ? 8 * i : 56));
    }
}

static int64_t bound_of(const MutantArg *a)
{
    int64_t n = 1;
    for (int i = 0; i < a->rank; i++)
        n *= a->size[i];
    return n;
}

typedef struct Args {
    unsigned char *data[MOST_ARGS];
    int32_t *dims[MOST_ARGS];
} Args;

static void free_args(const MutantMethod *m, Args *a)
{
    for (int i = 0; i < m->nin + m->nout; i++) {
        free(a->data[i]);
        free(a->dims[i]);
    }
}

/* Extents up to the bound and sometimes above; if wild, any number. */
static int32_t some_extent(int64_t bound, bool wild)
{
    static const int32_t special[] = {INT32_MAX, -1, 65536, INT32_MIN};
    if (wild && next() % 3 == 0)
        return special[next() % (sizeof special / sizeof *special)];
    return (int32_t)(next() % 2 ? next() % ((uint64_t)bound + 2) : (uint64_t)bound);
}

static void make_args(const MutantMethod *m, Args *a, bool wild)
{
    for (int i = 0; i < m->nin + m->nout; i++) {
        const MutantArg *t = &m->arg[i];
        size_t n = (size_t)bound_of(t), size = element_bytes(t->dtype);
        a->data[i] = malloc(n * size);
        a->dims[i] = calloc((size_t)t->rank + 1, sizeof *a->dims[i]);
        memset(a->data[i], 0x55, n * size);
        for (int k = 0; k < t->rank; k++)
            a->dims[i][k] = k < t->told ? some_extent(t->size[k], wild) : (int32_t)t->size[k];
        for (size_t k = 0; i < m->nin && k < n; k++)
            fill_one(a->data[i] + k * size, t->dtype, wild);
    }
}

static Args copy_args(const MutantMethod *m, const Args *from)
{
    Args a;
    for (int i = 0; i < m->nin + m->nout; i++) {
        const MutantArg *t = &m->arg[i];
        size_t bytes = (size_t)bound_of(t) * element_bytes(t->dtype),
               dims = ((size_t)t->rank + 1) * sizeof(int32_t);
        a.data[i] = malloc(bytes);
        a.dims[i] = malloc(dims);
        memcpy(a.data[i], from->data[i], bytes);
        memcpy(a.dims[i], from->dims[i], dims);
    }
    return a;
}

/* -- comparison -- */

static double number(int dtype, const unsigned char *p)
{
    float f;
    double d;
    uint16_t half;
    uint32_t bits;
    switch (dtype) {
    case 6:
        memcpy(&f, p, 4);
        return (double)f;
    case 7:
        memcpy(&d, p, 8);
        return d;
    case 15:
        memcpy(&half, p, 2);
        bits = (uint32_t)half << 16;
        memcpy(&f, &bits, 4);
        return (double)f;
    default: /* f16 */
        memcpy(&half, p, 2);
        d = ldexp((half & 0x3FF) + (half & 0x7C00 ? 0x400 : 0),
                  (half & 0x7C00 ? half >> 10 & 31 : 1) - 25);
        if ((half & 0x7C00) == 0x7C00)
            d = half & 0x3FF ? NAN : INFINITY;
        return half & 0x8000 ? -d : d;
    }
}

static int64_t integer(int dtype, const unsigned char *p)
{
    size_t size = element_bytes(dtype);
    uint64_t n = 0;
    for (size_t i = size; i-- > 0;)
        n = n << 8 | p[i];
    unsigned above = 64 - 8 * (unsigned)size;
    bool is_signed = dtype >= 1 && dtype <= 4;
    return is_signed ? (int64_t)(n << above) >> above : (int64_t)n;
}

static bool same(const MutantArg *t, int slack, const unsigned char *p, const unsigned char *q)
{
    int dtype = t->dtype;
    if (!is_float(dtype) && element_bytes(dtype) > 8)
        return memcmp(p, q, element_bytes(dtype)) == 0;
    if (!is_float(dtype)) {
        int64_t a = integer(dtype, p), b = integer(dtype, q);
        return slack < 0 || a == b || (a - b <= slack && b - a <= slack);
    }
    double a = number(dtype, p), b = number(dtype, q);
    double coarse = dtype == 5 || dtype == 15 ? 2e-2 : 1e-3;
    return (isnan(a) && isnan(b)) || a == b ||
           fabs(a - b) <= 1e-4 + coarse * fmax(fabs(a), fabs(b)) + 1.01 * fabs(t->step);
}

static bool compare(const char *name, const MutantMethod *m, const Args *plain,
                    const Args *optimised)
{
    for (int i = m->nin; i < m->nin + m->nout; i++) {
        const MutantArg *t = &m->arg[i];
        int64_t n = 1;
        for (int k = 0; k < t->rank; k++) {
            n *= plain->dims[i][k];
            if (plain->dims[i][k] != optimised->dims[i][k]) {
                printf("DIFFERS %s %s: size of output %d\n", name, m->name, i - m->nin);
                return false;
            }
        }
        for (int64_t k = 0; k < n; k++) {
            size_t at = (size_t)k * element_bytes(t->dtype);
            if (same(t, m->slack, plain->data[i] + at, optimised->data[i] + at))
                continue;
            printf("DIFFERS %s %s: output %d, element %lld of %lld, dtype %d", name, m->name,
                   i - m->nin, (long long)k, (long long)n, t->dtype);
            if (is_float(t->dtype))
                printf(": %g at -O0, %g at -O2", number(t->dtype, plain->data[i] + at),
                       number(t->dtype, optimised->data[i] + at));
            puts("");
            return false;
        }
    }
    return true;
}

/* -- one mutant -- */

/* As much as any arena or state asks for; the sanitizer sees where it ends. */
static void *aligned(size_t bytes)
{
    enum { ALIGN = 64 };
    void *memory = NULL;
    return posix_memalign(&memory, ALIGN, bytes) == 0 ? memory : NULL;
}

static void reset_states(const Mutant *u, void *const *state)
{
    for (int opt = 0; opt < 2; opt++)
        if (u->reset[opt])
            u->reset[opt](state[opt]);
}

static bool run_method(const Mutant *u, const MutantMethod *m, void *const *state, bool wild)
{
    bool good = true;
    Args a[2];
    make_args(m, &a[0], wild);
    a[1] = copy_args(m, &a[0]);
    int status[2];
    for (int opt = 0; opt < 2; opt++) {
        void *arena = aligned(u->arena[opt]);
        memset(arena, 0xAA, u->arena[opt]);
        status[opt] = m->call[opt](arena, state[opt], (void *const *)a[opt].data, a[opt].dims);
        free(arena);
    }
    /* A tensor whose declared bound is too small for what the program makes of its inputs: without
       the tensor, -O2 has nothing to refuse; or it refuses it before or behind another step. */
    bool removed = status[0] == PTE_OUT_OF_RESOURCES;
    bool earlier = status[0] != PTE_OK && status[1] == PTE_OUT_OF_RESOURCES;
    if (status[0] != status[1] && !removed && !earlier) {
        printf("DIFFERS %s %s: status 0x%x at -O0, 0x%x at -O2\n", u->name, m->name,
               (unsigned)status[0], (unsigned)status[1]);
        good = false;
    } else if (status[0] == PTE_OK && !wild) {
        good = compare(u->name, m, &a[0], &a[1]);
    }
    if (status[0] != PTE_OK || status[1] != PTE_OK) /* it may have advanced or not */
        reset_states(u, state);
    for (int opt = 0; opt < 2; opt++)
        free_args(m, &a[opt]);
    return good;
}

static int run_mutant(const Mutant *u)
{
    void *state[2];
    bool good = true;
    for (int opt = 0; opt < 2; opt++)
        state[opt] = aligned(u->state[opt]);
    reset_states(u, state);
    for (int trial = 0; trial < TRIALS && good; trial++)
        for (int k = 0; k < u->nmethods && good; k++)
            if (u->method[k].nin + u->method[k].nout <= MOST_ARGS)
                good = run_method(u, &u->method[k], state, trial >= TRIALS / 2);
    for (int opt = 0; opt < 2; opt++)
        free(state[opt]);
    return good ? 0 : 2;
}

int main(void)
{
    for (int i = 0; mutants[i]; i++) {
        fflush(stdout);
        pid_t child = fork();
        if (child == 0) {
            alarm(20);
            state_of_random = (uint64_t)i + 1;
            exit(run_mutant(mutants[i]));
        }
        int status = 0;
        waitpid(child, &status, 0);
        if (status == 0)
            continue;
        if (WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM)
            printf("LONG %s: a loop without end?\n", mutants[i]->name);
        else if (!WIFEXITED(status) || WEXITSTATUS(status) != 2)
            printf("DIED %s\n", mutants[i]->name);
    }
    return 0;
}
