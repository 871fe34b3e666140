#!/bin/sh
# SPDX-License-Identifier: 0BSD
# Calls a program with hostile extents and null pointers under the sanitizers (sweep.c).
# usage: sweep.sh FORMS SOURCE LIBRARY PROGRAM WORK CC
set -eu
forms=$1 source=$2 library=$3 program=$4 work=$5 cc=$6
rm -rf "$work"
mkdir -p "$work"
"$forms" "$work" "$program"
cd "$work"

# The kernels that the forms call are sanitized too; what these call comes from the library.
kernels=
for kernel in "$source"/backends/portable/*.c; do
    name=$(basename "$kernel" .c)
    ! grep -qw "$name" model_0.c model_2.c || kernels="$kernels $kernel"
done
# shellcheck disable=SC2086 # several words on purpose
$cc -std=c11 -O1 -g1 -DPTE_DEBUG_MEMORY -fsanitize=address,undefined -fno-sanitize-recover=all \
    -I. -I"$source/runtime-min" -I"$source/backends/portable" -I"$source/tests/fuzz" \
    model_0.c model_2.c "$source/tests/extents/sweep.c" "$source/runtime-min/pte_rt.c" $kernels \
    "$library" -o sweep
./sweep
