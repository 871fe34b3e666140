#!/bin/sh
# SPDX-License-Identifier: 0BSD
# What a build around emitted models relies on: models in every form link together, placement macros
# work in each form, weights of the wrong byte order do not compile, headers are C++ too.
# usage: image.sh PTEC SOURCE WORK      exit 77: passed, but a compiler is missing
set -eu
ptec=$1 source=$2 work=$3
warnings="-Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wstrict-prototypes -Wmissing-prototypes
    -Wundef -Wvla -Wcast-qual -Wdouble-promotion -Werror"
library="-I$source/runtime-min -I$source/backends/portable"
missing=

rm -rf "$work"
mkdir -p "$work"
emit() { # NAME CASE OPTION...
    name=$1 model=$(echo "$source"/tests/cases/*/"$2"/case.bpte)
    shift 2
    "$ptec" compile "$model" -o "$work" --name "$name" "$@"
}
emit first sigmoid --emit bundle
emit second sigmoid --emit bundle
emit third sigmoid
emit bundled cache_slice_sequence --emit bundle
emit bundled_bin cache_slice_sequence --emit bundle --weights bin
emit binary cache_slice_sequence
emit array cache_slice_sequence --weights c
cd "$work"

has() { # CC
    command -v "$1" >/dev/null || { missing="$missing $1"; return 1; }
}

# ---- Three models of one program, two of them bundles, give the same bits.
cat >main.c <<'END'
#include "first.h"
#include "second.h"
#include "third.h"
#include <string.h>
int main(void)
{
    float in[21], a[21], b[21], c[21];
    for (int i = 0; i < 21; i++)
        in[i] = (float)(i - 10) / 4;
    return first_forward(in, a) || second_forward(in, b) || third_forward(in, c) ||
           memcmp(a, b, sizeof a) != 0 || memcmp(a, c, sizeof a) != 0 ||
           strcmp(pte_status_name(PTE_OK), "ok") != 0;
}
END
for cc in gcc clang; do
    has $cc || continue
    # shellcheck disable=SC2086 # several words on purpose
    $cc -std=c11 -O2 $warnings $library -I. main.c first.c second.c third.c third_weights.c \
        "$source"/runtime-min/*.c -o run
    ./run || { echo "FAILED: models of one program differ"; exit 1; }
done

# ---- Every placement macro in every form.
in_section() { # OBJECT SECTION SYMBOL
    objdump -t "$1" | grep -q " $2[[:space:]].* $3\$" ||
        { echo "FAILED: $3 is not in $2 of $1"; objdump -t "$1" | grep " $3\$"; exit 1; }
}
for cc in gcc clang; do
    has $cc || continue
    for name in bundled bundled_bin binary array; do
        weights=${name}_weights
        for unit in $name $weights; do
            [ -e $unit.c ] || continue
            # shellcheck disable=SC2086
            $cc -std=c11 -O2 $library -I. '-DPTE_SECTION_ARENA=".arena"' \
                '-DPTE_SECTION_STATE=".state"' '-DPTE_SECTION_CODE=".code"' \
                '-DPTE_SECTION_WEIGHTS=".weights"' \
                '-DPTE_ALIGN(n)=__attribute__((aligned(256)))' -c $unit.c
        done
        in_section $name.o .arena arena
        in_section $name.o .state state
        in_section $name.o .code ${name}_forward_with
        [ -e $weights.c ] || weights=$name
        in_section $weights.o .weights ${name}_weights
        objdump -h $name.o | grep -q '\.arena .*2\*\*8' || { echo "FAILED: PTE_ALIGN"; exit 1; }
    done
done

# ---- A big-endian target.
! gcc -std=c11 -fsyntax-only -U__BYTE_ORDER__ -D__BYTE_ORDER__=__ORDER_BIG_ENDIAN__ first.c \
    2>big_endian || { echo "FAILED: big-endian compiles"; exit 1; }
grep -q 'error.*little-endian' big_endian
if has clang; then
    ! clang --target=s390x-linux-gnu -ffreestanding -std=c11 -fsyntax-only first.c 2>big_endian ||
        { echo "FAILED: s390x compiles"; exit 1; }
    grep -q 'error.*little-endian' big_endian
fi

# ---- Headers in C++.
if has g++; then
    for header in first.h third.h bundled.h third_steps.h; do
        # shellcheck disable=SC2086
        g++ -std=c++11 -Wall -Wextra -Wpedantic -Werror $library -I. -fsyntax-only -x c++ \
            -include $header /dev/null
    done
fi
if [ -n "$missing" ]; then
    echo "not checked, for want of:$missing"
    exit 77
fi
