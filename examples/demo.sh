#!/bin/sh
# SPDX-License-Identifier: 0BSD
# From nothing to speech found in a recording: builds ptec, compiles a voice activity detector to
# C, builds that with the system's compiler, and runs it.
set -eu
cd "$(dirname "$0")/.."
out=build/demo
mkdir -p $out

# Shows a command, then runs it.
step() {
    echo "\$ $*"
    "$@"
}

# The same, with output only if it fails.
quiet_step() {
    echo "\$ $*"
    "$@" >$out/log 2>&1 || { cat $out/log && exit 1; }
}

sh tests/packages.sh gcc=gcc /usr/include/stdio.h=libc6-dev cmake=cmake ninja=ninja-build \
    /usr/include/sha256.h=libmd-dev \
    /usr/include/cjson/cJSON.h=libcjson-dev

quiet_step cmake --preset release
quiet_step cmake --build --preset release -t ptec
step build/release/compiler/ptec compile examples/vad/vad.pte -o $out --name vad
step gcc -O2 -I$out -Iruntime-min -Ibackends/portable \
    examples/vad/main.c examples/vad/wav.c $out/vad.c $out/vad_weights.c \
    build/release/libpte_portable.a -o $out/vad
step $out/vad examples/vad/speech.wav
