#!/bin/sh
# SPDX-License-Identifier: 0BSD
# The manual has the verbs and long options that --help has, and no others.
# usage: manual.sh PTEC MANUAL WORK
set -u
ptec=$1 manual=$2 work=$3
mkdir -p "$work" || exit 1
verbs=$("$ptec" --help | sed -n 's/^  \([a-z]*\) .*/\1/p')
for verb in $verbs; do
    "$ptec" "$verb" --help || exit 1
done >"$work/help"

{
    printf '%s\n' "$verbs" --help --version
    grep -o -e '--[a-z][a-z]*' "$work/help"
} | sort -u >"$work/by_help"
{
    sed -n '/^\.Sh SYNOPSIS/,/^\.Sh DESCRIPTION/s/^\.Cm //p' "$manual"
    grep -o 'Fl -[a-z][a-z]*\|| -[a-z][a-z]*' "$manual" | sed 's/.* -/--/'
} | sort -u >"$work/by_manual"
diff -u "$work/by_help" "$work/by_manual"
