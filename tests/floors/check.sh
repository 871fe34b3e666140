#!/bin/sh
# SPDX-License-Identifier: 0BSD
# No file of the compiler includes one of a floor above it, and no two modules include each other, be it by
# way of others; docs/architecture.md shows the floors as they are. A module is a .c file with its header.
# usage: check.sh SOURCE WORK
set -eu
source=$1 work=$2
mkdir -p "$work"
cd "$source"

# Lines "FILE INCLUDED" of the files of the compiler; names as in compiler/floors.txt.
find compiler backends/*/compiler -name '*.[ch]' | sort >"$work/files"
sed 's/^compiler\///' "$work/files" >"$work/names"
while IFS= read -r file; do
    sed -n 's/^#include "\(.*\)"$/\1/p' "$file" | grep -Fxf "$work/names" |
        sed "s|^|${file#compiler/} |" || true
done <"$work/files" >"$work/includes"
[ "$(wc -l <"$work/includes")" -ge 1000 ] || { echo "FAILED: the includes are not found"; exit 1; }

# Folders that a * stands for are of one floor.
while IFS= read -r line; do
    case $line in
    [!#]*'*'*) printf '%s | ' $line; echo ;;
    *) printf '%s\n' "$line" ;;
    esac
done <compiler/floors.txt | sed 's/ | $//' >"$work/floors.txt"

awk '
    FILENAME ~ /floors.txt$/ {
        if ($0 !~ /^#/)
            for (i = 1; i <= NF; i++)
                if ($i != "|") {
                    floor[$i] = FNR
                    known[++count] = $i
                }
        next
    }
    # The longest entry that the file is, or lies in.
    function folder_of(file,    i, best) {
        for (i = 1; i <= count; i++)
            if (index(file "/", known[i] "/") == 1 && length(known[i]) > length(best))
                best = known[i]
        if (!best) {
            sub(/\.c$/, ".h", file)
            best = file in floor ? file : ""
        }
        return best
    }
    {
        from = folder_of($1)
        to = folder_of($2)
        if (!from || !to) {
            print "FAILED: compiler/floors.txt has no floor for " (from ? $2 : $1)
            failed = 1
        } else if (floor[to] > floor[from]) {
            print "FAILED: " $1 " includes " $2 ", of a floor above"
            failed = 1
        } else if (from != to && floor[to] == floor[from]) {
            print "FAILED: " $1 " includes " $2 ", of the same floor"
            failed = 1
        }
    }
    END { exit failed }' "$work/floors.txt" "$work/includes" || exit 1

sed 's/\.[ch] / /; s/\.[ch]$//' "$work/includes" | awk '$1 != $2' | tsort >"$work/sorted" 2>"$work/circle" || {
    echo "FAILED: modules include each other in a circle:"
    cat "$work/circle"
    exit 1
}

grep -v '^#' compiler/floors.txt >"$work/floors"
awk '/^```$/ { inside = !inside; block = ""; next } inside { block = block $0 "\n" }
    inside && /^main.c$/ { printf "%s", block }' docs/architecture.md | diff -u "$work/floors" - || {
    echo "FAILED: docs/architecture.md shows other floors than compiler/floors.txt"
    exit 1
}
