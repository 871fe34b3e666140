#!/bin/sh
# SPDX-License-Identifier: 0BSD
# bits.c on all cases that run by themselves, in memory, or on the programs that are given.
# usage: bits.sh BITS CASES LEVEL KERNELS [OPTION... PROGRAM...]
set -u
bits=$1 level=$3 kernels=$4
cd "$2" || exit 1
shift 4
if [ $# -gt 0 ]; then
    results=$("$bits" "$level" "$kernels" "$@")
else
    # A process that has compiled many programs is large, and what forks of it cost grows with it.
    results=$(for folder in */*/; do
        if [ -e "$folder/case.bpte" ] && [ ! -e "$folder/want.verify" ] &&
            ! grep -qs -e --ptd -e --link -e --bind "$folder/args"; then
            echo "${folder}case.bpte"
        fi
    done | xargs -n 24 "$bits" "$level" "$kernels")
fi
code=$?
echo "$results"
echo "$results" | awk '/split steps/ { steps += $3 } END { exit !steps }' && exit $code
echo "FAILED: no step is split"
exit 1
