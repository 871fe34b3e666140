#!/bin/sh
# SPDX-License-Identifier: 0BSD
# `ptec show --extract` writes each delegate's data to a file, whole or not at all.
# usage: extract.sh PTEC TESTS WORK
set -u
ptec=$1 tests=$2 work=$3
failures=0

fail() {
    echo "FAILED: $*"
    failures=$((failures + 1))
}

rm -rf "$work"
mkdir -p "$work"
cd "$work" || exit 1

"$ptec" show "$tests/cases/foreign/foreign_delegate_twice/case.bpte" --extract two >/dev/null || fail "two"
[ "$(ls two | tr '\n' ' ')" = "forward_0_AccumulatorBackend.bin forward_1_AccumulatorBackend.bin " ] ||
    fail "files: $(ls two)"
# "ACC1", 2 steps "*" of 0 and 1, "+" of 2 and 1; 1 result, register 3
printf 'ACC1\002*%b\001+\002\001\001\003' '\0000' >want
cmp want two/forward_0_AccumulatorBackend.bin || fail "the data differ"

"$ptec" show "$tests/reject/delegate_unknown/case.pte" --extract hostile/deep >/dev/null || fail "hostile"
[ "$(ls hostile/deep)" = "forward_0_Some_Backend.bin" ] || fail "hostile files: $(ls hostile/deep)"
[ "$(cat hostile/deep/*)" = blob ] || fail "hostile data"

"$ptec" show "$tests/cases/aten/relu/case.bpte" --extract none >/dev/null || fail "none"
[ -z "$(ls none)" ] || fail "no delegate, but files: $(ls none)"

echo other >blocked
! "$ptec" show "$tests/cases/foreign/foreign_delegate/case.bpte" --extract blocked >/dev/null 2>err ||
    fail "a file in place of the folder"
grep -q blocked err || fail "the message does not name it: $(cat err)"
[ "$(cat blocked)" = other ] || fail "the file was changed"

# No room for the file: the old one stays, and nothing beside it.
mkdir full && echo old >full/forward_0_AccumulatorBackend.bin
(
    ulimit -f 0
    "$ptec" show "$tests/cases/foreign/foreign_delegate/case.bpte" --extract full
) >/dev/null 2>&1 && fail "there was no room"
[ "$(cat full/*)" = old ] || fail "left behind: $(ls full)"
[ $failures -eq 0 ]
