#!/bin/sh
# SPDX-License-Identifier: 0BSD
# Which functions of nnlib steps get, why other steps do not; and that a call ends where the library
# asks for more bytes to work in than were planned, in a model compiled without a warning.
# usage: choice.sh PTEC TESTS WORK 'CC FLAG...' RUNTIME STANDIN GREEDY     GREEDY: asks for more
set -u
ptec=$1 tests=$2 work=$3 cc=$4 runtime=$5 standin=$6 greedy=$7
. "$tests/runner/choices.sh"

compile "$tests/corpus/vww_portable.bpte" --kernels cadence,portable
calls pte_xa_conv2d_f32_1x1 13
calls pte_xa_dwconv2d_f32 13
calls pte_conv2d_f32 1
says '"kernel": "pte_conv2d_f32", "refused": {"cadence": "operands"}'

# Three channels, grouped, the caller's buffers, planes with padding that counts.
for case in conv2d conv2d_grouped_nobias conv2d_channels_last avg_pool2d_pad add_broadcast; do
    compile "$tests"/cases/*/"$case"/case.bpte --kernels cadence,portable
    calls 'pte_xa_[a-z0-9_]*' 0
    says '"refused": {"cadence": "operands"}'
done
compile "$tests/cases/aten/conv2d_same/case.bpte" --kernels cadence,portable --max-ram 700
calls pte_xa_conv2d_f32 0

for case in conv2d_same conv2d_depthwise conv1d_depthwise max_pool2d avg_pool2d; do
    status "$case" cadence "$standin" ok
    status "$case" cadence "$greedy" 'out of resources'
done
[ $failures -eq 0 ]
