#!/bin/sh
# SPDX-License-Identifier: 0BSD
# `ptec verify` of the cases in folders of tests/cases, in another form of the output: the recorded
# outputs. What the form is not for is refused with these words.
# usage: forms.sh PTEC CASES 'OPTION...' REFUSAL FOLDER...
set -u
ptec=$1 cases=$2 form=$3 refusal=$4
shift 4
failures=0 passed=0
for folder; do
    cd "$cases/$folder" || exit 1
    [ -e case.bpte ] && [ ! -e want.verify ] || continue
    options=
    [ ! -e args ] || options=$(cat args)
    [ ! -e sequence ] || options="$options --sequence sequence"
    # shellcheck disable=SC2086 # several words on purpose
    output=$("$ptec" verify case.bpte $form $options 2>&1 </dev/null) && passed=$((passed + 1)) && continue
    case $output in
    *"$refusal"*) [ -z "$refusal" ] || continue ;;
    esac
    printf 'FAILED: %s\n%s\n' "$folder" "$output"
    failures=$((failures + 1))
done
[ $failures -eq 0 ] && [ $passed -gt 0 ]
