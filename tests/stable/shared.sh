#!/bin/sh
# SPDX-License-Identifier: 0BSD
# With --names, a loop that several steps run keeps its name: without a hash where another loop came to take the same
# word, with its hash where that other one went. Two programs have a loop of the same digest, in one of which it has
# its word for itself. A tenth of a second.
# usage: shared.sh PTEC CASES WORK
set -u
ptec=$1 cases=$2 work=$3 failures=0
rm -rf "$work"
mkdir -p "$work"
cd "$work" || exit 1

fail() {
    echo "FAILED: $*"
    failures=$((failures + 1))
}

# emitted FOLDER CASE OPTION...
emitted() {
    folder=$1 program=$2
    shift 2
    "$ptec" compile "$cases/$program/case.bpte" --name net -o "$folder" "$@" >/dev/null || fail "$program"
}

# A line "NAME DIGEST" for each loop of a folder's output.
loops() {
    sed -n '/"shared"/,/}/s/.*"\([a-z0-9_]*\)": "\([0-9a-f]*\)".*/\1 \2/p' "$1/net.json"
}

name_of() { # FOLDER DIGEST
    loops "$1" | awk -v digest="$2" '$2 == digest { print $1 }'
}

emitted alone aten/add_row_of_two_sizes
emitted several graph/methods_shared_state
digest=$(loops alone | awk '$1 == "mul_f32" { print $2 }')
hashed=$(name_of several "$digest")
case $hashed in
mul_f32_????) ;;
*) fail "the loop that is alone in one program is '$hashed' in the other" ;;
esac

emitted joined graph/methods_shared_state --names alone/net.json
[ "$(name_of joined "$digest")" = mul_f32 ] || fail "it is now $(name_of joined "$digest")"
[ "$(loops joined | grep -v "$digest")" = "$(loops several | grep -v "$digest")" ] || fail "others have new names"
for loop in $(loops joined | cut -d ' ' -f 1); do
    grep -q "\\b$loop(" joined/net.c || fail "the C has no $loop"
done

emitted left aten/add_row_of_two_sizes --names several/net.json
[ "$(name_of left "$digest")" = "$hashed" ] || fail "$hashed is now $(name_of left "$digest")"
[ $failures -eq 0 ]
