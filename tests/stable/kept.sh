#!/bin/sh
# SPDX-License-Identifier: 0BSD
# With --names of its own output, a program gives the same output again; with names of another level
# or with other offsets it still does what the reference did, in no larger arena, and no two live
# buffers share bytes.
# usage: kept.sh PTEC FOLDER WORK      FOLDER: programs, or folders with a program each
set -u
ptec=$1 folder=$2 work=$3
here=$(cd "$(dirname "$0")" && pwd)
programs=0 failures=0

failed() {
    echo "FAILED: $program: $1"
    failures=$((failures + 1))
}

arena_bytes() {
    awk '$2 == "NET_ARENA_BYTES" { print $3 }' "$1/net.h"
}

# kept LEVEL OLD.json: the output with these names.
kept() {
    rm -rf kept
    "$ptec" compile "$program" -o kept --name net "$1" --names "$2" || failed "$1 --names $2"
    [ "$(arena_bytes kept)" -le "$(arena_bytes ".$1")" ] || failed "$1 --names $2: larger arena"
    awk -f "$here/live.awk" kept/net.c || failed "$1 --names $2"
}

# runs LEVEL OLD.json: the same, and what it computes.
runs() {
    kept "$1" "$2"
    at=${program%/*} sequence=
    [ "${program%.bpte}" != "$program" ] && [ ! -e "$at/want.verify" ] || return
    [ ! -e "$at/sequence" ] || sequence="--sequence $at/sequence"
    # shellcheck disable=SC2046,SC2086 # several words on purpose
    "$ptec" verify "$program" "$1" --names "$2" $sequence $(cat "$at/args" 2>/dev/null) >log 2>&1 ||
        { tail -n 3 log && failed "verify $1 --names $2"; }
}

# Every offset becomes another multiple of 16, often one that is taken.
scatter() {
    awk 'BEGIN { srand(1) }
        {
            while (match($0, /": [0-9]+[,}]/)) {
                end = substr($0, RSTART + RLENGTH - 1, 1)
                printf "%s\": %d%s", substr($0, 1, RSTART - 1), 16 * int(200 * rand() ^ 3), end
                $0 = substr($0, RSTART + RLENGTH)
            }
            print
        }' "$1"
}

check() {
    program=$1
    rm -rf ./.-O0 ./.-O2
    for level in -O0 -O2; do
        "$ptec" compile "$program" -o .$level --name net $level 2>/dev/null || return
        awk -f "$here/live.awk" .$level/net.c || failed $level
        kept $level .$level/net.json
        diff -r .$level kept || failed "$level: not the same again"
    done
    programs=$((programs + 1))
    scatter .-O2/net.json | sed 's/"ptec": [0-9]*/"ptec": 1/' >scattered.json
    runs -O2 .-O0/net.json
    runs -O0 .-O2/net.json
    runs -O2 scattered.json
}

rm -rf "$work"
mkdir -p "$work"
cd "$work" || exit 1
for file in "$folder"/*.pte "$folder"/*.bpte "$folder"/*/case.bpte "$folder"/*/*/case.bpte; do
    [ ! -e "$file" ] || check "$file"
done
echo "$programs programs, $failures failures"
[ $programs -gt 0 ] && [ $failures -eq 0 ]
