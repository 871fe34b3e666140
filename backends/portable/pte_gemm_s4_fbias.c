/* SPDX-License-Identifier: 0BSD */
#include "pte_kernels.h"
#include "pte_math.h"
#include "pte_window.h"

#define KERNEL   pte_gemm_s4_fbias
#define FN(name) pte_gemm_s4_fbias_##name
#define EPILOGUE pte_gemm_s4_fbias_epilogue
#define FOUR_BITS
#include "gemm_s8_fbias.inc"
#undef FOUR_BITS
