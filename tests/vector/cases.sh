#!/bin/sh
# SPDX-License-Identifier: 0BSD
# Every case gives the recorded outputs with vector kernels too.
# usage: cases.sh PTEC CASES
set -u
ptec=$1 failures=0
cd "$2" || exit 1
for folder in */; do
    [ -f "$folder/case.bpte" ] || continue
    calls=
    [ ! -f "$folder/sequence" ] || calls='--sequence sequence'
    # shellcheck disable=SC2046,SC2086 # several words on purpose
    (cd "$folder" &&
        "$ptec" verify case.bpte $(cat args 2>/dev/null) $calls --kernels vector,portable) ||
        { echo "FAILED: $folder"; failures=$((failures + 1)); }
done
[ $failures -eq 0 ]
