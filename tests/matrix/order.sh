#!/bin/sh
# SPDX-License-Identifier: 0BSD
# Weights for either order of bytes: the same members in the other order, with another layout id, and
# code that compiles for that order alone.
# usage: order.sh PTEC SOURCE WORK CC
set -u
ptec=$1 source=$2 work=$3 cc=$4 failures=0
rm -rf "$work"
mkdir -p "$work"
cd "$work" || exit 1

fail() {
    echo "FAILED: $*"
    failures=$((failures + 1))
}

emit() { # TARGET: into a folder of that name
    "$ptec" compile "$source/tests/cases/aten/linear/case.bpte" -o "$1" --name net --target "$1" || exit 1
}
for target in little-endian m4-qemu big-endian s390x-qemu ppc-qemu; do
    emit $target
done
"$ptec" compile "$source/tests/cases/aten/linear/case.bpte" -o none --name net
diff -r none little-endian || fail "little-endian is not the default"
diff -r none m4-qemu || fail "m4-qemu is not little-endian"
diff -r big-endian s390x-qemu || fail "s390x-qemu is not big-endian"
diff -r big-endian ppc-qemu || fail "ppc-qemu is not big-endian"

# What the compiler says of the code: of TARGET, on a machine of the order that the flags claim.
compiles() { # TARGET FLAG...
    target=$1
    shift
    "$cc" -std=c11 "$@" -fsyntax-only -I"$source/runtime-min" -I"$source/backends/portable" \
        "$target/net.c" 2>errors
}
claim_big="-U__BYTE_ORDER__ -D__BYTE_ORDER__=__ORDER_BIG_ENDIAN__"
compiles little-endian || fail "little-endian code does not compile"
! compiles big-endian || fail "big-endian code compiles on a little-endian machine"
grep -q 'error.*big-endian, this target is not: ptec compile --target little-endian' errors ||
    fail "no advice in: $(cat errors)"
# shellcheck disable=SC2086 # two words on purpose
compiles big-endian $claim_big || fail "big-endian code does not compile"
# shellcheck disable=SC2086
! compiles little-endian $claim_big || fail "little-endian code compiles on a big-endian machine"
grep -q 'error.*little-endian, this target is not: ptec compile --target big-endian' errors ||
    fail "no advice in: $(cat errors)"

# The members are floats. Bytes of the header: the layout id at 8, the checksum at 24.
words() { # TARGET ORDER
    od -An -v -t x4 --endian="$2" -j 32 "$1/net_weights.bin"
}
[ "$(words little-endian little)" = "$(words big-endian big)" ] || fail "other numbers"
header() { # TARGET FROM BYTES
    od -An -v -t x1 -j "$2" -N "$3" "$1/net_weights.bin"
}
for part in "0 8" "16 8" "28 4"; do
    # shellcheck disable=SC2086
    [ "$(header little-endian $part)" = "$(header big-endian $part)" ] || fail "header at $part"
done
[ "$(header little-endian 8 8)" != "$(header big-endian 8 8)" ] || fail "one layout id for both"
[ $failures -eq 0 ]
