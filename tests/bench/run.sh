#!/bin/sh
# SPDX-License-Identifier: 0BSD
# Builds ptec and times models against ExecuTorch with XNNPACK. PYTHON: one with the executorch wheel.
# usage: run.sh [OPTION]... [REGEX]      run.sh --help, README.md
set -eu
cd "$(dirname "$0")/../.."
build=build/bench
mkdir -p $build
if ! { cmake --preset release -B $build && cmake --build $build -t ptec; } >$build/log 2>&1; then
    cat $build/log
    exit 1
fi
exec "${PYTHON:-python3}" tests/bench/bench.py $build/compiler/ptec $build/models "$@"
