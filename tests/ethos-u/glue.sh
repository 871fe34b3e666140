#!/bin/sh
# SPDX-License-Identifier: 0BSD
# A program that Vela compiled for an Ethos-U55, with pte_ethosu.c and a driver that stands in for the NPU: see npu.c. The
# memory that the NPU works in is part of the arena.
# usage: glue.sh PTEC SOURCE WORK 'CC FLAG...'
set -u
ptec=$1 source=$2 work=$3 cc=$4 failures=0
net=$source/tests/ethos-u/net.pte glue=$source/backends/ethos-u/pte_ethosu.c
rm -rf "$work" && mkdir -p "$work" && cd "$work" || exit 1

fail() {
    echo "FAILED: $*"
    failures=$((failures + 1))
}

"$ptec" compile "$net" --delegate EthosUBackend --io int8 --by-steps --emit bundle --max-ram 1728 -o . >log ||
    fail "compile: $(cat log)"
cat >cache.h <<'END'
#include <stddef.h>
void test_clean(const void *data, size_t bytes);
void test_invalidate(const void *data, size_t bytes);
#define PTE_CACHE_CLEAN(data, bytes) test_clean(data, bytes)
#define PTE_CACHE_INVALIDATE(data, bytes) test_invalidate(data, bytes)
END
warnings="-std=c11 -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror"
# shellcheck disable=SC2086 # several words on purpose
$cc $warnings -I. -I"$source/tests/ethos-u" -I"$source/tests/unit" -include cache.h -DPTE_ETHOSU_MODEL='"net.h"' "$glue" \
    "$source/tests/ethos-u/npu.c" net.c -o npu && ./npu || fail "the NPU's stand-in"
cat >fast.h <<'END'
extern unsigned char made_fast[8];
#define PTE_ETHOSU_FAST made_fast
#define PTE_ETHOSU_FAST_BYTES 8
END
# shellcheck disable=SC2086 # several words on purpose
$cc $warnings -I. -I"$source/tests/ethos-u" -I"$source/tests/unit" -include fast.h -DPTE_ETHOSU_BLOCK=1 \
    -DPTE_ETHOSU_MODEL='"net.h"' "$glue" "$source/tests/ethos-u/made.c" -o made && ./made || fail "data made by hand"

"$ptec" compile "$net" --delegate EthosUBackend --max-ram 1600 -o small >log 2>&1 && fail "the NPU's memory is not counted"
grep -q EthosUBackend log || fail "another reason than the NPU: $(cat log)"
LC_ALL=C sed 's/scratch_size/scratch_bits/' "$net" >none.pte
"$ptec" compile none.pte --delegate EthosUBackend -o none >log 2>&1 && fail "data without the size of the scratch"
grep -q "do not say how much memory" log || fail "another message: $(cat log)"
if command -v arm-none-eabi-gcc >log; then
    # shellcheck disable=SC2086
    arm-none-eabi-gcc -mcpu=cortex-m55 -mthumb -Os $warnings -I. -I"$source/tests/ethos-u" \
        -DPTE_ETHOSU_MODEL='"net.h"' -c "$glue" -o glue.o || fail "the glue on a Cortex-M55"
fi
[ $failures -eq 0 ]
