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

# What a model refuses, it takes if the file says so.
printf '#define PTE_ALLOW_FAST_MATH\n' >elsewhere/ptec_config.h
$cc -ffast-math -Iwithout -I"$source/runtime-min" -I"$source/backends/portable" -fsyntax-only without/net.c 2>said && fail "fast maths"
$cc -ffast-math -Ielsewhere -Iwithout -I"$source/runtime-min" -I"$source/backends/portable" -fsyntax-only without/net.c || fail "PTE_ALLOW_FAST_MATH"
[ $failures -eq 0 ]
