#!/bin/sh
# SPDX-License-Identifier: 0BSD
# Every row of XNNPACK's table takes a step of each case in rows.txt, if the installed version has what it
# needs: the recorded outputs of all cases are then compared with it (cases.sh).
# usage: rows.sh PTEC SOURCE WORK
set -u
ptec=$1 source=$2 work=$3 failures=0
mkdir -p "$work" && cd "$work" || exit 1

# Lines "KERNEL KIND CASE", of rows "OPERATOR(KERNEL, KIND, ..."
sed -n 's/^OPERATOR(\([a-z0-9_]*\), \([A-Z0-9_]*\),.*/\1 \2/p' "$source/backends/xnnpack/kernels.def" >table
while read -r kernel kind; do
    cases=$(sed -n "s/^$kernel $kind //p" "$source/tests/xnnpack/rows.txt")
    kind=$(echo "$kind" | tr '[:upper:]' '[:lower:]')
    for case in ${cases:-none}; do
        program=$(ls -d "$source"/tests/cases/*/"$case"/case.bpte "$source/tests/hostile/$case/case.bpte" 2>/dev/null)
        "$ptec" compile "$program" -o . --name row --kernels xnnpack,portable >/dev/null || exit 1
        grep -q "\"what\": \"$kind .*\"kernel\": \"$kernel\"" row.json && continue
        # Of an operator that this version has not, the step says that the library was the reason, unless a version
        # without it takes other forms: of pixels only, or floats in the place of halves.
        case $kernel in
        pte_xnn_reduce_* | pte_xnn_avg_pool2d_f16 | pte_xnn_softmax_f16) reason= ;;
        *) reason="\"what\": \"$kind .*\"xnnpack\": \"library\"" ;;
        esac
        grep -q "\"lacks\": .*\"$kernel\"" row.json && grep -q "$reason" row.json && continue
        echo "FAILED: $kernel takes no $kind of '$case'"
        failures=$((failures + 1))
    done
done <table
[ -s table ] && [ $failures -eq 0 ]
