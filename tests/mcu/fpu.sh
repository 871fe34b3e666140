#!/bin/sh
# SPDX-License-Identifier: 0BSD
# On a Cortex-M4 whose FPU is off: a model that computes on integers alone reaches none of its instructions, though it is
# compiled for the FPU; one that quantises floats runs if it is compiled without, and is stopped otherwise. What `ptec
# size` names of helpers for floats tells the two apart. Ten seconds on one core.
# usage: fpu.sh PTEC TESTS WORK LEVEL...      exit 77: a compiler or qemu is missing
set -u
ptec=$1 tests=$2 work=$3 failures=0
shift 3
for command in arm-none-eabi-gcc qemu-system-arm; do
    command -v $command >/dev/null || { echo "$command is missing"; exit 77; }
done
rm -rf "$work" && mkdir -p "$work" && cd "$work" || exit 1

# runs TEXT PROGRAM KERNELS FLAGS OPTION...: with the FPU off.
runs() {
    text=$1 program=$2 kernels=$3 flags=$4
    shift 4
    "$ptec" verify "$tests/corpus/$program.bpte" --target m4-qemu --kernels "$kernels" "$@" \
        --cflags "$flags -include $tests/mcu/no_fpu.h" >out 2>&1
    grep -q "$text" out && return
    echo "FAILED: $program, $kernels, $flags: no '$text' in: $(cat out)"
    failures=$((failures + 1))
}
# floats PROGRAM OPTION...: how many helpers for floats a processor without FPU would call.
floats() {
    program=$1
    shift
    "$ptec" size "$tests/corpus/$program.bpte" "$@" --kernels mcu,portable --target m4-qemu \
        --cc "arm-none-eabi-gcc -mcpu=cortex-m4 -mthumb -mfloat-abi=soft -O2" |
        sed -n 's/^  called, but in other objects: //p' | grep -o __aeabi_f | wc -l
}
for kernels in portable mcu,portable; do
    for level; do
        for program in ad_cortex_m kws_cortex_m; do
            runs "^3 passed, 0 failed" $program "$kernels" $level --io int8
        done
    done
done
for kernels in portable mcu,portable; do
    runs "^3 passed, 0 failed" kws_cortex_m $kernels -O2 --io int8 --max-ram 5000 # the average in turns
done
runs "^3 passed, 0 failed" ad_cortex_m mcu,portable "-O2 -mfloat-abi=soft"
runs "UsageFault: no such coprocessor" ad_cortex_m mcu,portable -O2
for program in ad kws vww resnet8; do
    bytes=$(floats ${program}_cortex_m --io int8) floats=$(floats ${program}_cortex_m)
    [ "$bytes" -eq 0 ] && [ "$floats" -ne 0 ] && continue
    echo "FAILED: $program: helpers for floats: $bytes and, without --io int8, $floats"
    failures=$((failures + 1))
done
[ $failures -eq 0 ]
