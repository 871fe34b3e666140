#!/bin/sh
# SPDX-License-Identifier: 0BSD
# A package has what its ecosystem asks for, by the rules of rules/ECOSYSTEM.sh, and nothing in a file names what is not
# there; its example, built by the compiler of this machine with stand-ins for the ecosystem's functions, passes.
# About two seconds each.
# usage: check.sh PTEC SOURCE WORK ECOSYSTEM
set -eu
ptec=$1 source=$2 work=$3 ecosystem=$4 name=net
here=$source/tests/package
# shellcheck disable=SC1090,SC1091 # rules beside this script
. "$here/rules/keys.sh"
. "$here/rules/$ecosystem.sh"
fail() {
    printf 'FAILED: %s\n' "$@"
    exit 1
}
rm -rf "$work" && mkdir -p "$work"
cd "$work"

# pack MODEL FOLDER: called `net`, so that its folder may be called otherwise
pack() {
    "$ptec" package "$source/$1" --for "$ecosystem" --name $name -o "$2" >report || fail "$1"
}
# passes COUNT FOLDER: what comes of the example
passes() {
    package=$work/$2
    (cd "$package" && run_example) >out 2>log || fail "$2" "$(cat out log)"
    grep -qx "$1 passed, 0 failed" out || fail "$2: $(cat out)"
}
export warns="-Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror"

pack tests/cases/cortex_m/cortex_m_linear/case.bpte recorded
package=$work/recorded
[ "$(head -n 1 "$package/README.md")" = "# net" ] && cmp -s "$source/LICENSE" "$package/LICENSE" || fail "README, LICENSE"
grep -q '@[a-zA-Z_]*@' -r "$package" && fail "a hole is left"
for file in $(sed -n 's/^| `\([^`]*\)`.*/\1/p' "$package/README.md"); do
    [ -e "$package/$file" ] || fail "README.md: no $file"
done
check_files
passes 3 recorded

# A number that was recorded otherwise fails, and without recorded calls each method is called once.
broken=$(find "$package" -name net_cases.c)
sed -i '/^static .*forward_1_output\[/,/^}/ s/^    -*[0-9]/    99/' "$broken"
(cd "$package" && run_example) >out 2>log || true
grep -qx "2 passed, 1 failed" out || fail "a wrong number: $(cat out)"
pack examples/digits/digits_cortex_m.pte plain
passes 1 plain
if command -v check_more >where; then
    check_more
fi
