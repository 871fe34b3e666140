#!/bin/sh
# SPDX-License-Identifier: 0BSD
# Sums of 16-bit integers with the DSP extension are those of the portable kernels.
# usage: words.sh PTEC TESTS WORK      exit 77: the compiler or qemu is missing
set -u
ptec=$1 cases=$2/cases/quantized work=$3 failures=0
for command in arm-none-eabi-gcc qemu-system-arm; do
    command -v $command >/dev/null || { echo "$command is missing"; exit 77; }
done
rm -rf "$work" && mkdir -p "$work" && cd "$work" || exit 1

fail() {
    echo "FAILED: $*"
    failures=$((failures + 1))
}

# What is said of the cases, without what they took.
judgement() { # CASE OPTION...
    program=$cases/$1/case.bpte
    shift
    "$ptec" verify "$program" --steps 1 "$@" 2>&1 | grep '^forward'
}

for name in q16_conv2d_rows q16_conv2d_channels_last q16_linear q16_linear_relu; do
    judgement $name >portable
    for target in m4-qemu m55-qemu; do
        judgement $name --target $target --kernels mcu,portable >mcu
        if [ ! -s mcu ] || ! cmp -s mcu portable || grep -q FAIL mcu; then
            fail "$name on $target: $(cat mcu)"
        fi
    done
done
exit $failures
