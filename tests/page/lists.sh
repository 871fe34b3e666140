#!/bin/sh
# SPDX-License-Identifier: 0BSD
# Lists of the page of `ptec report` that are just as long as is shown at once, and one longer; times that are just
# long enough to be whole microseconds. 0.4 s.
# usage: lists.sh PTEC SOURCE WORK      exit 77: xmllint is missing
set -u
ptec=$1 source=$2 work=$3
. "$(dirname "$0")/page.sh"
rm -rf "$work"
mkdir -p "$work"
cd "$work" || exit 1

# bars MODEL STEPS WANT: with a time for so many steps, from 1 ms down; WANT: rows, then what is folded behind them.
bars() {
    "$ptec" compile "$source/tests/corpus/$1" --name bars -o . >log || fail "compile $1"
    sed -n 's/^  {"name": "\([^"]*\)", "what".*/\1/p' bars.json |
        awk -v n="$2" 'NR <= n { printf "%s %.9f\n", $1, 0.001 - (NR - 1) * 1e-9 }' >spent
    "$ptec" report "$source/tests/corpus/$1" --name bars -o bars.html --profile spent || fail "report $1"
    {
        get bars.html 'count((//section[@id="work"]//table[@class="bars"])[1]/tbody/tr)'
        get bars.html '(//section[@id="work"]/h3)[1]/following-sibling::*[2][self::details]/summary/text()'
        get bars.html 'count((//section[@id="work"]/h3)[1]/following-sibling::*[2][self::details]//tr/td[1])'
    } | paste -s -d ' ' - >got
    echo "$3" >want
    same "bars of $2 steps"
}

bars ad_portable_q8.bpte 1 "1 0"
bars ad_portable_q8.bpte 11 "11 0"
bars ad_portable_q8.bpte 12 "12 0"
bars kws_cortex_m.bpte 13 "12 1 step more 1"
bars resnet8_cortex_m.bpte 16 "12 4 steps more 4"
# The first took a whole millisecond, the next 999.999 us.
get bars.html '(//section[@id="work"]//table[@class="bars"])[1]/tbody/tr[position() < 3]/td[2]/text()' >got
printf '1000\n999.999\n' >want
same "times of a millisecond"

# A bar is as long as its share of the longest.
"$ptec" compile "$source/tests/corpus/ad_portable_q8.bpte" --name bars -o . >log || fail compile
sed -n 's/^  {"name": "\([^"]*\)", "what".*/\1/p' bars.json | paste -d ' ' - - - | head -n 1 |
    awk '{ print $1, 0.001; print $2, 0.00025; print $3, 0.0005 }' >spent
"$ptec" report "$source/tests/corpus/ad_portable_q8.bpte" --name bars -o bars.html --profile spent || fail report
get bars.html '(//section[@id="work"]//table[@class="bars"])[1]//td[@class="b"]/i/@style' |
    grep -o '[0-9.]*%' >got
printf '100.00%%\n50.00%%\n25.00%%\n' >want
same "lengths of bars"

# named CASE N WANT: N steps multiply by floats in their kernels, of which three are named.
named() {
    "$ptec" report "$source/tests/cases/strips/$1/case.bpte" -o named.html || fail "report $1"
    p='//section[@id="quantisation"]/p[contains(., "multiply by floats")]'
    {
        get named.html "$p/text()" | sed -n 's/^\([0-9]*\) steps on bytes.*/\1/p'
        get named.html "count($p/a)"
        get named.html "$p/text()" | grep -c 'and others'
    } | paste -s -d ' ' - >got
    echo "$2" >want
    same "$1: steps with floats"
}

named turns_pools_q8 "3 3 0"
named turns_dilated_q8 "4 3 1"
[ $failures -eq 0 ]
