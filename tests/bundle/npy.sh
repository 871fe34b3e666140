#!/bin/sh
# SPDX-License-Identifier: 0BSD
# Files of numpy (https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html) as inputs: of both versions
# of the header, and those that are refused, with what is wrong in them.
# usage: npy.sh PTEC CASES WORK
set -u
ptec=$1 model=$2/aten/relu/case.bpte work=$3 failures=0
rm -rf "$work" && mkdir -p "$work" && cd "$work" || exit 1

fail() {
    printf 'FAILED: %s\n' "$*"
    failures=$((failures + 1))
}

# npy BYTES HEADER [FORMAT]: a file with so many bytes of elements; FORMAT prints the version and the 118 bytes of
# the header.
npy() {
    # shellcheck disable=SC2059 # a format on purpose
    printf "${3:-\\001\\000v\\000%-117s\\n}" "$2" >body
    { printf '\223NUMPY' && cat body && head -c "$1" /dev/zero; } >in.npy
}

# refused TEXT: in.npy as the input, which takes 3x7 floats.
refused() {
    said=$("$ptec" run "$model" --input in.npy 2>&1)
    code=$?
    case $code$said in
    1*in.npy*"$1"*) ;;
    *) fail "exit code $code, no '$1' in: $said" ;;
    esac
}

good="{'descr': '<f4', 'fortran_order': False, 'shape': (3, 7), }"
npy 84 "$good"
"$ptec" run "$model" --input in.npy >log 2>&1 || fail "the first version: $(cat log)"
npy 84 "$good" '\002\000v\000\000\000%-117s\n'
"$ptec" run "$model" --input in.npy >log 2>&1 || fail "the second version: $(cat log)"

npy 80 "$good"
refused "has 80 bytes of elements instead of 84"
npy 84 "$good" '\001\000v\377%-117s\n'
refused "ends within its header"
npy 84 "{'fortran_order': False, 'shape': (3, 7), }"
refused "its header has no 'descr'"
npy 84 "{'descr': '<f4', 'fortran_order': True, 'shape': (3, 7), }"
refused "is in Fortran's order"
for type in "'>f4'" "'<f5'" "'<V4'" "'f'" "[('x', '<f4')]" 7; do
    npy 84 "{'descr': $type, 'fortran_order': False, 'shape': (3, 7), }"
    refused "which are no little-endian numbers that ptec knows"
done
npy 84 "'descr':" '\001\000\010\000%s'
refused "which are no little-endian numbers that ptec knows"
for shape in "(-3, 7)" "(3, x)" "(9223372036854775807, 7)" "(1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 3, 7)"; do
    npy 84 "{'descr': '<f4', 'fortran_order': False, 'shape': $shape, }"
    refused "has a shape that ptec cannot take"
done
cut="'descr': '<f4', 'fortran_order': False, 'shape': (3, 7"
npy 84 "$cut" "\\001\\000\\$(printf %03o ${#cut})\\000%s"
refused "its header ends within the shape"
npy 84 "{'descr': '<f4', 'fortran_order': False, 'shape': (7, 3), }"
refused "is f32 [7, 3], expected f32 [3, 7]"
npy 84 "{'descr': '<i4', 'fortran_order': False, 'shape': (3, 7), }"
refused "is i32 [3, 7], expected f32 [3, 7]"
[ $failures -eq 0 ]
