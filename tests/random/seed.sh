#!/bin/sh
# SPDX-License-Identifier: 0BSD
# seed.c with an emitted model, as a bundle.
# usage: seed.sh PTEC SOURCE WORK 'CC FLAG...'
set -eu
ptec=$1 source=$2 work=$3 compiler=$4

rm -rf "$work"
mkdir -p "$work"
"$ptec" compile "$source/tests/cases/aten/rand/case.bpte" -o "$work" --name noise --emit bundle
cd "$work"
# shellcheck disable=SC2086 # several words on purpose
$compiler -std=c11 -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror -I. \
    "$source/tests/random/seed.c" noise.c -o seed
./seed
