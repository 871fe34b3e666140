#!/bin/sh
# SPDX-License-Identifier: 0BSD
# Every row of the operator table has a case that calls it, and every operator that takes complex
# numbers one that also takes or returns them.
# usage: rows.sh PTEC TESTS WORK
set -eu
ptec=$1 tests=$2 work=$3
mkdir -p "$work"
: >"$work/called"
: >"$work/called_complex"
for program in "$tests"/cases/*/case.bpte; do
    (cd "${program%/*}" && "$ptec" show case.bpte $(cat args 2>/dev/null)) >"$work/show" || true
    awk '$1 ~ /^[0-9]+$/ && $2 ~ /::/ { print $2 }' "$work/show" >"$work/calls"
    cat "$work/calls" >>"$work/called"
    if grep -Eq '^ +(input|output) .* c(32|64|128) ' "$work/show"; then
        cat "$work/calls" >>"$work/called_complex"
    fi
done 2>/dev/null
"$ptec" ops --json | tr -d '[],"' | sort -u >"$work/rows"
sed -n 's/^[A-Z]*(.*"\(.*\)")$/\1/p' "$tests/../compiler/graph/complex.def" |
    sort -u >"$work/rows_complex"

missing=0
check() { # ROWS CALLED WHAT
    sort -u "$work/$2" | comm -23 "$work/$1" - >"$work/missing"
    echo "$(wc -l <"$work/$1") $3, $(wc -l <"$work/missing") without a case"
    cat "$work/missing"
    [ ! -s "$work/missing" ] || missing=1
}
check rows called rows
check rows_complex called_complex "of complex numbers"
exit $missing
