#!/bin/sh
# SPDX-License-Identifier: 0BSD
# Builds ptec and counts the instructions of models on 64-bit Arm, which qemu plays, against ExecuTorch
# with XNNPACK.
# usage: arm.sh [OPTION]... [REGEX]      arm.sh --help, README.md
exec sh "$(dirname "$0")/with_ptec.sh" arm arm "$@"
