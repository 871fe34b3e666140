/* SPDX-License-Identifier: 0BSD
 * Matrix product of 16-bit integers, whose sums have 64 bits. */
#define KERNEL   pte_gemm_s16_wide_fbias
#define FN(name) pte_gemm_s16_wide_fbias_##name
#define OUT      pte_s16
#define ACC      int64_t
#define SUM      int64_t
#include "gemm_s16.inc"
