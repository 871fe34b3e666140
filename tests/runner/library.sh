#!/bin/sh
# SPDX-License-Identifier: 0BSD
# Programs with steps that a library of kernels takes give the recorded outputs with it, and each of
# its kernels is called.
# usage: library.sh PTEC TESTS WORK BACKEND PREFIX LEAST 'PATTERN...' OPTION...
#   BACKEND: for --kernels; PREFIX: of its kernels; LEAST: so many steps there are; PATTERN: programs,
#   below TESTS; OPTION: of verify
set -u
ptec=$1 tests=$2 work=$3 backend=$4 prefix=$5 least=$6 patterns=$7 failures=0 steps=0
shift 7
rm -rf "$work" && mkdir -p "$work" && cd "$tests" || exit 1
# shellcheck disable=SC2086 # several words on purpose
for program in $patterns; do
    "$ptec" compile "$program" -o "$work" --name model --kernels "$backend,portable" >/dev/null || exit 1
    calls=$(grep -c "${prefix}[a-z0-9_]*(" "$work/model.c")
    [ "$calls" -gt 0 ] || continue
    grep -o "${prefix}[a-z0-9_]*(" "$work/model.c" >>"$work/called"
    steps=$((steps + calls))
    options=
    [ ! -f "${program%/*}/args" ] || options=$(cat "${program%/*}/args")
    "$ptec" verify "$program" $options --kernels "$backend,portable" "$@" >"$work/out" 2>&1 ||
        { echo "FAILED: $program"; cat "$work/out"; failures=$((failures + 1)); }
done
for kernel in $(sed -n 's/^[A-Z]*(\([a-z0-9_]*\),.*/\1/p' "$tests/../backends/$backend/kernels.def"); do
    grep -qxF "$kernel(" "$work/called" && continue
    echo "FAILED: no program calls $kernel"
    failures=$((failures + 1))
done
echo "$steps steps by $backend"
[ $failures -eq 0 ] && [ $steps -ge "$least" ]
