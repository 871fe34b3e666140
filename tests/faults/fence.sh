#!/bin/sh
# SPDX-License-Identifier: 0BSD
# ptec reads and writes nothing behind its own memory, nor what it freed (fence.c): compilation, report and memory map
# of one in forty of all cases, each package, and what ../said/check.sh does not run; so do calls of XNNPACK. Ten
# seconds of a processor.
# usage: fence.sh PTEC FENCE.so SOURCE WORK CC
set -u
ptec=$1 fence=$2 source=$3 work=$4 cc=$5
cases=$source/tests/cases corpus=$source/tests/corpus failures=0
rm -rf "$work"
mkdir -p "$work"
cd "$work" || exit 1

# ends ARGUMENT...: ptec ends by itself, with exit code 0.
ends() {
    LD_PRELOAD=$fence "$ptec" "$@" >out 2>err
    code=$?
    [ $code -eq 0 ] && return
    echo "FAILED: exit code $code: ptec $*"
    head -n 5 err
    failures=$((failures + 1))
}

bytes=$corpus/resnet8_cortex_m.bpte floats=$corpus/ad_portable.bpte dynamic=$cases/graph/cond_dynamic/case.bpte
ends report "$cases/graph/methods_constant/case.bpte" -o page.html
ends run "$dynamic" --etdump net.etdp
ends size "$bytes" --cc "$cc" --json
for ecosystem in zephyr arduino platformio espidf pico cmsis-pack meson rust; do
    ends package "$bytes" --for $ecosystem -o $ecosystem
done
for program in "$floats" "$corpus/resnet8_portable_q8.bpte" "$cases"/xnnpack/*[gmp]/case.bpte; do
    ends verify "$program" --kernels xnnpack,portable
done
ends ops
for program in $(ls -d "$cases"/*/*/ | awk 'NR % 40 == 0'); do
    [ -e "$program/args" ] || [ -e "$program/args.compile" ] || {
        ends compile "$program/case.bpte" --name c -o c --kernels vector,portable
        ends compile "$program/case.bpte" --name c -o c --kernels xnnpack,cmsis-nn,mcu,cadence,portable
        ends report "$program/case.bpte" -o page.html
        ends show "$program/case.bpte" --memory
    }
done
[ $failures -eq 0 ]
