#!/bin/sh
# SPDX-License-Identifier: 0BSD
# Delegates are initialised, executed and destroyed in order, for each instance; see lifecycle.c.
# usage: lifecycle.sh PTEC SOURCE WORK 'CC FLAG...'
set -eu
ptec=$1 source=$2 work=$3 cc=$4
rm -rf "$work"
mkdir -p "$work"
"$ptec" compile "$source/tests/cases/foreign/foreign_delegate_twice/case.bpte" --emit bundle --name twice \
    --delegate AccumulatorBackend -o "$work"
# shellcheck disable=SC2086 # several words on purpose
$cc -std=c11 -Wall -Wextra -Werror -I"$work" "$source/tests/foreign/lifecycle.c" "$work/twice.c" \
    -o "$work/lifecycle"
"$work/lifecycle"
