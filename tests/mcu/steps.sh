#!/bin/sh
# SPDX-License-Identifier: 0BSD
# Batch norm is in the weights of convolutions, but for additions behind it.
# usage: steps.sh PTEC TESTS WORK
set -u
ptec=$1 tests=$2 work=$3 failures=0
rm -rf "$work" && mkdir -p "$work" && cd "$work" || exit 1

# same WHAT PROGRAM KERNELS PATTERN LINES: so many of the bundle have the pattern
same() {
    "$ptec" compile "$tests/$2" -o . --name m --emit bundle --kernels "$3" >/dev/null || exit 1
    lines=$(grep -c -e "$4" m.c)
    [ "$lines" -eq "$5" ] && return
    echo "FAILED: $1: $2 with $3 kernels has $lines, not $5"
    failures=$((failures + 1))
}
floats=corpus/resnet8_portable.bpte
same "batch norms" $floats portable '^ *STEP(native_batch_norm' 7
same "batch norms" $floats mcu,portable '^ *STEP(native_batch_norm' 3
same "additions" $floats mcu,portable '^ *STEP(native_batch_norm.*_add_relu_' 3
[ $failures -eq 0 ]
