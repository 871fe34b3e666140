#!/bin/sh
# SPDX-License-Identifier: 0BSD
# Elementary functions have the same bits whatever a compiler may fuse; flags
# that change them are refused.
# usage: math.sh SOURCE WORK 'CC FLAG...'...      exit 77: passed, but a compiler is missing
set -eu
source=$1 work=$2
shift 2
here=$(cd "$(dirname "$0")" && pwd)
missing=

rm -rf "$work"
mkdir -p "$work"
cd "$work"
for file in "$source"/runtime-min/*.c; do
    printf '#include "%s"\n' "$file"
done >sources.inc

digests() {
    # shellcheck disable=SC2086 # several words on purpose
    $1 -std=c11 -I. -I"$source/runtime-min" "$here/math.c" -o digests &&
        ./digests
}

lanes() {
    # shellcheck disable=SC2086 # several words on purpose
    $1 -std=c11 -I"$source/runtime-min" -I"$source/tests/unit" "$source/tests/unit/math/math_lanes.c" \
        -x c sources.inc -lm -o lanes &&
        ./lanes
}

digests "gcc -O0 -ffp-contract=off" >want
digests "gcc -ffast-math -DPTE_ALLOW_FAST_MATH" >fast
for flag in -ffast-math -ffinite-math-only -freciprocal-math -fsingle-precision-constant; do
    ! gcc $flag -fsyntax-only "$source/runtime-min/pte_rt.c" 2>refused ||
        { echo "$flag is taken"; exit 1; }
done
for compiler; do
    if ! command -v "${compiler%% *}" >/dev/null; then
        missing="$missing ${compiler%% *}"
        continue
    fi
    digests "$compiler" >got
    diff want got || { echo "FAILED: $compiler"; exit 1; }
    lanes "$compiler" || { echo "FAILED: $compiler"; exit 1; }
done
if [ -n "$missing" ]; then
    echo "not checked, for want of:$missing"
    exit 77
fi
