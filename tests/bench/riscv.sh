#!/bin/sh
# SPDX-License-Identifier: 0BSD
# Builds ptec and counts the instructions of models on 64-bit RISC-V, which qemu plays.
# usage: riscv.sh [OPTION]... [REGEX]      riscv.sh --help, README.md
set -eu
cd "$(dirname "$0")/../.."
build=build/bench
mkdir -p $build
if ! { cmake --preset release -B $build && cmake --build $build -t ptec; } >$build/log 2>&1; then
    cat $build/log
    exit 1
fi
exec "${PYTHON:-python3}" tests/bench/riscv.py $build/compiler/ptec $build/riscv "$@"
