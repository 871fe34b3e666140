/* SPDX-License-Identifier: 0BSD
 * Matrix product of quantised bytes, requantised by a float for each column with a bias behind the
 * product. Sums wrap around, so they are unsigned here. */
#include "pte_kernels.h"
#include "pte_math.h"
#include "pte_window.h"

typedef struct pte_gemm_s8_fbias_epilogue {
    uint32_t zero[3];
    const pte_f32 *scale;
    const pte_s32 *q;
} pte_gemm_s8_fbias_epilogue;

static int8_t pte_gemm_s8_fbias_finish(uint32_t acc, int32_t j, const pte_f32 *c,
                                       const pte_gemm_s8_fbias_epilogue *epi)
{
    return pte_requant_fbias_s8((int32_t)acc, epi->scale[j], c ? *c : 0.0f, epi->q);
}

#define T        pte_s8
#define ACC      uint32_t
#define FN(name) pte_gemm_s8_fbias_##name
#define X(v)     ((uint32_t)(v) + zero[0])
#define W(v)     ((uint32_t)(v) + zero[1])
#define ADDEND   pte_f32
#define EPILOGUE pte_gemm_s8_fbias_epilogue
#include "gemm.inc"

void pte_gemm_s8_fbias(pte_s8 *out, const pte_s8 *a, const pte_s8 *b, const pte_f32 *c,
                       const pte_f32 *scale, const pte_s32 *q, const pte_gemm *p)
{
    const uint32_t za = (uint32_t)q[0];
    const pte_gemm_s8_fbias_epilogue epi = {{za, 0, za}, scale, q};

    pte_gemm_s8_fbias_run(out, a, b, c, &epi, p);
}
