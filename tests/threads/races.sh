#!/bin/sh
# SPDX-License-Identifier: 0BSD
# Programs whose steps are all split, under ThreadSanitizer: no races, and the bits of those that are
# not split.
# usage: races.sh BITS SOURCE WORK CC KERNELS PROGRAM...     exit 77: CC has no ThreadSanitizer
set -u
bits=$1 source=$2 work=$3 cc=$4 kernels=$5
shift 5
flags="-std=c11 -O1 -g -fsanitize=thread -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror"
failures=0
rm -rf "$work"
mkdir -p "$work"
echo 'int main(void) { return 0; }' >"$work/probe.c"
# shellcheck disable=SC2086 # several words on purpose
$cc $flags "$work/probe.c" -o "$work/probe" 2>/dev/null && "$work/probe" || exit 77

for program; do
    "$bits" --emit "$program" "$kernels" "$work" whole 0 &&
        "$bits" --emit "$program" "$kernels" "$work" parts 3 &&
        grep -q 'ctx->threads, [23]' "$work/parts.c" &&
        # shellcheck disable=SC2086
        $cc $flags -I"$work" -I"$source/runtime-min" "$source/tests/threads/races.c" \
            "$work/whole.c" "$work/parts.c" "$source/runtime-min/pte_threads_posix.c" \
            -pthread -o "$work/races" &&
        "$work/races" && echo "ok: $program" && continue
    echo "FAILED: $program"
    failures=$((failures + 1))
done
[ $failures -eq 0 ]
