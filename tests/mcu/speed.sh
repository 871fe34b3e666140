#!/bin/sh
# SPDX-License-Identifier: 0BSD
# With --prefer speed each set of parameters has a function, in bundles only; it gives the same numbers,
# in fewer instructions. usage: speed.sh PTEC TESTS WORK KERNELS...     exit 77: passed, but a tool is missing
set -u
ptec=$1 tests=$2 work=$3 failures=0
shift 3
rm -rf "$work" && mkdir -p "$work" && cd "$work" || exit 1
fail() {
    echo "FAILED: $1"
    failures=$((failures + 1))
}

net=$tests/corpus/resnet8_cortex_m.bpte
"$ptec" compile "$net" -o . --name net --kernels mcu,portable --emit bundle --prefer speed >/dev/null || exit 1
sets=$(grep -c '^static const pte_\(mcu_conv2d\|mcu_dense\|mcu_mean\|conv2d\|gemm\|pool2d\) .*_params = {' net.c) functions=$(grep -c '^PTE_ALONE static void pte_' net.c)
[ "$sets" -gt 5 ] && [ "$functions" -eq "$sets" ] || fail "$functions functions of $sets sets"
grep -q -e '--prefer", "speed"' net.json || fail "the manifest has no --prefer"
"$ptec" compile "$net" -o . --name net --emit bundle --prefer size >/dev/null && ! grep -q PTE_ALONE.*pte_mcu net.c ||
    fail "functions with --prefer size"
"$ptec" compile "$net" -o . --name net --prefer speed 2>err && fail "links the runtime"
grep -q -e '--emit bundle' err || fail "$(cat err)"

for kernels; do
    for program in corpus/resnet8_cortex_m corpus/resnet8_portable corpus/vww_portable_q8 cases/quantized/q8_conv2d_table/case; do
        "$ptec" verify "$tests/$program.bpte" --kernels $kernels --prefer speed --cc cc --cflags "-O2 -Wall -Werror" \
            --atol 1e-4 >out || fail "$program, $kernels: $(cat out)"
    done
done

for tool in arm-none-eabi-gcc qemu-system-arm; do
    command -v $tool >/dev/null || { echo "$tool is missing"; exit $((failures ? 1 : 77)); }
done
instructions() { # OPTION...
    "$ptec" verify "$tests/corpus/vww_cortex_m.bpte" --target m33-qemu --kernels mcu,portable --cflags -O3 "$@" >out ||
        fail "$(cat out)"
    sed -n 's/.*(\([0-9,]*\) instructions).*/\1/p' out | sed 's/,//g; q'
}
shared=$(instructions) alone=$(instructions --prefer speed)
[ "${alone:-0}" -gt 0 ] && [ $((alone * 20)) -lt $((shared * 19)) ] || fail "$alone instructions, $shared shared"
[ $failures -eq 0 ]
