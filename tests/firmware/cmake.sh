#!/bin/sh
# SPDX-License-Identifier: 0BSD
# CMake builds the same firmware.
# usage: cmake.sh PTEC FIRMWARE WORK
set -eu
ptec=$1 work=$3
. "$(dirname "$0")/expect.sh"
rm -rf "$work" && mkdir -p "$work"
{ cmake -S "$2/cmake" -B "$work/build" --toolchain cortex-m33.cmake -DPTEC="$ptec" \
    -DCMAKE_BUILD_TYPE=MinSizeRel -DCMAKE_C_FLAGS_MINSIZEREL="-Os -Werror" &&
    cmake --build "$work/build"; } >"$work/log" 2>&1 || fail "$(cat "$work/log")"
[ -s "$work/build/firmware.bin" ] && [ -s "$work/build/firmware.map" ] || fail "no .bin, no .map"
timeout 60 cmake --build "$work/build" -t run </dev/null >"$work/out" || fail "$(cat "$work/out")"
expect_digits "$work/out"
