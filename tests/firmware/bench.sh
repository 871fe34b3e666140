#!/bin/sh
# SPDX-License-Identifier: 0BSD
# The benchmark of MLPerf Tiny builds for a processor of each kind, with a board's own functions, too; its calls are
# right, and the steps make up the whole. About two seconds.
# usage: bench.sh PTEC FIRMWARE WORK
set -eu
ptec=$1 work=$3
. "$(dirname "$0")/expect.sh"
rm -rf "$work" && mkdir -p "$work"
cd "$2/bench"
cat >"$work/board.c" <<'END'
#include "bench.h"
volatile int started;
void bench_start(void)
{
    started = 1;
}
END
for cpu in cortex-m0plus cortex-m4 cortex-m33; do
    timeout 100 make -s PTEC="$ptec" BUILD="$work/build" CPU=$cpu MODELS=ad CFLAGS="-O2 -Werror" BOARD="$work/board.c" run \
        </dev/null >"$work/out" 2>&1 || fail "$cpu" "$(cat "$work/out")"
    grep -q '^ad: 3 of 3 calls right$' "$work/out" || fail "$cpu" "$(cat "$work/out")"
    awk '/^step/ { inside = 1; next } /^all/ { exit !(sum > 0.999 * $2 && sum < 1.001 * $2) } inside { sum += $2 }' \
        "$work/out" || fail "the sum of the steps" "$(cat "$work/out")"
    sed '1,/calls right$/d; $d' "$work/out" >"$work/table"
    awk 'NR == 1 { printf "%-40s%s       %%\n", $1, $2 } $1 == "all" { printf "%-40s%12s\n", $1, $2 }
        NR > 1 && $1 != "all" { printf "%-40s%12s%8s\n", $1, $2, $3 }' "$work/table" | diff - "$work/table" || fail "columns"
    grep -qx 'step *instructions *%' "$work/table" && tail -n 1 "$work/table" | grep -q '^all ' || fail "$(cat "$work/table")"
    all=$(awk '/^all/ { print $2 }' "$work/table")
    awk -v all="$all" '$3 ~ /[0-9]/ { share = 100 * $2 / all - $3; if (share < -0.05 || share > 0.15 || $3 !~ /^[0-9]+\.[0-9]$/) exit 1 }' \
        "$work/table" || fail "shares" "$(cat "$work/table")"
    million=$(awk -v all="$all" 'BEGIN { printf "%d.%03d", all / 1000000, all / 1000 % 1000 }')
    tail -n 1 "$work/out" | grep -qx "| ad | $cpu | gcc .* | mcu,portable | $million million instructions |" ||
        fail "the last line" "$(cat "$work/out")"
done
! make -s CPU=cortex-m1 2>"$work/out" || fail "another processor is taken"
