#!/bin/sh
# SPDX-License-Identifier: 0BSD
# `ptec compile A B --overlay`: the models have one arena, as large as the larger one's, and the bits
# that each has alone.
# usage: overlay.sh PTEC SOURCE WORK 'CC FLAG...'
set -u
ptec=$1 source=$2 work=$3 cc=$4
here=$(dirname "$0")
failures=0

fail() {
    echo "FAILED: $*"
    failures=$((failures + 1))
}

rm -rf "$work"
mkdir -p "$work"
cd "$work" || exit 1
warnings="-Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wstrict-prototypes -Werror"
cp "$source/examples/digits/digits.pte" picture.pte
cp "$source/tests/cases/networks/net_llama/case.bpte" words.bpte

# In sections of their own, whose sizes in the image are the arenas'.
section() { # IMAGE SECTION
    printf '%d' "0x$(objdump -h "$1" | awk -v name="$2" '$2 == name {print $3}')"
}

# builds NAME OPTION...
builds() {
    out=$1
    shift
    "$ptec" compile picture.pte words.bpte -o "$out" --emit bundle "$@" >"$out.report" || fail "$*"
    for model in picture words; do
        "$ptec" compile $model.* -o "$out" --emit bundle --name ${model}_alone >report || fail "$model"
    done
    # shellcheck disable=SC2086 # several words on purpose
    (cd "$out" &&
        for unit in picture words; do
            $cc -std=c11 $warnings '-DPTE_SECTION_ARENA=".arena"' \
                '-DPTE_SECTION_ARENA_PSRAM=".psram"' -c $unit.c || exit 1
        done &&
        $cc -std=c11 $warnings -I. "$here/overlay.c" picture.o words.o picture_alone.c \
            words_alone.c -lm -o run && ./run) || fail "$out: other bits, or no program"
}

bytes() { # FILE MACRO
    sed -n "s/^#define $2 \([0-9]*\)\$/\1/p" "$1"
}

builds apart
picture=$(bytes apart/picture.h PICTURE_ARENA_BYTES) words=$(bytes apart/words.h WORDS_ARENA_BYTES)
[ "$words" -gt "$picture" ] || fail "arenas of $picture and $words bytes"
[ "$(section apart/run .arena)" -ge $((picture + words)) ] || fail "apart: too few bytes"

builds one --overlay
[ "$(section one/run .arena)" = "$words" ] ||
    fail "one arena: $(section one/run .arena) bytes, not $words"
grouped=$(echo "$words" | sed 's/\(...\)$/,\1/')
[ "$(tail -n 1 one.report)" = "one arena for picture, words: $grouped bytes" ] ||
    fail "the report: $(cat one.report)"
[ "$(grep -c '^one arena' one.report)" = 1 ] || fail "not once: $(cat one.report)"
for model in picture words; do # what the caller hands over is still the model's own
    cmp apart/$model.h one/$model.h || fail "another $model.h"
done

# Of two memories, one arena each.
builds two --overlay --memory sram=2K,psram=16K
[ "$(bytes two/picture.h PICTURE_ARENA_PSRAM_BYTES)" = 1024 ] || fail "psram of picture"
psram=$(bytes two/words.h WORDS_ARENA_PSRAM_BYTES) sram=$(bytes two/words.h WORDS_ARENA_BYTES)
[ "$(section two/run .arena) $(section two/run .psram)" = "2048 $psram" ] ||
    fail "two: not 2048 and $psram bytes"
[ $((sram + psram)) -gt 3072 ] || fail "words: $sram and $psram bytes"

# A model of another output wants another buffer.
"$ptec" compile picture.pte picture.pte --overlay -o none >report 2>&1 && fail "two of one name"
sed 's/_arena_[0-9]*/_arena_64/g' one/words.c >one/stale.c
# shellcheck disable=SC2086 # several words on purpose
(cd one && $cc -std=c11 -I. "$here/overlay.c" picture.o stale.c picture_alone.c words_alone.c -lm \
    -o stale >errors 2>&1) && fail "an arena of another size links"
grep -q 'undefined.*picture_arena_64' one/errors || fail "$(cat one/errors)"
output=$("$ptec" compile picture.pte --overlay -o none 2>&1)
[ $? -eq 2 ] || fail "one model: $output"
case $output in *"several models"*) ;; *) fail "one model: $output" ;; esac
[ ! -e none ] || fail "files are left"
[ $failures -eq 0 ]
