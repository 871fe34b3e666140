#!/bin/sh
# SPDX-License-Identifier: 0BSD
# What the verbs print and write beside C, for a few programs: a change of a word or a figure shows in its diff of
# the files here. Figures that depend on the compiler or on the time are N, digests of what is emitted are gone, and
# so is what names functions of the object files. Four seconds.
# usage: check.sh check|bless PTEC TESTS WORK CC
set -u
mode=$1 ptec=$2 tests=$3 work=$4 cc=$5 failures=0
rm -rf "$work"
mkdir -p "$work/now"
cd "$work" || exit 1
ln -s "$tests/cases" "$tests/corpus" .
bytes=corpus/kws_cortex_m.bpte floats=corpus/ad_portable.bpte dynamic=cases/graph/cond_dynamic/case.bpte
methods=cases/graph/methods_shared_state/case.bpte delegated=cases/xnnpack/xnnpack_q8_add/case.bpte
wrong=cases/aten/topk_ties_wrong/case.bpte sequence=cases/graph/cache_sequence/case.bpte

# says NAME ARGUMENT...: adds what ptec prints to what is compared under that name.
says() {
    name=$1
    shift
    {
        echo "\$ ptec $*"
        "$ptec" "$@" 2>&1 || echo "exit code $?"
    } >>"now/$name"
}

# writes NAME FILE...: adds files.
writes() {
    name=$1
    shift
    for file; do
        echo "== $file" >>"now/$name"
        cat "$file" >>"now/$name"
    done
}

# through NAME COMMAND...: what stands under the name passes through a filter.
through() {
    name=$1
    shift
    "$@" <"now/$name" >filtered
    mv filtered "now/$name"
}

# without_figures NAME: numbers become N, and columns one blank wide.
without_figures() {
    through "$1" sed 's/[0-9][0-9,.]*\(e[-+][0-9]*\)*/N/g; s/  */ /g'
}

for program in $bytes $dynamic $methods $delegated; do
    says show show "$program"
    says show_json show "$program" --json
done
says selected show $bytes $dynamic --selected-operators
says explorer show $delegated --model-explorer explorer.json --kernels xnnpack,vector,portable
writes explorer explorer.json
says memory_trace show $dynamic --memory-trace memory.json
writes memory_trace memory.json
for program in $bytes $wrong cases/aten/topk/case.bpte; do
    says verify verify "$program" --kernels mcu,portable
    says verify verify "$program" --kernels mcu,portable --json
done
for statuses in "" "--sequence ${sequence%/*}/sequence"; do
    # shellcheck disable=SC2086 # several words on purpose
    says verify verify $sequence $statuses
    # shellcheck disable=SC2086 # the same
    says verify verify $sequence $statuses --json
done
for program in $methods $dynamic; do
    says run run "$program"
    says run run "$program" --json
done
says times run $dynamic -n 3
says times run $dynamic --trace trace.json
head -n 8 trace.json >first.json && writes times first.json # there is one event for each step of each run
without_figures times
says compare compare $wrong $wrong
says compile compile $bytes --name net -o old --kernels mcu,portable --sbom --cpp --json
says compile compile $methods $dynamic -o two --shared both --emit bundle
says compile compile $bytes --name net -o new --kernels portable --names old/net.json
writes compile old/net.json old/net.hpp old/net.spdx.json
through compile sed 's/[0-9a-f]\{64\}//g; s/"created": "[^"]*"/"created": ""/'
says diff diff $bytes $floats
says diff diff $bytes $methods --code
says diff diff old/net.json new/net.json
says diff diff $methods $dynamic --code --markdown
for programs in "$bytes" "$bytes $floats"; do
    # shellcheck disable=SC2086 # several words on purpose
    says size size $programs --cc "$cc"
done
without_figures size
through size grep -v '_.*_'
says cases cases $dynamic --name net -o c
writes cases c/*
says report report $bytes --name net -o page.html --kernels cmsis-nn,mcu,portable
sed '/<style>/,/<\/style>/d; /<script>/,/<\/script>/d; s/<[^>]*>/ /g; s/  */ /g' page.html | grep '[^ ]' >page.txt
writes report page.txt

for file in now/*; do
    name=$(basename "$file")
    cmp -s "$tests/said/$name.txt" "$file" && continue
    if [ "$mode" = bless ]; then
        cp "$file" "$tests/said/$name.txt"
    else
        echo "FAILED: $name"
        diff -U 0 "$tests/said/$name.txt" "$file" | head -n 40
        failures=$((failures + 1))
    fi
done
[ $failures -eq 0 ]
