#!/bin/sh
# SPDX-License-Identifier: 0BSD
# What `run --etdump`, `run --dump`, `run --json` and `verify --etdump` write, read by readers of their own, is what ExecuTorch's runtime
# has noted of the same call (export/etdump.py): the values of each instruction and the outputs.
# usage: files.sh PTEC READER TESTS WORK
set -u
ptec=$1 reader=$2 tests=$3 work=$4 failures=0
net=$tests/compare/net
rm -rf "$work" && mkdir -p "$work" && cd "$work" || exit 1

fail() {
    echo "FAILED: $*"
    failures=$((failures + 1))
}

# values FILE: the values of instructions and outputs, without names.
values() {
    "$reader" "$1.etdp" "$1.bin" >all || fail "$1.etdp"
    sed -n -e 's/^value [^ ]* \([0-9]*\) - /\1 /p' -e 's/^output [^ ]* -*[0-9]* - /output /p' all
}

values "$net" >runtime
for level in -O0 -O2; do
    "$ptec" run "$net.pte" $level -n 1 --etdump net.etdp >log || fail "run $level: $(cat log)"
    values net >ours
    [ "$(grep -c . ours)" -ge 9 ] || fail "$level: few values: $(cat all)"
    sed 's/ .*//' ours | grep -v output | while read -r instruction; do
        grep "^$instruction " runtime | head -n 1
    done >want
    grep output runtime >>want
    diff want ours || fail "$level: other values than the runtime's"
    "$ptec" compare $level "$net.etdp" "$net.pte" >/dev/null || fail "$level: compare"
    "$ptec" compare net.etdp $level "$net.pte" | grep -q '9 results compared, 0 differ' ||
        [ $level = -O0 ] || fail "$level: compare with our dump"
done

# The same values as arrays, a file a step, of which the reader shows twelve numbers, and the outputs as JSON.
numbers() {
    header=$(od -A n -j 8 -N 2 -t u2 "$1")
    tail -c "+$((header + 11))" "$1" | od -A n -v -w4 -t f4 | head -n 12 | awk '{ printf " %.5f", $1 } END { print "" }'
}
rm -rf dumped
"$ptec" run "$net.pte" --dump dumped >log || fail "run --dump: $(cat log)"
"$reader" net.etdp net.bin | sed -n 's/^value \([^ ]*\) \([0-9]*\) .*/\1 \2/p' >steps
[ "$(grep -c . steps)" -eq 6 ] || fail "steps: $(cat steps)"
while read -r step instruction; do
    grep "^$instruction " runtime | sed 's/^[^]]*]//;q' >want
    numbers "dumped/$step.npy" | diff want - >log || fail "dumped/$step.npy: $(cat log)"
done <steps
# A step that runs three times, in a loop that ends when it is true, has a file for each time.
"$ptec" run "$tests/cases/graph/loop_first/case.bpte" --dump turns >log || fail "run --dump of a loop: $(cat log)"
for turn in eq_1 eq_1.1 eq_1.2; do tail -c 1 "turns/$turn.npy" | od -A n -t u1; done | tr -d ' \n' >got
[ "$(cat got)" = 001 ] && [ ! -e turns/eq_1.3.npy ] || fail "turns of a loop: $(cat got), $(ls turns)"
"$ptec" run "$net.pte" --json >net.out || fail "run --json"
sed -n 's/.*"dtype": "\([^"]*\)".*"data": \[\([^]]*\)\].*/\1 \2/p' net.out | tr -d , |
    awk '{ for (i = 2; i <= NF; i++) printf $1 == "f32" ? " %.5f" : " %d", $i; print "" }' >ours
grep output runtime | sed 's/^[^]]*]//' | diff - ours >log || fail "JSON: $(cat log)"
"$ptec" run "$tests/cases/graph/methods_constant/case.bpte" --method ends --json | tr -d ' \n' >ours
printf '%s' '{"method":"ends","outputs":[{"name":"output0","dtype":"i64","shape":[],"data":[2]},' \
    '{"name":"output1","dtype":"i64","shape":[],"data":[7]}]}' | cmp - ours || fail "--method: $(cat ours)"
"$ptec" run "$net.pte" --method forwrad >log 2>&1 && fail "a method that is not there"
grep -q 'it has no method forwrad, but forward' log || fail "a wrong method: $(cat log)"
"$ptec" run "$net.pte" --dump dumped --json >log 2>&1
[ $? -eq 2 ] || fail "--dump with --json"

# Each step has a time in each run, under the name and the instruction that the manifest has.
"$ptec" compile "$net.pte" --name net -o . >log || fail "compile"
sed -n 's/^  {"name": "\([^"]*\)".*"instructions": \[\([0-9]*, \)*\([0-9]*\)\].*/time \1 \3 -/p' net.json >steps
"$ptec" run "$net.pte" --name net -n 3 --etdump net.etdp >log || fail "run -n 3"
"$reader" net.etdp net.bin >all || fail "three runs"
[ "$(grep -c '^run Execute -1$' all)" -eq 3 ] || fail "not three runs: $(cat all)"
cat steps steps steps >want
grep '^time ' all | grep -v Method::execute | diff want - || fail "other steps than the manifest's"

# Steps inside of delegates are called by their names; each case is a run, with its number.
"$ptec" verify "$tests/cases/xnnpack/xnnpack_add/case.bpte" --etdump x.etdp >log || fail "verify: $(cat log)"
"$reader" x.etdp x.bin >all || fail "verify --etdump"
grep -q '^run Execute 1$' all || fail "no second case: $(cat all)"
grep '^value' all | grep -q '^value \([^ ]*\) 0 \1 6 ' || fail "no node: $(cat all)"

# Bytes inside of a delegate are written as the floats that they stand for: those of the product are the outputs.
"$ptec" verify "$tests/cases/xnnpack/xnnpack_q8_linear/case.bpte" --etdump q.etdp >log || fail "verify: $(cat log)"
"$reader" q.etdp q.bin >all || fail "verify --etdump of bytes"
sed -n 's/^output [^[]*//p' all >want
sed -n 's/^value gemm[^[]*//p' all | diff want - || fail "bytes are not the floats of the outputs: $(cat all)"

# Of steps that take turns the results are those of a program in which they do not.
resnet=$tests/corpus/resnet8_portable_q8.bpte
"$ptec" run "$resnet" --max-ram 33K -n 1 --etdump r.etdp >log || fail "run --max-ram: $(cat log)"
grep -q 'no result' log && fail "no result of steps in turns: $(cat log)"
"$ptec" compare r.etdp "$resnet" | grep -q '^18 results compared, 0 differ' || fail "other results in turns"

# What goes not together, and what is not there.
"$ptec" run "$net.pte" --etdump a.etdp --profile times >log 2>&1
[ $? -eq 2 ] || fail "with --profile"
"$ptec" verify "$net.pte" "$net.pte" --etdump a.etdp >log 2>&1
[ $? -eq 2 ] || fail "two models"
"$ptec" run "$net.pte" --etdump none/a.etdp >log 2>&1 && fail "no folder"
[ $failures -eq 0 ]
