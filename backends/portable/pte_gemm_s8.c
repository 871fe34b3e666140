/* SPDX-License-Identifier: 0BSD */
#include "pte_kernels.h"
#include "pte_math.h"
#include "pte_window.h"

#define KERNEL   pte_gemm_s8
#define FN(name) pte_gemm_s8_##name
#define EPILOGUE pte_gemm_s8_epilogue
#include "gemm_s8.inc"
