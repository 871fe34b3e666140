/* SPDX-License-Identifier: 0BSD
 * Product of a matrix and constant weights: a 1x1 convolution, each row a position. */
#include "pte_vec_kernels.h"

void pte_vec_gemm_f32(pte_f32 *out, const pte_f32 *a, const pte_f32 *weight, const pte_f32 *bias,
                      const pte_f32 *add, const pte_gemm *p)
{
    const pte_conv2d conv = {.n = p->batch,
                             .c = p->k,
                             .h = 1,
                             .w = p->m,
                             .oc = p->n,
                             .oh = 1,
                             .ow = p->m,
                             .kh = 1,
                             .kw = 1,
                             .sh = 1,
                             .sw = 1,
                             .dh = 1,
                             .dw = 1,
                             .groups = 1,
                             .is = {.n = p->as.b, .c = 1, .w = p->as.r},
                             .os = {.n = p->os.b, .c = 1, .w = p->os.r},
                             .lo = p->lo,
                             .hi = p->hi};

    pte_vec_conv2d_f32(out, a, weight, bias, add, &conv);
}
