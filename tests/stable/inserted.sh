#!/bin/sh
# SPDX-License-Identifier: 0BSD
# How much of the emitted C moves when a layer is inserted: prints the lines added and removed beyond
# those of the new layer and the totals, and fails if there are any.
# usage: inserted.sh PTEC BASE.pte CHANGED.pte WORK
set -u
ptec=$1 base=$2 changed=$3 work=$4

steps() {
    sed -n 's/^    NET_STEP_\(.*\),$/\1/p' "$1/net_steps.h" | sort
}

# Without digests, sizes of the whole and the last gap.
without_totals() {
    sed -e 's/sha256 [0-9a-f]*/sha256/' -e '/^ \* forward /d' -e '/^\/\* .* bytes/d' \
        -e '/^    FORWARD_ARENA = /d' -e '/^    pte_u8 gap\[/d' -e 's/UINT64_C([^)]*)/ID/' \
        -e 's/^\(#define NET_[A-Z]*_BYTES\) .*/\1/' "$1/net.h" "$1/net.c"
}

rm -rf "$work"
for side in base changed; do
    eval "model=\$$side"
    "$ptec" compile "$model" -o "$work/$side" --name net || exit 1
    steps "$work/$side" >"$work/$side.steps"
    without_totals "$work/$side" >"$work/$side.c"
done

gone=$(comm -23 "$work/base.steps" "$work/changed.steps")
new=$(comm -13 "$work/base.steps" "$work/changed.steps")
if [ -n "$gone" ] || [ "$(echo "$new" | wc -w)" -ne 1 ]; then
    echo "FAILED: other steps have other names:"
    diff "$work/base.steps" "$work/changed.steps"
    exit 1
fi

# Two more lines may mention the new layer: its reader, and how long its operand lives.
diff -U0 "$work/base.c" "$work/changed.c" | awk -v new="$new" '
    BEGIN { own = "^[+] *(static const )?(pte_[a-z0-9_]+ )?(AT_|gap_|STEP[(])?" new }
    /^(---|[+][+][+]) / { next }
    /^@@/ { removed += excess > 0 ? excess : 0; excess = 0; next }
    /^-/ { excess++; text = text $0 "\n"; next }
    $0 ~ own || inside { inside = !/;/ && (inside || / = [{]$/); next }
    index($0, new) && mentions++ < 2 { excess--; next }
    { added++; text = text $0 "\n" }
    END {
        removed += excess > 0 ? excess : 0
        printf "%s: %d lines added, %d removed outside of it\n%s", new, added, removed,
               added + removed ? text : ""
        exit added + removed > 0
    }'
