/* SPDX-License-Identifier: 0BSD
 * The same with weights of 4 bits. */
#include "pte_xnn.h"

#if PTE_XNN_HAS_GEMM_S4_ROWS
#define KERNEL    pte_xnn_gemm_s4_rows
#define FN(name)  pte_xnn_gemm_s4_rows_##name
#define OPERATOR  fully_connected_nc_qd8_f32_qc4w
#define CONSTANTS const pte_u8 *weight, const pte_f32 *bias, const pte_f32 *scale
#define ARGUMENTS 8, scale, weight, bias
#include "xnn_rows.inc"
#endif
