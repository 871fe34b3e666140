#!/bin/sh
# SPDX-License-Identifier: 0BSD
# Makes a page that runs the network of ../digits in a browser, and shows each command.
# usage: run.sh [PAGE.html]     Environment: PTEC (the compiler to use, else the one in PATH), CC
# (clang, unless set).
set -eu
here=$(cd "$(dirname "$0")" && pwd)
page=${1:-digits.html}
ptec=$(command -v "${PTEC:-ptec}") || { echo "set PTEC to the program ptec" >&2; exit 1; }
ptec=$(realpath "$ptec")
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
ln -s "$here"/../digits/digits.pte "$here"/digits_page.c "$here"/page.html "$tmp"
ln -s "$ptec" "$tmp/ptec"
PATH=$tmp:$PATH

try() {
    echo "\$ $*"
    (cd "$tmp" && "$@")
}

try ptec compile digits.pte -o out --emit bundle --kernels vector,portable
try "${CC:-clang}" --target=wasm32 -msimd128 -mbulk-memory -O2 -nostdlib -Wl,--no-entry \
    -Wl,--stack-first -Wl,-z,stack-size=262144 -Iout digits_page.c out/digits.c -o digits.wasm
# One file, so that it also opens from a disk.
awk -v "program=$(base64 -w 0 "$tmp/digits.wasm")" '{ sub(/@PROGRAM@/, program); print }' \
    "$here/page.html" >"$page"
echo "open $page in a browser"
