#!/bin/sh
# SPDX-License-Identifier: 0BSD
# `ptec compile --max-flash`: what fits to the byte, and an error with the largest weights, as the
# members of the emitted struct have them; of one model, and of two that share theirs.
# usage: flash.sh PTEC SOURCE WORK
set -u
ptec=$1 source=$2 work=$3
failures=0

fail() {
    echo "FAILED: $*"
    failures=$((failures + 1))
}

# The four largest members of the weights of FILE, as the error has them.
largest() {
    sed -n 's/^ *pte_[a-z]*\([0-9]*\) \([a-z0-9_]*\)\[\([0-9]*\)\];.*/\1 \2 \3/p' "$1" |
        awk '{ print $1 / 8 * $3, $2 }' | sort -rn -s -k1,1 | head -n 4 |
        awk '{ list = list (NR > 1 ? ", " : " ") $2 " " $1 } END { print list }'
}

# limits NAME MODEL...: with the bytes that NAME.h has, and with one less.
limits() {
    name=$1
    shift
    rm -rf out least
    "$ptec" compile "$@" -o out || fail "$*"
    bytes=$(sed -n 's/^#define [A-Z0-9_]*_WEIGHTS_BYTES \([0-9]*\)$/\1/p' "out/$name.h")
    "$ptec" compile "$@" -o least --max-flash "$bytes" && diff -r -x '*.json' out least || fail "$bytes: $*"
    message=$("$ptec" compile "$@" -o none --max-flash $((bytes - 1)) 2>&1)
    [ $? -eq 1 ] || fail "exit code of $((bytes - 1)): $*"
    [ ! -e none ] || fail "files are left: $(ls none)"
    case $(echo "$message" | sed 's/\([0-9]\),\([0-9]\)/\1\2/g') in
    *": the weights, without code and tables, need $bytes bytes, more than --max-flash $((bytes - 1)); largest weights:$(largest "out/$name.c")") ;;
    *) fail "not '$(largest "out/$name.c")': $message" ;;
    esac
}

rm -rf "$work"
mkdir -p "$work"
cd "$work" || exit 1
limits resnet8_cortex_m "$source/tests/corpus/resnet8_cortex_m.bpte"
limits silero_portable "$source/tests/corpus/silero_portable.bpte"
shared=$source/tests/shared
limits first "$shared/first.pte" "$shared/second.pte" --ptd "$shared/weights.ptd" --shared both
"$ptec" compile "$source/tests/cases/aten/relu/case.bpte" -o relu --max-flash 1K || fail "no weights"
[ $failures -eq 0 ]
