#!/bin/sh
# SPDX-License-Identifier: 0BSD
# Batch norm is in the weights of convolutions, but for additions behind it; tables are behind the sums
# of bytes, and in the code of no model that has none. usage: steps.sh PTEC TESTS WORK
set -u
ptec=$1 tests=$2 work=$3 failures=0
rm -rf "$work" && mkdir -p "$work" && cd "$work" || exit 1

# same WHAT PROGRAM KERNELS PATTERN LINES: so many of the bundle have the pattern
same() {
    "$ptec" compile "$tests/$2" -o . --name m --emit bundle --kernels "$3" >/dev/null || exit 1
    lines=$(grep -c -e "$4" m.c)
    [ "$lines" -eq "$5" ] && return
    echo "FAILED: $1: $2 with $3 kernels has $lines, not $5"
    failures=$((failures + 1))
}
floats=corpus/resnet8_portable.bpte
same "batch norms" $floats portable '^ *STEP(native_batch_norm' 7
same "batch norms" $floats mcu,portable '^ *STEP(native_batch_norm' 3
same "additions" $floats mcu,portable '^ *STEP(native_batch_norm.*_add_relu_' 3

tables=cases/quantized/q8_conv2d_table/case.bpte none=cases/quantized/q8_conv2d_relu6/case.bpte
same "tables" $tables portable '^ *STEP(\(hardtanh\|leaky_relu\)' 2
same "tables" $tables mcu,portable '^ *STEP(leaky_relu' 0
same "tables" $tables mcu,portable '^ *STEP(hardtanh' 1 # by a portable kernel, which reads planes
for switched in "$tables 0" "$none 1"; do
    same "switches" ${switched% *} mcu,portable '^#define PTE_MCU_TABLES 0' ${switched#* }
done
same "switches" cases/quantized/q8_linear_4bit_row/case.bpte mcu,portable '^#define PTE_MCU_FOUR_BITS 0' 0
same "switches" $none mcu,portable '^#define PTE_MCU_FOUR_BITS 0' 1
# Weights are halves only for processors that gain by them, and only if they fit.
halves() { # TIMES-THEIR-BYTES OPTION...
    want=$1
    shift
    "$ptec" compile "$tests/corpus/resnet8_cortex_m.bpte" -o . --name m --emit bundle --kernels mcu,portable "$@" >/dev/null || exit 1
    bytes=$(sed -n 's/.*"weights_bytes": \([0-9]*\).*/\1/p' m.json)
    [ $(((bytes + 4000) / 80000)) -eq "$want" ] && return
    echo "FAILED: $bytes bytes of weights with $*"
    failures=$((failures + 1))
}
# Those that fit 4 bits are stored in 4, and with --prefer speed where only that fits.
four_bits() { # BYTES-OF-FIVE-ROWS-OF-70 OPTION...
    want=$1
    shift
    "$ptec" compile "$tests/cases/quantized/q8_linear_4bit_row/case.bpte" -o . --name m --emit bundle --kernels mcu,portable \
        "$@" >/dev/null || exit 1
    bytes=$(sed -n 's/.*"weights_bytes": \([0-9]*\).*/\1/p' m.json)
    [ $(((bytes - 150) / 72)) -eq "$want" ] && return
    echo "FAILED: $bytes bytes of five rows with $*"
    failures=$((failures + 1))
}
four_bits 3
four_bits 6 --prefer speed
four_bits 3 --prefer speed --max-flash 500
halves 2 --prefer speed --target m33-qemu
halves 1 --prefer speed --target m33-qemu --max-flash 100K
halves 1 --prefer speed --target m55-qemu
halves 1 --target m33-qemu
# They are in the order of Helium's vectors only for speed, on processors that have it.
vectors() { # WHETHER OPTION...
    want=$1
    shift
    "$ptec" compile "$tests/corpus/kws_cortex_m.bpte" -o . --name m --emit bundle --kernels mcu,portable "$@" >/dev/null || exit 1
    lines=$(grep -c 'pte_mcu_lanes_[a-z0-9]*_s8_[^(]*(AT' m.c)
    [ "$lines" -eq "$want" ] && return
    echo "FAILED: $lines steps with vectors, not $want, with $*"
    failures=$((failures + 1))
}
vectors 9 --prefer speed --target m55-qemu
vectors 0 --target m55-qemu
vectors 0 --prefer speed --target m33-qemu
# Floats become bytes, and bytes floats, by loops where they are smaller than kernels; for speed by kernels, but for rows of
# a strip.
converts() { # STEPS OPTION...
    want=$1
    shift
    "$ptec" compile "$tests/corpus/resnet8_cortex_m.bpte" -o . --name m --emit bundle --kernels mcu,portable "$@" >/dev/null || exit 1
    lines=$(grep -c '^ *pte_mcu_\(de\)\?quantize_s8(AT\|^ *pte_mcu_\(de\)\?quantize_s8(output' m.c)
    [ "$lines" -eq "$want" ] && return
    echo "FAILED: $lines calls that convert, not $want, with $*"
    failures=$((failures + 1))
}
converts 0
converts 0 --target m33-qemu
converts 2 --target m55-qemu
converts 2 --prefer speed
converts 1 --prefer speed --max-ram 24K
[ $failures -eq 0 ]
