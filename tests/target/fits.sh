#!/bin/sh
# SPDX-License-Identifier: 0BSD
# `verify --target` of an image that is too large says by how much, and one that is smaller by that much runs.
# usage: fits.sh PTEC SOURCE WORK
set -u
ptec=$1 source=$2 work=$3 failures=0
rm -rf "$work" && mkdir -p "$work" && cd "$work" || exit 1

fail() {
    echo "FAILED: $*"
    failures=$((failures + 1))
}

# linked CODE FLAG...: with so large an array.
linked() {
    code=$1
    shift
    "$ptec" verify "$source/tests/cases/aten/relu/case.bpte" --target m33-qemu --name model --custom aten::relu.out \
        --link "$source/tests/target/wrong.c" --cflags "-O2 $*" >said 2>&1
    got=$?
    [ $got -eq "$code" ] || fail "$*: exit code $got instead of $code: $(cat said)"
}

# by REGION: how many bytes are too many.
by() {
    tr -d , <said | sed -n "s/^ptec: the image does not fit m33-qemu: it needs \(.*and \)*\([0-9]*\) bytes of $1 more than the \
4194304 bytes that it has.*/\2/p"
}
size=5242880
for name in "RAM RAM (stack arena state outputs)" "FLASH flash (code weights inputs)"; do
    linked 1 "-DNEEDS_${name%% *}=$size"
    more=$(by "${name#* }")
    [ "${more:-0}" -gt 1048576 ] || fail "$name: by how much? $(cat said)"
    linked 0 "-DNEEDS_${name%% *}=$(((size - ${more:-0}) / 16 * 16))"
    grep -q '^3 passed, 0 failed$' said || fail "$name: $(cat said)"
done
linked 1 "-DNEEDS_RAM=$size -DNEEDS_FLASH=$size"
[ -n "$(by 'RAM (stack arena state outputs)')" ] && [ -n "$(by 'flash (code weights inputs)')" ] ||
    fail "not both: $(cat said)"
linked 1 --no-such-flag
grep -q '^ptec: the compiler does not make an image for m33-qemu of the emitted C:$' said || fail "no image: $(cat said)"
[ $failures -eq 0 ]
