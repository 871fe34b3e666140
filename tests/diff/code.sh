#!/bin/sh
# SPDX-License-Identifier: 0BSD
# `ptec diff --code` has the lines that diff finds in NAME.c of both, digests blanked; none after another
# training; and few for one more layer.
# usage: code.sh PTEC MUTATE STABLE WORK      STABLE: the folder tests/stable
set -u
ptec=$1 mutate=$2 stable=$3 work=$4
failures=0

fail() {
    echo "FAILED: $*"
    failures=$((failures + 1))
}

blanked() {
    sed -e '/^$/d' -e 's/ sha256 [0-9a-f]*/ sha256/' -e 's/UINT64_C(0x[0-9a-f]*)/ID/' \
        -e 's|  [0-9a-f]\{8\} \*/$|  */|'
}

# compare MOST OLD NEW: the lines, sorted, are those of diff, and no more than MOST.
compare() {
    "$ptec" compile "$2" -o old --name net >log && cp "$3" net.pte &&
        "$ptec" compile "$3" -o new --name net --names old/net.json >log || fail "$(cat log)"
    blanked <old/net.c >old.c
    blanked <new/net.c >new.c
    diff old.c new.c | sed -n -e 's/^> /+ /p' -e 's/^< /- /p' | sort >want
    "$ptec" diff --code "$2" net.pte >said || fail "$2 $3: exit code $?"
    sed -n 's/^    \([-+] .*\)/\1/p' said | blanked | sort >got
    diff want got || fail "$2 $3: other lines"
    [ "$(wc -l <got)" -le "$1" ] || fail "$2 $3: more than $1 lines: $(cat said)"
}

has() {
    grep -qxF -e "$1" said || fail "no line '$1' in: $(cat said)"
}

rm -rf "$work"
mkdir -p "$work"
cd "$work" || exit 1
base=$stable/inserted_named/base.pte
for network in trained_portable trained_portable_q8 trained_cortex_m; do
    compare 0 "$stable/$network/first.pte" "$stable/$network/second.pte"
    grep -q "^no differences in the C of 1[0-9] steps, digests aside$" said || fail "$(cat said)"
done
"$mutate" "$base" trained.pte weights || fail mutate
compare 0 "$base" trained.pte
has "no differences in the C of 20 steps, digests aside"

for place in front before_equals between_equals middle end; do
    compare 35 "$base" "$stable/inserted_named/$place.pte"
    has "step inserted added"
done
compare 35 "$base" "$stable/inserted_named/between_equals.pte"
has "step low2 changed: its place in memory"
has "step low3 changed: its call"
has "outside of the steps"
compare 35 "$stable/inserted_named/between_equals.pte" "$base"
has "step inserted removed"
[ "$("$ptec" diff --code --markdown "$base" "$base" | wc -l)" -eq 1 ] || fail "Markdown of no differences"
"$ptec" diff --code --markdown "$base" "$stable/inserted_named/end.pte" >said
has '```diff'
[ "$(grep -c '^```' said)" -eq "$((2 * $(grep -cE '^(step|outside) ' said)))" ] || fail "blocks: $(cat said)"
[ $failures -eq 0 ]
