#!/bin/sh
# SPDX-License-Identifier: 0BSD
# `ptec compile` takes less memory than the program has bytes, and a quarter of that where its weights
# are emitted as they are in the file.
# usage: room.sh PTEC GROWTH WORK KERNELS
set -u
ptec=$1 growth=$2 work=$3 kernels=$4
rm -rf "$work"
mkdir -p "$work"
"$growth" products 64 "$work/products.pte" || exit 1
room=$(($(wc -c <"$work/products.pte") / 1024 * 5 / 4))
[ "$kernels" != portable ] || room=$((room / 4))
ulimit -d "$room" || exit 1 # KiB of memory that is not of a file
"$ptec" compile "$work/products.pte" -o "$work" --kernels "$kernels" >"$work/said"
code=$?
[ $code -eq 0 ] || echo "FAILED: more than $room KiB"
rm -rf "$work"
exit $code
