#!/bin/sh
# SPDX-License-Identifier: 0BSD
# Which steps and weights `ptec diff` says were added, removed or changed, in networks of which it is known.
# usage: steps.sh PTEC MUTATE STABLE WORK PACKING      STABLE: the folder tests/stable
#   PACKING: libraries of kernels of which the first packs constants, if there are several
set -u
ptec=$1 mutate=$2 stable=$3 work=$4 packing=$5
failures=0

fail() {
    echo "FAILED: $*"
    failures=$((failures + 1))
}

# expect TEXT OLD NEW: the steps that were added, removed or changed, `types` behind those of other types.
expect() {
    "$ptec" diff --json "$2" "$3" >json || fail "$2 $3: exit code $?"
    got=$(awk '
        /^"/ { split($0, part, "\""); list = part[2] }
        list ~ /added|removed|changed/ && /^  {/ {
            sub(/.*"new": /, "")
            match($0, /"name": "[^"]*"/)
            print list, substr($0, RSTART + 9, RLENGTH - 10) (/"types": true/ ? " types" : "")
        }' json)
    [ "$got" = "$1" ] || fail "$2 $3: '$got' instead of '$1'"
}

# weights OLD NEW: those whose digests differ are those that NAME.c has with other digests.
weights() {
    "$ptec" diff --json "$1" "$2" >json || fail "$1 $2: exit code $?"
    for side in 1 2; do
        "$ptec" compile "$1" -o $side --name net >log || fail "$(cat log)"
        sed -n 's/^    pte_[a-z0-9]* \([a-z0-9_]*\)\[.* \([0-9a-f]\{8\}\) \*\/$/\1 \2/p' \
            $side/net.c | sort >$side.digests
        shift
    done
    comm -13 1.digests 2.digests | cut -d ' ' -f 1 >want
    sed -n '/^"weights"/,/^"shared"/s/^  {"name": "\([^"]*\)".*/\1/p' json | sort >got
    [ -s want ] || fail "no weight differs"
    diff want got || fail "other weights differ"
}

# A fact that is printed.
says() {
    text=$1
    shift
    "$ptec" diff "$@" >said
    grep -qF -e "$text" said || fail "ptec diff $*: no '$text' in: $(cat said)"
}

rm -rf "$work"
mkdir -p "$work"
cd "$work" || exit 1
base=$stable/inserted_named/base.pte between=$stable/inserted_named/between_equals.pte
expect "" "$base" "$base"
says "no differences in steps, weights, RAM, flash and multiply-adds" "$base" "$base"
says '"same": true' --json "$base" "$base"
says "no differences" --markdown "$base" "$base"

# The file calls the new layer `inserted`; it is between two that are alike.
expect "added inserted" "$base" "$between"
expect "removed inserted" "$between" "$base"
says "steps added: 1" "$base" "$between"
says "| steps | 20 | 21 | +1 | +5.0 % |" --markdown "$base" "$between"
says "- \`inserted\`: \`conv convolution_relu f32 4x16x16, f32 4x4x3x3, f32 4 -> f32 4x16x16\`" \
    --markdown "$base" "$between"

# All weights are others, and nothing else is; another training has other scales.
"$mutate" "$base" trained.pte weights || fail mutate
expect "" "$base" trained.pte
weights "$base" trained.pte
q8=$stable/trained_portable_q8
expect "" "$q8/first.pte" "$q8/second.pte"
weights "$q8/first.pte" "$q8/second.pte"
got=$(sed -n 's/^  {"name": "[a-z0-9_]*_\(scale\|multiplier\|weight\|bias\)",.*"quantisation": \([a-z]*\)}.*/\1 \2/p' json |
    sort -u | tr '\n' ' ')
[ "$got" = "bias false multiplier true scale true weight false " ] || fail "quantisation: $got"
says "quantisation changed, by steps: 10" "$q8/first.pte" "$q8/second.pte"

# The same network in floats and in bytes: convolutions take normalisation and ReLU in.
expect "added quantize_per_tensor_8x16
added add_8x4x8
added quantize_per_tensor_8x1x2
added dequantize_per_tensor_6
removed native_batch_norm_legit_no_training_relu_8x4x8_a
removed native_batch_norm_legit_no_training_relu_8x4x8_b
removed native_batch_norm_legit_no_training_relu_8x4x8_c
removed native_batch_norm_legit_no_training_relu_8x4x8_d
removed native_batch_norm_legit_no_training_relu_add_8x4x8
changed conv3x3_1x8 types
changed dwconv3x3_8x8_a types
changed conv1x1_8x8_a types
changed dwconv3x3_8x8_b types
changed conv1x1_8x8_b types
changed gemm_16x16x6 types" "$stable/trained_portable/first.pte" "$q8/first.pte"
says "was types f32 f32 -> f32" "$stable/trained_portable/first.pte" "$q8/first.pte"
# Kernels that keep all constants of a step together have its scales among its weights.
if [ "$packing" != portable ]; then
    says "conv1x1_8x8_a    weight, or its scales or biases" "$q8/first.pte" "$q8/second.pte" --kernels "$packing"
    says "is  types i8 i8 -> i8" "$stable/trained_portable/first.pte" "$q8/first.pte" --kernels "$packing"
fi

# Without names in the file, and with other types everywhere, shapes tell the new step from the others;
# where shapes are others too, steps of one operator are the same in order.
for name in base middle; do
    "$ptec" compile "$stable/inserted/$name.pte" --name $name -o . >log || fail "$(cat log)"
    sed 's/f32 \([0-9]\)/f16 \1/g' $name.json >$name.f16.json
done
expect "$(echo "added conv5x5_6x6" && sed -n 's/^  {"name": "\([^"]*\)", "what.*/changed \1 types/p' base.json)" \
    base.json middle.f16.json
sed 's/ 4x16x16/ 5x16x16/g' base.json >wide.json
expect "$(sed -n 's/^  {"name": "\([^"]*\)", "what.* 4x16x16.*/changed \1/p' base.json)" base.json wide.json

# An operator may be another kind of step; manifests of before there were options tell no kernels.
"$ptec" compile "$stable/trained_portable/first.pte" --name kinds -o . >log || fail "$(cat log)"
sed 's/"what": "map /"what": "reduce /' kinds.json >reduce.json
expect "$(sed -n 's/^  {"name": "\([^"]*\)", "what": "map .*/changed \1/p' kinds.json)" kinds.json reduce.json
sed -e '/^"options"/d' -e 's/, "kernel": "[^"]*"//' kinds.json >untold.json
expect "" untold.json kinds.json
expect "" kinds.json untold.json
sed 's/"what": "map /"what": "reduce /' untold.json >reduce.json
says ", by ?" kinds.json reduce.json

# What a manifest says may be anything, and stays one line of text.
"$ptec" compile "$base" --name net -o . >log || fail "$(cat log)"
sed '/"stem"/s/"what": "conv/"what": "conv `|<b>\\u001b[31m\\n# x/' net.json >odd.json
"$ptec" diff --markdown odd.json net.json >said || fail "odd.json is refused"
[ "$(grep -c '[<|`][<|`b]*b>\|^# x' said)" -eq 0 ] || fail "$(cat said)"
grep -q 'conv ???b>' said || fail "no '?' in: $(cat said)"
[ $failures -eq 0 ]
