#!/bin/sh
# SPDX-License-Identifier: 0BSD
# Where integers are summed in the place of floats, `ptec verify` judges outputs outside the tolerance
# by the steps; but not if the floats do not give the outputs either, nor if an option says how to judge.
# usage: roundings.sh PTEC MUTATE FOLDER WORK
set -u
ptec=$1 mutate=$2 folder=$3 work=$4
failures=0

# says COUNT PROGRAM [OPTION...]: so often, of outputs for zeros instead of the recorded inputs.
says() {
    count=$1 program=$2
    shift 2
    "$mutate" "$folder/$program.bpte" "$work/$program.bpte" inputs || exit 1
    "$ptec" verify "$work/$program.bpte" "$@" >"$work/out"
    [ $? -eq 1 ] && [ "$(grep -c 'floats (-O0) do not give the expected outputs either$' "$work/out")" -eq "$count" ] &&
        return
    echo "FAILED: $program $*: not $count times, or no failure"
    cat "$work/out"
    failures=$((failures + 1))
}

rm -rf "$work"
mkdir -p "$work"
says 1 ad_portable_q8
says 0 ad_portable_q8 --steps 1
says 0 ad_portable_q8 -O0
says 0 ad_portable
"$ptec" verify "$folder/../cases/quantized/q8_conv2d_halves/case.bpte" >"$work/out"
[ $? -eq 0 ] && [ "$(grep -c 'ok    by its steps; ' "$work/out")" -eq 2 ] &&
    grep -q '1 differ, first conv3x3_8x16: 2 of 10240 elements differ' "$work/out" || {
    echo "FAILED: q8_conv2d_halves is not right by its steps"
    cat "$work/out"
    failures=$((failures + 1))
}
[ $failures -eq 0 ]
