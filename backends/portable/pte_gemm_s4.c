/* SPDX-License-Identifier: 0BSD */
#include "pte_kernels.h"
#include "pte_math.h"
#include "pte_window.h"

#define KERNEL   pte_gemm_s4
#define FN(name) pte_gemm_s4_##name
#define EPILOGUE pte_gemm_s4_epilogue
#define FOUR_BITS
#include "gemm_s8.inc"
#undef FOUR_BITS
