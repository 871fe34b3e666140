#!/bin/sh
# SPDX-License-Identifier: 0BSD
# The arena of each program without delegates is not above ExecuTorch's own plan, which the program
# holds; prints both. Large results take turns unasked.
# usage: plans.sh PTEC CASES WORK FOLDER...
set -u
ptec=$1 cases=$2 work=$3
shift 3
failures=0 programs=0
rm -rf "$work" && mkdir -p "$work" || exit 1

arena() { # PROGRAM
    "$ptec" compile "$1" -o "$work" --name net --kernels portable >/dev/null || exit 1
    sed -n 's/^#define NET_ARENA_BYTES \([0-9]*\)$/\1/p' "$work/net.h"
}

planned() { # PROGRAM
    "$ptec" show "$1" | tr -d , |
        awk '/^  [a-z]/ { inside = /^  memories/ } inside && / bytes  for / { n += $2 } END { print n + 0 }'
}

check() { # PROGRAM MOST
    programs=$((programs + 1))
    bytes=$(arena "$1")
    printf '%-24s %11s %11s\n' "$(basename "$1" .bpte)" "$2" "$bytes"
    if [ -z "$bytes" ] || [ "$bytes" -gt "$2" ]; then
        echo "FAILED: $1: $bytes bytes, not $2"
        failures=$((failures + 1))
    fi
}

echo "program                   ExecuTorch        ptec"
for folder; do
    for program in "$folder"/*_portable.bpte "$folder"/*_portable_q8.bpte "$folder"/*_cortex_m.bpte; do
        [ ! -e "$program" ] || check "$program" "$(planned "$program")"
    done
done
# Three rows of 65 by 64 floats, then one; and all of 64 by 65 by 4.
check "$cases/strips/turns_unasked/case.bpte" $((4 * (4 * 65 * 64 + 64 * 65 * 4)))
echo "$programs programs, $failures failures"
[ $programs -gt 1 ] && [ $failures -eq 0 ]
