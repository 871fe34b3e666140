/* SPDX-License-Identifier: 0BSD
 * Stands in for pte_xnnpack where a later XNNPACK has operators that the installed one lacks:
 * products of matrices and of rows that were quantised one by one, and reductions, by what
 * pte_xnn_kernels.h says of their parameters. */
#include "pte_xnn_kernels.h"

#include <stdlib.h>

enum { MOST = 64 };

typedef struct Operator {
    void (*run)(const struct Operator *o, pte_f32 *out, const void *a, const void *b);
    const void *weight, *scale;
    const pte_f32 *bias;
    pte_xnn_product product;
    pte_xnn_matmul matmul;
    pte_xnn_reduce reduce;
    int bits;
    bool mean;
    pte_f32 (*join)(pte_f32 a, pte_f32 b);
} Operator;

struct pte_xnn {
    Operator o[MOST];
};

pte_xnn *pte_xnn_start(pte_s32 count, pte_xnn_cache *cache, struct pthreadpool *pool)
{
    (void)cache, (void)pool;
    return count <= MOST ? calloc(1, sizeof(pte_xnn)) : NULL;
}

pte_status pte_xnn_finish(pte_xnn_place *place, pte_xnn *x)
{
    *place = (pte_xnn_place){0, x};
    while (place->count < MOST && x->o[place->count].run)
        place->count++;
    return PTE_OK;
}

void pte_xnn_free(pte_xnn_place *place)
{
    free(place->operators);
    *place = (pte_xnn_place){0, NULL};
}

pte_status pte_xnn_run(pte_xnn *x, pte_s32 i, void *out, const void *a, const void *b)
{
    x->o[i].run(&x->o[i], out, a, b);
    return PTE_OK;
}

/* ---- Products of matrices ---- */

static void run_matmul(const Operator *o, pte_f32 *out, const void *a, const void *b)
{
    const pte_xnn_matmul *p = &o->matmul;

    for (int32_t i = 0; i < p->batch * p->m; i++)
        for (int32_t j = 0; j < p->n; j++) {
            const pte_f32 *row = (const pte_f32 *)a + i * p->k;
            const pte_f32 *matrix = (const pte_f32 *)b + i / p->m * p->k * p->n;
            double sum = 0;

            for (int32_t k = 0; k < p->k; k++)
                sum += (double)row[k] * matrix[p->columns_first ? j * p->k + k : k * p->n + j];
            *out++ = (pte_f32)sum;
        }
}

void pte_xnn_matmul_f32(pte_xnn *x, pte_s32 i, const pte_xnn_matmul *p)
{
    x->o[i] = (Operator){.run = run_matmul, .matmul = *p};
}

/* ---- Products of rows of bytes ---- */

static int weight_at(const Operator *o, int32_t at)
{
    const uint8_t *pairs = o->weight;

    return o->bits == 8 ? ((const pte_s8 *)o->weight)[at] : (pairs[at / 2] >> at % 2 * 4 & 15) - 8;
}

static pte_f32 scale_at(const Operator *o, int32_t at)
{
    const union {
        uint32_t bits;
        pte_f32 number;
    } scale = {(uint32_t)((const uint16_t *)o->scale)[at] << 16};

    return o->product.block < o->product.k ? scale.number : ((const pte_f32 *)o->scale)[at];
}

static void run_product(const Operator *o, pte_f32 *out, const void *a, const void *b)
{
    const pte_xnn_product *p = &o->product;
    const pte_xnn_rows *rows = b;

    for (int32_t i = 0; i < p->m; i++)
        for (int32_t j = 0; j < p->n; j++) {
            double sum = 0;

            for (int32_t k = 0; k < p->k; k++) {
                const int value = ((const pte_s8 *)a)[i * p->k + k] - rows->zero[i];
                const int32_t at = j * p->k + k;

                sum += (double)(value * weight_at(o, at)) * scale_at(o, at / p->block);
            }
            sum = sum * rows->scale[i] + (o->bias ? o->bias[j] : 0);
            *out++ = (pte_f32)(sum < p->lo ? p->lo : sum > p->hi ? p->hi : sum);
        }
}

void pte_xnn_gemm_s8_rows(pte_xnn *x, pte_s32 i, const pte_s8 *weight, const pte_f32 *bias,
                          const pte_f32 *scale, const pte_xnn_product *p)
{
    x->o[i] = (Operator){run_product, weight, scale, bias, *p, .bits = 8};
}

void pte_xnn_gemm_s4_rows(pte_xnn *x, pte_s32 i, const pte_u8 *weight, const pte_f32 *bias,
                          const pte_f32 *scale, const pte_xnn_product *p)
{
    x->o[i] = (Operator){run_product, weight, scale, bias, *p, .bits = 4};
}

void pte_xnn_gemm_s4_blocks(pte_xnn *x, pte_s32 i, const pte_u8 *weight, const pte_f32 *bias,
                            const pte_u16 *scale, const pte_xnn_product *p)
{
    x->o[i] = (Operator){run_product, weight, scale, bias, *p, .bits = 4};
}

/* ---- Reductions ---- */

/* Returns where in the result the element at place `at` of the operand goes. */
static int32_t place_of(const pte_xnn_reduce *p, int32_t at)
{
    int32_t place = 0, step = 1;

    for (int i = PTE_XNN_RANK - 1; i >= 0; at /= p->extent[i--])
        if (!(p->axes >> i & 1)) {
            place += at % p->extent[i] * step;
            step *= p->extent[i];
        }
    return place;
}

static void run_reduce(const Operator *o, pte_f32 *out, const void *a, const void *b)
{
    const pte_xnn_reduce *p = &o->reduce;
    const int32_t n = p->extent[0] * p->extent[1] * p->extent[2] * p->extent[3];
    int32_t results = 1;

    (void)b;
    for (int i = 0; i < PTE_XNN_RANK; i++)
        results *= p->axes >> i & 1 ? 1 : p->extent[i];
    for (int32_t r = 0; r < results; r++) {
        int32_t count = 0;

        for (int32_t i = 0; i < n; i++) {
            const pte_f32 v = ((const pte_f32 *)a)[i];

            if (place_of(p, i) == r)
                out[r] = count++ == 0 ? v : o->join(out[r], v);
        }
        out[r] = o->mean ? out[r] / (pte_f32)count : out[r];
    }
}

static pte_f32 sum_of(pte_f32 a, pte_f32 b)
{
    return a + b;
}

static pte_f32 larger_of(pte_f32 a, pte_f32 b)
{
    return a != a || a > b ? a : b;
}

static pte_f32 smaller_of(pte_f32 a, pte_f32 b)
{
    return a != a || a < b ? a : b;
}

#define REDUCTION(name, function, is_mean)                                                         \
    void pte_xnn_reduce_##name##_f32(pte_xnn *x, pte_s32 i, const pte_xnn_reduce *p)               \
    {                                                                                              \
        x->o[i] = (Operator){.run = run_reduce, .reduce = *p, .mean = is_mean, .join = function};  \
    }
REDUCTION(sum, sum_of, false)
REDUCTION(mean, sum_of, true)
REDUCTION(max, larger_of, false)
REDUCTION(min, smaller_of, false)
