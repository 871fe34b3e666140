#!/bin/sh
# SPDX-License-Identifier: 0BSD
# `ptec compile --memory` of digits, whose plan is known by hand, and words that make no sense.
# usage: digits.sh PTEC SOURCE WORK
set -u
ptec=$1 source=$2 work=$3
failures=0

fail() {
    echo "FAILED: $*"
    failures=$((failures + 1))
}

rm -rf "$work"
mkdir -p "$work"
cd "$work" || exit 1

bytes() { # NAME MACRO
    sed -n "s/^#define $(echo "$1" | tr '[:lower:]' '[:upper:]')_$2 \([0-9]*\)\$/\1/p" "$1.h"
}

has() { # NAME ARENA PSRAM
    got="$(bytes "$1" ARENA_BYTES) $(bytes "$1" ARENA_PSRAM_BYTES)"
    [ "$got" = "$2 $3" ] || fail "$1: $got bytes, not $2 $3"
}

# 2,048 bytes from step 0 to 1, 1,024 from step 1 to 2, each written and read once.
program=$source/examples/digits/digits.pte
digits() { # ARGUMENT...
    "$ptec" compile "$program" -o . --name d "$@" >report || fail "digits $*"
}
digits --memory sram=3K,psram=1K
has d 3072 0
digits --memory sram=2K,psram=1K
has d 2048 1024
grep -q '^    all  *[0-9,]*  2,048  1,024  ' report || fail "the report: $(cat report)"
tr -d '\n' <d.json | grep -q \
    '"memories": \[  {"name": "sram", "bytes": 2048, "arena": 2048},  {"name": "psram", "bytes": 1024, "arena": 1024}\]' ||
    fail "the memories of d.json"
grep -q '{"name": "conv3x3_8x16", "offset": [0-9]*, "bytes": [0-9]*, "memory": "psram"' d.json || fail "d.json"
digits --memory sram=1K,psram=2K
has d 1024 2048
digits --memory sram=3K,psram=3K --place '*_8x16=psram'
has d 2048 1024
digits --memory sram=3K,psram=3K --place '*=psram' --place '*_8x16=sram'
has d 1024 2048
digits --memory sram=3K
[ "$(bytes d ARENA_BYTES)" = 3072 ] || fail "one memory"

"$ptec" show "$program" --memory=sram=2K,psram=1K >picture || fail "show"
grep -q '^method forward: arena 2,048 bytes of 2,048 in sram, most live at one step 2,048,' picture ||
    fail "the first picture"
grep -q '^method forward: arena 1,024 bytes of 1,024 in psram, most live at one step 1,024,' picture ||
    fail "the second picture"

# The page has a picture of each memory that is used.
"$ptec" report "$program" --memory sram=2K,psram=1K,none=1K -o page.html || fail "report"
grep -o '<figcaption>ptec [^<]*' page.html | sed 's/<figcaption>//' >captions
printf '%s\n' "ptec in sram: 2,048 bytes over 3 steps" "ptec in psram: 1,024 bytes over 3 steps" | diff - captions ||
    fail "the captions of the page"
for title in "conv3x3_1x8: 2,048 bytes at 0, steps 0 to 1" "conv3x3_8x16: 1,024 bytes at 0, steps 1 to 2"; do
    grep -q "$title" page.html || fail "the page has no $title"
done

# What cannot be.
refused() { # CODE TEXT ARGUMENT...
    code=$1 text=$2
    shift 2
    rm -rf none
    output=$("$ptec" compile "$program" -o none "$@" 2>&1)
    got=$?
    case $output in
    *"$text"*) [ $got -eq "$code" ] || fail "exit code $got, not $code: $*" ;;
    *) fail "no '$text' for $*: $output" ;;
    esac
    [ ! -e none ] || fail "files are left: $*"
}
refused 1 "the arena needs 1,024 bytes in psram, more than its 512; largest where it is fullest: conv3x3_8x16 1,024" \
    --memory sram=2K,psram=512
refused 1 "the arena needs 2,048 bytes in sram, more than its 1,024; largest where it is fullest: conv3x3_1x8 2,048" \
    --memory sram=1K,psram=4K --place '*_1x8=sram'
refused 1 "the arena needs 3,072 bytes in sram, more than its 1,024" --memory sram=1K
refused 1 "--place softmax*=sram: no tensor of the arena has such a name" \
    --memory sram=4K --place 'softmax*=sram'
refused 1 "conv3x3_1x8_weight is a weight" --memory sram=4K --place 'conv3x3_1x8_w*=sram'
refused 2 "did you mean 'psram'" --memory sram=4K,psram=4K --place '*=psrm'
refused 2 "--place needs --memory" --place '*=psram'
refused 2 "such as 'conv*=psram'" --memory sram=4K --place psram
refused 2 "two memories are called SRAM" --memory sram=4K,SRAM=4K
refused 2 "such as sram=64K,psram=8M, not '4K'" --memory 4K
refused 2 "such as sram=64K,psram=8M, not ''" --memory sram=4K,
refused 2 "not '0'" --memory sram=0
refused 2 "8 memories at most" --memory a=1,b=1,c=1,d=1,e=1,f=1,g=1,h=1,i=1
[ $failures -eq 0 ]
