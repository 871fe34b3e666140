#!/bin/sh
# SPDX-License-Identifier: 0BSD
# The programs of tests/vector by WebAssembly's vectors, with the C library of WASI.
# usage: kernels.sh SOURCE WORK SHAPES
set -eu
source=$1 work=$2 shapes=$3
here=$(cd "$(dirname "$0")" && pwd)
cc="clang --target=wasm32-wasi -msimd128 -std=c11 -O2 -Wall -Wextra -Wpedantic -Wconversion -Wshadow
    -Werror -D_WASI_EMULATED_SIGNAL -I$here/include -I$source -I$source/compiler
    -I$source/runtime-min -I$source/backends/portable -I$source/backends/vector -I$source/tests/unit"
rm -rf "$work"
mkdir -p "$work/compiler"

compile() {
    # shellcheck disable=SC2086 # several words on purpose
    $cc -c "$@"
}

# What the programs need of ptec, and of the kernels that they compare with.
cd "$work/compiler"
compile "$source"/compiler/base/chars.c "$source"/compiler/base/dtype.c \
    "$source"/compiler/base/util.c "$source"/compiler/graph/build.c \
    "$source"/compiler/graph/constants.c "$source"/compiler/graph/layouts.c \
    "$source"/compiler/graph/size.c "$source"/compiler/kernels/pack.c
cd ..
compile "$source"/backends/vector/compiler/pack*.c "$source"/backends/vector/compiler/takes.c \
    "$source"/backends/vector/*.c "$source"/backends/portable/*pool2d*.c \
    "$source"/backends/portable/pte_average_s8.c "$source"/backends/portable/pte_conv2d_s8_*.c \
    "$source"/backends/portable/pte_move_b*.c "$source"/runtime-min/pte_[lrs]*_f32.c
failures=0
for test in bytes floats matmul moves norm pools; do
    # Winograd's kernel has half a megabyte on the stack.
    # shellcheck disable=SC2086 # several words on purpose
    $cc "$source/tests/vector/$test.c" ./*.o compiler/*.o -lm -Wl,-z,stack-size=1048576 -o $test.wasm
    node --no-warnings "$here/wasi.mjs" $test.wasm "$shapes" ||
        { echo "FAILED: $test"; failures=$((failures + 1)); }
done
[ $failures -eq 0 ]
