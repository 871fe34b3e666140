#!/bin/sh
# SPDX-License-Identifier: 0BSD
# Verifies one larger program at both levels: in memory and by gcc without optimisation; the
# MobileNets, for which that is slow, by the compilers that are given, at -O2. XNNPACK's float results, and the
# quantised MobileNets as integers, are compared with more room (docs/numerics.md).
# usage: corpus.sh PTEC PROGRAM COMPILER...
set -u
ptec=$1 program=$2
shift 2
compilers=$*
case $program in
*_xnn.bpte) room="--atol 1e-4" ;;
*) room= ;;
esac
case $program in
*mv?_portable_q8.bpte) integers="--steps 12" ;;
*) integers= ;;
esac
# shellcheck disable=SC2086 # several words on purpose
for level in -O0 -O2; do
    [ $level = -O0 ] || room="$room $integers"
    case ${program##*/} in
    mv2_* | mv3_*)
        for cc in $compilers; do
            "$ptec" verify "$program" $level $room --cc "$cc" --cflags -O2 || exit 1
        done
        ;;
    *)
        "$ptec" verify "$program" $level $room || exit 1
        "$ptec" verify "$program" $level $room --cc gcc --cflags -O0 || exit 1
        ;;
    esac
done
case $program in
*_portable_q8.bpte) "$ptec" verify "$program" --steps-each --cc gcc || exit 1 ;;
esac
