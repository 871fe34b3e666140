#!/bin/sh
# SPDX-License-Identifier: 0BSD
# What `compile`, `show` and NAME.json say of an arena that may not be the smallest one, of one that is
# although less lives at once, and of one that is as small as what lives at once.
# usage: gap.sh PTEC CASES WORK
set -u
ptec=$1 cases=$2 work=$3
failures=0

fail() {
    echo "FAILED: $*"
    failures=$((failures + 1))
}

# said LINE... : that `compile` says so of the arena, or nothing.
said() {
    sed -n '/: arena /s/^ *//p' report >got
    printf '%s' "$1" | diff -u - got || fail "$name: another line"
}

# bytes NAME LEVEL: the arena, the most that lives at once and the least that is needed.
bytes() {
    name=$1
    "$ptec" compile "$cases"/*/"$1"/case.bpte -o . --name "$1" "$2" >report || fail "$1"
    sed -n 's/^\/\* forward: \([0-9,]*\) bytes; most live at once \([0-9,]*\);.*/\1 \2/p' "$1.c" >plan
    read -r arena live <plan
    plain=$(echo "$arena" | tr -d ,)
    least=$(sed -n "s/.*\"forward\", \"arena_bytes\": $plain, \"least_bytes\": \([0-9]*\), .*/\1/p" "$1.json")
    "$ptec" show "$cases"/*/"$1"/case.bpte --memory "$2" | head -n 1 >head
    "$ptec" show "$cases"/*/"$1"/case.bpte "$2" | grep '^    lower bound ' >bound
}

rm -rf "$work"
mkdir -p "$work"
cd "$work" || exit 1

bytes net_wavenet -O0
[ "$least" = "$(echo "$live" | tr -d ,)" ] && [ "$least" -lt "$plain" ] || fail "no gap: $least, $plain"
said "forward: arena $arena, at least $live needed
"
grep -q ": arena $arena bytes, at least $live needed, most live at one step $live, " head || fail "$(cat head)"
grep -q " $live bytes  most live at one step\$" bound || fail "$(cat bound)"

bytes strips_chain -O2
[ "$least" = "$plain" ] && [ "$live" != "$arena" ] || fail "not above what lives: $arena, $live"
said ""
grep -q ": arena $arena bytes, at least $arena needed, most live at one step $live, " head || fail "$(cat head)"
grep -q " $arena bytes  no plan needs less\$" bound || fail "$(cat bound)"

bytes net_wavenet -O2
[ "$least" = "$plain" ] && [ "$live" = "$arena" ] || fail "not what lives: $arena, $live"
said ""
grep -q ": arena $arena bytes, most live at one step $live, " head || fail "$(cat head)"
[ $failures -eq 0 ]
