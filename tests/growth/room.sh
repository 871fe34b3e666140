#!/bin/sh
# SPDX-License-Identifier: 0BSD
# `ptec compile` takes about as much memory as its program has bytes, and a quarter of that where its
# weights are emitted as they are in the file: products; and convolutions, which it compiles twice to
# find the smaller arena.
# usage: room.sh PTEC GROWTH WORK KERNELS
set -u
ptec=$1 growth=$2 work=$3 kernels=$4
rm -rf "$work"
mkdir -p "$work"
failures=0
for pattern in products convolutions; do
    "$growth" $pattern 64 "$work/program.pte" || exit 1
    room=$(($(wc -c <"$work/program.pte") / 1024 * 5 / 4))
    [ "$kernels" != portable ] || room=$((room / 4))
    # KiB of memory that is not of a file
    (ulimit -d "$room" && "$ptec" compile "$work/program.pte" -o "$work" --kernels "$kernels" >"$work/said") ||
        failures=$((failures + 1))
    [ $failures -eq 0 ] || echo "FAILED: $pattern: more than $room KiB"
done
rm -rf "$work"
[ $failures -eq 0 ]
