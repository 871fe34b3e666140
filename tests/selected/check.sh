#!/bin/sh
# SPDX-License-Identifier: 0BSD
# `ptec show --selected-operators` of programs, against what executorch/codegen/tools/gen_oplist.py of
# ExecuTorch 1.5.1 writes, called here with --model_file_path and the same path.
# usage: check.sh PTEC TESTS WORK
set -u
ptec=$1 tests=$2 work=$3 failures=0
mkdir -p "$work"
cd "$tests" || exit 1
for want in selected/*.yaml; do
    [ "$want" != selected/merged.yaml ] || continue
    name=$(basename "$want" .yaml)
    program=corpus/$name.bpte
    [ -e "$program" ] || program=$(echo cases/*/"$name"/case.bpte)
    "$ptec" show "$program" --selected-operators >"$work/$name.yaml" || failures=1
    diff -u "$want" "$work/$name.yaml" || failures=1
done
# A path that YAML would take for something else; a program from standard input.
cp cases/aten/relu/case.bpte "$work/true: #1"
(cd "$work" && "$ptec" show "true: #1" --selected-operators) | grep -qxF '    - "true: #1"' || failures=1
"$ptec" show - --selected-operators <cases/aten/relu/case.bpte | grep -qxF '  aten::relu.out:' || failures=1
# One list for several programs, as gen_all_oplist.py merges those of each, whose files had the programs' paths.
"$ptec" show corpus/vww_cortex_m.bpte corpus/silero_portable.bpte cases/aten/index/case.bpte --selected-operators >"$work/merged.yaml"
diff -u selected/merged.yaml "$work/merged.yaml" || failures=1
[ $failures -eq 0 ]
