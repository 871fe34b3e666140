#!/bin/sh
# SPDX-License-Identifier: 0BSD
# Elementary functions have this machine's bits on another, whatever its compiler may fuse.
# usage: math.sh SOURCE WORK EMULATOR CC FLAG...
set -eu
source=$1 work=$2 emulator=$3
shift 3
rm -rf "$work"
mkdir -p "$work"
cd "$work"
for file in "$source"/runtime-min/*.c; do
    printf '#include "%s"\n' "$file"
done | grep -v posix >sources.inc

build() { # PROGRAM CC FLAG...
    program=$1
    shift
    "$@" -std=c11 -I. -I"$source/runtime-min" "$source/tests/contracted/math.c" -o "$program"
}
build here gcc -O0 -ffp-contract=off -DSAMPLES=1000
build there "$@" -static -O3 -ffp-contract=fast -DSAMPLES=1000
./here >want
"$emulator" ./there >got
diff want got
