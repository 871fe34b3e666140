#!/bin/sh
# SPDX-License-Identifier: 0BSD
# Clang says, when it compiles, that its code does without the DSP extension, unless unaligned accesses are
# allowed or a macro says that they must not be; with them it needs about the instructions of gcc.
# usage: clang.sh PTEC TESTS WORK      exit 77: a compiler or qemu is missing
set -u
ptec=$1 program=$2/corpus/kws_cortex_m.bpte work=$3 failures=0
for command in clang arm-none-eabi-gcc qemu-system-arm; do
    command -v $command >/dev/null || { echo "$command is missing"; exit 77; }
done
rm -rf "$work" && mkdir -p "$work" && cd "$work" || exit 1

fail() {
    echo "FAILED: $*"
    failures=$((failures + 1))
}

"$ptec" compile "$program" -o . --name m --emit bundle --weights c --kernels mcu,portable >log || exit 1
# notes COUNT COMMAND...: so often the compiler says it.
notes() {
    want=$1
    shift
    "$@" -mcpu=cortex-m33 -mthumb -mfloat-abi=hard -ffreestanding -std=c11 -O1 -c m.c -o m.o >said 2>&1 || fail "$*: $(cat said)"
    [ "$(grep -c '^m\.c:.*DSP extension' said)" -eq "$want" ] || fail "$*: not $want notes: $(cat said)"
}
notes 1 clang --target=arm-none-eabi
notes 0 clang --target=arm-none-eabi -DPTE_MCU_ALIGNED=1
notes 0 clang --target=arm-none-eabi -munaligned-access
notes 0 arm-none-eabi-gcc
notes 1 arm-none-eabi-gcc -mno-unaligned-access

# instructions OPTION...: of the last case, whose outputs are right.
instructions() {
    "$ptec" verify "$program" --target m33-qemu --kernels mcu,portable --prefer speed --io int8 "$@" 2>&1 >out ||
        fail "verify $*: $(cat out)"
    sed -n 's/.*(\([0-9,]*\) instructions).*/\1/p' out | tail -n 1 | tr -d ,
}
gcc=$(instructions --cflags -O3)
clang=$(instructions --cflags "-O3 -munaligned-access" --cc clang)
[ $((clang * 10)) -le $((gcc * 11)) ] || fail "$clang instructions by clang, $gcc by gcc"
aligned=$(instructions --cflags "-O3 -DPTE_MCU_ALIGNED=1" --cc clang)
[ "$aligned" -gt "$gcc" ] || fail "$aligned instructions without unaligned accesses, $gcc with them"
[ $failures -eq 0 ]
