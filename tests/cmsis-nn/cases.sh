#!/bin/sh
# SPDX-License-Identifier: 0BSD
# Cases with steps that CMSIS-NN takes give the recorded outputs with it, and so do larger programs.
# usage: cases.sh PTEC TESTS WORK LEAST OPTION...     LEAST: so many steps there are; options of verify
set -u
ptec=$1 tests=$2 work=$3 least=$4 failures=0 steps=0
shift 4
rm -rf "$work" && mkdir -p "$work" || exit 1
for program in "$tests"/cases/*cortex_m*/case.bpte "$tests"/corpus/*_cortex_m.bpte; do
    "$ptec" compile "$program" -o "$work" --name model --kernels cmsis-nn,portable >/dev/null || exit 1
    calls=$(grep -c 'pte_cmsis_[a-z0-9_]*(' "$work/model.c")
    [ "$calls" -gt 0 ] || continue
    steps=$((steps + calls))
    options=
    [ ! -f "${program%/*}/args" ] || options=$(cat "${program%/*}/args")
    # shellcheck disable=SC2086 # several words on purpose
    "$ptec" verify "$program" $options --kernels cmsis-nn,portable "$@" >"$work/out" 2>&1 ||
        { echo "FAILED: $program"; cat "$work/out"; failures=$((failures + 1)); }
done
echo "$steps steps by CMSIS-NN"
[ $failures -eq 0 ] && [ $steps -ge "$least" ]
