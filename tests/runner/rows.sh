#!/bin/sh
# SPDX-License-Identifier: 0BSD
# Every row of the operator table has a case that calls it, and every operator that takes complex
# numbers one that also takes or returns them.
# usage: rows.sh PTEC TESTS WORK
set -eu
ptec=$1 tests=$2 work=$3
mkdir -p "$work"
cd "$tests/cases"
for folder in */*/; do
    folder=${folder%/}
    if [ ! -e "$folder/args" ]; then
        echo "$folder/case.bpte"
        continue
    fi
    echo "$folder/case.bpte:" >&3
    # shellcheck disable=SC2046 # several words on purpose
    (cd "$folder" && exec "$ptec" show case.bpte $(cat args)) >&3 2>/dev/null || true
done 3>"$work/shown" | xargs -n 64 "$ptec" show >"$work/shown_together"
cat "$work/shown_together" >>"$work/shown"
# Lines "called OPERATOR" and "complex OPERATOR", the latter behind all that a case shows.
awk '
    function end_case() {
        for (i = 0; complex && i < calls; i++)
            print "complex " call[i]
        calls = complex = 0
    }
    /case\.bpte:$/ { end_case() }
    $1 ~ /^[0-9]+$/ && $2 ~ /::/ { print "called " $2; call[calls++] = $2 }
    /^ +(input|output) .* c(32|64|128) / { complex = 1 }
    END { end_case() }' "$work/shown" >"$work/calls"
sed -n 's/^called //p' "$work/calls" >"$work/called"
sed -n 's/^complex //p' "$work/calls" >"$work/called_complex"
"$ptec" ops --json | tr -d '[],"' | sort -u >"$work/rows"
sed -n 's/^[A-Z]*(.*"\(.*\)")$/\1/p' "$tests/../compiler/operators/complex.def" |
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
