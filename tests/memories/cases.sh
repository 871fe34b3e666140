#!/bin/sh
# SPDX-License-Identifier: 0BSD
# `ptec verify --memory` of programs with strips, turns, loops and state: half of the arena's bytes in
# the first memory, and all in the second.
# usage: cases.sh PTEC WORK PROGRAM... [-- ARGUMENT...]
set -u
ptec=$1 work=$2
shift 2
programs=
while [ $# -gt 0 ] && [ "$1" != -- ]; do
    programs="$programs $1"
    shift
done
[ $# -eq 0 ] || shift
failures=0

fail() {
    echo "FAILED: $*"
    failures=$((failures + 1))
}

rm -rf "$work"
mkdir -p "$work"
for program in $programs; do
    folder=$(dirname "$program")
    whole=$("$ptec" compile "$program" -o "$work" --name whole |
        awk '$1 == "all" { gsub(",", "", $3); print $3 }')
    if [ -z "$whole" ] || [ "$whole" -lt 64 ]; then
        continue
    fi
    sequence=
    [ ! -e "$folder/sequence" ] || sequence="--sequence $folder/sequence"
    for memory in sram=$((whole / 2)),psram=$((4 * whole)) \
        "sram=$((whole / 2)),psram=$((4 * whole)) --place *=psram"; do
        # shellcheck disable=SC2086 # several words on purpose
        (set -f && "$ptec" verify "$program" $sequence --atol 1e-4 --memory $memory "$@" >"$work/out" 2>&1) ||
            fail "$program $memory: $(cat "$work/out")"
    done
    count=$((${count:-0} + 1))
done
[ "${count:-0}" -ge 20 ] || fail "only ${count:-0} programs"
[ $failures -eq 0 ]
