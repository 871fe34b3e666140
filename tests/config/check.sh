#!/bin/sh
# SPDX-License-Identifier: 0BSD
# A file ptec_config.h takes the place of -D: sections, the hook around steps, flags, in a bundle and beside the runtime,
# in C and C++; without the file, or in another folder, nothing changes. A second.
# usage: check.sh PTEC SOURCE WORK CC ARCHIVE
set -u
ptec=$1 source=$2 work=$3 cc=$4 archive=$5 failures=0
rm -rf "$work" && mkdir -p "$work/with" "$work/elsewhere"
cd "$work" || exit 1
fail() {
    echo "FAILED: $*"
    failures=$((failures + 1))
}
cat >main.c <<'END'
#include "net.h"
#include <stdio.h>
int steps;
int main(void)
{
    static float image[NET_FORWARD_INPUT_ELEMENTS], score[NET_FORWARD_OUTPUT_ELEMENTS];
    const int code = (int)net_forward(image, score);
    printf("%d steps\n", steps);
    return code;
}
END
cat >with/ptec_config.h <<'END'
#define PTE_SECTION_ARENA ".fast"
#define PTE_SECTION_WEIGHTS ".slow"
extern int steps;
#define PTE_STEP(id, ptr, bytes, call) ((void)(ptr), (void)(bytes), steps++, call)
END
cp with/ptec_config.h elsewhere

# counts STEPS SECTIONS FOLDER FLAG...: what the program prints, and how many of the sections it has
counts() {
    steps=$1 sections=$2 folder=$3
    shift 3
    # shellcheck disable=SC2086 # several words on purpose
    $cc -std=c11 "$@" -I"$folder" main.c "$folder"/*.c $runtime -lm -o program || { fail "$folder: $*"; return; }
    [ "$(./program)" = "$steps steps" ] || fail "$folder: $(./program) with $*"
    [ "$(objdump -h program | grep -c -e ' \.fast ' -e ' \.slow ')" = "$sections" ] || fail "$folder: sections with $*"
}
for form in bundle c; do
    runtime=
    [ $form = c ] && runtime="-I$source/runtime-min -I$source/backends/portable $archive"
    for folder in with without; do
        rm -f $folder/net* && "$ptec" compile "$source/examples/digits/digits.pte" --name net --emit $form --weights c -o $folder >report ||
            fail "$form"
    done
    all=$(grep -c '^ *STEP(' without/net.c)
    counts "$all" 2 with
    counts 0 0 without
    counts "$all" 2 without -Ielsewhere
    echo '#include "net.h"' | g++ -std=c++11 -Wall -Wextra -Werror -Iwith -I"$source/runtime-min" -fsyntax-only -x c++ - || fail "C++"
done

# Weights are read, and checked, by the caller's functions: each array that a step names, and a CRC by a table, as a unit
# of the chip would have it. A wrong one refuses the weights.
cat >hooks.c <<'END'
#include "net.h"
#include <stdio.h>
int arrays, wrong;
uint32_t table_crc(const unsigned char *data, size_t bytes)
{
    uint32_t table[256], crc = 0xFFFFFFFFu;
    for (uint32_t i = 0; i < 256; i++) {
        table[i] = i;
        for (int k = 0; k < 8; k++)
            table[i] = table[i] & 1 ? 0xEDB88320u ^ table[i] >> 1 : table[i] >> 1;
    }
    for (size_t i = 0; i < bytes; i++)
        crc = table[(crc ^ data[i]) & 255] ^ crc >> 8;
    return ~crc ^ (uint32_t)wrong;
}
int main(void)
{
    static float image[NET_FORWARD_INPUT_ELEMENTS], score[NET_FORWARD_OUTPUT_ELEMENTS];
    int good = net_forward(image, score) == PTE_OK && net_check_weights(net_weights, NET_WEIGHTS_BYTES) == PTE_OK;
    wrong = 1;
    good = good && net_check_weights(net_weights, NET_WEIGHTS_BYTES) == PTE_INVALID_DATA;
    printf("%d arrays, %s\n", arrays, good ? "good" : "bad");
    return 0;
}
END
cat >elsewhere/ptec_config.h <<'END'
#include <stddef.h>
#include <stdint.h>
extern int arrays;
uint32_t table_crc(const unsigned char *data, size_t bytes);
#define PTE_W(array) (arrays++, (array))
#define PTE_CRC32(data, bytes) table_crc(data, bytes)
END
"$ptec" compile "$source/examples/digits/digits.pte" --name net --emit bundle -o hooked >report || fail hooked
named=$(grep -o '[ (]W([a-z0-9_]*_\(weight\|bias\))' hooked/net.c | wc -l)
$cc -std=c11 -Ielsewhere -Ihooked hooks.c hooked/net.c -lm -o program || fail hooks.c
[ "$(./program)" = "$named arrays, good" ] || fail "$(./program) instead of $named arrays"

# What a model refuses, it takes if the file says so.
printf '#define PTE_ALLOW_FAST_MATH\n' >elsewhere/ptec_config.h
$cc -ffast-math -Iwithout -I"$source/runtime-min" -I"$source/backends/portable" -fsyntax-only without/net.c 2>said && fail "fast maths"
$cc -ffast-math -Ielsewhere -Iwithout -I"$source/runtime-min" -I"$source/backends/portable" -fsyntax-only without/net.c || fail "PTE_ALLOW_FAST_MATH"
[ $failures -eq 0 ]
