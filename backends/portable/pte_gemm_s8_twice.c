/* SPDX-License-Identifier: 0BSD
 * Matrix product of quantised bytes, requantised by two floats. Sums wrap around, so they are
 * unsigned here. */
#include "pte_kernels.h"
#include "pte_math.h"
#include "pte_window.h"

typedef struct pte_gemm_s8_twice_epilogue {
    uint32_t zero[3];
    const pte_f32 *factor;
    const pte_s32 *q;
} pte_gemm_s8_twice_epilogue;

static int8_t pte_gemm_s8_twice_finish(uint32_t acc, int32_t j, const pte_s32 *c,
                                       const pte_gemm_s8_twice_epilogue *epi)
{
    (void)j;
    if (c)
        acc += (uint32_t)*c;
    return pte_requant_twice_s8((int32_t)acc, epi->factor, epi->q);
}

#define T        pte_s8
#define ACC      uint32_t
#define FN(name) pte_gemm_s8_twice_##name
#define X(v)     ((uint32_t)(v) + zero[0])
#define W(v)     ((uint32_t)(v) + zero[1])
#define ADDEND   pte_s32
#define EPILOGUE pte_gemm_s8_twice_epilogue
#include "gemm.inc"

void pte_gemm_s8_twice(pte_s8 *out, const pte_s8 *a, const pte_s8 *b, const pte_s32 *c,
                       const pte_f32 *factor, const pte_s32 *q, const pte_gemm *p)
{
    const uint32_t za = (uint32_t)q[0], zb = (uint32_t)q[4];
    const pte_gemm_s8_twice_epilogue epi = {{za, zb, za}, factor, q};

    pte_gemm_s8_twice_run(out, a, b, c, &epi, p);
}
