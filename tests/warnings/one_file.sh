#!/bin/sh
# SPDX-License-Identifier: 0BSD
# A bundle may have any kernels in one file, one behind the other: no macro and no name of a kernel's source is in the
# way of another's. All sources of the runtime and of each list of kernels are compiled as one file, in the order of
# their names and the other way round, for each instruction set that has code of its own.
# usage: one_file.sh SOURCE WORK KERNELS...        77: gcc is missing
set -u
source=$1 work=$2 failures=0
shift 2
command -v gcc >/dev/null || exit 77
rm -rf "$work" && mkdir -p "$work"
cd "$work" || exit 1

while read -r compiler; do
    command -v "${compiler%% *}" >/dev/null || continue
    for kernels; do
        folders=$(echo "$kernels" | tr , '\n' | sed "s,^,$source/backends/,")
        sources=$(ls "$source"/runtime-min/*.c $(printf '%s/*.c ' $folders) | grep -v _posix)
        for order in '' -r; do
            echo "$sources" | sort $order | sed 's/.*/#include "&"/' >one.c
            # shellcheck disable=SC2046,SC2086 # several words on purpose
            $compiler -std=c11 -Wall -Wextra -Wconversion -Wshadow -Werror -fsyntax-only -I"$source/runtime-min" \
                $(printf -- '-I%s ' $folders) one.c >said 2>&1 && continue
            echo "FAILED: $kernels${order:+, backwards}: $compiler"
            grep -A 6 -E 'error|warning' said | head -n 20
            failures=$((failures + 1))
        done
    done
done <<'END'
gcc
gcc -march=x86-64-v3
gcc -march=x86-64-v4
gcc -march=x86-64-v4 -mavx512vnni -mavx512vbmi
gcc -march=x86-64-v4 -mavx512vnni -mclzero
clang -march=x86-64
clang -march=x86-64-v4 -mavx512vnni -mavx512vbmi
aarch64-linux-gnu-gcc
aarch64-linux-gnu-gcc -march=armv8.2-a+dotprod
aarch64-linux-gnu-gcc -march=armv8.2-a+dotprod+i8mm+fp16
clang -target aarch64-linux-gnu -march=armv8.2-a+dotprod+i8mm+fp16 -I/usr/aarch64-linux-gnu/include
arm-none-eabi-gcc -mcpu=cortex-m0plus
arm-none-eabi-gcc -mcpu=cortex-m4
arm-none-eabi-gcc -mcpu=cortex-m33+nodsp
arm-none-eabi-gcc -mcpu=cortex-m55 -mfloat-abi=hard
riscv64-unknown-elf-gcc -march=rv32imac -mabi=ilp32 -ffreestanding
clang-19 --target=riscv64-linux-gnu -march=rv64gcv -I/usr/riscv64-linux-gnu/include
END
[ $failures -eq 0 ]
