#!/bin/sh
# SPDX-License-Identifier: 0BSD
# Builds ptec and counts the instructions of models on 64-bit RISC-V, which qemu plays.
# usage: riscv.sh [OPTION]... [REGEX]      riscv.sh --help, README.md
exec sh "$(dirname "$0")/with_ptec.sh" riscv riscv "$@"
