#!/bin/sh
# SPDX-License-Identifier: 0BSD
# `ptec verify --by-steps` of the cases in folders of tests/cases: the recorded outputs, call by call.
# usage: cases.sh PTEC CASES LEVEL FOLDER...
set -u
ptec=$1 cases=$2 level=$3
shift 3
failures=0
for folder; do
    cd "$cases/$folder" || exit 1
    [ -e case.bpte ] && [ ! -e want.verify ] || continue
    options=
    [ ! -e args ] || options=$(cat args)
    [ ! -e sequence ] || options="$options --sequence sequence"
    # shellcheck disable=SC2086 # several words on purpose
    output=$("$ptec" verify case.bpte "$level" --by-steps $options 2>&1 </dev/null) && continue
    printf 'FAILED: %s\n%s\n' "$folder" "$output"
    failures=$((failures + 1))
done
[ $failures -eq 0 ]
