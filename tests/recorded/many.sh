#!/bin/sh
# SPDX-License-Identifier: 0BSD
# Recorded cases as C of one case in so many, by tcc: those that `ptec verify` passes alone and without a library.
# usage: many.sh PTEC TESTS WORK SOURCE EVERY      77: there is no tcc
set -u
ptec=$1 tests=$(cd "$2" && pwd) work=$3 source=$4 every=$5 failures=0 turn=0
. "$tests/recorded/build.sh"
command -v tcc >/dev/null || exit 77
rm -rf "$work"
mkdir -p "$work"
cd "$work" || exit 1
for folder in "$tests"/cases/*/*/; do
    turn=$(((turn + 1) % every))
    [ $turn -eq 0 ] && [ -f "$folder/case.bpte" ] && [ ! -e "$folder/sequence" ] && [ ! -e "$folder/want.verify" ] ||
        continue
    args=$(cat "$folder/args" 2>/dev/null)
    case $folder in *_ties_*) continue ;; esac # an index may name another element of the same value
    case $args in *--link* | *--steps* | *--ptd*) continue ;; esac
    tolerance=$(echo " $args" | grep -o -e ' --[ra]tol [^ ]*')
    # shellcheck disable=SC2046,SC2086 # several words on purpose
    build "$folder/case.bpte" "tcc -I$source/runtime-min" "$tolerance" \
        $(echo " $args" | sed 's/ --[ra]tol [^ ]*//g') && ./cases >answer ||
        { echo "FAILED: $folder" && failures=$((failures + 1)); }
done
[ $failures -eq 0 ]
