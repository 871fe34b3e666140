#!/bin/sh
# SPDX-License-Identifier: 0BSD
# Parts of a program that Neutron computes, with pte_neutron.c and a driver that stands in for the NPU: see npu.c. The NPU
# gets each tensor in the order of axes that its data ask for, and works in the arena.
# usage: glue.sh PTEC SOURCE WORK 'CC FLAG...'
set -u
ptec=$1 source=$2 work=$3 cc=$4 failures=0
net=$source/tests/neutron/net.pte glue=$source/backends/neutron/pte_neutron.c
rm -rf "$work" && mkdir -p "$work" && cd "$work" || exit 1

fail() {
    echo "FAILED: $*"
    failures=$((failures + 1))
}

"$ptec" compile "$net" --delegate NeutronBackend --emit bundle --max-ram 528 -o . >log || fail "compile: $(cat log)"
cat >cache.h <<'END'
#include <stddef.h>
void test_clean(const void *data, size_t bytes);
void test_invalidate(const void *data, size_t bytes);
#define PTE_CACHE_CLEAN(data, bytes) test_clean(data, bytes)
#define PTE_CACHE_INVALIDATE(data, bytes) test_invalidate(data, bytes)
END
warnings="-std=c11 -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror"
for context in "" "-DTEST_CONTEXT -DPTE_NEUTRON_CONTEXT_BYTES=40"; do
    # shellcheck disable=SC2086 # several words on purpose
    $cc $warnings $context -I. -I"$source/tests/neutron" -I"$source/tests/unit" -include cache.h -DPTE_NEUTRON_MODEL='"net.h"' "$glue" \
        "$source/tests/neutron/npu.c" net.c -o npu && ./npu || fail "the NPU's stand-in, $context"
done

"$ptec" compile "$net" --delegate NeutronBackend --max-ram 512 -o small >log 2>&1 && fail "the NPU's memory is not counted"
grep -q NeutronBackend log || fail "another reason than the NPU: $(cat log)"
LC_ALL=C sed 's/nMCd/nMCx/g' "$net" >none.pte
"$ptec" compile none.pte --delegate NeutronBackend -o none >log 2>&1 && fail "data without microcode"
grep -q "do not say how much memory" log || fail "another message: $(cat log)"
if command -v arm-none-eabi-gcc >log; then
    # shellcheck disable=SC2086
    arm-none-eabi-gcc -mcpu=cortex-m33 -mthumb -Os $warnings -I. -I"$source/tests/neutron" \
        -DPTE_NEUTRON_MODEL='"net.h"' -c "$glue" -o glue.o || fail "the glue on a Cortex-M33"
fi
[ $failures -eq 0 ]
