#!/bin/sh
# SPDX-License-Identifier: 0BSD
# Limits of what is measured: --max-flash with --size, by what size(1) says of the object and the header of the
# weights; --max-stack; --max-instructions on a target. What is needed to the byte passes, one less is an error that
# has both numbers. Three seconds on one core.
# usage: budgets.sh PTEC SOURCE WORK KERNELS
set -u
ptec=$1 corpus=$2/tests/corpus work=$3 kernels=$4
model=$corpus/resnet8_cortex_m.bpte cc="arm-none-eabi-gcc -mcpu=cortex-m33 -mthumb -Os"
failures=0

fail() {
    echo "FAILED: $*"
    failures=$((failures + 1))
}

# limits OPTION NEEDED TEXT ARGUMENT...: NEEDED passes; one less exits with 1, writes nothing and says TEXT.
limits() {
    option=$1 needed=$2 text=$3
    shift 3
    "$ptec" "$@" "$option" "$needed" >said 2>&1 || fail "$option $needed: $(cat said)"
    rm -rf none
    "$ptec" "$@" "$option" $((needed - 1)) >said 2>&1
    [ $? -eq 1 ] || fail "exit code of $option $((needed - 1))"
    sed 's/\([0-9]\),\([0-9]\)/\1\2/g' said |
        grep -q "^ptec: .*$text, more than $option $((needed - 1))\(;.*\|\)\$" ||
        fail "$option $((needed - 1)): no '$text' in: $(cat said)"
}

rm -rf "$work"
mkdir -p "$work"
cd "$work" || exit 1
"$ptec" compile "$model" -o out --emit bundle --weights bin --size --cc "$cc" >report || fail "$(cat report)"
weights=$(sed -n 's/^#define RESNET8_CORTEX_M_WEIGHTS_BYTES //p' out/resnet8_cortex_m.h)
$cc -std=c11 -Iout -c out/resnet8_cortex_m.c -o m.o -Wa,-Iout || fail "$cc"
flash=$(arm-none-eabi-size m.o | awk 'NR == 2 { print $1 + $2 }') # the weights are in it
set -- compile "$model" -o none --size --cc "$cc"
limits --max-flash "$flash" "weights $weights, code .* need $flash bytes of flash" "$@"
limits --max-flash "$weights" "without code and tables, need $weights bytes" compile "$model" -o out
stack=$(awk '$1 == "all" { gsub(",", ""); print $NF }' report)
limits --max-stack "$stack" "the stack needs $stack bytes" "$@"
[ ! -e none ] || fail "files are left: $(ls none)"

# With their code, weights as halves are too much for what the weights alone do not fill.
of() {
    sed -n 's/^#define RESNET8_CORTEX_M_WEIGHTS_BYTES //p' "$1/resnet8_cortex_m.h"
}
if [ "$kernels" != portable ]; then # whose weights are bytes
    set -- --emit bundle --prefer speed --kernels "$kernels" --target m33-qemu --max-flash 162K
    "$ptec" compile "$model" -o fast "$@" >/dev/null || fail "halves"
    "$ptec" compile "$model" -o small "$@" --size --cc "$cc" >/dev/null || fail "bytes"
    [ "$(of fast)" -gt $(($(of small) * 3 / 2)) ] || fail "weights of $(of fast) and $(of small) bytes"
fi

# shellcheck disable=SC2016 # the script expands it
printf '#!/bin/sh\nfor word; do [ $word = -fcallgraph-info=su ] && exit 1; done\ngcc "$@"\n' >old-cc
chmod +x old-cc
"$ptec" compile "$model" -o none --size --cc ./old-cc --max-stack 1M 2>&1 | grep -q "writes no call graph" ||
    fail "a compiler without call graphs"
"$ptec" compile "$model" -o none --threads 2 --size --cc gcc --max-stack 1M 2>&1 |
    grep -q "stack is unbounded: .* calls through a pointer" || fail "an unbounded stack"

set -- verify "$corpus/ad_cortex_m.bpte" --target m33-qemu --kernels "$kernels"
"$ptec" "$@" --max-instructions 1K >report 2>said
[ $? -eq 1 ] || fail "exit code of --max-instructions 1K"
grep -q "^3 passed, 0 failed" report || fail "the cases are not told: $(cat report)"
most=$(sed -n 's/.* ticks (\(.*\) instructions.*/\1/p' report | tr -d , | sort -n | tail -n 1)
tr -d , <said | grep -q "^ptec: .*_m.bpte: forward [0-2] takes $most instructions more than --max-instructions 1000\$" ||
    fail "not $most: $(cat said)"
# The emulator's ticks differ by a few from run to run.
"$ptec" "$@" --max-instructions $((most + 500)) >said 2>&1 || fail "$((most + 500)): $(cat said)"
[ $failures -eq 0 ]
