/* SPDX-License-Identifier: 0BSD
 * Matrix product of 32-bit integers. */
#include "pte_kernels.h"
#include "pte_math.h"
#include "pte_window.h"

#define T           pte_s32
#define ACC         uint32_t
#define KERNEL      pte_gemm_s32
#define FN(name)    pte_gemm_s32_##name
#define OF_FLOAT(v) pte_s32_from_f32(v)
#include "gemm_int.inc"
