/* SPDX-License-Identifier: 0BSD
 * Matrix product of floats. */
#include "pte_kernels.h"
#include "pte_window.h"

typedef struct pte_gemm_f32_epilogue {
    float zero[3]; /* unused */
    float alpha, beta, lo, hi;
} pte_gemm_f32_epilogue;

static float pte_gemm_f32_finish(float acc, const pte_f32 *c, const pte_gemm_f32_epilogue *epi)
{
    acc *= epi->alpha;
    if (c)
        acc += epi->beta * *c;
    return acc < epi->lo ? epi->lo : acc > epi->hi ? epi->hi : acc;
}

#define T        pte_f32
#define ACC      float
#define FN(name) pte_gemm_f32_##name
#define X(v)     (v)
#define W(v)     (v)
#define ADDEND   pte_f32
#define EPILOGUE pte_gemm_f32_epilogue
#include "gemm.inc"

void pte_gemm_f32(pte_f32 *out, const pte_f32 *a, const pte_f32 *b, const pte_f32 *c,
                  const pte_gemm *p)
{
    const pte_gemm_f32_epilogue epi = {{0}, p->alpha, p->beta, p->lo, p->hi};

    pte_gemm_f32_run(out, a, b, c, &epi, p);
}
