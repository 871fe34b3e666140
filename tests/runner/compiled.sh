#!/bin/sh
# SPDX-License-Identifier: 0BSD
# `ptec verify` of one test folder by real compilers, without a warning.
# usage: compiled.sh PTEC FOLDER 'OPTION...' 'CC FLAG...'...
#   exit 77: passed, but a compiler is missing
set -u
ptec=$1 folder=$2 options=$3
shift 3
warnings="-Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror"
failures=0 missing=
[ $# -gt 0 ] || { echo "no compiler is named"; exit 1; }

cd "$folder" || exit 1
sequence='' args=''
[ ! -e sequence ] || sequence="--sequence sequence"
[ ! -e args ] || args=$(cat args)
for compiler; do
    cc=${compiler%% *}
    if ! command -v "$cc" >/dev/null; then
        missing="$missing $cc"
        continue
    fi
    # shellcheck disable=SC2086 # several words on purpose
    "$ptec" verify case.bpte --cc "$cc" --cflags "${compiler#* } $warnings" $options $sequence \
        $args || failures=$((failures + 1))
done
[ $failures -eq 0 ] || exit 1
if [ -n "$missing" ]; then
    echo "not checked, for want of:$missing"
    exit 77
fi
