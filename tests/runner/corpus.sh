#!/bin/sh
# SPDX-License-Identifier: 0BSD
# Verifies one larger program at both levels: in memory and by gcc without optimisation; the
# MobileNets, for which that is slow, by gcc and clang at -O2.
# usage: corpus.sh PTEC PROGRAM
set -u
ptec=$1 program=$2
for level in -O0 -O2; do
    case ${program##*/} in
    mv2_* | mv3_*)
        "$ptec" verify "$program" $level --cc gcc --cflags -O2 || exit 1
        "$ptec" verify "$program" $level --cc clang --cflags -O2 || exit 1
        ;;
    *)
        "$ptec" verify "$program" $level || exit 1
        "$ptec" verify "$program" $level --cc gcc --cflags -O0 || exit 1
        ;;
    esac
done
