#!/bin/sh
# SPDX-License-Identifier: 0BSD
# On a Cortex-M4 whose FPU is off: a model that computes on integers alone reaches none of its instructions, though it is
# compiled for the FPU; one that has floats, such as average pools, runs if it is compiled without, and is stopped
# otherwise. What `ptec size` names of helpers for floats tells the two apart. Five seconds on one core.
# usage: fpu.sh PTEC TESTS WORK      exit 77: a compiler or qemu is missing
set -u
ptec=$1 tests=$2 work=$3 failures=0
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
# floats PROGRAM: how many helpers for floats a processor without FPU would call.
floats() {
    "$ptec" size "$tests/corpus/$1.bpte" --io int8 --kernels mcu,portable --target m4-qemu \
        --cc "arm-none-eabi-gcc -mcpu=cortex-m4 -mthumb -mfloat-abi=soft -O2" |
        sed -n 's/^  called, but in other objects: //p' | grep -o __aeabi_f | wc -l
}
for kernels in portable mcu,portable; do
    for level in -Os -O3; do
        runs "^3 passed, 0 failed" ad_cortex_m "$kernels" $level --io int8
    done
done
runs "^3 passed, 0 failed" kws_cortex_m mcu,portable "-O2 -mfloat-abi=soft"
runs "UsageFault: no such coprocessor in .*av" kws_cortex_m mcu,portable -O2 --io int8
runs "UsageFault: no such coprocessor" ad_cortex_m mcu,portable -O2
if [ "$(floats ad_cortex_m)" -ne 0 ] || [ "$(floats kws_cortex_m)" -eq 0 ]; then
    echo "FAILED: helpers for floats: $(floats ad_cortex_m) and $(floats kws_cortex_m)"
    failures=$((failures + 1))
fi
[ $failures -eq 0 ]
