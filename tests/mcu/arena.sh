#!/bin/sh
# SPDX-License-Identifier: 0BSD
# The arena is as large as the largest operands and results that live together, but for what a window
# keeps of them; and no larger with --max-ram than by kernels that need no bytes to work in.
# usage: arena.sh PTEC CORPUS WORK
set -u
ptec=$1 corpus=$2 work=$3 failures=0
rm -rf "$work" && mkdir -p "$work" && cd "$work" || exit 1

arena() { # PROGRAM MOST
    "$ptec" compile "$corpus/$1.bpte" -o . --name "$1" --kernels mcu,portable || exit 1
    bytes=$(sed -n 's/^ *FORWARD_ARENA = \([0-9]*\),$/\1/p' "$1.c")
    [ "$bytes" -le "$2" ] && return
    echo "FAILED: $1: $bytes bytes, not $2"
    failures=$((failures + 1))
}
arena resnet8_cortex_m $((2 * 16 * 32 * 32 + (32 + 1) * 16 + 7 * 9 * 16)) # a window moves, and is multiplied
arena vww_cortex_m $((16 * 48 * 48 + 4 * 16))

least() { # KERNELS: what resnet8 needs, as an error says
    "$ptec" compile "$corpus/resnet8_cortex_m.bpte" -o . --kernels "$1" --max-ram 1 2>&1 |
        sed -n 's/.*the arena needs \([0-9,]*\) bytes.*/\1/p'
}
portable=$(least portable) mcu=$(least mcu,portable)
if [ -z "$portable" ] || [ "$mcu" != "$portable" ]; then
    echo "FAILED: $mcu bytes at the least, not $portable"
    failures=$((failures + 1))
fi
[ $failures -eq 0 ]
