#!/bin/sh
# SPDX-License-Identifier: 0BSD
# Programs that were compiled with --threads give the same bits on pools of every size.
# usage: threads.sh PTEC SOURCE BUILD WORK CC KERNELS PROGRAM...
set -u
ptec=$1 source=$2 build=$3 work=$4 cc=$5 kernels=$6 failures=0
shift 6
rm -rf "$work" && mkdir -p "$work" && cd "$work" || exit 1
for program in "$@"; do
    "$ptec" compile "$program" -o . --name net --kernels "$kernels" --threads 4 \
        >/dev/null || exit 1
    # shellcheck disable=SC2046 # several words on purpose
    $cc -std=gnu11 -Wall -Wextra -Wpedantic -Werror -O1 net.c net_weights.c \
        "$source/tests/xnnpack/threads.c" -I. -I"$source/runtime-min" \
        $(printf -- '-I%s ' "$source"/backends/*) \
        "$build/libpte_xnnpack.a" "$build/libpte_portable.a" $(cat "$build/xnnpack_flags") -pthread \
        -o run || exit 1
    ./run >log && continue
    echo "FAILED: $program"
    cat log
    failures=$((failures + 1))
done
[ $failures -eq 0 ]
