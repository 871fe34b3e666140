#!/bin/sh
# SPDX-License-Identifier: 0BSD
# A model in files, compiled without a warning: for a processor without Helium it runs on one, and ends
# its call where the library asks for more.
# usage: refuses.sh PTEC TESTS WORK 'CC FLAG...' RUNTIME DSP HELIUM      DSP, HELIUM: the stand-ins
set -u
ptec=$1 tests=$2 work=$3 cc=$4 runtime=$5 dsp=$6
helium="-DARM_MATH_MVEI $7"
. "$tests/runner/choices.sh"

for case in cortex_m_depthwise cortex_m_linear cortex_m_conv2d cortex_m_batch_matmul; do
    status "$case" cmsis-nn "$dsp" ok --target m33-qemu
    status "$case" cmsis-nn "$helium" 'out of resources' --target m33-qemu
    status "$case" cmsis-nn "$helium" ok --target m55-qemu
    status "$case" cmsis-nn "$helium" ok
done
[ $failures -eq 0 ]
