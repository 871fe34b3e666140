#!/bin/sh
# SPDX-License-Identifier: 0BSD
# The recorded outputs with XNNPACK's kernels: bytes equal, floats with the room that other orders of
# sums need; and as many convolutions and products run in XNNPACK as steps.txt says.
# usage: corpus.sh PTEC PROGRAM STEPS WORK KERNELS OPTION...     OPTION: of verify
set -u
ptec=$1 program=$2 steps=$3 work=$4 kernels=$5
shift 5
name=$(basename "$program" .bpte)
case $name in # not the program's own arithmetic: as tests/runner/corpus.sh
mv?_portable_q8) steps_apart="--steps 12" ;;
*) steps_apart= ;;
esac
mkdir -p "$work"
# shellcheck disable=SC2086 # several words on purpose
"$ptec" verify "$program" --kernels $kernels --atol 1e-4 $steps_apart "$@" || exit 1
"$ptec" compile "$program" -o "$work" --name net --kernels $kernels >/dev/null || exit 1
want=$(sed -n "s/^$name //p" "$steps")
got=$(grep -c '"kernel": "pte_xnn_conv2d_' "$work/net.json")
[ "$got" -eq "${want:-0}" ] && exit 0
echo "FAILED: $got convolutions and products by XNNPACK, not ${want:-0}"
exit 1
