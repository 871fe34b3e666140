#!/bin/sh
# SPDX-License-Identifier: 0BSD
# bits.c on all cases that run by themselves, in memory, or on the programs that are given.
# usage: bits.sh BITS CASES LEVEL KERNELS [OPTION... PROGRAM...]
set -u
bits=$1 level=$3 kernels=$4
cd "$2" || exit 1
shift 4
if [ $# -eq 0 ]; then
    for folder in */*/; do
        if [ -e "$folder/case.bpte" ] && [ ! -e "$folder/want.verify" ] &&
            ! grep -qs -e --ptd -e --link -e --bind "$folder/args"; then
            set -- "$@" "${folder}case.bpte"
        fi
    done
fi
"$bits" "$level" "$kernels" "$@"
