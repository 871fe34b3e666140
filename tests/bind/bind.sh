#!/bin/sh
# SPDX-License-Identifier: 0BSD
# `--bind` makes sizes of inputs constants, takes the extents from the signature once all are bound,
# and refuses what cannot be bound.
# usage: bind.sh PTEC CASES WORK 'CC FLAG...'
set -u
ptec=$1 model=$2/graph/dynamic_conv/case.bpte work=$3 compiler=$4
failures=0

fail() {
    echo "FAILED: $1"
    failures=$((failures + 1))
}

# refuse MESSAGE BINDING...: the message is in what ptec says.
refuse() {
    message=$1
    shift
    "$ptec" compile "$model" -o "$work/none" "$@" 2>"$work/err" && fail "$*: compiled"
    grep -qF -- "$message" "$work/err" || fail "$*: $(cat "$work/err")"
    [ ! -e "$work/none" ] || fail "$*: has left files"
}

rm -rf "$work"
mkdir -p "$work"
all="--bind input0.dim0=1 --bind input0.dim1=2 --bind input0.dim2=7"
echo "call forward 1" >"$work/sizes_of_case_1"
echo "call forward 2 status 0x10" >"$work/other_sizes"

# shellcheck disable=SC2086 # several words on purpose
"$ptec" verify "$model" $all --sequence "$work/sizes_of_case_1" || fail "all bound"
"$ptec" verify "$model" --bind input0.dim2=7 --sequence "$work/sizes_of_case_1" || fail "one bound"
"$ptec" verify "$model" --bind input0.dim2=7 --sequence "$work/other_sizes" || fail "other sizes"
# shellcheck disable=SC2086
"$ptec" verify "$model" $all --sequence "$work/other_sizes" >"$work/out" && fail "all bound, other sizes"
grep -q 'input 0 is f32 \[1, 2, 12\], expected f32 \[1, 2, 7\]' "$work/out" || fail "$(cat "$work/out")"

# shellcheck disable=SC2086
"$ptec" compile "$model" -o "$work" --name net --emit bundle $all || fail "compile"
grep -q 'net_forward(const float \*input, float \*output);' "$work/net.h" || fail "the signature"
! grep -q 'return PTE_NOT_SUPPORTED' "$work/net.c" || fail "a size is still tested"
# shellcheck disable=SC2086
$compiler -std=c11 -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror -c "$work/net.c" \
    -o "$work/net.o" || fail "the compiler"

refuse "no method has such an extent that is dynamic" --bind input1.dim0=1
refuse "no method has such an extent that is dynamic" --bind input0.dim3=1
refuse "makes it larger than its bound of 24 elements" --bind input0.dim1=2 --bind input0.dim2=13
refuse "bind the same extent" --bind input0.dim2=7 --bind input0.dim2=8
refuse "is not like input0.dim1=7" --bind input0.dim2
refuse "is not like input0.dim1=7" --bind input0.dim2=-7
refuse "is not like input0.dim1=7" --bind input0.dim2=7,
[ $failures -eq 0 ]
