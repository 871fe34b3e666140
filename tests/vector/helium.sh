#!/bin/sh
# SPDX-License-Identifier: 0BSD
# Programs give their recorded outputs by Helium on a Cortex-M55, which qemu runs; floats by vectors,
# bytes by the kernels for machines without.
# usage: helium.sh PTEC TESTS
set -u
ptec=$1 tests=$2
failures=0
for program in "$tests"/corpus/ad_portable.bpte "$tests"/corpus/ad_portable_q8.bpte \
    "$tests"/corpus/silero_portable.bpte "$tests"/cases/*/strips_residual/case.bpte \
    "$tests"/cases/*/strips_dilated/case.bpte "$tests"/cases/*/bmm/case.bpte \
    "$tests"/cases/*/conv2d_unbatched/case.bpte "$tests"/cases/*/layer_norm/case.bpte \
    "$tests"/cases/*/max_pool2d/case.bpte "$tests"/cases/*/avg_pool2d/case.bpte \
    "$tests"/cases/*/softmax/case.bpte; do
    "$ptec" verify "$program" --target m55-qemu --kernels vector,portable --atol 1e-4 ||
        { echo "FAILED: $program"; failures=$((failures + 1)); }
done
[ $failures -eq 0 ]
