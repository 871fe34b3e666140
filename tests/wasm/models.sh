#!/bin/sh
# SPDX-License-Identifier: 0BSD
# A model in WebAssembly, with vectors and without, gives its recorded outputs. It needs no C library.
# usage: models.sh PTEC MODEL.bpte WORK CC
set -eu
ptec=$1 model=$2 work=$3 cc=$4
here=$(cd "$(dirname "$0")" && pwd)
rm -rf "$work"
set -- -o "$work" --name net --kernels winograd,vector,portable -q
"$ptec" compile "$model" "$@" --emit bundle >/dev/null
"$ptec" cases "$model" "$@" --atol 1e-4
cases=$(sed -n 's/^enum { NET_CASES = \([0-9]*\) };$/\1/p' "$work/net_cases.h")
[ "$cases" -gt 0 ] || { echo "FAILED: no cases"; exit 1; }
# A clang with a version in its name looks for a linker with that version.
for flag in -mno-simd128 -msimd128; do
    $cc --target=wasm32 -mbulk-memory $flag -std=c11 -O2 -Wall -Wextra -Werror -nostdlib "-fuse-ld=$(command -v wasm-ld)" \
        -Wl,--no-entry -Wl,--export=net_case -Wl,--stack-first -Wl,-z,stack-size=1048576 \
        "$work/net.c" "$work/net_cases.c" -o "$work/net.wasm"
    node "$here/cases.mjs" "$work/net.wasm" "$cases" || { echo "by $cc $flag"; exit 1; }
done
