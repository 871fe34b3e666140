#!/bin/sh
# SPDX-License-Identifier: 0BSD
# The C of a package compiles for processors of the boards that the ecosystems have, with the examples' own calls and
# without a warning: Cortex-M0+, -M4, -M33 and -M55, and RISC-V without floats. Two seconds.
# usage: cross.sh PTEC SOURCE WORK KERNELS      77: there is no such compiler
set -eu
ptec=$1 source=$2 work=$3 kernels=$4 compiled=0
rm -rf "$work" && mkdir -p "$work"
cd "$work"
"$ptec" package "$source/tests/corpus/ad_cortex_m.bpte" --for zephyr --name net --kernels "$kernels" -o package >report
# compiles COMPILER OPTION...
compiles() {
    command -v "$1" >where || return 0
    for file in package/src/net.c package/sample/src/net_cases.c; do
        "$@" -std=c11 -ffreestanding -O2 -Wall -Wextra -Wconversion -Wshadow -Werror -Ipackage/src -c $file -o object.o ||
            { echo "FAILED: $file: $*"; exit 1; }
    done
    compiled=$((compiled + 1))
}
for cpu in cortex-m0plus cortex-m4 cortex-m33 cortex-m55; do
    compiles arm-none-eabi-gcc -mcpu=$cpu -mthumb
done
compiles riscv64-unknown-elf-gcc -march=rv32imc -mabi=ilp32
[ $compiled -gt 0 ] || exit 77
