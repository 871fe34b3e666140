#!/bin/sh
# SPDX-License-Identifier: 0BSD
# What all cases cost: a change that costs steps, RAM or weights shows it in its diff of plans.txt (plans.c says
# what stands there). Outputs do not tell that a pass does nothing any more. Seven seconds of processor time.
# usage: plans.sh check|bless PLANS TESTS WORK [NAME=VALUE]      PLANS: the program; what is in its environment
set -eu
mode=$1 plans=$2 tests=$3 work=$4
shift 4
list=$tests/passes/plans.txt
mkdir -p "$work"
cd "$tests/cases"
for folder in */*/; do
    [ -e "$folder/args" ] || [ -e "$folder/args.compile" ] || echo "$folder"
done | LC_ALL=C sort | xargs -n 400 env "$@" "$plans" >"$work/plans.txt"
cmp -s "$list" "$work/plans.txt" && exit
[ "$mode" = check ] || exec cp "$work/plans.txt" "$list"
diff -U 0 "$list" "$work/plans.txt"
