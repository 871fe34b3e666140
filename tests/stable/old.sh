#!/bin/sh
# SPDX-License-Identifier: 0BSD
# --names reads what ptec wrote when NAME.json had names and offsets only: old.json, in which a step of
# the digits has been given another name.
# usage: old.sh PTEC SOURCE WORK
set -u
ptec=$1 source=$2 work=$3
here=$(cd "$(dirname "$0")" && pwd)
rm -rf "$work"
mkdir -p "$work"
cd "$work" || exit 1
model=$source/examples/digits/digits.pte
"$ptec" compile "$model" -o own --name digits || exit 1
"$ptec" compile "$model" -o kept --name digits --names "$here/old.json" || exit 1
for file in digits.c digits_steps.h; do
    grep -qw 'second\|DIGITS_STEP_second' kept/$file || { echo "FAILED: $file lacks the name"; exit 1; }
done
# Alignment aside, it is only the name.
for side in own kept; do
    sed -e 's/second/conv3x3_8x16/g' -e 's/  */ /g' $side/digits_steps.h >$side.steps
    sed -e 's/(second,/(conv3x3_8x16,/' -e 's/STEP_second/STEP_conv3x3_8x16/' -e 's/until second/until conv3x3_8x16/' \
        -e 's/  */ /g' $side/digits.c >$side.c
done
diff own.steps kept.steps && diff own.c kept.c
