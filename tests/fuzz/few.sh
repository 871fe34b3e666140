#!/bin/sh
# SPDX-License-Identifier: 0BSD
# The mutants that run_mutants.sh compiles are made: a few of some programs.
# usage: few.sh MUTANTS WORK PROGRAM...
set -eu
mutants=$1 work=$2 count=12
shift 2
rm -rf "$work"
mkdir -p "$work"
"$mutants" "$work" 0 $count "$@" >"$work/names"
[ "$(wc -l <"$work/names")" -eq $count ] || { echo "FAILED: other than $count mutants"; exit 1; }
while read -r name; do
    ls "$work/$name.pte" "$work/${name}_0.c" "$work/${name}_2.c" >/dev/null
done <"$work/names"
