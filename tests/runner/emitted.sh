#!/bin/sh
# SPDX-License-Identifier: 0BSD
# What ptec emits for one test folder compiles without a warning, as output.md promises: by gcc and
# clang, as gnu11 at -O3 -flto, freestanding for a Cortex-M4, the bundle too, the header in C++.
# usage: emitted.sh PTEC SOURCE FOLDER WORK      exit 77: passed, but a compiler is missing
set -u
ptec=$1 source=$2 folder=$3 work=$4
warnings="-Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror"
failures=0 missing=

# $1: the files' folder; the rest: the compiler and its options.
compiles() {
    dir=$1
    shift
    if ! command -v "$1" >/dev/null; then
        missing="$missing $1"
        return
    fi
    # shellcheck disable=SC2086 # several words on purpose
    (cd "$dir" && "$@" $warnings) && return
    echo "FAILED in $dir: $* $warnings"
    failures=$((failures + 1))
}

emit() {
    # shellcheck disable=SC2046
    "$ptec" compile "$model" -o "$@" --name model $(cat args.compile 2>/dev/null) || exit 1
}

cd "$folder" || exit 1
rm -rf "$work"
mkdir -p "$work/c" "$work/bundle"
for model in case.bpte case.pte; do
    [ ! -e "$model" ] || break
done
emit "$work/c"
emit "$work/bundle" --emit bundle

include="-I. -I$source/runtime-min -I$source/backends/portable"
# shellcheck disable=SC2086
{
    compiles "$work/c" gcc -std=c11 -O2 $include -c model.c model_weights.c
    compiles "$work/c" clang -std=c11 -O2 $include -c model.c model_weights.c
    compiles "$work/c" gcc -std=gnu11 -O3 -flto $include -c model.c model_weights.c
    compiles "$work/c" arm-none-eabi-gcc -std=c11 -mcpu=cortex-m4 -mthumb -ffreestanding -Os \
        $include -c model.c model_weights.c
    compiles "$work/c" g++ -std=c++17 $include -fsyntax-only -x c++ -include model.h /dev/null
    compiles "$work/bundle" gcc -std=c11 -O2 -c model.c
}
[ $failures -eq 0 ] || exit 1
if [ -n "$missing" ]; then
    echo "not checked, for want of:$missing"
    exit 77
fi
