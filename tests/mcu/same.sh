#!/bin/sh
# SPDX-License-Identifier: 0BSD
# What the kernels for microcontrollers compute with the DSP extension and Helium is what the portable ones
# do. usage: same.sh PTEC TESTS WORK CASE...      exit 77: the compiler or qemu is missing
set -u
ptec=$1 cases=$2/cases work=$3 failures=0
shift 3
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
    program=$(echo "$cases"/*/"$1"/case.bpte)
    shift
    "$ptec" verify "$program" --steps 1 "$@" 2>&1 | grep '^forward'
}

for name; do
    judgement $name >portable
    for target in m4-qemu m55-qemu; do
        judgement $name --target $target --kernels mcu,portable >mcu
        if [ ! -s mcu ] || ! cmp -s mcu portable || grep -q FAIL mcu; then
            fail "$name on $target: $(cat mcu)"
        fi
    done
done
exit $failures
