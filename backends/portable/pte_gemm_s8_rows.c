/* SPDX-License-Identifier: 0BSD */
#include "pte_kernels.h"
#include "pte_window.h"

#define KERNEL    pte_gemm_s8_rows
#define FN(name)  pte_gemm_s8_rows_##name
#define WEIGHT    pte_s8
#define COLUMN(k) (k)
#define STEP      p->bs.c

#define T    pte_s8
#define ACC  uint32_t
#define X(v) ((uint32_t)(v) + zero[0])
#define W(v) ((uint32_t)(v))
#include "mac.inc"

#include "gemm_rows.inc"
#undef T
#undef ACC
#undef W
