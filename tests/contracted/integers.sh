#!/bin/sh
# SPDX-License-Identifier: 0BSD
# An integer program gives the recorded bits whatever a compiler may fuse; on x86, nothing is fused
# in it.
# usage: integers.sh PTEC PROGRAM WORK 'CC FLAG...'...      exit 77: passed, but a compiler is missing
set -eu
ptec=$1 program=$2 work=$3
shift 3
missing=

rm -rf "$work"
"$ptec" compile "$program" -o "$work" --name model --emit bundle
for compiler; do
    cc=${compiler%% *}
    if ! command -v "$cc" >/dev/null; then
        missing="$missing $cc"
        continue
    fi
    "$ptec" verify "$program" --cc "$cc" --cflags "${compiler#* }" >"$work/answer" ||
        { cat "$work/answer"; exit 1; }
    ! grep 'largest error' "$work/answer" || exit 1
    # shellcheck disable=SC2086 # several words on purpose
    $compiler -c "$work/model.c" -o "$work/model.o"
    ! objdump -d "$work/model.o" | grep -E 'vfn?m(add|sub)' || { echo "fused: $compiler"; exit 1; }
done
if [ -n "$missing" ]; then
    echo "not checked, for want of:$missing"
    exit 77
fi
