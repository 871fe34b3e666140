#!/bin/sh
# SPDX-License-Identifier: 0BSD
# By steps on a Cortex-M33, each step gives there what it gives here in a whole call.
# usage: board.sh PTEC CORPUS KERNELS
set -u
ptec=$1 corpus=$2 kernels=$3
failures=0

# board PROGRAM OPTION...
board() {
    program=$1
    shift
    output=$("$ptec" verify "$corpus/$program.bpte" --kernels "$kernels" --target m33-qemu --by-steps "$@" 2>&1)
    code=$?
    [ $code -eq 0 ] && return
    printf 'FAILED: %s %s\n%s\n' "$program" "$*" "$output"
    failures=1
}

board kws_cortex_m
board kws_cortex_m --steps-crc
board vww_cortex_m --max-ram 30K --max-piece 200000
exit $failures
