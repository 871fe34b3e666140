#!/bin/sh
# SPDX-License-Identifier: 0BSD
# tests/cases/index.tsv names each case once, with a line that its exporter still has, and no two cases
# have one name, by which other scripts find them. It takes a tenth of a second.
# usage: index.sh TESTS
set -u
cd "$1/cases" || exit 1
failures=0

# none MESSAGE: what standard input lists.
none() {
    list=$(cat)
    [ -z "$list" ] && return
    printf 'FAILED: %s\n%s\n' "$1" "$list"
    return 1
}

rows=$(cut -f 1 index.tsv)
{
    echo "$rows"
    ls -d */*
} | sort | uniq -u | none "a folder without a row, or a row without a folder; tests/export/index.py writes rows" || failures=1
echo "$rows" | sed 's,.*/,,' | sort | uniq -d | none "two cases have this name" || failures=1
awk -F '\t' '
    FILENAME != "index.tsv" { sub(/^ */, ""); file = FILENAME; sub(/.*\//, "", file); text[file] = text[file] "\n" $0; next }
    !(($3) in text) || !index(text[$3], "\n" $4) { print $1 ": " $3 ": " $4 }' ../export/*.py index.tsv |
    none "the line that made the case has gone; tests/export/index.py writes rows" || failures=1
[ $failures -eq 0 ] && [ -n "$rows" ]
