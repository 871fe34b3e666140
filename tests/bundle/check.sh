#!/bin/sh
# SPDX-License-Identifier: 0BSD
# `ptec bundle` writes cases that `verify` reads: with outputs that are given, here computed by this script,
# or computed at -O0, which the file then says.
# usage: check.sh PTEC CASES WORK
set -u
ptec=$1 cases=$2 work=$3 failures=0
hostile=$cases/../hostile dumped=$cases/../compare/dumps/program.bpte
relu=$cases/aten/relu/case.bpte clone=$cases/dim_order/clone_channels_last/case.bpte
rm -rf "$work" && mkdir -p "$work" && cd "$work" || exit 1

fail() {
    echo "FAILED: $*"
    failures=$((failures + 1))
}

# float EXPONENT SIGN: the bytes of 2^(EXPONENT - 127), negative if SIGN is 128.
float() {
    printf "\\0\\0\\$(printf %o $(($1 % 2 * 128)))\\$(printf %o $(($1 / 2 + $2)))"
}

# verified COUNT FILE TEXT: so many cases pass, and the output has the text.
verified() {
    "$ptec" verify "$2" >log 2>&1 || fail "$2: $(cat log)"
    grep -q "^$1 passed, 0 failed$" log || fail "$2: not $1 cases in: $(cat log)"
    grep -q "$3" log || fail "$2: not '$3' in: $(cat log)"
}

# The 21 numbers of an input, every third one negative, and what relu makes of them.
for i in $(seq 1 21); do
    sign=$((i % 3 == 0 ? 128 : 0))
    float $((i + 100)) $sign >&3
    if [ $sign -eq 0 ]; then
        float $((i + 100)) 0 >&4
    else
        printf '\0\0\0\0' >&4
    fi
done 3>in 4>want
"$ptec" bundle "$relu" --input in --output want -o given.bpte >log || fail "bundle: $(cat log)"
grep -q '^given.bpte: 4 cases of forward; expected outputs as given$' log || fail "it says: $(cat log)"
verified 4 given.bpte '^forward 3: ok'
grep -q 'expected outputs are' log && fail "whose outputs are they: $(cat log)"
"$ptec" bundle given.bpte --input in --input want -o computed.bpte >log || fail "computed: $(cat log)"
verified 6 computed.bpte '^expected outputs are what the C of ptec -O0 computes'
"$ptec" bundle "$relu" --input in --output in -o wrong.bpte >log || fail "wrong: $(cat log)"
"$ptec" verify wrong.bpte >log && fail "a wrong output passes: $(cat log)"

# The program has its output's axes in another order than its input's; an array of numpy has neither.
for i in $(seq 1 120); do
    float $((i + 60)) 0
done >in
{
    printf '\223NUMPY\001\000v\000%-117s\n' "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3, 4, 5), }"
    cat in
} >in.npy
"$ptec" bundle "$clone" --input in --output in.npy --input in.npy --output in.npy -o order.bpte >log ||
    fail "order: $(cat log)"
verified "$(($(grep -o '^[^:]*: [0-9]*' log | sed 's/.*: //')))" order.bpte ': ok    equal'
# ExecuTorch copies a recorded tensor as it lies, so that it has to lie as the program has it: channels last.
od -An -v -tx1 order.bpte | tr -d ' \n' | grep -q 0000801e00008028 || fail "the output lies in another order"
"$ptec" bundle "$clone" --input in --output in -o order.bpte >log || fail "raw order: $(cat log)"
"$ptec" verify order.bpte >log && fail "another order passes: $(cat log)"

# Other methods keep their cases, and a method that had none gets a suite. Numbers are recorded, too.
head -c 12 in >three && head -c 24 in >six
"$ptec" bundle "$cases/graph/methods_constant/case.bpte" --input three -o methods.bpte >log ||
    fail "methods: $(cat log)"
grep -q '^methods.bpte: 2 cases of forward' log || fail "methods: $(cat log)"
verified 7 methods.bpte '^forward 1: ok'
for method in cached ends labels rate scale; do
    grep -q "^$method 0: ok    equal$" log || fail "the case of $method is gone: $(cat log)"
done
"$ptec" bundle "$hostile/methods_first_not_recorded/case.bpte" --input three --input three -o first.bpte >log ||
    fail "the first case: $(cat log)"
grep -q '^first.bpte: 2 cases of forward' log || fail "the first case: $(cat log)"
verified 3 first.bpte '^second 0: ok'
"$ptec" bundle "$hostile/numbers/case.bpte" --input six -o numbers.bpte >log || fail "numbers: $(cat log)"
verified 2 numbers.bpte '^forward 1: ok    equal'
# As export/hostile.py writes them: 7, 0.5 and true, in both cases.
for number in '0700000000000000' '000000000000e03f'; do
    [ "$(od -An -v -tx1 numbers.bpte | tr -d ' \n' | grep -o $number | wc -l)" -ge 5 ] || fail "no $number"
done

# What cannot be written.
expect() { # CODE TEXT ARGUMENT...
    code=$1 text=$2
    shift 2
    "$ptec" bundle "$@" >log 2>&1
    [ $? -eq "$code" ] || fail "bundle $*: not code $code: $(cat log)"
    grep -q -e "$text" log || fail "bundle $*: not '$text' in: $(cat log)"
}
expect 2 "needs -o FILE" "$relu" --input in
expect 2 "needs --input" "$relu" -o a.bpte
expect 2 "needs 1 --input, got 2" "$relu" --input want,want -o a.bpte
expect 2 "one of each a case" "$relu" --input want --input want --output want -o a.bpte
expect 2 "has 1 outputs, but --output names 2" "$relu" --input want --output want,want -o a.bpte
expect 1 "but the file has 480" "$relu" --input in -o a.bpte
expect 2 "output 0 of forward is a number" "$hostile/numbers/case.bpte" --input six --output six,six,six,six,six,six \
    -o a.bpte
expect 1 "output 0 of forward is of kind None, which no recorded case can hold" "$dumped" --input six -o a.bpte
expect 1 "none/a.bpte: cannot write" "$relu" --input want -o none/a.bpte
[ -e a.bpte ] && fail "a file although it failed"
[ $failures -eq 0 ]
