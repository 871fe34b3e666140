#!/bin/sh
# SPDX-License-Identifier: 0BSD
# `ptec show --memory`: the picture of a plan that is known by hand, and of others within 100 columns.
# usage: memory.sh PTEC SOURCE WORK
set -u
ptec=$1 source=$2 work=$3
failures=0

fail() {
    echo "FAILED: $*"
    failures=$((failures + 1))
}

rm -rf "$work"
mkdir -p "$work"
cd "$work" || exit 1

# 2,048 bytes at 0 from step 0 to 1, 1,024 bytes behind them from step 1 to 2: 128 bytes a row.
{
    echo "method forward: arena 3,072 bytes, most live at one step 3,072, 3 steps"
    for row in 23 22 21 20 19 18 17 16 15 14 13 12 11 10 9 8 7 6 5 4 3 2 1 0; do
        case $row in
        23 | 20 | 16 | 12 | 8 | 4) label=$((row * 128 / 1000)),$(printf %03d $((row * 128 % 1000))) ;;
        0) label=0 ;;
        *) label= ;;
        esac
        [ $row -ge 8 ] || label=${label#0,}
        [ $row -ge 16 ] && line='      bbbbbbbbbbbb' || line=aaaaaaaaaaaa
        printf '%12s |%s\n' "$label" "$line"
    done
    echo "         peak       ^^^^^^"
    echo "         step 0     1     2"
    echo "  steps at the peak, 3,072 bytes"
    echo "    1  conv3x3_8x16"
    echo "  largest at the peak"
    echo "    a  2,048 bytes  at 0      steps 0 to 1  conv3x3_1x8"
    echo "    b  1,024 bytes  at 2,048  steps 1 to 2  conv3x3_8x16"
} >want
"$ptec" show "$source/examples/digits/digits.pte" --memory >got || fail "digits"
diff -u want got || fail "another picture of digits"

for program in "$source"/tests/corpus/*.bpte; do
    "$ptec" show "$program" --memory >picture || fail "$program"
    ! grep '.\{101\}' picture || fail "more than 100 columns of $program"
    bytes=$("$ptec" show "$program" | sed -n 's/^    lower bound *\([0-9,]*\) bytes.*/\1/p')
    grep -q "^  steps at the peak, $bytes bytes\$" picture || fail "the peak of $program is not $bytes"
done

# Steps in turns, as the other options of `compile` have it: the tensors that its message names.
program=$source/tests/corpus/vww_cortex_m.bpte
named=$("$ptec" compile "$program" --max-ram 1 2>&1 | sed 's/.*fullest: //; s/, \([a-z]\)/\n\1/g')
bytes=$("$ptec" compile "$program" --max-ram 1 2>&1 | sed 's/.*arena needs \([0-9,]*\) .*/\1/')
"$ptec" show "$program" --memory --max-ram "$(echo "$bytes" | tr -d ,)" >picture
grep -q ": arena $bytes bytes, " picture || fail "no arena of $bytes bytes"
drawn=$(sed -n '/largest at the peak/,$s/^    [a-d] *\([0-9,]*\) bytes .* \([^ ]*\)$/\2 \1/p' picture)
[ "$drawn" = "$named" ] || fail "drawn: $drawn; named: $named"

"$ptec" show "$source/tests/cases/aten/relu/case.bpte" --memory | grep -q 'arena 0 bytes' || fail "no arena"
[ $failures -eq 0 ]
