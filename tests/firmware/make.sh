#!/bin/sh
# SPDX-License-Identifier: 0BSD
# make builds the firmware, with each form of the network; it reads the digits that examples/digits
# reads on this machine, and a second make does nothing.
# usage: make.sh PTEC FIRMWARE WORK
set -eu
ptec=$1 work=$3
. "$(dirname "$0")/expect.sh"
rm -rf "$work" && mkdir -p "$work"
cd "$2"

for model in digits digits_q8 digits_cortex_m; do
    set -- PTEC="$ptec" MODEL="../digits/$model.pte" BUILD="$work/$model" CFLAGS="-Os -Werror"
    make "$@" all >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }
    [ "$(make "$@" all)" = "make: Nothing to be done for 'all'." ] || fail "make builds again"
    timeout 60 make -s "$@" run </dev/null >"$work/out" || fail "run" "$(cat "$work/out")"
    expect_digits "$work/out"
done

# A watchdog that waits for less than a third of the images is kicked around the steps.
timeout 60 make -s "$@" BUILD="$work/short" CFLAGS="-Os -DWATCHDOG_PERIOD=6000" run </dev/null \
    >"$work/out" || fail "run" "$(cat "$work/out")"
expect_digits "$work/out"

# Where model.ld puts each section; the second arena is there when there is one.
lies() { # BUILD SECTION PLACE
    grep -q "^\.$2  *0x$3" "$1/firmware.map" || fail "no .$2 at 0x$3 in $1"
}
lies "$work/digits_cortex_m" weights 1000
lies "$work/digits_cortex_m" arena '30000000  *0x400$'
set -- PTEC="$ptec" MODEL=../digits/digits.pte MEMORY=sram=2K,psram=16M BUILD="$work/memories" \
    CFLAGS="-Os -Werror"
timeout 60 make -s "$@" run </dev/null >"$work/out" || fail "run" "$(cat "$work/out")"
expect_digits "$work/out"
lies "$work/memories" arena '30000000  *0x800$'
lies "$work/memories" arena_psram '80000000  *0x400$'
make -s "$@" size >"$work/size"
grep -q ' digits_forward$' "$work/size" || fail "size" "$(cat "$work/size")"
