/* SPDX-License-Identifier: 0BSD
 * The same with weights of 4 bits, which have a scale for each block of a column. */
#include "pte_xnn.h"

#if PTE_XNN_HAS_GEMM_S4_BLOCKS
#define KERNEL    pte_xnn_gemm_s4_blocks
#define FN(name)  pte_xnn_gemm_s4_blocks_##name
#define OPERATOR  fully_connected_nc_qd8_f32_qb4w
#define CONSTANTS const pte_u8 *weight, const pte_f32 *bias, const pte_u16 *scale
#define ARGUMENTS (size_t) p->block, 8, scale, weight, bias
#include "xnn_rows.inc"
#endif
