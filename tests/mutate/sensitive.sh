#!/bin/sh
# SPDX-License-Identifier: 0BSD
# `ptec verify` passes a program, and fails it when its inputs are zero or the weights of any one
# layer are negated, except those that signless.txt names.
# usage: sensitive.sh PTEC MUTATE PROGRAM SIGNLESS WORK
set -u
ptec=$1 mutate=$2 program=$3 signless=$4 work=$5
name=$(basename "$program" .bpte)
failures=0

# expect CODE TITLE PROGRAM: the exit code of `ptec verify`, and an outcome of the same kind.
expect() {
    "$ptec" verify "$3" >"$work/out" 2>"$work/err"
    got=$?
    if [ $got -ne "$1" ] || { [ $got -eq 1 ] && ! grep -q ': FAIL .*outside' "$work/out"; }; then
        echo "FAILED: $2: exit code $got instead of $1"
        cat "$work/out" "$work/err"
        failures=$((failures + 1))
    fi
}

rm -rf "$work"
mkdir -p "$work"
expect 0 "nothing changed" "$program"
"$mutate" "$program" "$work/changed.bpte" inputs || exit 1
expect 1 "inputs are zero" "$work/changed.bpte"

weight=0
while
    "$mutate" "$program" "$work/changed.bpte" $weight
    code=$?
    [ $code -eq 0 ]
do
    want=1
    ! grep -q "^$name $weight " "$signless" || want=0
    expect $want "weight $weight is negated" "$work/changed.bpte"
    weight=$((weight + 1))
done
rm -f "$work/changed.bpte"
echo "$weight weights, $failures failures"
[ $code -eq 3 ] && [ $weight -gt 0 ] && [ $failures -eq 0 ]
