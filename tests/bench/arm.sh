#!/bin/sh
# SPDX-License-Identifier: 0BSD
# Builds ptec and counts the instructions of models on 64-bit Arm, which qemu plays, against ExecuTorch
# with XNNPACK.
# usage: arm.sh [OPTION]... [REGEX]      arm.sh --help, README.md
set -eu
cd "$(dirname "$0")/../.."
build=build/bench
mkdir -p $build
if ! { cmake --preset release -B $build && cmake --build $build -t ptec; } >$build/log 2>&1; then
    cat $build/log
    exit 1
fi
exec "${PYTHON:-python3}" tests/bench/arm.py $build/compiler/ptec $build/arm "$@"
