#!/bin/sh
# SPDX-License-Identifier: 0BSD
# `--custom` with schemas: names and types of parameters, a file in ExecuTorch's form, bodies that compile, and what is
# no schema or not that of the calls.
# usage: schema.sh PTEC CASES WORK CC
set -u
ptec=$1 cases=$2 work=$3 cc=$4 failures=0
rm -rf "$work" && mkdir -p "$work" && cd "$work" || exit 1

fail() {
    echo "FAILED: $*"
    failures=$((failures + 1))
}

# refused CODE TEXT CUSTOM: --custom ends with the code, and says the text.
refused() {
    "$ptec" compile "$cases/foreign_calls/case.bpte" --name model -o none --custom "$3" >log 2>&1
    [ $? -eq "$1" ] && grep -qF "$2" log || fail "$3: $(cat log)"
}

# The functions that the cases link have these types; a schema gives them in the order of the calls.
scale='mylib::scale.out(Tensor self, Scalar k, Tensor? add=None, *, Tensor(a!) out) -> Tensor(a!)'
kinds='mylib::kinds.out(Tensor x, str mode="a, b", int[] shifts=[1, 2], float[] weights, bool[] flags, float gain=0.5, bool square=True, Tensor? mask=None, Scalar power=2, *, Tensor(a!) out) -> Tensor(a!)'
"$ptec" verify "$cases/foreign_calls/case.bpte" --name model --custom "$scale" --link "$cases/foreign_calls/foreign.c" --cc "$cc" \
    >log || fail "verify: $(cat log)"
printf '%s\n' "- op: add.out" "  kernels:" "    - arg_meta: null" "      kernel_name: torch::executor::add_out" "" \
    "- func: $scale" "  kernels:" "    - arg_meta: null" "      kernel_name: mylib::scale_out" "- func: '$kinds'" >functions.yaml
"$ptec" compile "$cases/foreign_kinds/case.bpte" --name model -o gen --custom functions.yaml >log || fail "yaml: $(cat log)"
tr -s ' \n' ' ' <gen/model.h >flat
grep -qF 'mylib_kinds_out(const pte_in *x, const char *mode, const int64_t *shifts, int32_t shifts_count, const double *weights, int32_t weights_count, const bool *flags, int32_t flags_count, double gain, bool square, const pte_in *mask, double power, const pte_out *out);' flat ||
    fail "another prototype: $(grep -A 4 Yours gen/model.h)"

# A body to start from: it compiles, refuses the call, and is the user's from then on.
# shellcheck disable=SC2086 # several words on purpose
(cd gen && $cc -std=c11 -Wall -Wextra -Wpedantic -Werror -c model_custom.c) || fail "the body does not compile"
"$ptec" verify "$cases/foreign_kinds/case.bpte" --name model --custom functions.yaml --link gen/model_custom.c --cc "$cc" >log
grep -q "not supported" log || fail "the body does not refuse the call: $(cat log)"
echo "/* mine */" >gen/model_custom.c
"$ptec" compile "$cases/foreign_kinds/case.bpte" --name model -o gen --custom functions.yaml >log || fail "again"
[ "$(cat gen/model_custom.c)" = "/* mine */" ] || fail "the user's file is gone"
"$ptec" compile "$cases/foreign_calls/case.bpte" --name model -o named --custom mylib::scale.out >log || fail "by name"
[ ! -e named/model_custom.c ] || fail "a body without a schema"

refused 2 "is no type" 'mylib::scale.out(Tensir self)'
refused 2 "bracket" 'mylib::scale.out(Tensor self'
refused 2 "has no name" 'mylib::scale.out(Tensor)'
refused 2 "two arguments are called self" 'mylib::scale.out(Tensor self, int self)'
refused 2 "no library" 'scale.out(Tensor self)'
refused 2 "comment" 'mylib::scale.out(str self="*/")'
refused 1 "a call of mylib::scale.out has 4 arguments, and its schema 2" 'mylib::scale.out(Tensor self, *, Tensor(a!) out)'
refused 1 "'k' is int in the program, but tensor" "$(echo "$scale" | sed 's/Scalar k/Tensor k/')"
refused 1 "the program writes 'out'" "$(echo "$scale" | sed 's/(a!)//')"
printf '# nothing\n' >none.yaml
refused 1 "has no line such as" none.yaml
printf -- '- func: mylib::x.out(Tensor\n' >broken.yaml
refused 1 "broken.yaml, line 1" broken.yaml

# No beginning of a schema is read behind its end.
length=${#kinds}
while [ "$length" -gt 20 ]; do
    length=$((length - 1))
    "$ptec" compile "$cases/foreign_calls/case.bpte" -d import --custom "$(printf '%s' "$kinds" | cut -c "1-$length")" >log 2>&1
    [ $? -le 2 ] || fail "$length characters: $(cat log)"
done
[ $failures -eq 0 ]
