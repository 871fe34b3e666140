#!/bin/sh
# SPDX-License-Identifier: 0BSD
# Ten recordings, ten right words: the class with the largest output is the word of the file's name.
# usage: words.sh PTEC PROGRAM FOLDER-OF-RECORDINGS
set -eu
ptec=$1 program=$2 folder=$3
right=0
n=2 # classes 0 and 1: silence, unknown
for word in yes no up down left right on off stop go; do
    guess=$("$ptec" run "$program" --input "$folder/$word.f32" | tr -d '[],' | awk '
        /f32/ { next }
        { for (i = 1; i <= NF; i++) { if (!seen || $i > best) { best = $i + 0; at = k }; seen = 1; k++ } }
        END { print at }')
    [ "$guess" = $n ] && right=$((right + 1)) || echo "$word: class $guess instead of $n"
    n=$((n + 1))
done
echo "$right of 10 words"
[ $right -eq 10 ]
