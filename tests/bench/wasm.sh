#!/bin/sh
# SPDX-License-Identifier: 0BSD
# Times of models in WebAssembly, by Node.js: portable kernels without vectors, and vector kernels. The
# models are those of a folder. Environment: PTEC (else build/release/compiler/ptec), CC (else clang).
# usage: PTEC_CORPUS=DIR wasm.sh -o FILE
set -eu
cd "$(dirname "$0")/../.."
if [ $# -ne 2 ] || [ "$1" != -o ]; then
    sed -n 's/^# usage: //p' "$0" >&2
    exit 2
fi
out=$2 ptec=${PTEC:-build/release/compiler/ptec} cc=${CC:-clang}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

build() { # MODEL KERNELS FLAG: its cases, compiled
    set -- "$1" "$2" "$3" "$work/$2"
    "$ptec" compile "$1" -o "$4" --name net --emit bundle --kernels "$2" -q >/dev/null
    "$ptec" cases "$1" -o "$4" --name net --kernels "$2" --atol 1e-3 -q >/dev/null
    $cc --target=wasm32 "$3" -mbulk-memory -O3 -nostdlib -Wl,--no-entry -Wl,--export=net_case \
        -Wl,--stack-first -Wl,-z,stack-size=1048576 "$4/net.c" "$4/net_cases.c" -o "$4/net.wasm"
}

{
    echo "| model | form | portable, scalar | vector, SIMD128 | ratio |"
    echo "|---|---|---|---|---|"
    for form in xnn xnn_q8; do
        for name in ad kws resnet8 silero vww; do
            model=$PTEC_CORPUS/${name}_$form.bpte
            build "$model" portable -mno-simd128
            build "$model" vector,portable -msimd128
            node --no-liftoff tests/bench/wasm.mjs "$work/portable/net.wasm" "$work/vector,portable/net.wasm" |
                awk -v "name=$name" -v "form=$form" \
                    '{ printf "| %s | %s | %d | %d | %.2f |\n", name, form, $1, $2, $2 / $1 }'
        done
    done
} >"$out"
sed -n 's/^model name\t: /processor: /p' /proc/cpuinfo | head -n 1
echo "$($cc --version | head -n 1), -O3; Node.js $(node --version)"
