#!/bin/sh
# SPDX-License-Identifier: 0BSD
# Which of the programs drawn from the operators' schemas ptec takes, and what these cost (schema.c, "list"): a
# change that refuses more or less than before, or computes by other steps, shows it in its diff of taken.txt.
# usage: taken.sh check|bless SCHEMA LIST WORK [NAME=VALUE]      what is in the program's environment
set -eu
mode=$1 schema=$2 list=$3 work=$4
shift 4
rm -rf "$work"
mkdir -p "$work"
cd "$work"
env "$@" "$schema" . 0 24 list | sed '$d' >taken.txt
cmp -s "$list" taken.txt && exit
[ "$mode" = check ] || exec cp taken.txt "$list"
diff -U 0 "$list" taken.txt
