#!/bin/sh
# SPDX-License-Identifier: 0BSD
# What `ptec compare` makes of ETDumps that hold each kind of value, or one thing that is wrong (export/dumps.py),
# and of two programs that cannot be compared.
# usage: dumps.sh PTEC READER TESTS WORK
set -u
ptec=$1 reader=$2 tests=$3 work=$4 failures=0
dumps=$tests/compare/dumps program=$tests/compare/dumps/program.bpte
rm -rf "$work" && mkdir -p "$work" && cd "$work" || exit 1

fail() {
    echo "FAILED: $*"
    failures=$((failures + 1))
}

# says CODE TEXT DUMP: of the dump, beside which the values lie, and the program.
says() {
    cp "$dumps/$3.etdp" . && cp "$dumps/values.bin" "$3.bin"
    "$ptec" compare -O0 "$3.etdp" "$program" >log 2>&1
    got=$?
    [ $got -eq "$1" ] || fail "$3: exit code $got instead of $1: $(cat log)"
    grep -qF -e "$2" log || fail "$3: not '$2' in: $(cat log)"
}

# Numbers, None and texts are outputs, too, of which a dump has the numbers: the others keep their places.
says 0 "10 results compared, 0 differ; 0 are of the first side alone, 2 of the second" right
for output in "1 (output1)" "2 (output2)" "4 (output4)" "5 (output5)" "6 (output6)" "7 (output7)"; do
    grep -q "^ *output $output  *[136]  *equal$" log || fail "no output $output: $(cat log)"
done
says 1 "the first that differs is output 1 (output1)" int
grep -q "largest error is 1 at \[\] (7, expected 8)" log || fail "int: $(cat log)"
says 1 "the first that differs is output 2 (output2)" double
grep -q "largest error is 0.25 at \[\] (0.5, expected 0.75)" log || fail "double: $(cat log)"
says 1 "the first that differs is output 4 (output4)" bool
grep -q "largest error is 1 at \[\] (1, expected 0)" log || fail "bool: $(cat log)"
says 1 "the first that differs is split_with_sizes_3_b, from aten::split_with_sizes_copy (instruction 2)" list
says 1 "the first that differs is abs_2x3, from aten::abs (instruction 0)" strides
grep -q "4 of 6 elements are outside of the tolerance; the largest error is 2 at \[0, 1\] (2, expected 4)" log ||
    fail "strides: $(cat log)"
says 0 "9 results compared, 0 differ; 1 are of the first side alone, 3 of the second" other_kind
says 0 "9 results compared, 0 differ; 0 are of the first side alone, 3 of the second" no_value
says 0 "9 results compared, 0 differ; 0 are of the first side alone, 3 of the second" instruction_3
says 0 "9 results compared, 0 differ; 1 are of the first side alone, 3 of the second" rank_16
says 0 "9 results compared, 0 differ; 1 are of the first side alone, 3 of the second" complex
says 0 "10 results compared, 0 differ" strides_of_other_rank
says 0 "0 results compared, 0 differ; 0 are of the first side alone, 12 of the second" no_values
says 1 "event 3: has 17 dimensions; ExecuTorch allows 16" rank_17
says 1 "event 3: has elements of type 23, which ptec does not know" type_unknown
says 1 "event 3: has elements of type -1, which ptec does not know" type_negative
says 1 "event 3: its sizes multiply to more bytes than 64 bits can count" size_negative
says 1 "event 3: its sizes multiply to more bytes than 64 bits can count" size_huge
for name in value_behind_file offset_behind_file offset_negative; do
    says 1 "event 3: its value is not among the 128 bytes of $name.bin" $name
done

# The same from `run --etdump`: the numbers among the outputs are read by the reader, and compared.
"$ptec" run "$program" -O0 -n 1 --etdump own.etdp >log || fail "run --etdump: $(cat log)"
"$reader" own.etdp own.bin >all || fail "own.etdp"
printf '%s\n' "int 7" "double 0.50000" "bool 1" >want
sed -n 's/^output Method::execute -1 - \([a-z].*\)/\1/p' all | diff want - || fail "other numbers: $(cat all)"
"$ptec" compare -O0 own.etdp "$program" >log || fail "own.etdp: $(cat log)"
grep -q "^9 results compared, 0 differ; 0 are of the first side alone" log || fail "own.etdp: $(cat log)"
mv own.etdp none && mv own.bin none.bin
"$ptec" compare -O0 none "$program" >log || fail "a dump whose name has no ending: $(cat log)"

# Programs that have no method in common, or take other inputs.
"$ptec" compare "$program" "$tests/hostile/method_control/case.bpte" >log 2>&1
[ $? -eq 1 ] && grep -q "dumps/program.bpte: has no method '" log || fail "other methods: $(cat log)"
"$ptec" compare "$program" "$tests/compare/net.pte" >log 2>&1
[ $? -eq 1 ] && grep -q "net.pte: forward has 1 inputs, but that of .*program.bpte has 4$" log ||
    fail "other inputs: $(cat log)"
[ $failures -eq 0 ]
