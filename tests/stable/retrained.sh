#!/bin/sh
# SPDX-License-Identifier: 0BSD
# The emitted C and headers of two programs differ in digests only, their weights really differ. For a
# network trained and calibrated twice, and for one of whose weights one tensor is changed.
# usage: retrained.sh PTEC MUTATE FIRST.pte SECOND.pte WORK
set -u
ptec=$1 mutate=$2 first=$3 second=$4 work=$5
failures=0

# files OUT MODEL LEVEL: the C of a model, its digests blanked; the weights stay apart.
files() {
    "$ptec" compile "$2" -o "$1" --name net "$3" || exit 1
    mv "$1/net_weights.bin" "$1.bin"
    sed -i -e 's/ sha256 [0-9a-f]\{16\}\([.,]\)/ DIGEST\1/' -e 's|  [0-9a-f]\{8\} \*/$|  DIGEST */|' "$1"/*
    if ! grep -q 'DIGEST \*/$' "$1/net.c"; then
        echo "FAILED: no weight's digest is in net.c"
        exit 1
    fi
}

rm -rf "$work"
mkdir -p "$work"
cd "$work" || exit 1
"$mutate" "$first" changed.pte 0 || exit 1
for level in -O0 -O2; do
    files first "$first" $level
    for other in changed.pte "$second"; do
        files other "$other" $level
        if cmp -s first.bin other.bin; then
            echo "FAILED: $other $level: the weights are the same"
            failures=$((failures + 1))
        fi
        if ! diff -r -U0 first other; then
            echo "FAILED: $other $level: more than digests differs"
            failures=$((failures + 1))
        fi
    done
done
[ $failures -eq 0 ]
