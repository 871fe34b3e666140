#!/bin/sh
# SPDX-License-Identifier: 0BSD
# What examples/digits prints for scores of which the shares are known, for other arguments, and for a call that fails.
# A third of a second.
# usage: digits.sh PTEC SOURCE WORK CC
set -u
ptec=$1 here=$2/tests/pages digits=$2/examples/digits work=$3 cc="$4 -fsanitize=address,undefined" failures=0
rm -rf "$work" && mkdir -p "$work" && cd "$work" || exit 1

fail() {
    printf 'FAILED: %s\n' "$@"
    failures=$((failures + 1))
}
"$ptec" compile "$digits/digits.pte" -o . --name digits --emit bundle >/dev/null &&
    $cc -I. -I"$digits" "$here/digits.c" "$digits/main.c" -lm -o digits || exit 1

# expect CODE SCORES ARGUMENT...: what stands on standard input is printed, of a frame what is beside it.
expect() {
    code=$1 scores=$2
    shift 2
    SCORES=$scores ./digits "$@" >out 2>&1
    [ $? -eq "$code" ] || fail "exit code: $*"
    sed 's/^  [+|].\{16\}[+|]//' out | diff - want || fail "$scores: $*"
}
weights="weights 15312 bytes, RAM 3072 bytes"
{
    for d in 0 1 2 3 4; do echo "  $d   2.6% #"; done # 1 of 39
    echo "  5  76.9% ###############################" # and 30 of them
    for d in 6 7 8 9; do echo "  $d   2.6% #"; done
    printf '  image 5: 5, guessed 5\n%s\n' "$weights"
} >want
expect 0 known 5
{ for d in 0 1 2 3 4 5 6 7 8 9; do echo "  $d  10.0% ####"; done; printf '  image 11: 8, guessed 0\n%s\n' "$weights"; } >want
expect 0 flat 11
{
    echo "  0 100.0% ########################################"
    for d in 1 2 3 4 5 6 7 8 9; do echo "  $d   0.0% "; done
    printf '  image 0: 0, guessed 0\n%s\n' "$weights"
} >want
expect 0 high 0
guesses() { # SCORES: the lines below the images
    SCORES=$1 ./digits >out || fail "all images"
    sed -n '/^  *[0-9]*: /p; /right$/,$p' out | sed 's/ *$//' | diff - want || fail "$1: all images"
}
cat >want <<END
   0: 0  76.9%         1: 1  76.9%         2: 2  76.9%         3: 3  76.9%
   4: 4  76.9%         5: 5  76.9%         6: 6  76.9%         7: 7  76.9%
   8: 8  76.9%         9: 9  76.9%        10: 8  76.9%        11: 8  76.9%
12 of 12 right
$weights
END
guesses known
cat >want <<END
   0: 0  10.0%         1: 0  10.0% wrong   2: 0  10.0% wrong   3: 0  10.0% wrong
   4: 0  10.0% wrong   5: 0  10.0% wrong   6: 0  10.0% wrong   7: 0  10.0% wrong
   8: 0  10.0% wrong   9: 0  10.0% wrong  10: 0  10.0% wrong  11: 0  10.0% wrong
1 of 12 right
$weights
END
guesses flat
cat >want <<'END'
usage: ./digits [IMAGE]    IMAGE is a number from 0 to 11; all without
END
for word in 12 -1 x 1x "" 4294967296 "0 0"; do expect 2 known "$word"; done
expect 2 known 1 2
for call in 0 11; do
    echo "digits_forward: invalid data" >want
    export FAILS=$call
    expect 1 known
    expect 1 known 3
done
[ $failures -eq 0 ]
