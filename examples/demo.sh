#!/bin/sh
# SPDX-License-Identifier: 0BSD
# From nothing to speech found in a recording: builds ptec, compiles a voice activity detector to
# C, builds that with the system's compiler, and runs it.
set -eu
cd "$(dirname "$0")/.."
out=build/demo

# Shows a command, then runs it.
step() {
    echo "\$ $*"
    "$@"
}

sh tests/packages.sh gcc=gcc /usr/include/stdio.h=libc6-dev cmake=cmake ninja=ninja-build \
    /usr/include/sha256.h=libmd-dev

step cmake --preset release -DBUILD_TESTING=OFF
step cmake --build --preset release
step build/release/compiler/ptec compile examples/vad/vad.pte -o $out --name vad
step gcc -O2 -I$out -Iruntime-min -Ibackends/portable \
    examples/vad/main.c examples/vad/wav.c $out/vad.c $out/vad_weights.c \
    build/release/libpte_portable.a -o $out/vad
step $out/vad examples/vad/speech.wav
