#!/bin/sh
# SPDX-License-Identifier: 0BSD
# What `verify` tells of a case with two outputs, one of them of integers: which error stands in its line, and how many
# elements differ, by expected outputs that are wrong in known places. 0.5 s.
# usage: told.sh PTEC CASES WORK
set -u
ptec=$1 cases=$2 work=$3 failures=0
rm -rf "$work" && mkdir -p "$work" && cd "$work" || exit 1

fail() {
    echo "FAILED: $*"
    failures=$((failures + 1))
}

# floats, halves, longs NUMBER...: as bytes.
floats() {
    for number; do
        case $number in
        1) printf '\000\000\200\077' ;;
        2) printf '\000\000\000\100' ;;
        4) printf '\000\000\200\100' ;;
        8) printf '\000\000\000\101' ;;
        16) printf '\000\000\200\101' ;;
        esac
    done
}
longs() {
    for number; do
        # shellcheck disable=SC2059 # the format is the byte
        printf "\\00$number\\000\\000\\000\\000\\000\\000\\000"
    done
}
# halves N...: one and so many units in the last place
halves() {
    for number; do
        # shellcheck disable=SC2059 # the format is the byte
        printf "\\00$number\\074"
    done
}

# tells TEXT CODE OPTION...: the line of the case, the third one, with `values` and `indices` as what is expected.
tells() {
    want="forward 2: $1" code=$2
    shift 2
    "$ptec" bundle "$cases/aten/topk/case.bpte" --input in --output values,indices -o made.bpte >log || fail "$(cat log)"
    "$ptec" verify made.bpte "$@" >said 2>&1
    [ $? -eq "$code" ] || fail "exit code with $*: $(cat said)"
    grep -qxF "$want" said || fail "with $*: no '$want' in: $(cat said)"
}

# Three rows of seven, whose largest three are 8, 4 and 2, at 3, 2 and 1.
for _ in 1 2 3; do floats 1 2 4 8 1 1 1; done >in
for _ in 1 2 3; do floats 8 4 2; done >values
for _ in 1 2 3; do longs 3 2 1; done >indices
tells "ok    equal" 0

# An error within the tolerance is told if there is no other, however large; one outside comes first.
{ floats 16 4 2 8 4 2 8 4 2; } >values
tells "ok    largest error 8 at output 0 [0, 0] (8, expected 16); 0 of 9 integers unequal" 0 --atol 8
{ longs 3 2 1 3 2 1 3 5 1; } >indices
tells "FAIL  largest error 3 at output 1 [2, 1] (2, expected 5); 1 of 9 integers unequal; 1 of 18 elements outside the tolerance" \
    1 --atol 8
tells "FAIL  largest error 8 at output 0 [0, 0] (8, expected 16); 1 of 9 integers unequal; 2 of 18 elements outside the tolerance" 1

# Of equal errors the first is told, in one output and of two.
{ floats 8 4 2 4 8 2 8 4 2; } >values
{ longs 3 2 5 3 2 5 3 2 1; } >indices
tells "FAIL  largest error 4 at output 0 [1, 0] (8, expected 4); 2 of 9 integers unequal; 4 of 18 elements outside the tolerance" 1
for _ in 1 2 3; do floats 8 4 2; done >values
tells "FAIL  largest error 4 at output 1 [0, 2] (1, expected 5); 2 of 9 integers unequal; 2 of 18 elements outside the tolerance" 1

# The largest of three rows of ones, in halves: one unit beside it is a rounding, two are not.
halves 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 >in
for row in "0 1 0:1 unit:0" "2 0 1:2 units:1"; do
    units=${row#*:}
    # shellcheck disable=SC2086 # numbers
    halves ${row%%:*} >want
    "$ptec" bundle "$cases/aten/amax_f16/case.bpte" --input in --output want -o made.bpte >log || fail "$(cat log)"
    "$ptec" verify made.bpte >said 2>&1
    [ $? -eq "${units#*:}" ] || fail "exit code of $row: $(cat said)"
    grep -qF ", at most ${units%:*} in the last place of f16" said || fail "$row: $(cat said)"
done
[ $failures -eq 0 ]
