/* SPDX-License-Identifier: 0BSD
 * Matrix product of 16-bit integers, whose sums have 32 bits. */
#define KERNEL   pte_gemm_s16_fbias
#define FN(name) pte_gemm_s16_fbias_##name
#define OUT      pte_s16
#define ACC      uint32_t
#define SUM      int32_t
#include "gemm_s16.inc"
