/* SPDX-License-Identifier: 0BSD
 * Products of rows that were quantised one by one, by XNNPACK. */
#include "pte_xnn.h"

#if PTE_XNN_HAS_GEMM_S8_ROWS
#define KERNEL    pte_xnn_gemm_s8_rows
#define FN(name)  pte_xnn_gemm_s8_rows_##name
#define OPERATOR  fully_connected_nc_qd8_f32_qc8w
#define CONSTANTS const pte_s8 *weight, const pte_f32 *bias, const pte_f32 *scale
#define ARGUMENTS scale, weight, bias
#include "xnn_rows.inc"
#endif
