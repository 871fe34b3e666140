#!/bin/sh
# SPDX-License-Identifier: 0BSD
# `ptec verify` of the cases in folders of tests/cases, in another form of the output: the recorded
# outputs. What the form is not for is refused with these words. Folders that have a program alone share
# processes.
# usage: forms.sh PTEC CASES REFUSAL OPTION... -- FOLDER...      REFUSAL: its words, or "nothing"
set -u
ptec=$1 cases=$2 refusal=$3
runner=$(cd "$(dirname "$0")" && pwd)
shift 3
options=0
while [ "$1" != -- ]; do # they stand behind the folders then
    set -- "$@" "$1"
    options=$((options + 1))
    shift
done
shift
folders=$(($# - options))
passed=0 failures=0 batch='' size=0 most=16

alone() { # FOLDER OPTION...
    folder=$1 calls='' args=''
    shift
    cd "$cases/$folder" || exit 1
    [ ! -e args ] || args=$(cat args)
    [ ! -e sequence ] || calls='--sequence sequence'
    # shellcheck disable=SC2086 # several words on purpose
    output=$("$ptec" verify case.bpte $args $calls "$@" 2>&1 </dev/null) && passed=$((passed + 1)) && return
    if [ "$refusal" != nothing ]; then
        case $output in *"$refusal"*) return ;; esac
    fi
    printf 'FAILED: %s\n%s\n' "$folder" "$output"
    failures=$((failures + 1))
}

# Where one of the batch may be refused, each is asked alone; what fails in company alone fails too.
end_batch() { # OPTION...
    cd "$cases" || exit 1
    before=$passed
    # shellcheck disable=SC2086
    if [ $size -eq 0 ] || said=$(sh "$runner/together.sh" "$ptec" "$@" -- $batch); then
        passed=$((passed + size))
    else
        if [ "$refusal" != nothing ]; then
            for folder in $batch; do
                alone "$folder" "$@"
            done
        fi
        if [ "$refusal" = nothing ] || [ $passed -eq $((before + size)) ]; then
            printf '%s\n' "$said"
            failures=$((failures + 1))
        fi
    fi
    batch='' size=0
}

list=
while [ $folders -gt 0 ]; do
    list="$list $1" folders=$((folders - 1))
    shift
done
for folder in $list; do
    path=$cases/$folder
    [ -e "$path/case.bpte" ] && [ ! -e "$path/want.verify" ] || continue # which says what is not equal
    if [ -e "$path/args" ] || [ -e "$path/sequence" ]; then
        alone "$folder" "$@"
        continue
    fi
    batch="$batch $folder" size=$((size + 1))
    [ $size -lt $most ] || end_batch "$@"
done
end_batch "$@"
[ $failures -eq 0 ] && [ $passed -gt 0 ]
