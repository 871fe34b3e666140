#!/bin/sh
# SPDX-License-Identifier: 0BSD
# Every row of the operator table has a case that calls it, and every operator that takes complex
# numbers one that also takes or returns them.
# usage: rows.sh PTEC TESTS WORK
set -eu
ptec=$1 tests=$2 work=$3
mkdir -p "$work"
for program in "$tests"/cases/*/case.bpte; do
    args=
    [ ! -e "${program%/*}/args" ] || args=$(cat "${program%/*}/args")
    echo "case $program"
    # shellcheck disable=SC2086 # several words on purpose
    (cd "${program%/*}" && exec "$ptec" show case.bpte $args) || true
done >"$work/shown" 2>/dev/null
# Lines "called OPERATOR" and "complex OPERATOR", the latter behind all that a case shows.
awk '
    function end_case() {
        for (i = 0; complex && i < calls; i++)
            print "complex " call[i]
        calls = complex = 0
    }
    /^case / { end_case() }
    $1 ~ /^[0-9]+$/ && $2 ~ /::/ { print "called " $2; call[calls++] = $2 }
    /^ +(input|output) .* c(32|64|128) / { complex = 1 }
    END { end_case() }' "$work/shown" >"$work/calls"
sed -n 's/^called //p' "$work/calls" >"$work/called"
sed -n 's/^complex //p' "$work/calls" >"$work/called_complex"
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
