#!/bin/sh
# SPDX-License-Identifier: 0BSD
# A program gives on a target what it gives on this machine, at some levels and without warnings.
# usage: case.sh PTEC FOLDER|PROGRAM TARGET CFLAGS LEVEL...
#     a FOLDER has case.bpte, perhaps `args` and `sequence`
set -u
ptec=$1 target=$3 cflags=$4
warnings="-Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror"
failures=0
program=${2##*/}
name=$2
cd "${2%/*}" || exit 1
[ ! -d "$program" ] || { cd "$program" && program=case.bpte; } || exit 1
shift 4
calls=
[ ! -e sequence ] || calls='--sequence sequence'

# What is said of the cases, without who says it and what it took.
judgement() { # LEVEL OPTION...
    # shellcheck disable=SC2046,SC2086 # several words on purpose
    "$ptec" verify "$program" $calls $(cat args 2>/dev/null) "$@" 2>&1 |
        grep -ve ' kernels through ' -e '^  .* ticks'
}

for level; do
    here=$(judgement $level)
    there=$(judgement $level --target "$target" --cflags "$cflags $warnings")
    case $here in
    *" passed, "*) ;;
    *) failures=$((failures + 1)) ;;
    esac
    [ "$here" = "$there" ] && continue
    printf 'FAILED: %s %s\n---- here\n%s\n---- on %s\n%s\n' "$name" "$level" "$here" "$target $cflags" "$there"
    failures=$((failures + 1))
done
[ $failures -eq 0 ]
