#!/bin/sh
# SPDX-License-Identifier: 0BSD
# Programs drawn from the operators' schemas (schema.c), and the C of some of them without a warning.
# usage: check.sh SCHEMA SOURCE WORK CC FIRST COUNT [WORD...]
set -eu
schema=$1 source=$2 work=$3 cc=$4
shift 4
rm -rf "$work"
mkdir -p "$work"
cd "$work"
export ASAN_OPTIONS=detect_leaks=0 # of processes that a finding ends
"$schema" . "$@" >results || {
    cat results
    exit 1
}
tail -n 1 results

files=$(sed -n 's/^WRITTEN \(.*\)$/\1_0.c \1_2.c \1_0_weights.c \1_2_weights.c/p' results)
[ -n "$files" ] || exit 0
# shellcheck disable=SC2046,SC2086 # several words on purpose
$cc -std=c11 -O0 -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror -I. -I"$source/runtime-min" \
    $(printf -- '-I%s ' "$source"/backends/*) -c $files
