#!/bin/sh
# SPDX-License-Identifier: 0BSD
# Whole networks give the recorded outputs with a library of kernels, which takes so many of their steps at
# least: floats with the room that other orders of sums need.
# usage: corpus_by.sh PTEC WORK KERNELS PREFIX LEAST 'PATTERN...' OPTION...
#   PREFIX: of the library's kernels; PATTERN: programs, of which the first of a name counts; OPTION: of verify
set -u
ptec=$1 work=$2 kernels=$3 prefix=$4 least=$5 patterns=$6 failures=0 steps=0 programs=0 users=0 seen=" "
shift 6
rm -rf "$work" && mkdir -p "$work" || exit 1
for program in $patterns; do
    name=$(basename "$program" .bpte)
    case $seen in *" $name "*) continue ;; esac
    seen="$seen$name "
    case $name in # not the program's own arithmetic: as corpus.sh
    mv?_portable_q8) apart="--steps 12" ;;
    *) apart= ;;
    esac
    "$ptec" compile "$program" -o "$work" --name model --kernels "$kernels" >/dev/null || exit 1
    calls=$(grep -c "\"kernel\": \"$prefix" "$work/model.json")
    programs=$((programs + 1))
    users=$((users + (calls > 0)))
    steps=$((steps + calls))
    # shellcheck disable=SC2086 # several words on purpose
    "$ptec" verify "$program" --kernels "$kernels" --atol 1e-4 $apart "$@" >"$work/out" 2>&1 && continue
    echo "FAILED: $name"
    cat "$work/out"
    failures=$((failures + 1))
done
echo "$programs programs, $users of them call the library in $steps steps; $failures failures"
[ $failures -eq 0 ] && [ $steps -ge "$least" ]
