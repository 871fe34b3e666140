#!/bin/sh
# SPDX-License-Identifier: 0BSD
# `ptec verify` passes the first case of a program, and fails it when its input is zero or the weights
# of any one layer are negated.
# usage: sensitive.sh PTEC MUTATE PROGRAM WORK [OPTION...]      options of `ptec verify`
set -u
ptec=$1 mutate=$2 program=$3 work=$4
shift 4
failures=0

# expect CODE COUNTS PROGRAM OPTION...: the exit code of `ptec verify`, and its last line.
expect() {
    code=$1 counts=$2
    shift 2
    "$ptec" verify "$@" --sequence "$work/sequence" >"$work/out" 2>"$work/err"
    got=$?
    [ $got -eq "$code" ] && [ "$(tail -n 1 "$work/out")" = "$counts" ] && return
    echo "FAILED: $change: exit code $got instead of $code"
    cat "$work/out" "$work/err"
    failures=$((failures + 1))
}

rm -rf "$work"
mkdir -p "$work"
echo "call forward 0" >"$work/sequence"
change="nothing changed"
expect 0 "1 passed, 0 failed" "$program" "$@"
change="inputs are zero"
"$mutate" "$program" "$work/changed.bpte" inputs || exit 1
expect 1 "0 passed, 1 failed" "$work/changed.bpte" "$@"

layer=0
while
    "$mutate" "$program" "$work/changed.bpte" $layer
    code=$?
    [ $code -eq 0 ]
do
    change="weight $layer is negated"
    expect 1 "0 passed, 1 failed" "$work/changed.bpte" "$@"
    layer=$((layer + 1))
done
rm -f "$work/changed.bpte"
echo "$layer weights, $failures failures"
[ $code -eq 3 ] && [ $layer -gt 0 ] && [ $failures -eq 0 ]
