#!/bin/sh
# SPDX-License-Identifier: 0BSD
# Code for a processor with signed return addresses and landing pads, such as a Cortex-M85: by clang, since gcc 12 does
# not know them. No function returns by an address from the stack that is not authenticated, and the results are right on
# a Cortex-M55, to which these instructions are hints that do nothing. Three seconds on one core.
# usage: pacbti.sh PTEC TESTS WORK      exit 77: a compiler or qemu is missing
set -u
ptec=$1 program=$2/corpus/kws_cortex_m.bpte work=$3
flags="-march=armv8.1-m.main+mve.fp+pacbti -mbranch-protection=standard -munaligned-access -O2"
for command in clang llvm-objdump arm-none-eabi-gcc qemu-system-arm; do
    command -v $command >/dev/null || { echo "$command is missing"; exit 77; }
done
rm -rf "$work" && mkdir -p "$work" && cd "$work" || exit 1
"$ptec" compile "$program" -o . --name m --emit bundle --weights c --kernels mcu,portable >log || exit 1
# shellcheck disable=SC2086 # several words on purpose
clang --target=arm-none-eabi -mthumb -mfloat-abi=hard -ffreestanding -std=c11 $flags -c m.c -o m.o || exit 1
llvm-objdump --mattr=+pacbti,+mve.fp -d m.o >code || exit 1
if ! grep -q '	pacbti	' code || ! grep -q '	bti' code; then
    echo "FAILED: there is nothing to look at"
    exit 1
fi
if grep -E '	(pop|pop\.w|ldm.*|ldr).*pc' code; then
    echo "FAILED: these return by what the stack has"
    exit 1
fi
"$ptec" verify "$program" --target m55-qemu --kernels mcu,portable --cc clang --cflags "$flags" >out 2>&1
grep -q "^3 passed, 0 failed" out || { cat out; exit 1; }
