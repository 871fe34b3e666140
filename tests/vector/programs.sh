#!/bin/sh
# SPDX-License-Identifier: 0BSD
# The float programs of a folder give the recorded outputs with vector kernels.
# usage: programs.sh PTEC FOLDER PROBE OPTION...     PROBE 0: can this machine run it? (77 if not)
set -u
ptec=$1 folder=$2 probe=$3
shift 3
"$probe" 0 >/dev/null
[ $? -ne 77 ] || exit 77
failures=0
for program in "$folder"/*_portable.bpte; do
    # Sums in another order: ExecuTorch's own XNNPACK differs from its portable kernels by 9.4e-5
    # in silero's state, by 4.2e-5 in ad.
    "$ptec" verify "$program" --kernels vector,portable --atol 1e-4 "$@" ||
        { echo "FAILED: $program"; failures=$((failures + 1)); }
done
[ $failures -eq 0 ]
