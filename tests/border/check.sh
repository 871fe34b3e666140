#!/bin/sh
# SPDX-License-Identifier: 0BSD
# `--io int8`: models whose arguments are bytes, against the same with floats; what `ptec verify` says
# of them; programs that have no such bytes; what the header says of arguments, as the exporter laid them.
# usage: check.sh PTEC TESTS WORK "CC FLAGS" LEVELS KERNELS...
set -u
ptec=$1 tests=$2 work=$3 cc=$4 levels=$5 failures=0
shift 5
here=$(cd "$(dirname "$0")" && pwd)

fail() {
    printf 'FAILED: %s\n' "$*"
    failures=$((failures + 1))
}

rm -rf "$work"
mkdir -p "$work"
cd "$work" || exit 1

# same BYTE PROGRAM OPTION...
same() {
    byte=$1 program=$tests/$2
    shift 2
    for form in floats bytes; do
        io=$([ $form = bytes ] && echo "--io int8")
        # shellcheck disable=SC2086 # several words on purpose
        "$ptec" compile "$program" -o . --name $form --emit bundle $io "$@" >/dev/null || exit 1
    done
    # shellcheck disable=SC2086
    $cc -std=c11 -Wall -Wextra -Werror -I. "-DBYTE=$byte" -o both "$here/main.c" floats.c bytes.c -lm ||
        exit 1
    ./both || fail "$program $*: other outputs"
    "$ptec" verify "$program" --io int8 "$@" >log || fail "$program $*: $(tail -n 2 log)"
}
for level in $levels; do
    same int8_t corpus/ad_portable_q8.bpte "$level"
    same int8_t corpus/resnet8_cortex_m.bpte "$level" # channels last
    same int8_t cases/xnnpack/xnnpack_q8_conv2d_relu6/case.bpte "$level"
    same uint8_t cases/quantized/q8_u8_chain/case.bpte "$level"
done
for kernels; do
    same int8_t corpus/resnet8_portable_q8.bpte --kernels "$kernels" --threads 2
done

# ---- Bytes without scale stay as they are; steps of a quantised output are still its scale.
"$ptec" verify "$tests/cases/quantized/quantize_dequantize/case.bpte" --io int8 --steps 1 >log || fail "--steps"
"$ptec" verify "$tests/cases/aten/relu_i32/case.bpte" --io int8 >log || fail "relu_i32: $(cat log)"

# ---- What is not quantised, or not with one scale, is named.
refused() { # TEXT PROGRAM
    message=$("$ptec" compile "$tests/$2" -o none --io int8 2>&1)
    case $?$message in
    1*": method 'forward': --io int8: $1") ;;
    *) fail "$2: $message" ;;
    esac
    [ ! -e none ] || fail "$2: files are left"
}
refused "input 0 is not quantised, with one scale, by all that reads it" corpus/silero_portable.bpte
refused "output 0 is not dequantised with one scale" cases/aten/embedding/case.bpte

# ---- The header has the extents in the order in which they lie in memory, and their number.
says() { # PROGRAM MACRO TEXT
    "$ptec" compile "$tests/$1" -o . --name net >/dev/null || fail "$1"
    grep -qx "#define NET_FORWARD_$2 $3" net.h || fail "$1: no '$2 $3' in: $(grep 'PUT.*_' net.h)"
}
says cases/dim_order/to_channels_last/case.bpte INPUT_BYTES '480 /\* f32 \[2, 3, 4, 5\] \*/'
says cases/dim_order/to_channels_last/case.bpte OUTPUT_BYTES '480 /\* f32 NHWC \[2, 4, 5, 3\] \*/'
says cases/dim_order/to_channels_last/case.bpte OUTPUT_EXTENTS '2, 4, 5, 3'
says cases/dim_order/to_channels_last/case.bpte OUTPUT_ELEMENTS 120
says cases/dim_order/to_c64_nhwc/case.bpte OUTPUT_BYTES '192 /\* complex f32 NHWC \[1, 3, 4, 2\]: re, im, ... \*/'
says corpus/vww_cortex_m.bpte INPUT_BYTES '110592 /\* f32 NHWC \[1, 96, 96, 3\] \*/'
says corpus/kws_cortex_m.bpte INPUT_BYTES '1960 /\* f32 \[1, 1, 49, 10\] \*/' # of one channel
says cases/graph/dynamic_image/case.bpte INPUT_BYTES '3145728 /\* f32 \[1, 3, 512, 512\] at most \*/'
says cases/aten/softmax/case.bpte OUTPUT_BYTES '.* f32 .*; probabilities \*/'
says cases/aten/log_softmax/case.bpte OUTPUT_BYTES '.* f32 .*; logarithms of probabilities \*/'
grep -q '{"name": "output".*"meaning": "logarithms of probabilities"}' net.json || fail "the manifest's meaning"
[ $failures -eq 0 ]
