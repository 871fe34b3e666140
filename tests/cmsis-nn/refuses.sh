#!/bin/sh
# SPDX-License-Identifier: 0BSD
# A model compiled for a processor without Helium ends its call where the library asks for more.
# usage: refuses.sh PTEC SOURCE WORK 'CC FLAG...' LIBRARY      LIBRARY: the stand-ins as with Helium
set -u
ptec=$1 source=$2 work=$3 cc=$4 library=$5 failures=0
rm -rf "$work" && mkdir -p "$work" && cd "$work" || exit 1

# status CASE STATUS OPTION...: what the call gives
status() {
    case=$1 want=$2
    shift 2
    "$ptec" compile "$source/tests/cases/$case/case.bpte" -o . --name model --emit bundle \
        --kernels cmsis-nn,portable "$@" >/dev/null || exit 1
    # shellcheck disable=SC2086 # several words on purpose
    $cc -DARM_MATH_MVEI -I"$source/tests/cmsis-nn/include" -I. -o call model.c \
        "$source/tests/cmsis-nn/call.c" "$library" || exit 1
    got=$(./call)
    [ "$got" = "$want" ] && return
    echo "FAILED: $case $*: $got, not $want"
    failures=$((failures + 1))
}
for case in cortex_m_depthwise cortex_m_linear cortex_m_conv2d; do
    status $case 'out of resources' --target m33-qemu
    status $case ok --target m55-qemu
    status $case ok
done
[ $failures -eq 0 ]
