#!/bin/sh
# SPDX-License-Identifier: 0BSD
# How much of the emitted C moves when a layer is inserted into a chain: prints the lines added and
# removed beyond that layer's own, its mention by the layers before and after it, and the totals; fails
# if there are any.
# usage: inserted.sh PTEC BASE.pte CHANGED.pte WORK HOW [MUTATE]
# HOW: own      CHANGED is compiled as it is
#      kept     with --names of BASE
#      trained  the same, after all weights of CHANGED have changed by MUTATE
#      removed  the layer goes: BASE is compiled with --names of CHANGED
set -u
ptec=$1 base=$2 changed=$3 work=$4 how=$5 mutate=${6:-}
names=

# One line for each step, place and weight, its comment behind it.
joined() {
    awk '
        /^ +\/\*.*\*\/$/ { sub(/^ */, ""); above = above " " $0; next }
        /^    STEP\(/ { while (!/\);$/ && getline more > 0) { sub(/^ */, " ", more); $0 = $0 more } }
        /^    AT_.*,/ { getline size; sub(/^ */, "", size); sub(/, */, ", " size " ") }
        { gsub(/ +\/\*/, " /*"); print $0 above; above = "" }'
}

# compile SIDE MODEL: the steps of a model; its C without sizes of the whole and, with `trained`,
# without digests of weights.
compile() {
    # shellcheck disable=SC2086 # several words on purpose
    "$ptec" compile "$2" -o "$work/$1" --name net $names || exit 1
    sed -n 's/^    NET_STEP_\(.*\),$/\1/p' "$work/$1/net_steps.h" >"$work/$1.steps"
    sed -e 's/sha256 [0-9a-f]*/sha256/' -e '/^ \* forward /d' -e '/^\/\* .* bytes/d' \
        -e '/^    FORWARD_ARENA = /d' -e '/^    pte_u8 gap_small\[/d' -e 's/UINT64_C([^)]*)/ID/' \
        -e 's/^\(#define NET_[A-Z]*_BYTES\) .*/\1/' "$work/$1/net.h" "$work/$1/net.c" |
        joined >"$work/$1.c"
    [ "$how" != trained ] || sed -i 's|  [0-9a-f]\{8\} \*/$|  DIGEST */|' "$work/$1.c"
}

rm -rf "$work"
mkdir -p "$work"
case $how in
own) compile base "$base" ;;
kept) compile base "$base" && names="--names $work/base/net.json" ;;
trained)
    compile base "$base" && names="--names $work/base/net.json"
    "$mutate" "$changed" "$work/trained.pte" weights || exit 1
    changed=$work/trained.pte
    ;;
esac
compile changed "$changed"
if [ "$how" = removed ]; then
    names="--names $work/changed/net.json"
    compile base "$base"
fi

new=$(grep -vxFf "$work/base.steps" "$work/changed.steps")
if ! grep -vxF "$new" "$work/changed.steps" | diff "$work/base.steps" - ||
    [ "$(echo "$new" | wc -w)" -ne 1 ]; then
    echo "FAILED: other steps have other names"
    exit 1
fi

# What the new step writes and reads, its parameters, and who came next before.
call=$(sed -n "s/^    STEP($new, .* pte_[a-z0-9_]*(\(.*\))); .*/\1/p" "$work/changed.c")
place='\(AT([a-z0-9]*, [a-z0-9_]*)\|[a-z]*\), '
result=$(echo "$call" | sed "s/^$place.*/\1/")
operand=$(echo "$call" | sed "s/^$place$place.*/\2/")
params=${call##*&}
next=$(grep -xF -A 1 "$new" "$work/changed.steps" | sed 1d)
grep -q " $params = {" "$work/base.c" && params=none

# The changed C without all that: what is left of it is the base's C.
{
    echo "/^    pte_[a-z0-9]* \(gap_\)\{0,1\}${new}_[a-z]*\[/d; /^    AT_$new\(_rows\)\{0,1\} = /d"
    echo "/^    STEP($new, /d; /^static const [a-z0-9_]* $params = /,/;/d"
    if [ "$result" = output ]; then # the layer before it wrote there, and now to the arena
        before=${operand#AT(*, }
        echo "/^    AT_${before%)} = /d; s/$operand/output/g"
    else
        echo "s|/\* until $new \*/|/* until $next */|; s/$result/$operand/g"
    fi
} >"$work/own.sed"
sed -f "$work/own.sed" "$work/changed.c" | diff -U0 "$work/base.c" - >"$work/moved"
added=$(grep -c '^+[^+]' "$work/moved") removed=$(grep -c '^-[^-]' "$work/moved")
echo "$new: $added lines added, $removed removed outside of it"
sed -n '/^[-+]/p' "$work/moved"
[ ! -s "$work/moved" ]
