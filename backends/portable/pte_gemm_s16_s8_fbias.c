/* SPDX-License-Identifier: 0BSD
 * Matrix product of 16-bit integers, whose sums have 64 bits, to bytes. */
#define KERNEL   pte_gemm_s16_s8_fbias
#define FN(name) pte_gemm_s16_s8_fbias_##name
#define OUT      pte_s8
#define ACC      int64_t
#define SUM      int64_t
#include "gemm_s16.inc"
