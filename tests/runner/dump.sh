#!/bin/sh
# SPDX-License-Identifier: 0BSD
# `-d storage` shows in which buffer each value lies, `-d plan` where in the arena: at the offsets of
# the emitted memory plan. Of several programs, each graph stands behind the name of its file.
# usage: dump.sh PTEC PROGRAM WORK
set -eu
ptec=$1 program=$2 work=$3
rm -rf "$work"
"$ptec" compile "$program" -o "$work" --name model
"$ptec" compile -d storage "$program" | grep -q ' in arena (' || { echo "no storage"; exit 1; }
"$ptec" compile -d plan "$program" | grep -o 'in arena at [0-9]*' | sed 's/.* //' | sort -u >"$work/dump"
sed -n 's/^    AT_[a-z0-9_]* = \([0-9]*\),.*/\1/p' "$work/model.c" | sort -u >"$work/emitted"
[ -s "$work/emitted" ]
diff "$work/emitted" "$work/dump"
"$ptec" compile -d import "$program" "$program" >"$work/two"
for _ in 1 2; do
    echo "$program:"
    "$ptec" compile -d import "$program"
done | diff - "$work/two"
