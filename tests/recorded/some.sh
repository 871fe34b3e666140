#!/bin/sh
# SPDX-License-Identifier: 0BSD
# Recorded cases as C, by the user's compiler without a warning: bytes at the border, state, several methods, sizes
# known at run time, complex and half numbers, no elements, numbers that are no tensors. A number that differs fails.
# usage: some.sh PTEC TESTS WORK CC
set -u
ptec=$1 tests=$(cd "$2" && pwd) work=$3 cc=$4 failures=0
. "$tests/recorded/build.sh"
fail() {
    echo "FAILED: $*"
    failures=$((failures + 1))
}
strict="$cc -O0 -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror"
rm -rf "$work"
mkdir -p "$work"
cd "$work" || exit 1

# passes COUNT PROGRAM [OPTION...]
passes() {
    count=$1
    shift
    build "$tests/$1" "$strict" "" ${2:+"$2" "$3"} && ./cases >answer && tail -n 1 answer >last &&
        [ "$(cat last)" = "$count passed, 0 failed" ] || { fail "$*" && cat answer; }
}
passes 2 cases/quantized/q8_add/case.bpte --io int8
passes 3 cases/aten/abs/case.bpte # with NaN and infinities
passes 3 cases/aten/add_f16/case.bpte
passes 3 cases/aten/add_bf16/case.bpte
passes 4 cases/graph/methods_shared_state/case.bpte
passes 2 cases/preprocess/tile_crop_complex/case.bpte
passes 3 cases/graph/size_outputs/case.bpte
passes 2 cases/graph/inputs_special/case.bpte
passes 1 cases/graph/empty_moves/case.bpte

# One number of the second case is wrong.
build "$tests/cases/aten/add/case.bpte" "$strict" "" || fail "add"
awk '/^static .*forward_1_output\[/ { inside = 1 } inside && /^    / { sub(/[0-9]/, "9"); inside = 0 } 1' model_cases.c >wrong.c
cmp -s wrong.c model_cases.c && fail "nothing was changed"
$cc -std=c11 model.c wrong.c model_cases_main.c -o wrong -lm && ./wrong >answer && fail "a wrong number passes"
printf 'case 0: ok\ncase 1: FAIL\ncase 2: ok\n2 passed, 1 failed\n' | diff - answer || fail "what is printed"

# What cannot be done leaves no file.
mkdir none
"$ptec" cases "$tests/../examples/digits/digits.pte" -o none/made 2>message && fail "there is no case"
grep -q 'there is no recorded case in it' message || fail "$(cat message)"
[ ! -e none/made ] || fail "a folder is left"
[ $failures -eq 0 ]
