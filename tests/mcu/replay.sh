#!/bin/sh
# SPDX-License-Identifier: 0BSD
# The kernels for microcontrollers give the host's bits on a Cortex-M that qemu runs, whatever the
# compiler optimises, and read and write nothing beyond their operands. Five to seven seconds of a core for
# a LEVEL, eight tenths of one for the rooms of the operands and for 16-bit integers.
# usage: replay.sh SOURCE BYTES WORK CPU MACHINE VECTORS RAM LEVEL...     LEVEL: -O3, for example
#        exit 77: something is missing
set -u
source=$1 bytes=$2 work=$3 cpu=$4 machine=$5 vectors=$6 ram=$7
shift 7
for tool in arm-none-eabi-gcc qemu-system-arm; do
    command -v $tool >/dev/null || { echo "$tool is missing"; exit 77; }
done
rm -rf "$work" && mkdir -p "$work" && cd "$work" || exit 1
"$bytes" 100 calls || exit 1
floats=hard
[ "$cpu" = cortex-m0plus ] && floats=soft
for optimisation; do
    arm-none-eabi-gcc -mcpu="$cpu" -mthumb -mfloat-abi=$floats -std=gnu11 -ffreestanding -nostdlib \
        $optimisation -DPTE_MCU_SPEED=1 -Wall -Wextra -Werror -I"$source/runtime-min" -I"$source/backends/portable" \
        -I"$source/backends/mcu" "$source/tests/mcu/replay.c" "$source"/backends/mcu/pte_mcu_[!r]*[!2].c \
        "$source/backends/portable/pte_conv2d_s16_fbias.c" "$source/backends/portable/pte_gemm_s4_rows.c" \
        "$source/backends/portable/pte_avg_pool2d_s8.c" "$source/backends/portable/pte_average_s8.c" "$source/runtime-min/pte_rint_f32.c" \
        "$source/templates/target/freestanding.c" \
        -T "$source/tests/mcu/replay.ld" \
        -lgcc -Wl,--entry=0,--defsym=VECTORS="$vectors",--defsym=RAM="$ram" -o replay.elf || exit 1
    timeout 300 qemu-system-arm -M "$machine" -display none -monitor none -serial none \
        -semihosting-config enable=on,target=native -kernel replay.elf >out 2>&1
    grep -q '^passed' out || { echo "$cpu $optimisation"; cat out; exit 1; }
done

[ $floats = hard ] || exit 0
# What makes an address from the program counter counts from a multiple of 4, so it has to lie there,
# whatever lies before it.
functions="pte_mcu_dot pte_mcu_dot_halves pte_mcu_sum_taps_halves pte_mcu_dot1_folded pte_mcu_fused pte_mcu_fused_taps"
[ "$cpu" = cortex-m55 ] && functions=pte_mcu_dot
for function in $functions; do
    arm-none-eabi-gcc -mcpu="$cpu" -mthumb -mfloat-abi=hard -ffreestanding -Os -ffunction-sections -DPTE_MCU_SPEED=1 \
        -I"$source/runtime-min" -I"$source/backends/portable" -c "$source/backends/mcu/$function.c" -o one.o || exit 1
    arm-none-eabi-objdump -h one.o | grep -q "\.text\.$function .*2\*\*2\$" ||
        { echo "$function may lie at any multiple of 2"; exit 1; }
done
