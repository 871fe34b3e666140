#!/bin/sh
# SPDX-License-Identifier: 0BSD
# Runs programs that ptec accepts though nobody exported them: mutants of the given ones, compiled at
# both -O, with debug memory and sanitizers, on random inputs. Findings stay in WORK/findings.
# usage: run_mutants.sh MUTANTS SOURCE WORK COUNT PROGRAM...      CC: the compiler (default: clang)
set -eu
mutants=$1 source=$2 work=$3 count=$4
shift 4
each=100
cflags="-std=c11 -O1 -g1 -DPTE_DEBUG_MEMORY -fsanitize=address,undefined,float-cast-overflow
        -fno-sanitize-recover=all"
warnings="-Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror"
includes="-I$source/runtime-min -I$source/backends/portable -I$source/backends/vector -I$source/tests/fuzz"
cc=${CC:-clang}
export ASAN_OPTIONS=detect_leaks=0

mkdir -p "$work/findings" "$work/lib"
if [ ! -e "$work/lib/run_batch.o" ]; then
    # shellcheck disable=SC2086 # several words on purpose
    (cd "$work/lib" && $cc $cflags $includes -c "$source"/runtime-min/*.c \
        "$source"/backends/*/*.c "$source/tests/fuzz/run_batch.c")
fi

total=0 first=0
[ ! -e "$work/next" ] || first=$(cat "$work/next")
while [ $total -lt "$count" ]; do
    cd "$work"
    rm -rf batch
    mkdir batch
    [ ! -e seen ] || cp seen batch/seen
    "$mutants" batch "$first" $each "$@" >batch/names 2>batch/messages || {
        echo "CRASH of the compiler, batch from $first"
        cp -r batch "findings/crash_$first"
    }
    cp batch/seen seen
    cd batch
    objects=
    {
        echo '#include "mutant.h"'
        : >table
        while read -r name; do
            # shellcheck disable=SC2086
            if $cc $cflags $warnings $includes -I. -c "${name}_0.c" "${name}_2.c" 2>"$name.log"; then
                echo "extern const Mutant $name;"
                echo "    &$name," >>table
                objects="$objects ${name}_0.o ${name}_2.o"
            else
                echo "NO C: $name: $(grep -m1 error "$name.log")" >&2
                cp "$name".pte "$name".log "${name}"_*.c ../findings
            fi
        done <names
        echo 'const Mutant *const mutants[] = {'
        cat table
        echo '    0};'
    } >mutants.c
    # shellcheck disable=SC2086
    $cc $cflags $includes mutants.c $objects ../lib/*.o -lm -o batch
    ./batch >results 2>reports || grep -E '^(DIED|DIFFERS)' results | while read -r what name rest; do
        echo "$what $name $rest"
        cp "$name".pte "${name}"_0.c "${name}"_2.c ../findings
        cp reports "../findings/reports_$first"
    done
    total=$((total + $(wc -l <names)))
    first=$((first + each))
    echo $first >"$work/next"
    echo "$total mutants; $(tail -n 1 results)"
done
