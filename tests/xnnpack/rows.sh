#!/bin/sh
# SPDX-License-Identifier: 0BSD
# Every row of XNNPACK's table takes a step of a case in rows.txt, if the installed version has what it
# needs: the recorded outputs of all cases are then compared with it (cases.sh).
# usage: rows.sh PTEC SOURCE WORK
set -u
ptec=$1 source=$2 work=$3 failures=0
mkdir -p "$work" && cd "$work" || exit 1

# Lines "KERNEL KIND CASE", of rows "OPERATOR(KERNEL, KIND, ..."
sed -n 's/^OPERATOR(\([a-z0-9_]*\), \([A-Z0-9_]*\),.*/\1 \2/p' "$source/backends/xnnpack/kernels.def" >table
while read -r kernel kind; do
    case=$(sed -n "s/^$kernel $kind //p" "$source/tests/xnnpack/rows.txt")
    kind=$(echo "$kind" | tr '[:upper:]' '[:lower:]')
    "$ptec" compile "$source"/tests/cases/*/"$case"/case.bpte -o . --name row \
        --kernels xnnpack,portable >/dev/null || exit 1
    grep -q "\"what\": \"$kind .*\"kernel\": \"$kernel\"\|\"lacks\": .*\"$kernel\"" row.json && continue
    echo "FAILED: $kernel takes no $kind of '$case'"
    failures=$((failures + 1))
done <table
[ -s table ] && [ $failures -eq 0 ]
