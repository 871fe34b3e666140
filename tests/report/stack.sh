#!/bin/sh
# SPDX-License-Identifier: 0BSD
# The stack that `ptec compile --size` says a call takes at most, beside what a Cortex-M33 under qemu
# has used: that is no more, and at least half of it.
# usage: stack.sh PTEC PROGRAM WORK      exit 77: a tool is missing
set -u
ptec=$1 program=$2 work=$3
self_test=32 # bytes: the frames of the function that makes the call, and of memset or memcpy
for tool in arm-none-eabi-gcc qemu-system-arm; do
    command -v $tool >/dev/null || { echo "$tool is missing"; exit 77; }
done
flags="-O2 -ffreestanding -ffunction-sections -fdata-sections"

measured=$("$ptec" verify "$program" --target m33-qemu --cflags "$flags" | tr -d , |
    sed -n 's/.* stack \([0-9]*\) of .*/\1/p' | sort -n | tail -n 1)
bound=$("$ptec" compile "$program" -o "$work" --size \
    --cc "arm-none-eabi-gcc -mcpu=cortex-m33 -mthumb -mfloat-abi=hard -mfpu=fpv5-sp-d16 $flags" |
    tr -d , | awk '$1 == "forward" { print $NF }')
echo "bound ${bound:=0}, measured ${measured:=0}"
[ "$measured" -gt 0 ] && [ $((bound + self_test)) -ge "$measured" ] && [ "$bound" -le $((2 * measured)) ]
