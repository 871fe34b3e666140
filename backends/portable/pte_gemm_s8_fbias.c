/* SPDX-License-Identifier: 0BSD */
#include "pte_kernels.h"
#include "pte_math.h"
#include "pte_window.h"

#define KERNEL   pte_gemm_s8_fbias
#define FN(name) pte_gemm_s8_fbias_##name
#define EPILOGUE pte_gemm_s8_fbias_epilogue
#include "gemm_s8_fbias.inc"
