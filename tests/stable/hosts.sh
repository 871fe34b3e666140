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

# Each way to compile has a folder, with one for each program; most programs compile, and the others
# do by no way.
check() {
    program=$1 key=${1#"$folder/"}
    key=${key%/case.bpte}
    LC_ALL=C "$ptec" compile "$program" -o "first/$key" --name net 2>err || return
    programs=$((programs + 1))
    "$ptec" compile - -o "input/$key" --name net <"$program"
    cp "$program" elsewhere/other.bpte
    (cd elsewhere && LC_ALL=$comma "$ptec" compile other.bpte -o "../moved/$key" --name net)
    [ "$other" = none ] || "$other" compile "$program" -o "other/$key" --name net
}

# same FOLDER TITLE: what is in it is what is in `first`.
same() {
    diff -r first "$1" >different && return
    echo "FAILED: $2"
    head -n 20 different
    failures=$((failures + 1))
}

rm -rf "$work"
mkdir -p "$work/elsewhere" "$work/first" "$work/input" "$work/moved" "$work/other"
cd "$work" || exit 1
for file in "$folder"/*.bpte "$folder"/*/case.bpte "$folder"/*/*/case.bpte; do
    [ ! -e "$file" ] || check "$file"
done >log
same input "from standard input"
same moved "in another folder and the locale $comma"
[ "$other" = none ] || same other "by $other"
echo "$programs programs, $failures failures"
[ $programs -gt 0 ] && [ $failures -eq 0 ]
