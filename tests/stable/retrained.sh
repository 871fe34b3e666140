#!/bin/sh
# SPDX-License-Identifier: 0BSD
# The programs of one network, trained and calibrated in several ways or with one weight changed, give
# C and headers that differ in digests only; their weights do differ. Weights with which other code is
# right have another layout id.
# usage: retrained.sh PTEC MUTATE FOLDER WORK
set -u
ptec=$1 mutate=$2 folder=$3 work=$4
cases=$(cd "$(dirname "$0")/../cases" && pwd)
failures=0

# files OUT MODEL LEVEL: the C of a model, its digests blanked; the weights stay apart.
files() {
    "$ptec" compile "$2" -o "$1" --name net "$3" || exit 1
    mv "$1/net_weights.bin" "$1.bin"
    sed -i -e 's/ sha256 [0-9a-f]\{16\}\([.,]\)/ DIGEST\1/' -e 's|  [0-9a-f]\{8\} \*/$|  DIGEST */|' \
        -e '/^  {"name"/s/"[0-9a-f]\{8\}"/DIGEST/g' -e '/^"sha256"/s/"[0-9a-f]\{64\}"/DIGEST/g' \
        -e '/^  {"tensor"/s/, "scale".*//' "$1"/*
    if ! grep -q 'DIGEST \*/$' "$1/net.c"; then
        echo "FAILED: no weight's digest is in net.c"
        exit 1
    fi
}

rm -rf "$work"
mkdir -p "$work"
cd "$work" || exit 1
"$mutate" "$folder/first.pte" changed.pte 0 || exit 1
for level in -O0 -O2; do
    files first "$folder/first.pte" $level
    for other in changed.pte "$folder/second.pte" "$folder/untrained.pte"; do
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
for scale in near far; do # the sums of bytes stay in 32 bits, or not
    "$ptec" compile "$cases/quantized/q8_add_$scale/case.bpte" -o $scale --name net || exit 1
    sed -n 's/.*pte_check_weights(.*UINT64_C(\(.*\)));/\1/p' $scale/net.c >$scale.id
done
if [ ! -s near.id ] || cmp -s near.id far.id; then
    echo "FAILED: code for small sums takes the weights of large ones"
    failures=$((failures + 1))
fi
[ $failures -eq 0 ]
