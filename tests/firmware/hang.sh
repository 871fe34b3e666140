#!/bin/sh
# SPDX-License-Identifier: 0BSD
# An image that stops kicking the watchdog is reset.
# usage: hang.sh PTEC FIRMWARE WORK
set -eu
ptec=$1 work=$3
. "$(dirname "$0")/expect.sh"
rm -rf "$work" && mkdir -p "$work"
cd "$2"
timeout 120 make -s PTEC="$ptec" BUILD="$work/build" HANG=1 run </dev/null >"$work/out" 2>&1 ||
    fail "it is not reset" "$(cat "$work/out")"
[ "$(sed -n '/^image/,$p' "$work/out" | tr -d '\r')" = "image  0: 0
reset: a fault, or the watchdog was not kicked" ] || fail "$(cat "$work/out")"
