#!/bin/sh
# SPDX-License-Identifier: 0BSD
# ptec reads and writes nothing behind its own memory, nor what it freed (fence.c): each verb, with its longer forms, and
# the compilation of one in forty of all cases. Six seconds of a processor.
# usage: fence.sh PTEC FENCE.so SOURCE WORK CC
set -u
ptec=$1 fence=$2 source=$3 work=$4 cc=$5
cases=$source/tests/cases corpus=$source/tests/corpus failures=0
rm -rf "$work"
mkdir -p "$work"
cd "$work" || exit 1

# ends CODE ARGUMENT...: ptec ends by itself, with this code.
ends() {
    want=$1
    shift
    LD_PRELOAD=$fence "$ptec" "$@" >out 2>err
    code=$?
    [ $code -eq "$want" ] && return
    echo "FAILED: exit code $code instead of $want: ptec $*"
    head -n 5 err
    failures=$((failures + 1))
}

bytes=$corpus/resnet8_cortex_m.bpte floats=$corpus/ad_portable.bpte dynamic=$cases/graph/cond_dynamic/case.bpte
ends 0 compile "$bytes" --name net -o old --kernels mcu,portable --sbom --cpp --by-steps
ends 0 compile "$bytes" --name net -o new --names old/net.json --kernels vector,portable --threads 2 --json
ends 0 compile "$floats" "$bytes" -o two --shared both --emit bundle --prefer speed
sed -n 's/^  {"name": "\([^"]*\)", "what".*/\1 0.001/p' old/net.json >times
for program in "$bytes" "$dynamic"; do
    ends 0 verify "$program"
    ends 0 run "$program" -n 3
    ends 0 run "$program" --dump dump
    ends 0 run "$program" --profile profile
    ends 0 run "$program" --etdump net.etdp
    ends 0 run "$program" --trace trace.json
    ends 0 show "$program" --memory
    ends 0 show "$program" --json
    ends 0 show "$program" --model-explorer explorer.json
    ends 0 show "$program" --memory-trace memory.json
    ends 0 cases "$program" --name net -o c
    ends 0 report "$program" -o page.html --kernels cmsis-nn,mcu,portable
    ends 0 compare "$program" "$program"
done
ends 0 show "$bytes" "$dynamic" --selected-operators
ends 0 report "$bytes" --name net -o page.html --kernels mcu,portable --profile times
ends 0 size "$bytes" "$floats" --cc "$cc"
ends 0 size "$bytes" --cc "$cc" --json
ends 0 diff "$bytes" "$floats"
ends 0 diff "$bytes" "$floats" --code --markdown
ends 0 diff old/net.json new/net.json
ends 0 package "$bytes" --for zephyr -o package
ends 0 ops
for program in $(ls -d "$cases"/*/*/ | awk 'NR % 40 == 0'); do
    [ -e "$program/args" ] || [ -e "$program/args.compile" ] || {
        ends 0 compile "$program/case.bpte" --name c -o c --kernels vector,portable
        ends 0 compile "$program/case.bpte" --name c -o c --kernels xnnpack,cmsis-nn,mcu,cadence,portable
    }
done
[ $failures -eq 0 ]
