#!/bin/sh
# SPDX-License-Identifier: 0BSD
# A program that its exporter planned in two memories: tensors lie where that plan has them, if there are
# as many memories, if they have room, and if no rule says otherwise.
# usage: planned.sh PTEC CASE WORK
set -u
ptec=$1 case=$2 work=$3
failures=0

# expect ARENAS ARGUMENT...: the bytes of the arenas that `ptec compile` prints for all methods.
expect() {
    want=$1
    shift
    got=$("$ptec" compile "$case" -o "$work" --name net "$@" | sed -n 's/^ *all *[0-9]* *//p' | tr -s ' ')
    [ "$got" = "$want 0" ] && "$ptec" verify "$case" "$@" >"$work/out" && return
    echo "FAILED: $*: the arenas and the state have $got bytes instead of $want 0"
    failures=$((failures + 1))
}

rm -rf "$work"
expect "256 512" --memory sram=1K,psram=2K
expect "512 256" --memory sram=1K,psram=2K --place "*_c=sram"
expect "768 0" --memory sram=1K,psram=256
expect "768 0 0" --memory sram=1K,psram=2K,flash=2K
[ $failures -eq 0 ]
