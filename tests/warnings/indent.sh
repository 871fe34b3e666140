#!/bin/sh
# SPDX-License-Identifier: 0BSD
# Emitted C is indented by its braces (indent.awk): of each construct and strip, of one in twenty other cases, and in
# each form. Two seconds of a processor.
# usage: indent.sh PTEC TESTS WORK
set -u
ptec=$1 tests=$2 work=$3 n=0
rm -rf "$work" && mkdir -p "$work" || exit 1

# emit PROGRAM OPTION...
emit() {
    n=$((n + 1))
    "$ptec" compile "$@" --name "c$n" -o "$work" >/dev/null || exit 1
}

for program in "$tests/corpus/resnet8_cortex_m.bpte" "$tests/cases/graph/loop_left/case.bpte"; do
    emit "$program" --by-steps
    emit "$program" --threads 2
    emit "$program" --kernels mcu,portable --max-ram 60K
    emit "$program" --kernels xnnpack,vector,portable
    emit "$program" --emit bundle
done
for folder in $(cd "$tests/cases" && ls -d */*/ | awk '/^graph|^strips|^networks/ || NR % 20 == 0'); do
    [ -e "$tests/cases/$folder/args" ] || [ -e "$tests/cases/$folder/args.compile" ] ||
        emit "$tests/cases/$folder/case.bpte"
done
awk -f "$tests/warnings/indent.awk" "$work"/*.c "$work"/*.h >"$work/found" || exit 1
[ ! -s "$work/found" ] || { head -n 20 "$work/found"; exit 1; }
