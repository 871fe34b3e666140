#!/bin/sh
# SPDX-License-Identifier: 0BSD
# The warnings that firmware projects turn on find nothing in emitted C: by each list of kernels as a bundle, by one of
# them as code that links the runtime, with gcc and clang, as C11 and C23; in the header as C++11 to C++20; nor in the
# sources of the runtime and the kernels. Deviations D38 and D39 of docs/safety.md say what a pragma silences.
# Compilers, standards and libraries take turns, so that a program has each compiler twice.
# usage: check.sh PTEC SOURCE WORK KERNELS...      77: gcc or clang is missing
set -u
ptec=$1 source=$2 work=$3 failures=0 turn=0
shift 3
lists=$* folders=$(echo "$*" | tr ' ,' '\n\n' | sort -u)
command -v gcc >/dev/null && command -v clang >/dev/null && command -v clang++ >/dev/null || exit 77
rm -rf "$work" && mkdir -p "$work"
cd "$work" || exit 1
runtime=-I$source/runtime-min
for folder in $folders; do runtime="$runtime -I$source/backends/$folder"; done
warnings="-Wall -Wextra -Wconversion -Wcast-align -Wcast-qual -Wundef -Wredundant-decls -Wswitch-default -Wfloat-equal
    -Wunused-macros -Werror"

# shellcheck disable=SC2086 # several words on purpose, here and below
silent() { # COMPILER... FILE...
    "$@" $warnings -fsyntax-only >said 2>&1 && return
    echo "FAILED: $*"
    head -n 5 said
    failures=$((failures + 1))
}
pick() { # NUMBER WORD...: the word of that number, counted in a circle
    shift $(($1 % ($# - 1) + 1))
    echo "$1"
}

# shellcheck disable=SC2086
program() { # MODEL OPTION...
    model=$source/tests/$1
    shift
    echo '#include "m.h"
#include "m_steps.h"
const char *first_name();
const char *first_name() { static const char *const names[] = {M_STEP_NAMES}; return pte_status_name(PTE_OK)[0] ? names[0] : ""; }' \
        >caller.cc
    # shellcheck disable=SC2086
    for form in $(printf 'bundle/%s ' $lists) "c/$(pick $turn $lists)"; do
        turn=$((turn + 1))
        rm -rf gen
        "$ptec" compile "$model" "$@" --name m --emit "${form%/*}" --kernels "${form#*/}" -o gen >report ||
            { failures=$((failures + 1)) && continue; }
        silent "$(pick $turn gcc clang)" -std="$(pick $((turn / 2)) c11 c2x)" -mavx2 -mfma $runtime gen/*.c
        case $form in bundle/*,*) continue ;; esac # which have the same header
        silent "$(pick $turn clang++ g++)" -std="$(pick $turn c++11 c++14 c++17 c++20)" -Wold-style-cast -Igen $runtime caller.cc
    done
}
while read -r words; do
    case $words in '#'*) continue ;; esac
    program $words
done <"$source/tests/warnings/programs.txt"

# Callers may be compiled with -ffast-math, the model may not.
gcc -ffast-math -Igen $runtime -fsyntax-only caller.cc || { echo "FAILED: a caller with -ffast-math" && failures=$((failures + 1)); }
gcc -ffast-math -Igen $runtime -fsyntax-only gen/m.c 2>said && { echo "FAILED: a model with -ffast-math" && failures=$((failures + 1)); }

cd "$source" || exit 1
libraries=$(ls runtime-min/*.c) hosted=
for folder in $folders; do # one with a backend.cmake has flags of its own, for hosts
    if [ -e "backends/$folder/backend.cmake" ]; then
        hosted="$hosted $(ls backends/"$folder"/*.c)"
    else
        libraries="$libraries $(ls backends/"$folder"/*.c)"
    fi
done
for compiler in "gcc -std=c11 -mavx2 -mfma" "clang -std=c2x" "arm-none-eabi-gcc -std=c11 -mcpu=cortex-m33" \
    "arm-none-eabi-gcc -std=c11 -mcpu=cortex-m55 -mfloat-abi=hard"; do
    command -v "${compiler%% *}" >/dev/null || continue
    case $compiler in
    arm*) sources=$(echo $libraries | tr ' ' '\n' | grep -v _posix) ;;
    *) sources="$libraries $hosted" ;;
    esac
    $compiler $warnings $runtime -fsyntax-only $sources >"$work/said" 2>&1 ||
        { echo "FAILED: $compiler" && head -n 20 "$work/said" && failures=$((failures + 1)); }
done
[ $failures -eq 0 ]
