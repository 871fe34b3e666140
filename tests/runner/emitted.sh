#!/bin/sh
# SPDX-License-Identifier: 0BSD
# The files that `ptec compile` writes for one test folder are C without a warning: to gcc and clang,
# freestanding for a Cortex-M4, the header in C++. (compiled.sh has code made of them.)
# usage: emitted.sh PTEC SOURCE FOLDER WORK      exit 77: passed, but a compiler is missing
set -u
ptec=$1 source=$2 folder=$3 work=$4
warnings="-Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror"
failures=0 missing=

compiles() {
    if ! command -v "$1" >/dev/null; then
        missing="$missing $1"
        return
    fi
    # shellcheck disable=SC2046,SC2086 # several words on purpose
    "$@" $warnings -I. -I"$source/runtime-min" $(printf -- '-I%s ' "$source"/backends/*) && return
    echo "FAILED: $*"
    failures=$((failures + 1))
}

rm -rf "$work"
mkdir -p "$work"
cd "$folder" || exit 1
for model in case.bpte case.pte; do
    [ ! -e "$model" ] || break
done
# shellcheck disable=SC2046
"$ptec" compile "$model" -o "$work" --name model $(cat args.compile 2>/dev/null) || exit 1

cd "$work" || exit 1
compiles gcc -std=c11 -fsyntax-only model.c model_weights.c
compiles clang -std=c11 -fsyntax-only model.c model_weights.c
compiles arm-none-eabi-gcc -std=c11 -mcpu=cortex-m4 -mthumb -ffreestanding -Os \
    -fsyntax-only model.c model_weights.c
if [ -e "$folder/foreign.c" ]; then # the user's functions, against the header
    for compiler in gcc clang "arm-none-eabi-gcc -mcpu=cortex-m4 -mthumb -ffreestanding -Os"; do
        # shellcheck disable=SC2086 # several words on purpose
        compiles $compiler -std=c11 -Wmissing-prototypes -fsyntax-only "$folder/foreign.c"
    done
fi
compiles g++ -std=c++17 -fsyntax-only -x c++ -include model.h /dev/null
[ $failures -eq 0 ] || exit 1
if [ -n "$missing" ]; then
    echo "not checked, for want of:$missing"
    exit 77
fi
