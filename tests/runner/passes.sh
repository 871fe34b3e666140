#!/bin/sh
# SPDX-License-Identifier: 0BSD
# `ptec compile -d` prints the graph behind each pass that --help lists, and the tour has all groups of them.
# usage: passes.sh PTEC MODEL TOUR
set -u
ptec=$1 model=$2 tour=$3 failures=0 count=0
for name in $("$ptec" compile --help | sed -n '/^passes:/,$s/^    \([a-z]*\) .*/\1/p'); do
    count=$((count + 1))
    "$ptec" compile "$model" -d "$name" | grep -q '^method ' && continue
    echo "FAILED: -d $name prints no graph"
    failures=$((failures + 1))
done
[ $count -ge 20 ] || { echo "FAILED: --help lists $count passes"; exit 1; }
for group in $(sed -n 's/^PASS(\([a-z]*\),.*/\1/p' "$(dirname "$tour")/../compiler/passes.def" | uniq); do
    grep -q "^| $group |" "$tour" && continue
    echo "FAILED: $tour has no row for $group"
    failures=$((failures + 1))
done
[ $failures -eq 0 ]
