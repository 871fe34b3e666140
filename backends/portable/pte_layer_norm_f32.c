/* SPDX-License-Identifier: 0BSD
 * Layer normalisation of floats. */
#include "pte_kernels.h"
#include "pte_math.h"

#define T        pte_f32
#define ACC      float
#define FN(name) pte_layer_norm_f32_##name
#define SQRT(v)  pte_sqrt_f32(v)
#include "layer_norm.inc"

void pte_layer_norm_f32(pte_f32 *out, pte_f32 *mean, pte_f32 *rstd, const pte_f32 *in,
                        const pte_f32 *weight, const pte_f32 *bias, const pte_layer_norm *p)
{
    pte_layer_norm_f32_run(out, mean, rstd, in, weight, bias, p);
}
