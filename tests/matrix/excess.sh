#!/bin/sh
# SPDX-License-Identifier: 0BSD
# Where C computes floats with more digits than they have, programs that only round single operations
# compile, with a compiler that drops these digits where C says so; others are refused.
# usage: excess.sh PTEC SOURCE WORK I386_CC
set -u
ptec=$1 source=$2 work=$3 cc=$4 failures=0
rm -rf "$work"
mkdir -p "$work"
cd "$work" || exit 1
for case in cortex_m_conv2d q8_add conv2d cortex_m_softmax sinh_f64; do
    "$ptec" compile "$source"/tests/cases/*/"$case"/case.bpte -o $case --name net --emit bundle || exit 1
done

# takes CASE FLAG...; refuses TEXT CASE FLAG...
takes() {
    case=$1
    shift
    "$cc" "$@" -fsyntax-only "$case/net.c" && return
    echo "FAILED: $case does not compile: $*"
    failures=$((failures + 1))
}
refuses() {
    text=$1 case=$2
    shift 2
    ! "$cc" "$@" -fsyntax-only "$case/net.c" 2>errors && grep -q "error.*$text" errors && return
    echo "FAILED: $case is not refused: $*"
    failures=$((failures + 1))
}
for case in cortex_m_conv2d q8_add; do
    takes "$case" -std=c11 -mfpmath=387
    takes "$case" -std=gnu11 -msse2 -mfpmath=sse
    refuses "compile by gcc with -std=c11" "$case" -std=gnu11 -mfpmath=387
    refuses "compile by gcc with -std=c11" "$case" -std=c11 -fexcess-precision=fast -mfpmath=387
done
for case in conv2d cortex_m_softmax sinh_f64; do
    takes "$case" -std=c11 -msse2 -mfpmath=sse
    refuses "compile with -msse2 -mfpmath=sse" "$case" -std=c11 -mfpmath=387
done
[ $failures -eq 0 ]
