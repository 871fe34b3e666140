#!/bin/sh
# SPDX-License-Identifier: 0BSD
# A ptec for an XNNPACK that has all operators: steps get the kernels that latest.txt lists, and by those that standin.c
# computes, the cases give the recorded outputs.
# `sh tests/runner/chosen.sh bless build/dev/tests/xnnpack/ptec_latest tests xnnpack WORK latest.txt` rewrites the list.
# usage: latest.sh PTEC TESTS WORK OPTION...     OPTION: of verify
set -u
ptec=$1 tests=$2 work=$3 here=$2/xnnpack failures=0 verified=0
shift 3
sh "$tests/runner/chosen.sh" check "$ptec" "$tests" xnnpack "$work" latest.txt || failures=1
while read -r case kernels; do
    for kernel in $kernels; do
        case $kernel in
        pte_xnn_reduce_*_f32) ;;
        pte_xnn_*) grep -q "^void $kernel(" "$here/standin.c" || continue 2 ;;
        esac
    done
    calls=
    [ ! -e "$tests/cases/$case/sequence" ] || calls="--sequence $tests/cases/$case/sequence"
    # shellcheck disable=SC2086 # two words
    "$ptec" verify "$tests/cases/$case/case.bpte" --kernels xnnpack,portable $calls "$@" >"$work/log" 2>&1 ||
        { echo "FAILED: $case"; cat "$work/log"; failures=$((failures + 1)); }
    verified=$((verified + 1))
done <"$here/latest.txt"
echo "$verified cases verified"
[ $failures -eq 0 ] && [ $verified -ge 20 ]
