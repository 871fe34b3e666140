#!/bin/sh
# SPDX-License-Identifier: 0BSD
# Float programs give the recorded outputs with vector kernels; a bundle has no other kernels
# than it calls.
# usage: programs.sh PTEC TESTS PROBE OPTION...     PROBE 0: can this machine run it? (77 if not)
set -u
ptec=$1 tests=$2 probe=$3
shift 3
"$probe" 0 >/dev/null
[ $? -ne 77 ] || exit 77
failures=0
for program in "$tests"/corpus/*_portable.bpte "$tests"/cases/*/strips_*/case.bpte; do
    # Sums in another order: ExecuTorch's own XNNPACK differs from its portable kernels by 9.4e-5
    # in silero's state, by 4.2e-5 in ad.
    "$ptec" verify "$program" --kernels vector,portable --atol 1e-4 "$@" ||
        { echo "FAILED: $program"; failures=$((failures + 1)); }
done
for program in "$tests"/corpus/resnet8_portable.bpte "$tests"/cases/*/*winograd*/case.bpte; do
    "$ptec" verify "$program" --kernels winograd,vector,portable "$@" ||
        { echo "FAILED: $program, winograd"; failures=$((failures + 1)); }
done
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$ptec" compile "$tests/corpus/vww_portable.bpte" -o "$work" --name net --emit bundle \
    --kernels vector,portable >/dev/null || exit 1
if grep '^#define pte_vec_' "$work/net.c" | grep -v '_\(conv2d\|dwconv2d\|gemm\)_f32 ' ||
    grep '^#define pte_log' "$work/net.c"; then
    echo "FAILED: the bundle has kernels that it does not call"
    failures=$((failures + 1))
fi
[ $failures -eq 0 ]
