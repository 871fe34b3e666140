/* SPDX-License-Identifier: 0BSD */
#include "pte_kernels.h"
#include "pte_math.h"
#include "pte_window.h"

#define KERNEL   pte_gemm_s8_rne
#define FN(name) pte_gemm_s8_rne_##name
#define EPILOGUE pte_gemm_s8_rne_epilogue
#include "gemm_s8_rne.inc"
