#!/bin/sh
# SPDX-License-Identifier: 0BSD
# Compiles vad.pte and the program around it, runs it, and shows each command. Environment: PTEC
# (the compiler to use, else the one in PATH), CC, CFLAGS.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
ptec=$(command -v "${PTEC:-ptec}") || { echo "set PTEC to the program ptec" >&2; exit 1; }
ptec=$(realpath "$ptec")
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
cd "$tmp"
ln -s "$here"/vad.pte "$here"/speech.wav "$here"/*.[ch] .
ln -s "$ptec" ptec
PATH=$tmp:$PATH

try() {
    echo "\$ $*"
    "$@"
}

try ptec compile vad.pte -o out --name vad --emit bundle
# shellcheck disable=SC2086
try ${CC:-cc} ${CFLAGS:--O2} -c out/vad.c -o vad.o
# shellcheck disable=SC2086
try ${CC:-cc} ${CFLAGS:--O2} -Iout main.c wav.c vad.o -o vad
try size vad.o
try ./vad speech.wav
