#!/bin/sh
# SPDX-License-Identifier: 0BSD
# `ptec compile` writes the same bytes twice, in another folder, from standard input, in another
# locale and, if OTHER is not "none", by that ptec.
# usage: hosts.sh PTEC OTHER FOLDER WORK      FOLDER: programs, or folders with a program each
set -u
ptec=$1 other=$2 folder=$3 work=$4
programs=0 failures=0

# A locale with a decimal comma, if there is one.
comma=$(locale -a | grep -i '^de_DE\.utf-\{0,1\}8$')
[ -n "$comma" ] || comma=C.UTF-8

# same TITLE: what is in `again` is what is in `first`.
same() {
    if ! diff -r first again >different; then
        echo "FAILED: $program: $1"
        head -n 20 different
        failures=$((failures + 1))
    fi
    rm -rf again
}

check() {
    program=$1
    rm -rf first again
    LC_ALL=C "$ptec" compile "$program" -o first --name net 2>err || return
    programs=$((programs + 1))
    "$ptec" compile - -o again --name net <"$program"
    same "from standard input"
    cp "$program" elsewhere/other.bpte
    (cd elsewhere && LC_ALL=$comma "$ptec" compile other.bpte -o ../again --name net)
    same "in another folder and the locale $comma"
    [ "$other" != none ] || return
    "$other" compile "$program" -o again --name net
    same "by $other"
}

rm -rf "$work"
mkdir -p "$work/elsewhere"
cd "$work" || exit 1
for file in "$folder"/*.bpte "$folder"/*/case.bpte; do
    [ ! -e "$file" ] || check "$file"
done
echo "$programs programs, $failures failures"
[ $programs -gt 0 ] && [ $failures -eq 0 ]
