#!/bin/sh
# SPDX-License-Identifier: 0BSD
# `ptec verify` of a program in the least memory that --max-ram can give it, which the error for one
# byte says, by each kernel library; a byte less is refused.
# usage: turns.sh PTEC PROGRAM WORK 'KERNELS...' 'CC FLAG...' [ARGUMENT...]
set -u
ptec=$1 program=$2 work=$3 lists=$4 cc=$5
shift 5
failures=0

fail() {
    echo "FAILED: $*"
    failures=$((failures + 1))
}

# Prints the bytes that the arena and the state take at least.
needed() {
    "$ptec" compile "$program" -o "$work" --kernels "$1" --max-ram 1 2>&1 >/dev/null | tr -d , |
        sed -n 's/.* the arena needs \([0-9]*\) bytes and the state \([0-9]*\) more than .*/\1 \2/p' |
        { read -r arena state && echo $((arena + state)); }
}

rm -rf "$work"
mkdir -p "$work"
for kernels in $lists; do
    bytes=$(needed $kernels)
    if [ -z "$bytes" ]; then
        fail "--kernels $kernels --max-ram 1: the error does not say what is needed"
        continue
    fi
    "$ptec" verify "$program" --kernels $kernels --max-ram "$bytes" --cc "${cc%% *}" \
        --cflags "${cc#* } -DPTE_DEBUG_MEMORY" "$@" || fail "--kernels $kernels --max-ram $bytes"
    ! "$ptec" compile "$program" -o "$work" --kernels $kernels --max-ram $((bytes - 1)) \
        2>/dev/null || fail "--kernels $kernels --max-ram $((bytes - 1)): accepted"
done
[ -z "$(ls -A "$work")" ] || fail "files are left: $(ls -A "$work")"
[ $failures -eq 0 ]
