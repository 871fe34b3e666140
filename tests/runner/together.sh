#!/bin/sh
# SPDX-License-Identifier: 0BSD
# `ptec verify` of several folders by one process, for starting it takes longer than verifying most of them.
# What is printed of those that fail comes last.
# usage: together.sh PTEC OPTION... -- FOLDER...      no folder has `args` or a `sequence`
set -u
ptec=$1
shift
options=0
while [ "$1" != -- ]; do
    set -- "$@" "$1"
    options=$((options + 1))
    shift
done
shift
count=$(($# - options)) # the folders stand before the options now
i=0
while [ $i -lt $count ]; do
    folder=${1%/}
    set -- "$@" "$folder/case.bpte"
    i=$((i + 1))
    shift
done
output=$("$ptec" verify "$@" 2>&1)
code=$?
passed=$(printf '%s\n' "$output" | grep -c '^[1-9][0-9]* passed, 0 failed$')
[ $code -eq 0 ] && [ "$passed" -eq $count ] && exit
printf '%s\n' "$output" | awk '
    function end_block() { if (block !~ /\n[1-9][0-9]* passed, 0 failed\n/) printf "%s", block; block = "" }
    /case\.bpte:$/ { end_block() }
    { block = block $0 "\n" }
    END { end_block() }'
echo "FAILED: $passed of $count pass, exit code $code"
exit 1
