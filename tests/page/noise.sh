#!/bin/sh
# SPDX-License-Identifier: 0BSD
# When the page of `ptec report` calls a profile noisy, by times of steps that are alike: at, below and above a
# hundredth of the method's time, and twice the time of the fastest of them. The times are exact in binary. 0.6 s.
# usage: noise.sh PTEC SOURCE WORK      exit 77: xmllint is missing
set -u
ptec=$1 source=$2 work=$3
. "$(dirname "$0")/page.sh"
rm -rf "$work"
mkdir -p "$work"
cd "$work" || exit 1

# expect WANT STEP SECONDS...: WANT is the number of steps that are compared; then of those that are too slow, which is
# how many times as slow as which; or "calm". Steps: `a` to `f` are alike; `first`, `last` and `small` are like no other.
expect() {
    want=$1
    shift
    printf '%s %s\n' "$@" | sed 's/^[a-f] /gemm_128x128x128_&/; s/^first/gemm_640x640x128/; s/^last/gemm_128x128x640/
        s/^small/gemm_8x8x128/' >spent
    "$ptec" report "$source/tests/corpus/ad_portable_q8.bpte" -o noise.html --profile spent || fail "$*"
    {
        get noise.html '//section[@id="work"]/p/text()' | sed -n 's/.* noisy: \([0-9]*\) of .*/\1/p'
        get noise.html '//section[@id="work"]/p[@class="warning"]//text()' | tr '\302\240' '  ' | tr -d '\n' | sed 's/  */ /g
            s/^\([0-9]*\) steps* takes* more .*; [0-9]* gemm_128x128x128_\([a-f]\) takes \([0-9.]*\) times as long as [0-9]* gemm_128x128x128_\([a-f]\):.*/\1: \2 \3 \4\n/'
    } | paste -s -d ' ' - >got
    # The summary says it too, or nothing.
    case $(answer noise "Slowest layers") in *noisy*) ;; *) echo calm >>got ;; esac
    paste -s -d ' ' got >line
    [ "$(cat line)" = "$want" ] || fail "$*: '$(cat line)' instead of '$want'"
}

# Twice as long is not noise, anything more is.
expect "2 calm" a 1 b 2
expect "2 calm" a 2 b 1
expect "2 1: b 2.0 a" a 1 b 2.0009765625
expect "2 1: a 2.0 b" a 2.0009765625 b 1

# A step of just a hundredth of the method's time counts, one of less does not; the fast one may take less.
expect "2 1: a 4.0 b" a 1 b 0.25 first 98.75
expect "2 1: a 4.0 b" a 1 b 0.25 first 98.5
expect "2 calm" a 1 b 0.25 first 98.75390625
expect "2 calm" first 50 b 1 a 0.25 last 48.875
expect "2 1: b 4.0 a" first 50 b 1 a 0.25 last 48.75

# Of several the worst, against the fastest of all that are like it; of equal ones the first.
expect "3 2: c 3.0 a" a 1 b 2.5 c 3
expect "3 2: b 3.0 a" a 1 b 3 c 2.5
expect "3 2: a 4.0 c" a 4 b 3 c 1
expect "3 1: c 2.5 a" a 1 b 1 c 2.5
expect "3 2: b 3.0 a" a 1 b 3 c 3
expect "6 1: f 8.0 c" a 1.75 b 1.5 c 1 d 1.25 e 2 f 8

# A step without a time, or of no time, is not compared, nor is one that no other is like.
expect "0 calm" a 8
expect "0 calm" a 8 small 1 first 2 last 4
expect "0 calm" a 0 b 8
expect "2 1: b 8.0 c" a 0 b 8 c 1
expect "2 1: a 8.0 b" a 8 b 1 c 0
expect "2 calm" a 0 b 1 c 2
[ $failures -eq 0 ]
