/* SPDX-License-Identifier: 0BSD
 * Matrix product of 64-bit integers. */
#include "pte_kernels.h"
#include "pte_math.h"
#include "pte_window.h"

#define T           pte_s64
#define ACC         uint64_t
#define KERNEL      pte_gemm_s64
#define FN(name)    pte_gemm_s64_##name
#define OF_FLOAT(v) pte_s64_from_f32(v)
#include "gemm_int.inc"
