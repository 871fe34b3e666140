#!/bin/sh
# SPDX-License-Identifier: 0BSD
# What the verbs print and write beside C, with each of their options, for a few programs: a change of a word or a
# figure shows in its diff of the files here. Figures that depend on the compiler or on the time are N, digests of
# what is emitted are gone, and so is what names functions of the object files. They read and write nothing behind
# their own memory, nor what they freed (../faults/fence.c). Ten seconds of a processor.
# usage: check.sh check|bless PTEC TESTS WORK CC FENCE.so
set -u
mode=$1 ptec=$2 tests=$3 work=$4 cc=$5 fence=$6 failures=0
rm -rf "$work"
mkdir -p "$work/now"
cd "$work" || exit 1
ln -s "$tests/cases" "$tests/corpus" .
bytes=corpus/kws_cortex_m.bpte floats=corpus/ad_portable.bpte dynamic=cases/graph/cond_dynamic/case.bpte
methods=cases/graph/methods_shared_state/case.bpte delegated=cases/xnnpack/xnnpack_q8_add/case.bpte
outside=cases/graph/external_weights/case.bpte foreign=cases/foreign/foreign_between_convolutions/case.bpte
wrong=cases/aten/topk_ties_wrong/case.bpte sequence=cases/graph/cache_sequence/case.bpte

# says NAME ARGUMENT...: adds what ptec prints to what is compared under that name.
says() {
    name=$1
    shift
    {
        echo "\$ ptec $*"
        LD_PRELOAD=$fence "$ptec" "$@" 2>&1 || echo "exit code $?"
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
says show show $bytes --memory=sram=32K,psram=8M --place 'conv*=psram'
says show show $floats --memory --kernels vector,portable --threads 2
says show show $delegated --extract blobs
says show show $outside --ptd "${outside%/*}/weights.ptd"
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
says verify verify $bytes --steps 1 --io int8 --by-steps --max-piece 20000 --threads 2
says verify verify $bytes --steps-each --kernels mcu,portable
says verify verify $floats --rtol 0 --atol 0 --weights streamed --max-block 16K --name net
says verify verify $floats --etdump net.etdp --prefer speed
says verify verify $foreign --custom mylib::mirror.out --name model --link cases/foreign/foreign_channels_last/foreign.c
for target in m4-qemu aarch64-qemu; do
    says verify verify $delegated --target $target --steps-crc --timeout 60
done
for program in $methods $dynamic; do
    says run run "$program"
    says run run "$program" --json
done
says run run $methods --method write --dump dump
head -c 32 /dev/zero >in.raw
says run run $outside --ptd "${outside%/*}/weights.ptd" --input in.raw -o .
says times run $dynamic -n 3
says times run $outside --ptd "${outside%/*}/weights.ptd" --profile times.outside -n 2
says times run $dynamic --trace trace.json
head -n 8 trace.json >first.json && writes times first.json # there is one event for each step of each run
without_figures times
says runs run $dynamic -n 30
says runs run $dynamic -n 30 --json
through runs grep -oE 'of runs [0-9]+ to [0-9]+|"(runs|skipped)": [0-9]+'
says compare compare $wrong $wrong
says compare compare -O0 $bytes -O2 --kernels mcu,portable $bytes
says compare compare $floats net.etdp --steps 0 --rtol 0 --atol 0

says compile compile $bytes --name net -o old --kernels mcu,portable --sbom --cpp --json
says compile compile $methods $dynamic -o two --shared both --emit bundle
says compile compile $bytes --name net -o new --kernels portable --names old/net.json
writes compile old/net.json old/net.hpp old/net.spdx.json
says compile compile $floats --name net -o streamed --weights streamed --max-block 16K --weights-version 7
says compile compile $bytes --name net -o pieces --io int8 --checks off --by-steps --max-piece 20000 --prefer speed \
    --emit bundle
says compile compile $bytes --name net -o split --threads 2 --kernels vector,portable --target big-endian --weights c
says compile compile $bytes --name net -o small --max-ram 8K --max-flash 100K
says compile compile $bytes --name net -o small --max-ram 4K
says compile compile $bytes --name net -o small --max-flash 10K
says compile compile $bytes --name net -o placed --memory sram=8K,psram=8M --place 'conv*=psram'
says compile compile $bytes $floats -o overlay --overlay --shared both
says compile compile $dynamic --bind input0.dim0=1 -o bound
says compile compile $dynamic --bind input1.dim0=2 -o bound
says compile compile $outside --name net -o outside --ptd "${outside%/*}/weights.ptd"
says compile compile $foreign --name net -o foreign --custom mylib::mirror.out
through compile sed 's/[0-9a-f]\{64\}//g; s/"created": "[^"]*"/"created": ""/'
says diff diff $bytes $floats
says diff diff $bytes $methods --code
says diff diff old/net.json new/net.json
says diff diff $methods $dynamic --code --markdown
says diff diff old/net.json new/net.json --json --fail-on 'ram+5%,flash+1K,macs+0'
says diff diff $floats $bytes --kernels vector,portable --threads 2 --fail-on 'macs+0'
sed -n 's/^  {"name": "\([^"]*\)", "what".*/\1 0.001/p' old/net.json >times.old
sed 's/0.001$/0.0015/' times.old >times.new
says diff diff old/net.json new/net.json --profile times.old --profile times.new --fail-on 'time+10%'
for programs in "$bytes" "$bytes $floats --shared both --overlay"; do
    # shellcheck disable=SC2086 # several words on purpose
    says size size $programs --cc "$cc"
done
says size compile $bytes --name net -o sized --size --max-stack 100 --cc "$cc"
says size diff $bytes $bytes --cc "$cc" --fail-on 'code+1%'
without_figures size
through size sed "/_.*_/d; s|$cc|cc|g"
says cases cases $dynamic --name net -o c --rtol 0.5 --atol 0.25
writes cases c/*
says cases cases $bytes --name net -o io --io int8
writes cases io/*
says report report $bytes --name net -o page.html --kernels cmsis-nn,mcu,portable --profile times.old
sed '/<style>/,/<\/style>/d; /<script>/,/<\/script>/d; s/<[^>]*>/ /g; s/  */ /g' page.html | grep '[^ ]' >page.txt
writes report page.txt
says package package $outside --ptd "${outside%/*}/weights.ptd" --for meson -o meson --rtol 0.5 --atol 0.25
says bundle bundle $outside --ptd "${outside%/*}/weights.ptd" --input in.raw --output output.npy -o new.bpte
says bundle verify new.bpte --ptd "${outside%/*}/weights.ptd"

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
