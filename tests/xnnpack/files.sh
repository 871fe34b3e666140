#!/bin/sh
# SPDX-License-Identifier: 0BSD
# What `ptec compile` writes with XNNPACK's kernels before others: without a warning, linked with the
# library, from init to free. Without XNNPACK's steps there is neither. What verify needs.
# usage: files.sh PTEC SOURCE BUILD WORK XNNPACK-INCLUDES CC KERNELS
set -u
ptec=$1 source=$2 build=$3 work=$4 includes=$5 cc=$6 kernels=$7
net=$source/tests/corpus/resnet8_portable.bpte
rm -rf "$work" && mkdir -p "$work" && cd "$work" || exit 1

fail() {
    echo "FAILED: $*"
    exit 1
}

"$ptec" compile "$net" -o . --name net --kernels "$kernels" >/dev/null || exit 1
# shellcheck disable=SC2046,SC2086 # several words on purpose
$cc -std=c11 -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror -c net.c net_weights.c \
    "$source/tests/xnnpack/main.c" -I. -I"$source/runtime-min" $(printf -- '-I%s ' "$source"/backends/*) ||
    fail "the files, to $cc"
g++ -std=c++17 -Wall -Wextra -Wpedantic -Werror -I. -I"$source/runtime-min" \
    -I"$source/backends/xnnpack" -fsyntax-only -x c++ -include net.h /dev/null ||
    fail "the header, in C++"
# shellcheck disable=SC2046,SC2086 # several words on purpose
$cc net.o net_weights.o main.o "$build/libpte_xnnpack.a" "$build/libpte_portable.a" \
    $(cat "$build/xnnpack_flags") -o run || exit 1
./run || exit 1

mkdir bundle plain
"$ptec" compile "$net" -o bundle --name net --kernels "$kernels" --emit bundle \
    >/dev/null || exit 1
# shellcheck disable=SC2086 # several words on purpose
$cc -std=c11 -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror -isystem "$includes" \
    -c bundle/net.c -o bundle/net.o || fail "the bundle, to $cc"

"$ptec" compile "$source/tests/corpus/vww_portable_q8.bpte" -o plain --name net \
    --kernels "$kernels" >/dev/null || exit 1
! grep -E 'HEAP|_init|_free|xnn' plain/net.[ch] || fail "a model without operators allocates"

grep -q '"kernel": "pte_xnn_conv2d_f32"' net.json || fail "the report has no such kernel"
grep -q '"xnnpack": {"lacks": \[' net.json || fail "the report does not say what is missing"
grep -q '"refused": {"xnnpack": "operands"}' net.json || fail "the report does not say why not"

# What only some versions have: a kernel, or the library lacks it.
"$ptec" compile "$source/tests/cases/aten/tanh/case.bpte" -o plain --name tanh --kernels xnnpack,portable \
    >/dev/null || exit 1
grep -q '"kernel": "pte_xnn_tanh_f32"\|"refused": {"xnnpack": "library"}' plain/tanh.json ||
    fail "the report does not say that the library lacks it"

"$ptec" verify "$net" --kernels xnnpack,portable --atol 1e-4 >linked ||
    fail "without --cc, no compiler links the library: $(cat linked)"
"$ptec" verify "$net" --kernels xnnpack,portable --target m33-qemu >refused 2>&1 &&
    fail "a target called a library"
grep -q 'not with --target' refused || fail "it does not say why: $(cat refused)"
exit 0
