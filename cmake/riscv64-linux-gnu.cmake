# SPDX-License-Identifier: 0BSD
# Toolchain file: 64-bit RISC-V by clang, for its vectors; gcc 12 has none. qemu runs what is built,
# with vectors as long as QEMU_CPU says.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR riscv64)
set(CMAKE_C_COMPILER clang-19)
set(CMAKE_C_COMPILER_TARGET riscv64-linux-gnu)
set(CMAKE_CROSSCOMPILING_EMULATOR qemu-riscv64 -L /usr/riscv64-linux-gnu)
