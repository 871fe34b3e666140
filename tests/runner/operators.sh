#!/bin/sh
# SPDX-License-Identifier: 0BSD
# docs/operators.md is what `ptec ops` prints; blessing writes it.
# usage: operators.sh check|bless PTEC PAGE
set -eu
if [ "$1" = bless ]; then
    "$2" ops >"$3"
else
    "$2" ops | diff -u "$3" -
fi
