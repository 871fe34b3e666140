#!/bin/sh
# SPDX-License-Identifier: 0BSD
# What `ptec compile` writes does not depend on the recorded outputs.
# usage: stripped.sh PTEC MUTATE PROGRAM WORK
set -u
ptec=$1 mutate=$2 program=$3 work=$4
rm -rf "$work"
mkdir -p "$work"
"$mutate" "$program" "$work/stripped.bpte" wanted || exit 1
if cmp -s "$program" "$work/stripped.bpte"; then
    echo "FAILED: nothing was stripped"
    exit 1
fi
"$ptec" compile "$program" -o "$work/whole" --name net || exit 1
"$ptec" compile "$work/stripped.bpte" -o "$work/stripped" --name net || exit 1
diff -r "$work/whole" "$work/stripped"
