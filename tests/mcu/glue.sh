#!/bin/sh
# SPDX-License-Identifier: 0BSD
# What is neither kernel nor weights of the four forms of a MobileNetV2 is at most 4 KB of code and
# tables for a Cortex-M33, and its bytes are those of the portable kernels.
# usage: glue.sh PTEC CORPUS WORK     exit 77: something is missing
set -u
ptec=$1 corpus=$2 work=$3 failures=0
command -v arm-none-eabi-gcc >/dev/null || { echo "arm-none-eabi-gcc is missing"; exit 77; }
rm -rf "$work" && mkdir -p "$work" && cd "$work" || exit 1
for form in portable portable_q8 xnn xnn_q8; do
    "$ptec" compile "$corpus/mv2_$form.bpte" --target m33-qemu --kernels mcu,portable --emit bundle \
        --weights bin -o . --name m >/dev/null || exit 1
    arm-none-eabi-gcc -mcpu=cortex-m33 -mthumb -Os -fno-inline -ffunction-sections -c m.c || exit 1
    bytes=$(arm-none-eabi-nm -S -t d m.o | awk '$3 != "b" &&
        $4 ~ /^m_forward|check_|crc32|endian|aligned|pte_(mcu_)?rows_|turns_|_params|_turns|^image|magic|abi/ {
            sum += $2 } END { print sum + 0 }')
    echo "mv2_$form: $bytes bytes"
    [ "$bytes" -gt 1000 ] && [ "$bytes" -le 4096 ] || failures=$((failures + 1))
done
for kernels in portable mcu,portable; do
    "$ptec" run "$corpus/mv2_portable_q8.bpte" --kernels $kernels >"$kernels" || exit 1
done
cmp portable mcu,portable || failures=$((failures + 1))
[ $failures -eq 0 ]
