#!/bin/sh
# SPDX-License-Identifier: 0BSD
# Which functions of CMSIS-NN steps get, why other steps do not, and the bytes to work in by processor.
# usage: choice.sh PTEC TESTS WORK
set -u
ptec=$1 tests=$2 work=$3
. "$tests/runner/choices.sh"

compile "$tests/corpus/vww_cortex_m.bpte" --kernels cmsis-nn,portable
calls pte_cmsis_conv2d_s8 1
calls pte_cmsis_conv2d_s8_1x1 13
calls pte_cmsis_dwconv2d_s8_3x3 13
calls pte_cmsis_gemm_s8 1
calls pte_avg_pool2d_s8 1
says '"refused": {"cmsis-nn": "operands"}'

compile "$tests/cases/strips/turns_residual_cortex_m/case.bpte" --kernels cmsis-nn,portable
calls pte_cmsis_conv2d_s8_1x1_strided 2
compile "$tests/cases/cortex_m/cortex_m_depthwise_multiplier/case.bpte" --kernels cmsis-nn,portable
calls pte_cmsis_dwconv2d_s8 1
compile "$tests/cases/cortex_m/cortex_m_batch_matmul/case.bpte" --kernels cmsis-nn,portable
calls pte_cmsis_matmul_s8 1
compile "$tests/cases/cortex_m/cortex_m_max_pool2d_pad/case.bpte" --kernels cmsis-nn,portable
calls pte_cmsis_max_pool2d_s8 1
[ $failures -eq 0 ]
