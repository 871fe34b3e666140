#!/bin/sh
# SPDX-License-Identifier: 0BSD
# `--by-steps`: two contexts that run step by step in turn give the bits of whole calls.
# usage: interleaved.sh PTEC SOURCE WORK 'CC FLAG...' KERNELS
set -eu
ptec=$1 source=$2 work=$3 compiler=$4 kernels=$5
rm -rf "$work"
mkdir -p "$work"
cd "$work"

# interleaved PROGRAM ARGUMENTS FLAGS OPTION...
interleaved() {
    program=$1 arguments=$2 flags=$3
    shift 3
    "$ptec" compile "$source/tests/corpus/$program.bpte" -o . --name net --emit bundle --by-steps \
        --kernels "$kernels" "$@" >summary
    # shellcheck disable=SC2086 # several words on purpose
    $compiler -std=c11 -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror $flags \
        "-DARGS(i, to)=$arguments" -I. "$source/tests/by_steps/interleaved.c" -o net
    echo "$program $*:"
    ./net
}

one='in[i][0], to[i][0]'
interleaved kws_cortex_m "$one" -DONE_EACH
interleaved kws_cortex_m "$one" '' --max-piece 20000
interleaved resnet8_cortex_m "$one" '' --max-piece 100000
interleaved vww_cortex_m "$one" '' --max-ram 30K
interleaved vww_cortex_m "$one" '' --max-ram 30K --max-piece 200000
interleaved ad_cortex_m "$one" '' --max-piece 1000
interleaved silero_portable 'in[i][0], in[i][1], to[i][0], to[i][1]' -DONE_EACH
