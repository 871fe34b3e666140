#!/bin/sh
# SPDX-License-Identifier: 0BSD
# `--weights streamed`: models that read their weights from a file give the bits of those that have them
# in memory, and a status if a read fails.
# usage: read.sh PTEC SOURCE WORK 'CC FLAG...' KERNELS
# shellcheck disable=SC2086 # $cc is several words on purpose
set -eu
ptec=$1 source=$2 work=$3 compiler=$4 kernels=$5
rm -rf "$work"
mkdir -p "$work"
cd "$work"
cc="$compiler -std=c11 -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror -I."

# streamed PROGRAM KERNELS OPTION...
streamed() {
    program=$source/tests/corpus/$1.bpte list=$2
    shift 2
    whole=${program##*/}.o # which has the same list of kernels each time
    if [ ! -e "$whole" ]; then
        "$ptec" compile "$program" -o . --name whole --emit bundle --kernels "$list" >summary
        $cc -c whole.c -o "$whole"
        cp whole.h "$whole.h"
    fi
    cp "$whole.h" whole.h
    "$ptec" compile "$program" -o . --name net --emit bundle --kernels "$list" --weights streamed "$@" >summary
    $cc "$source/tests/streamed/read.c" net.c "$whole" -o read
    echo "${program##*/} $*:"
    ./read net_weights.bin
}

streamed kws_cortex_m "$kernels"
streamed resnet8_cortex_m "$kernels"
most=76K
[ "$kernels" != portable ] || most=80K # whose layers need 78,816 bytes
streamed vww_cortex_m "$kernels" --max-ram $most
streamed resnet8_portable portable
streamed resnet8_cortex_m "$kernels" --max-block 8K
streamed resnet8_portable portable --max-block 16K
streamed ad_cortex_m "$kernels" --max-block 16K
