#!/bin/sh
# SPDX-License-Identifier: 0BSD
# `ptec compare` names the step whose weights were changed, and finds nothing where nothing was: between
# programs, levels, kernel libraries, and a call that ExecuTorch's runtime has noted (export/etdump.py).
# usage: steps.sh PTEC MUTATE TESTS WORK KERNELS
set -u
ptec=$1 mutate=$2 tests=$3 work=$4 kernels=$5 failures=0
net=$tests/compare/net.pte dump=$tests/compare/net.etdp
rm -rf "$work" && mkdir -p "$work" && cd "$work" || exit 1

fail() {
    echo "FAILED: $*"
    failures=$((failures + 1))
}

# same COMPARED ARGUMENT...: so many results are compared, and none differs.
same() {
    want="$1 results compared, 0 differ"
    shift
    "$ptec" compare "$@" >log 2>&1 || fail "compare $*: $(cat log)"
    grep -q "^$want;" log || fail "compare $*: not '$want' in: $(cat log)"
}

# names STEP ARGUMENT...
names() {
    step=$1
    shift
    "$ptec" compare "$@" >log 2>&1
    [ $? -eq 1 ] || fail "compare $*: nothing differs in: $(cat log)"
    grep -q "^the first that differs is $step, from " log || fail "compare $*: not $step in: $(cat log)"
}

# changed OLD NEW: the step that has other weights, as the manifests tell it.
changed() {
    for i in 1 2; do
        eval "model=\${$i}"
        "$ptec" compile "$model" --name net -o . >log || fail "compile $model"
        sed -n 's/^  {"name": "\([^"]*\)", "what".*"weights": {\([^}]*\)}.*/\1 \2/p' net.json >weights.$i
    done
    diff weights.1 weights.2 | sed -n 's/^> \([^ ]*\) .*/\1/p'
}

for number in 0 1; do
    "$mutate" "$net" changed.pte $number || exit 1
    step=$(changed "$net" changed.pte)
    [ -n "$step" ] || fail "no weight has changed"
    names "$step" "$net" changed.pte
    names "$step" "$dump" changed.pte
    names "$step" changed.pte "$dump"
done
grep -q ', from aten::addmm (instruction 5), at etdump.py:22$' log || fail "no line: $(cat log)"
grep -q '^ *\* *gemm_144x144x10  *10  *10 ' log || fail "no row of the step: $(cat log)"

# Steps have what they compute in common, whatever was fused: a convolution with what follows it, nodes
# of delegates, bytes that lie in another order.
same 9 "$dump" "$net"
same 9 -O0 "$net" -O2 "$net"
same 18 --steps 1 -O0 "$tests/corpus/resnet8_portable_q8.bpte" -O2 "$tests/corpus/resnet8_portable_q8.bpte"
same 14 -O0 "$tests/corpus/kws_cortex_m.bpte" --kernels "$kernels" -O2 "$tests/corpus/kws_cortex_m.bpte"

# What cannot be compared.
"$ptec" compare "$dump" "$dump" >log 2>&1
[ $? -eq 2 ] || fail "two dumps: $(cat log)"
"$ptec" compare "$net" "$net" -O0 >log 2>&1
[ $? -eq 2 ] || fail "options behind the files: $(cat log)"
"$ptec" compare "$net" "$tests/corpus/kws_cortex_m.bpte" >log 2>&1
[ $? -eq 1 ] || fail "other inputs: $(cat log)"
cp "$dump" alone.etdp
"$ptec" compare alone.etdp "$net" >log 2>&1
grep -q 'alone.bin' log || fail "no file of values: $(cat log)"
for size in 9 40 400 2000; do
    head -c $size "$dump" >cut.etdp && cp "$tests/compare/net.bin" cut.bin
    "$ptec" compare cut.etdp "$net" >log 2>&1
    [ $? -eq 1 ] || fail "a dump of $size bytes: $(cat log)"
done
[ $failures -eq 0 ]
