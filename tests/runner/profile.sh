#!/bin/sh
# SPDX-License-Identifier: 0BSD
# `run --profile` names the steps that NAME.json has, the slowest first, and writes a file that report and
# diff take. usage: profile.sh PTEC TESTS WORK CC
set -u
ptec=$1 tests=$2 work=$3 cc=$4 failures=0
rm -rf "$work" && mkdir -p "$work" && cd "$work" || exit 1

fail() {
    echo "FAILED: $*"
    failures=$((failures + 1))
}

resnet=$tests/corpus/resnet8_portable_q8.bpte
"$ptec" run "$resnet" --name net --profile times -n 3 >table || fail "run --profile"
"$ptec" compile "$resnet" --name net -o . >log || fail "compile"
sed -n 's/^  {"name": "\([^"]*\)", "what".*/\1/p' net.json | sort >want
grep -v '^#' times | cut -d ' ' -f 1 | sort | diff want - || fail "other steps than those of the manifest"
sed -n 's/^ *[0-9.]* *[0-9.]* % *\([a-z0-9_]*\) .*/\1/p' table | sort | diff want - || fail "other steps in the table"
"$ptec" report "$resnet" --name net --profile times -o page.html || fail "report does not take the file"
grep -q 'Measured: <b>by libtcc, f32 .1, 3, 32, 32.<' page.html || fail "the page does not say what was measured"
"$ptec" diff "$resnet" "$resnet" --profile times --profile times >log || fail "diff does not take the file"

# A step that is made slow stands first, though the function does what it did; it is slow in each call.
case=$tests/cases/foreign/foreign_between_convolutions
cp "$tests/cases/foreign/foreign_channels_last/foreign.c" slow.c
sed -i 's/^    return PTE_OK;/    for (volatile long wait = 0; wait < 3000000; wait++)\n        ;\n    return PTE_OK;/' slow.c
"$ptec" run "$case/case.bpte" --custom mylib::mirror.out --name model --link slow.c --cc "$cc" -n 2 --profile times >table ||
    fail "a slow function"
sed -n '3s/^ *[0-9.]* *[0-9.]* % *\([a-z0-9_]*\) .*/\1/p' table | grep -q mirror || fail "first is: $(cat table)"

# A folder that is not there, and what goes not together.
"$ptec" run "$resnet" --profile none/times -n 1 >log 2>&1 && fail "a file in no folder"
grep -q 'none/times: ' log || fail "$(cat log)"
"$ptec" run "$resnet" --profile a --profile b >log 2>&1
[ $? -eq 2 ] || fail "two files: $(cat log)"
[ $failures -eq 0 ]
