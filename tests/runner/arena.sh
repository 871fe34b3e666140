#!/bin/sh
# SPDX-License-Identifier: 0BSD
# Every writable byte of a compiled model, measured in its object, is at most what ExecuTorch plans
# for the program less its inputs and outputs, which here are the caller's. Where the plan keeps other
# tensors in the bytes of inputs and outputs, that difference says little: there the limit is what
# the program's other tensors need at once.
# usage: arena.sh PTEC PROGRAM WORK
set -eu
ptec=$1 program=$2 work=$3
rm -rf "$work"
mkdir -p "$work"
"$ptec" compile "$program" -o "$work" --name model --emit bundle
gcc -O2 -fno-pie -c "$work/model.c" -o "$work/model.o"
# Writable symbols are of type b or d; a mutable buffer counts as ExecuTorch counts it.
writable=$(nm -S -t d "$work/model.o" | awk '$3 ~ /^[bBdD]$/ { bytes += $2 } END { print bytes + 0 }')
"$ptec" show "$program" | tr -d , | awk -v writable="$writable" '
    /lower bound/ { bound += $3 }
    /ExecuTorch.s plan/ { plan += $3; io += $8 }
    /other tensors/ { others += $4 }
    END {
        limit = plan - io > others ? plan - io : others
        printf "writable %d, lower bound %d; ExecuTorch plans %d, inputs and outputs %d, ", writable,
            bound, plan, io
        printf "other tensors at once %d\n", others
        exit writable > limit
    }'
