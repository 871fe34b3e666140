#!/bin/sh
# SPDX-License-Identifier: 0BSD
# Exit codes and messages of the command line: 2 for wrong usage, with the nearest word that exists.
# usage: usage.sh PTEC VERSION MODEL WORK
set -u
ptec=$1 version=$2 model=$3 work=$4
failures=0

# expect CODE TEXT ARGUMENT...: the exit code, and a text that the output contains.
expect() {
    code=$1 text=$2
    shift 2
    output=$("$ptec" "$@" 2>&1 </dev/null)
    got=$?
    case $output in
    *"$text"*) [ $got -eq "$code" ] && return ;;
    esac
    printf 'FAILED: ptec %s\n  exit code %s instead of %s, or no "%s" in:\n%s\n' \
        "$*" "$got" "$code" "$text" "$output"
    failures=$((failures + 1))
}

rm -rf "$work"
mkdir -p "$work"
cd "$work" || exit 1
: >empty.pte
echo "no program" >text.pte

expect 0 "ptec $version" --version
expect 0 compile --help
expect 0 --name compile --help
expect 2 usage
expect 2 "'compile'" compil
expect 2 "'--name'" compile "$model" --nmae x
expect 2 "'--weights'" compile "$model" --wieghts c
expect 2 "'bundle'" compile "$model" --emit bundel
expect 2 -O compile "$model" -O7
expect 2 --rtol verify "$model" --rtol much
expect 2 --name compile "$model" --name "a b"
expect 2 --name compile "$model" --name while
expect 2 --name compile "$model" --name
expect 2 model compile
expect 2 --json compile "$model" --json
expect 2 "one model" verify "$model" "$model"
expect 1 missing.pte compile missing.pte
expect 1 empty.pte compile empty.pte
expect 1 text.pte compile text.pte
expect 1 "$work" compile "$work"
expect 1 "standard input" compile -
expect 1 text.pte/folder compile "$model" -o text.pte/folder
expect 1 no-such-compiler verify "$model" --cc no-such-compiler
[ "$(ls)" = "$(printf 'empty.pte\ntext.pte')" ] || {
    echo "FAILED: files are left:" ./*
    failures=$((failures + 1))
}
[ $failures -eq 0 ]
