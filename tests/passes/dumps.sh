#!/bin/sh
# SPDX-License-Identifier: 0BSD
# -d prints the graph once behind each pass, and each group of passes, of the list in passes.def: at -O0 only behind
# those that run there.
# usage: dumps.sh PTEC PASSES.DEF CASES
set -u
ptec=$1 list=$2 program=$3/graph/cond/case.bpte failures=0

# The passes and groups of -O0, and those that -O2 adds.
rows=$(sed -n 's/^PASS(\([a-z]*\), *\([a-z]*\), *[a-z_]*, *\([02]\),.*/\1 \3\n\2 \3/p' "$list")
always=$(echo "$rows" | sed -n 's/ 0$//p' | sort -u)
optimised=$(echo "$rows" | sed -n 's/ 2$//p' | sort -u)
[ "$(echo "$rows" | wc -l)" -eq $((2 * $(grep -c '^PASS(' "$list"))) ] || exit 1

# prints COUNT LEVEL PASS
prints() {
    n=$("$ptec" compile "$program" -o none "-O$2" -d "$3" | grep -c '^method forward$')
    [ "$n" -eq "$1" ] && return
    echo "FAILED: -O$2 -d $3 prints $n graphs instead of $1"
    failures=$((failures + 1))
}

for name in $always plan; do
    prints 1 0 "$name"
done
for name in $optimised; do
    prints 1 2 "$name"
    echo "$always" | grep -qx "$name" || prints 0 0 "$name"
done
[ $failures -eq 0 ]
