#!/bin/sh
# SPDX-License-Identifier: 0BSD
# Every row of the operator table has a case that calls it.
# usage: rows.sh PTEC TESTS WORK
set -eu
ptec=$1 tests=$2 work=$3
mkdir -p "$work"
for program in "$tests"/cases/*/case.bpte; do
    (cd "${program%/*}" && "$ptec" show case.bpte $(cat args 2>/dev/null)) || true
done 2>/dev/null | awk '$1 ~ /^[0-9]+$/ && $2 ~ /::/ { print $2 }' | sort -u >"$work/called"
"$ptec" ops --json | tr -d '[],"' | sort -u >"$work/rows"
comm -23 "$work/rows" "$work/called" >"$work/missing"
echo "$(wc -l <"$work/rows") rows, $(wc -l <"$work/missing") without a case"
cat "$work/missing"
[ ! -s "$work/missing" ]
