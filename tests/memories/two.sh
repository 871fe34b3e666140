#!/bin/sh
# SPDX-License-Identifier: 0BSD
# `ptec compile --memory`: arenas of several memories stay within them, in sections of their own, and give the bits
# of one.
# usage: two.sh PTEC SOURCE WORK 'CC FLAG...'
set -u
ptec=$1 source=$2 work=$3 cc=$4
here=$(dirname "$0")
failures=0

fail() {
    echo "FAILED: $*"
    failures=$((failures + 1))
}

rm -rf "$work"
mkdir -p "$work"
cd "$work" || exit 1
warnings="-Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror"

bytes() { # NAME MACRO
    sed -n "s/^#define $(echo "$1" | tr '[:lower:]' '[:upper:]')_$2 \([0-9]*\)\$/\1/p" "$1.h"
}

differ() { # OPTION...
    "$ptec" compile "$program" -o . --name two --emit bundle "$@" >report || fail "two: $*"
    # shellcheck disable=SC2086 # several words on purpose
    $cc -std=c11 $warnings -I. '-DPTE_SECTION_ARENA_PSRAM=".psram"' "$here/two.c" one.o two.c \
        -o two -lm || fail "$program $*: no program"
    ./two || fail "$program $*: other bits"
}
for program in resnet8_cortex_m resnet8_portable vww_cortex_m; do
    program=$source/tests/corpus/$program.bpte
    "$ptec" compile "$program" -o . --name one --emit bundle >report || fail "$program"
    # shellcheck disable=SC2086
    $cc -std=c11 $warnings -I. -c one.c || fail "$program: no object"
    whole=$(bytes one ARENA_BYTES)
    for share in 5 1; do
        sram=$((whole * share / 8))
        differ --memory sram=$sram,psram="$whole"
        [ "$(bytes two ARENA_BYTES)" -le $sram ] || fail "$program: more than $sram bytes"
        [ "$(bytes two ARENA_PSRAM_BYTES)" -gt 0 ] || fail "$program: nothing in psram"
        objdump -h two | grep -q ' \.psram ' || fail "$program: no section .psram"
    done
    differ --memory sram=$((whole / 2)),ext=$((whole / 4)),psram="$whole"
    differ --memory sram="$whole",psram="$whole" --place 'conv*=psram'
done
[ $failures -eq 0 ]
