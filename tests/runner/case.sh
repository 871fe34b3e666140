#!/bin/sh
# SPDX-License-Identifier: 0BSD
# One test folder: each file in it says what is checked.
#   case.bpte         `ptec verify` passes at -O0 and -O2, or the LEVELs (with the arguments in `args`);
#   sequence          the same with the calls that this file lists
#   want.verify       instead: `ptec verify` prints this and fails
#   want.c want.h     what `ptec compile --name model` writes (with the arguments in `args.compile`)
#   want.graph.PASS   what `ptec compile -d PASS` prints
#   want.show         what `ptec show` prints
#   want.memory       what `ptec show --memory` prints
#   want.err          `ptec compile` exits with 1, prints this one line and leaves no file
# usage: case.sh check|bless PTEC FOLDER WORK [LEVEL...]
set -u
mode=$1 ptec=$2 folder=$3 work=$4
shift 4
levels=${*:--O0 -O2}
failures=0

fail() {
    echo "FAILED: $*"
    failures=$((failures + 1))
}

# Runs ptec and fails unless it exits with $1. Output: $work/out, $work/err.
expect() {
    code=$1
    shift
    "$ptec" "$@" >"$work/out" 2>"$work/err" </dev/null
    got=$?
    [ $got -eq "$code" ] && return 0
    fail "exit code $got instead of $code: ptec $*"
    cat "$work/out" "$work/err"
    return 1
}

# The golden file $1 is $2; or, blessing, becomes it.
golden() {
    if [ "$mode" = bless ]; then
        cmp -s "$2" "$1" || { cp "$2" "$1" && echo "blessed $folder/$1"; }
    elif ! diff -u "$1" "$2"; then
        fail "$1 differs"
    fi
}

verify() {
    sequence=
    [ ! -e sequence ] || sequence="--sequence sequence"
    for level in $levels; do
        # shellcheck disable=SC2086 # several words on purpose
        "$ptec" verify "$model" $level $sequence $args </dev/null ||
            fail "exit code $?: ptec verify $model $level $sequence $args"
    done
}

verify_fails() {
    # shellcheck disable=SC2086
    expect 1 verify "$model" $args && golden want.verify "$work/out"
}

# $1: the exit code; then further arguments.
compile() {
    code=$1
    shift
    # shellcheck disable=SC2086
    expect "$code" compile "$model" -o "$work/c" --name model $args_compile "$@"
}

refuse() {
    compile 1 || return
    golden want.err "$work/err"
    [ "$(wc -l <"$work/err")" -eq 1 ] || fail "not one line on standard error"
    [ -z "$(ls -A "$work/c")" ] || fail "files are left: $(ls -A "$work/c")"
}

# The check that belongs to the golden file $1.
check_golden() {
    case $1 in
    want.c | want.h) compile 0 && golden "$1" "$work/c/model.${1#want.}" ;;
    want.graph.*) compile 0 -d "${1#want.graph.}" && golden "$1" "$work/out" ;;
    want.show) expect 0 show "$model" && golden "$1" "$work/out" ;;
    want.memory) expect 0 show "$model" --memory && golden "$1" "$work/out" ;;
    want.verify) verify_fails ;;
    want.err) refuse ;;
    *) fail "$1: no such check" ;;
    esac
}

cd "$folder" || exit 1
set -- want.*
if [ -e "$1" ] || [ ! -e case.bpte ]; then # most folders have their program alone, and need no room
    [ ! -e "$work" ] || rm -rf "$work"
    mkdir -p "$work/c"
fi
args='' args_compile=''
[ ! -e args ] || args=$(cat args)
[ ! -e args.compile ] || args_compile=$(cat args.compile)
for model in case.bpte case.pte; do
    [ ! -e $model ] || break
done
[ -e "$model" ] || fail "neither case.bpte nor case.pte"

if [ "$mode" = check ] && [ "$model" = case.bpte ] && [ ! -e want.err ] && [ ! -e want.verify ]; then
    verify
fi
for want; do
    [ ! -e "$want" ] || check_golden "$want"
done
[ $failures -eq 0 ]
