#!/bin/sh
# SPDX-License-Identifier: 0BSD
# Two programs with one .ptd become two models with one weights object, in every form; what they
# have in common is in it once.
# usage: check.sh PTEC SOURCE WORK 'CC FLAG...'
set -u
ptec=$1 source=$2 work=$3 cc=$4
folder=$source/tests/shared
warnings="-Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror"
failures=0

fail() {
    echo "FAILED: $*"
    failures=$((failures + 1))
}

# compile NAME OPTION...: both models into a folder of that name.
compile() {
    out=$work/$1
    shift
    "$ptec" compile "$folder/first.pte" "$folder/second.pte" --ptd "$folder/weights.ptd" -o "$out" "$@" ||
        fail "ptec compile $*"
}

# runs FOLDER SOURCE... [-- ARGUMENT]: builds and runs main.c.
runs() {
    cd "$work/$1" || exit 1
    shift
    # shellcheck disable=SC2086 # several words on purpose
    $cc -std=c11 $warnings -I. -I"$folder" "$folder/main.c" "$@" -lm -o run && ./run both_weights.bin ||
        fail "$*"
}

rm -rf "$work"
mkdir -p "$work"
runtime="-I$source/runtime-min -I$source/backends/portable"
compile code --shared both
[ "$(ls "$work/code" | tr '\n' ' ')" = "both_weights.bin both_weights.c first.c first.h first.json \
first_steps.h second.c second.h second.json second_steps.h " ] || fail "files: $(ls "$work/code")"
# shellcheck disable=SC2086 # several words on purpose
runs code $runtime first.c second.c both_weights.c "$source/runtime-min/pte_rt.c" \
    "$source/runtime-min/pte_check_weights.c" "$source/backends/portable/pte_gemm_f32.c"

compile array --shared both --weights c --emit bundle
cp "$work/code/both_weights.bin" "$work/array"
runs array first.c second.c both_weights.c
compile file --shared both --weights bin --emit bundle
runs file first.c second.c both_weights.c
cmp "$work/code/both_weights.bin" "$work/file/both_weights.bin" || fail "the weights differ by form"

# The header and the layer that both have are there once, and one name stands for one weight.
compile apart
apart=$(cat "$work/apart/first_weights.bin" "$work/apart/second_weights.bin" | wc -c)
both=$(wc -c <"$work/code/both_weights.bin")
[ "$both" -eq $((apart - 32 - 12 * 4 - 3 * 4 - 4)) ] || fail "$both bytes together, $apart apart"
grep -q 'pte_f32 second_gemm_3x3x2_weight\[6\]' "$work/code/first.c" || fail "two weights of one name"

# refused TEXT ARGUMENT...
refused() {
    text=$1
    shift
    message=$("$ptec" compile "$@" --ptd "$folder/weights.ptd" -o "$work/refused" 2>&1)
    code=$?
    case $message in
    *"$text"*) [ $code -eq 2 ] && return ;;
    esac
    fail "ptec compile $*: $code, $message"
}
refused "the name of a model" "$folder/first.pte" "$folder/second.pte" --shared second
refused "two models are called first" "$folder/first.pte" "$folder/first.pte" --shared both
mkdir "$work/names"
for name in first first_steps both_weights; do
    cp "$folder/first.pte" "$work/names/$name.pte"
done
refused "first_steps.h would be a file of first and of first_steps" "$work/names/first.pte" "$work/names/first_steps.pte"
refused "both_weights.c would be a file of both" "$work/names/first.pte" "$work/names/both_weights.pte" --shared both
refused "no C identifier" "$folder/first.pte" --shared a-b
[ ! -e "$work/refused" ] || fail "files are left: $(ls "$work/refused")"
[ $failures -eq 0 ]
