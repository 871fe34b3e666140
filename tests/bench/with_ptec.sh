#!/bin/sh
# SPDX-License-Identifier: 0BSD
# Builds ptec and runs NAME.py with it and a folder to work in, build/bench/FOLDER.
# usage: with_ptec.sh NAME FOLDER [OPTION]...
set -eu
cd "$(dirname "$0")/../.."
build=build/bench name=$1 folder=$2
shift 2
mkdir -p $build
if ! { cmake --preset release -B $build && cmake --build $build -t ptec; } >$build/log 2>&1; then
    cat $build/log
    exit 1
fi
exec "${PYTHON:-python3}" "tests/bench/$name.py" $build/compiler/ptec "$build/$folder" "$@"
