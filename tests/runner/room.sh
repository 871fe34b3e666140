#!/bin/sh
# SPDX-License-Identifier: 0BSD
# Where one file of a compile has no room, or no place, those of the one before stay, all of them,
# and nothing beside them.
# usage: room.sh PTEC SMALL LARGE WORK
set -u
ptec=$1 small=$2 large=$3 work=$4
failures=0

# refused FILE BLOCKS: the large program in the place of the small one, files of so many blocks.
refused() {
    (
        ulimit -f "$2"
        "$ptec" compile "$large" --name m -o got >out 2>&1
    )
    code=$?
    [ $code -eq 1 ] && grep -q "got/$1: cannot write" out && diff -rq want got && return
    echo "FAILED: exit code $code, or other files, or no word of $1 in:"
    cat out
    failures=$((failures + 1))
}

rm -rf "$work"
mkdir -p "$work"
cd "$work" || exit 1
for folder in want got; do
    "$ptec" compile "$small" --name m -o $folder >/dev/null || exit 1
done
refused m_weights.bin 256
refused m.c 1
for folder in want got; do
    rm $folder/m_weights.bin
    mkdir $folder/m_weights.bin
done
refused m_weights.bin unlimited
[ $failures -eq 0 ]
