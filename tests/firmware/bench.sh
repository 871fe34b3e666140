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
    tail -n 1 "$work/out" | grep -qx "| ad | $cpu | gcc .* | mcu,portable | 0*[1-9]*[0-9.]* million instructions |" ||
        fail "the last line" "$(cat "$work/out")"
done
! make -s CPU=cortex-m1 2>"$work/out" || fail "another processor is taken"
