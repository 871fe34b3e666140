#!/bin/sh
# SPDX-License-Identifier: 0BSD
# On a Cortex-M33, weights that are read in sectors of 512 bytes give in each step what they give here.
# usage: board.sh PTEC CORPUS KERNELS
set -u
ptec=$1 corpus=$2 kernels=$3
failures=0
for way in kws_cortex_m "resnet8_cortex_m --by-steps --max-block 8K" "kws_cortex_m --steps-crc"; do
    # shellcheck disable=SC2086 # several words on purpose
    set -- $way
    program=$1
    shift
    output=$("$ptec" verify "$corpus/$program.bpte" --kernels "$kernels" --target m33-qemu \
        --weights streamed "$@" 2>&1) && continue
    printf 'FAILED: %s\n%s\n' "$way" "$output"
    failures=1
done
exit $failures
