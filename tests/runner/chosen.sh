#!/bin/sh
# SPDX-License-Identifier: 0BSD
# Which kernels the steps of all cases get where a library comes first: outputs do not tell that it takes
# a step no more. Cases of which it takes none are not listed, nor are those with arguments.
# usage: chosen.sh check|bless PTEC TESTS LIBRARY WORK [LIST]     LIST: in TESTS/LIBRARY; chosen.txt unless given
set -eu
mode=$1 ptec=$2 tests=$3 library=$4 work=$5
list=$tests/$library/${6:-chosen.txt}
rm -rf "$work"
mkdir -p "$work"
for kernel in "$tests/../backends/$library"/pte_*.c; do
    basename "$kernel" .c
done >"$work/own"
cd "$tests/cases"
for folder in */*/; do
    [ -e "$folder/args" ] || echo "${folder}case.bpte"
done | xargs -n 400 "$ptec" compile -d select -o "$work/c" --kernels "$library,portable" >"$work/steps"
# A line a case, and in it "COUNT KERNEL" by name.
LC_ALL=C awk '
    /\/case\.bpte:$/ { case = substr($0, 1, length($0) - length("/case.bpte:")) }
    match($0, / by pte_[a-z0-9_]+/) { print case, substr($0, RSTART + 4, RLENGTH - 4) }' "$work/steps" |
    LC_ALL=C sort | uniq -c | LC_ALL=C awk '
    FNR == NR { own[$1]; next }
    function end_case() { if (takes) print line; takes = 0 }
    $2 != case { end_case(); case = line = $2 }
    { line = line " " $1 " " $3; takes += $3 in own }
    END { end_case() }' "$work/own" - >"$work/chosen.txt"
cmp -s "$list" "$work/chosen.txt" && exit
[ "$mode" = check ] || exec cp "$work/chosen.txt" "$list"
diff -u "$list" "$work/chosen.txt"
