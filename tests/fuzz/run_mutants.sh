#!/bin/sh
# SPDX-License-Identifier: 0BSD
# Runs programs that ptec accepts though nobody exported them: mutants of the given ones, compiled at
# both -O, with debug memory and sanitizers, on random inputs. Findings stay in WORK/findings.
# The last line: N passed, N failed, N skipped (those that take long).
# usage: run_mutants.sh MUTANTS SOURCE WORK COUNT PROGRAM...      CC: the compiler (default: clang)
set -eu
mutants=$1 source=$2 work=$3 count=$4
shift 4
each=100
cflags="-std=c11 -O1 -g1 -DPTE_DEBUG_MEMORY -fsanitize=address,undefined,float-cast-overflow
        -fno-sanitize-recover=all"
warnings="-Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror"
includes="-I$source/runtime-min -I$source/tests/fuzz"
kernels="$source"/runtime-min/*.c
# Those that call no library.
for backend in portable $(sed -n 's/^list(APPEND kernels_in_c \(.*\))$/\1/p' "$source"/tests/*/kernels.cmake); do
    includes="$includes -I$source/backends/$backend" kernels="$kernels $source/backends/$backend/*.c"
done
cc=${CC:-clang}
export ASAN_OPTIONS=detect_leaks=0

mkdir -p "$work/findings" "$work/lib"
if [ ! -e "$work/lib/run_batch.o" ]; then
    # shellcheck disable=SC2086 # several words on purpose
    (cd "$work/lib" && $cc $cflags $includes -c $kernels "$source/tests/fuzz/run_batch.c")
fi

# finding TEXT FILE...: says it, and keeps the files.
finding() {
    echo "$1"
    failed=$((failed + 1))
    shift
    cp -r "$@" "$work/findings"
}

total=0 first=0 failed=0 skipped=0
[ ! -e "$work/next" ] || first=$(cat "$work/next")
while [ $total -lt "$count" ]; do
    cd "$work"
    rm -rf batch
    mkdir batch
    [ ! -e seen ] || cp seen batch/seen
    if "$mutants" batch "$first" $each "$@" >batch/names 2>batch/messages; then
        cp batch/seen seen
    else
        cp -r batch "crash_$first"
        finding "CRASH of the compiler, batch from $first" "crash_$first"
        total=$((total + 1))
    fi
    cd batch
    objects="" table=""
    while read -r name; do
        # shellcheck disable=SC2086
        if $cc $cflags $warnings $includes -I. -c "${name}_0.c" "${name}_2.c" 2>"$name.log"; then
            objects="$objects ${name}_0.o ${name}_2.o" table="$table $name"
        else
            finding "NO C: $name: $(grep -m1 error "$name.log")" "$name".pte "$name".log "${name}"_*.c
        fi
    done <names
    {
        echo '#include "mutant.h"'
        for name in $table; do
            echo "extern const Mutant $name;"
        done
        echo 'const Mutant *const mutants[] = {'
        for name in $table; do
            echo "    &$name,"
        done
        echo '    0};'
    } >mutants.c
    # shellcheck disable=SC2086
    $cc $cflags $includes mutants.c $objects ../lib/*.o -lm -o batch
    ./batch >results 2>"reports_$first"
    while read -r what name rest; do
        case $what in
        DIED | DIFFERS)
            finding "$what $name $rest" "$name".pte "${name}"_0.c "${name}"_2.c "reports_$first"
            ;;
        LONG)
            echo "$what $name $rest"
            skipped=$((skipped + 1))
            ;;
        esac
    done <results
    total=$((total + $(wc -l <names)))
    first=$((first + each))
    echo $first >"$work/next"
    echo "$total mutants, $failed failed"
done
echo "$((total - failed - skipped)) passed, $failed failed, $skipped skipped"
[ $failed -eq 0 ]
