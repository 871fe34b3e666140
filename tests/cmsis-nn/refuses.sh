#!/bin/sh
# SPDX-License-Identifier: 0BSD
# A model in files, compiled without a warning: for a processor without Helium it runs on one, and ends
# its call where the library asks for more.
# usage: refuses.sh PTEC SOURCE WORK 'CC FLAG...' RUNTIME DSP HELIUM      DSP, HELIUM: the stand-ins
set -u
ptec=$1 source=$2 work=$3 cc=$4 runtime=$5 dsp=$6 failures=0
helium="-DARM_MATH_MVEI $7"
include="-I$source/tests/cmsis-nn/include -I$source/runtime-min -I$source/backends/portable
    -I$source/backends/cmsis-nn -I."
warnings="-Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror"
rm -rf "$work" && mkdir -p "$work" && cd "$work" || exit 1

# status CASE LIBRARY STATUS OPTION...: what the call gives
status() {
    case=$1 library=$2 want=$3
    shift 3
    "$ptec" compile "$source/tests/cases/$case/case.bpte" -o . --name model \
        --kernels cmsis-nn,portable "$@" >/dev/null || exit 1
    # shellcheck disable=SC2086 # several words on purpose
    $cc -std=c11 $warnings $include -o call model.c model_weights.c \
        "$source/tests/cmsis-nn/call.c" "$source"/backends/cmsis-nn/*.c "$runtime" $library || exit 1
    got=$(./call)
    [ "$got" = "$want" ] && return
    echo "FAILED: $case $*: $got, not $want"
    failures=$((failures + 1))
}
for case in cortex_m_depthwise cortex_m_linear cortex_m_conv2d cortex_m_batch_matmul; do
    status "$case" "$dsp" ok --target m33-qemu
    status "$case" "$helium" 'out of resources' --target m33-qemu
    status "$case" "$helium" ok --target m55-qemu
    status "$case" "$helium" ok
done
[ $failures -eq 0 ]
