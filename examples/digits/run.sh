#!/bin/sh
# SPDX-License-Identifier: 0BSD
# Compiles the three forms of the network, each with the same program around it, and shows each
# command. Environment: PTEC (the compiler to use, else the one in PATH), CC, CFLAGS.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
ptec=$(command -v "${PTEC:-ptec}") || { echo "set PTEC to the program ptec" >&2; exit 1; }
ptec=$(realpath "$ptec")
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
cd "$tmp"
ln -s "$here"/*.pte "$here"/*.[ch] .
ln -s "$ptec" ptec
PATH=$tmp:$PATH

try() {
    echo "\$ $*"
    "$@"
}

for model in digits digits_q8 digits_cortex_m; do
    try ptec compile $model.pte -o $model.out --name digits --emit bundle
    # shellcheck disable=SC2086
    try ${CC:-cc} ${CFLAGS:--O2} -c $model.out/digits.c -o $model.o
    # shellcheck disable=SC2086
    try ${CC:-cc} ${CFLAGS:--O2} -I$model.out main.c $model.o -o $model -lm
done
try size digits.o digits_q8.o digits_cortex_m.o
try ./digits
try ./digits_q8 11
try ./digits_cortex_m 11
