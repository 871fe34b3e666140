#!/bin/sh
# SPDX-License-Identifier: 0BSD
# The run.sh of an example prints what the README.md beside it shows. Times are of a machine, and sizes
# of objects of a compiler.
# usage: examples.sh PTEC SOURCE WORK CC
set -u
ptec=$1 source=$2 work=$3 cc=$4 failures=0 pages=0
rm -rf "$work"
mkdir -p "$work" && cd "$work" || exit 1

plain() {
    sed 's/ *$//; /^time /d' | awk '
        /^ *text.*filename$/ { sizes = 1; next }
        sizes && /\.o$/ { next }
        { sizes = 0; print }'
}

for page in "$source"/examples/*/README.md; do
    grep -q '^<!-- output of run.sh -->$' "$page" || continue
    pages=$((pages + 1))
    sed '1,/^<!-- output of run.sh -->$/d; /^<!-- end -->$/,$d; /^```/d' "$page" | plain >want
    PTEC=$ptec CC=$cc sh "${page%README.md}run.sh" >log 2>&1 || { echo "FAILED: run.sh"; failures=1; }
    sed "s|^\\\$ $cc |\$ cc |" log | plain >got
    diff -u want got || { echo "FAILED: $page shows other output"; failures=1; }
done
[ $failures -eq 0 ] && [ $pages -gt 0 ]
