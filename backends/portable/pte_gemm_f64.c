/* SPDX-License-Identifier: 0BSD
 * Matrix product of doubles. */
#include "pte_kernels.h"
#include "pte_window.h"

#define T        pte_f64
#define ACC      double
#define KERNEL   pte_gemm_f64
#define FN(name) pte_gemm_f64_##name
#define LOAD(v)  (v)
#define STORE(v) (v)
#include "gemm_real.inc"
