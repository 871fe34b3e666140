/* SPDX-License-Identifier: 0BSD
 * Matrix product of half floats, summed as floats. */
#include "pte_kernels.h"
#include "pte_math.h"
#include "pte_window.h"

#define T        pte_u16
#define ACC      float
#define KERNEL   pte_gemm_f16
#define FN(name) pte_gemm_f16_##name
#define LOAD(v)  pte_f32_from_f16(v)
#define STORE(v) pte_f16_from_f32(v)
#include "gemm_real.inc"
