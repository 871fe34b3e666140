#!/bin/sh
# SPDX-License-Identifier: 0BSD
# With `--checks off` valid calls give the same results, and no method tests anything.
# usage: unchecked.sh PTEC CASES WORK 'CC FLAG...'
set -u
ptec=$1 cases=$2 work=$3 compiler=$4
failures=0

fail() {
    echo "FAILED: $1"
    failures=$((failures + 1))
}

# One of each test that a method or a kernel makes: sizes of inputs and results, numbers of
# elements, what the program forces, indices, positions in a cache, bags, delegates' readiness.
tested="dynamic_conv dynamic_pair dynamic_batch nonzero_dynamic masked_select_dynamic embedding index_put scatter
        custom_sdpa_decode embedding_bag_sum copy exponential"
rm -rf "$work"
mkdir -p "$work"
for name in $tested; do
    model=$(echo "$cases"/*/"$name"/case.bpte)
    "$ptec" verify "$model" --checks off >"$work/out" || fail "$name: $(cat "$work/out")"
    "$ptec" compile "$model" -o "$work" --name net --emit bundle --checks off || fail "$name: compile"
    sed -n '/^pte_status net_forward_with(/,/^}/p' "$work/net.c" | grep -n 'if (\|status = ' &&
        fail "$name: still tests"
    grep -q '^#define PTE_CHECKS 0$' "$work/net.c" || fail "$name: the kernels test"
    # shellcheck disable=SC2086 # several words on purpose
    $compiler -std=c11 -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror -c "$work/net.c" \
        -o "$work/net.o" || fail "$name: the compiler"
done
"$ptec" compile "$cases/aten/relu/case.bpte" -o "$work/none" --checks offf 2>"$work/err" && fail "compiled"
grep -qF -- "--checks: 'offf' is not one of its values; did you mean 'off'?" "$work/err" ||
    fail "$(cat "$work/err")"
[ $failures -eq 0 ]
