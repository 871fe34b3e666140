#!/bin/sh
# SPDX-License-Identifier: 0BSD
# The cases of cases.txt call each function of the runtime and the kernels that any case calls.
# usage: cover.sh PTEC HERE WORK
set -u
ptec=$1 here=$2 work=$3
rm -rf "$work"
mkdir -p "$work"
cd "$here/../cases" || exit 1

# The functions that the emitted code of some cases calls; a case that needs options has none.
called() {
    for name; do
        "$ptec" compile "$name/case.bpte" -o "$work/c" --name net >"$work/log" 2>&1 &&
            grep -o '\<pte_[a-z0-9_]*(' "$work/c/net.c"
    done | sort -u
}
# shellcheck disable=SC2046 # several words on purpose
called $(grep -v '^#' "$here/cases.txt") >"$work/chosen"
called */* >"$work/all"
[ -s "$work/chosen" ] || exit 1
missing=$(comm -13 "$work/chosen" "$work/all")
[ -z "$missing" ] && exit
printf 'FAILED: no case of tests/matrix/cases.txt calls these; add one that does\n%s\n' "$missing"
exit 1
