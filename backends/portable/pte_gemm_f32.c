/* SPDX-License-Identifier: 0BSD
 * Matrix product of floats. */
#include "pte_kernels.h"
#include "pte_window.h"

#define T        pte_f32
#define ACC      float
#define KERNEL   pte_gemm_f32
#define FN(name) pte_gemm_f32_##name
#define LOAD(v)  (v)
#define STORE(v) (v)
#include "gemm_real.inc"
