#!/bin/sh
# SPDX-License-Identifier: 0BSD
# `ptec compile` copes with very many instructions; it says how long each level took.
# usage: long.sh PTEC LONG_PROGRAM COUNT OPERATORS WORK
set -u
ptec=$1 long_program=$2 count=$3 operators=$4 work=$5
rm -rf "$work"
mkdir -p "$work"
"$long_program" "$count" "$operators" "$work/long.pte" || exit 1
for level in -O0 -O2; do
    start=$(date +%s%N)
    "$ptec" compile "$work/long.pte" -o "$work" --name net $level || exit 1
    echo "$count instructions, $level: $((($(date +%s%N) - start) / 1000000)) ms, $(wc -l <"$work/net.c") lines"
done
rm -rf "$work"
