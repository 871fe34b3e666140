#!/bin/sh
# SPDX-License-Identifier: 0BSD
# Which kernels the steps of the listed cases get where a library comes first: outputs do not tell that it
# takes a step no more. Blessing rewrites the list; to ask for another case, write its name in a line.
# usage: chosen.sh check|bless PTEC TESTS LIBRARY WORK [LIST]     the list is TESTS/LIBRARY/chosen.txt, or LIST there
set -u
mode=$1 ptec=$2 tests=$3 library=$4 work=$5
list=$tests/$library/${6:-chosen.txt}
rm -rf "$work" && mkdir -p "$work" || exit 1

while read -r case rest; do
    if [ "$case" = '#' ]; then
        echo "# $rest"
        continue
    fi
    kernels=$("$ptec" compile "$tests/cases/$case/case.bpte" -d select -o "$work/c" \
        --kernels "$library,portable") || exit 1
    echo "$case" $(echo "$kernels" | sed -n 's/.* by \(pte_[a-z0-9_]*\) .*/\1/p' | sort | uniq -c)
done <"$list" >"$work/chosen.txt" || exit 1
cmp -s "$list" "$work/chosen.txt" && exit
[ "$mode" = check ] || exec cp "$work/chosen.txt" "$list"
diff -u "$list" "$work/chosen.txt"
exit 1
