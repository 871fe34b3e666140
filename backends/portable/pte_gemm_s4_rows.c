/* SPDX-License-Identifier: 0BSD
 * Products with weights of 4 bits. */
#include "pte_kernels.h"
#include "pte_window.h"

#define KERNEL    pte_gemm_s4_rows
#define FN(name)  pte_gemm_s4_rows_##name
#define WEIGHT    pte_s8
#define COLUMN(k) ((k) / 2)
#define STEP      (p->k / 2)

#define ACC  uint32_t
#define X(v) ((uint32_t)(v) + zero[0])
#include "dots_s4.inc"

#include "gemm_rows.inc"
#undef ACC
