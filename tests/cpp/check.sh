#!/bin/sh
# SPDX-License-Identifier: 0BSD
# NAME.hpp, as C++14 to C++20, by gcc and clang, without exceptions, run-time types and warnings: calls through it give
# what was recorded, and the program asks for no heap. Then headers of all kinds of arguments compile.
# usage: check.sh PTEC SOURCE WORK
set -u
ptec=$1 source=$2 work=$3
cases=$source/tests/cases
flags="-fno-exceptions -fno-rtti -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wold-style-cast -Werror -O1"
failures=0

fail() {
    echo "FAILED: $*"
    failures=$((failures + 1))
}

rm -rf "$work"
mkdir -p "$work"
cd "$work" || exit 1
# model NAME PROGRAM: its code, and what was recorded of its calls, which is static in C.
model() {
    "$ptec" compile "$2" --name "$1" --cpp --emit bundle -o . >/dev/null || fail "$1"
    "$ptec" cases "$2" --name "$1" -o . || fail "the cases of $1"
    for i in 0 1; do
        sed -n "s/^static const float forward_${i}_\(input\|output\)\[/extern const float recorded_$1_\1_${i}[/p" \
            "$1_cases.c" | sed 's/ = {/;/' >>recorded.h
        sed -n "/^static const float forward_${i}_[io]/,/^}/{
            s/^static \\(const float\\) forward_${i}_\\([a-z]*\\)/\\1 recorded_$1_\\2_$i/
            p
        }" "$1_cases.c" >>recorded.c
    done
    gcc -O1 -c "$1.c" -o "$1.o" || fail "$1.c"
}
echo '#ifdef __cplusplus
extern "C" {
#endif' >recorded.h
echo '#include "recorded.h"' >recorded.c
model kws "$source/tests/corpus/kws_cortex_m.bpte"
model counter "$cases/graph/state/case.bpte"
echo '#ifdef __cplusplus
}
#endif' >>recorded.h
gcc -c recorded.c || exit 1
for compiler in g++ clang++; do
    for standard in 14 17 20; do
        # shellcheck disable=SC2086 # several words on purpose
        $compiler -std=c++$standard $flags -I. "$source/tests/cpp/main.cpp" -c -o main.o || { fail "$compiler"; continue; }
        nm -u main.o | grep -E 'Zn[wa]|Zd[la]|malloc|__cxa_(throw|alloc)|typeinfo' && fail "$compiler: a heap, or exceptions"
        gcc main.o kws.o counter.o recorded.o -o main || { fail "link"; continue; }
        ./main || fail "$compiler -std=c++$standard: the program ends with $?"
    done
done

# Numbers, dynamic and complex tensors, several methods, threads, random numbers, tensors without axes or elements, delegates; and contexts alone.
compiles() { # FOLDER OPTION...
    folder=$1
    shift
    "$ptec" compile "$cases/$folder/case.bpte" --name m --cpp -o . "$@" >/dev/null || { fail "$folder"; return; }
    # shellcheck disable=SC2086 # several words on purpose
    g++ -std=c++14 $flags -I. -I"$source/runtime-min" -c m.cpp || fail "$folder: $*"
}
echo '#include "m.hpp"
alignas(m::instance) static unsigned char place[sizeof(m::instance)];
int main() { return static_cast<int>(place[0]); }' >m.cpp
for folder in graph/dynamic_views graph/methods graph/methods_shared_state graph/outputs_special graph/map_number \
    graph/size_outputs aten/rand aten/nonzero aten/cat_complex; do
    compiles $folder --threads 2
done
compiles foreign/foreign_delegate --delegate AccumulatorBackend
grep -q "~instance.*m_destroy_with" m.hpp || fail "nobody stops the delegates"
echo '#include "m.hpp"
int arena(const m_ctx &c);
int arena(const m_ctx &c) { return m::model(c).ctx().arena == nullptr; }' >m.cpp
compiles networks/net_wavenet --weights streamed
compiles networks/net_wavenet --memory sram=64K,psram=8M
[ $failures -eq 0 ]
