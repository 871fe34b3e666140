#!/bin/sh
# SPDX-License-Identifier: 0BSD
# The numbers of `ptec compile --size` are those of `size` for the same code, and those of the
# header.
# usage: size.sh PTEC PROGRAM WORK 'CC FLAG...'...      exit 77: passed, but a compiler is missing
set -u
ptec=$1 program=$2 work=$3
shift 3
failures=0 missing=

# same WHAT OURS THEIRS
same() {
    [ -n "$2" ] && [ "$2" = "$3" ] && return
    echo "FAILED: $cc: $1: $2 instead of $3"
    failures=$((failures + 1))
}

# The number behind a word of the report.
said() {
    sed -n "s/.* by $pattern: .*$1 \([0-9]*\).*/\1/p" report
}

# A column of the line `all`, or of a method's, which has nothing for code and tables.
column() { # LINE COLUMN
    awk -v line="$1" -v column="$2" '
        $1 == "method" { for (i = 1; i <= NF; i++) at[$i] = i; columns = NF }
        $1 == line { print $(at[column] - (line == "all" ? 0 : columns - NF)); exit }' report
}

header() {
    sed -n "s/#define NET_$1 \([0-9]*\).*/\1/p" net.h | awk '{ sum += $1 } END { print sum + 0 }'
}

compare_with_header() {
    same arena "$(column all arena)" "$(header ARENA_BYTES)"
    same state "$(column all state)" "$(header STATE_BYTES)"
    same weights "$(column all weights)" "$(wc -c <both_weights.bin)"
    methods=$(sed -n 's/^pte_status net_\([a-z]*\)_with.*/\1/p' net.h | grep -v '^reset$')
    for method in $methods; do
        upper=$(echo "$method" | tr '[:lower:]' '[:upper:]')
        same "inputs of $method" "$(column "$method" inputs)" "$(header "${upper}_INPUT[0-9]*_BYTES")"
        same "outputs of $method" "$(column "$method" outputs)" "$(header "${upper}_OUTPUT[0-9]*_BYTES")"
    done
}

compile() { # OPTION...
    "$ptec" compile "$program" --name net --emit bundle --weights bin --shared both "$@" >with_commas ||
        exit 1
    tr -d , <with_commas >report
}

rm -rf "$work"
mkdir -p "$work"
cd "$work" || exit 1
cc="without --size"
compile
compare_with_header
for cc in "$@"; do
    name=${cc%% *}
    command -v "$name" >/dev/null || { missing="$missing $name"; continue; }
    tools=${name%gcc}
    [ "$tools" = arm-none-eabi- ] || tools=
    compile --size --cc "$cc"
    $cc -std=c11 -fno-lto -c net.c || exit 1 # without the weights, which are in a file of their own
    pattern=$(printf '%s' "$cc" | sed 's/[.=]/[&]/g')
    "${tools}size" net.o | sed 1d >sizes
    read -r text data bss _ <sizes
    same "code and tables" $(($(said code) + $(said tables))) "$text"
    same .data "$(said '[.]data')" "$data"
    same .bss "$(said '[.]bss')" "$bss"
    compare_with_header
    for method in $methods; do
        case $name in
        clang) grep -q "stack: not measured: $pattern writes no call graph" report || same stack "" said ;;
        *) [ "$(column "$method" stack)" -gt 0 ] || same stack 0 more ;;
        esac
    done
done
[ $failures -eq 0 ] || exit 1
[ -z "$missing" ] || { echo "not checked, for want of:$missing"; exit 77; }
