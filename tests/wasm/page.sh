#!/bin/sh
# SPDX-License-Identifier: 0BSD
# The page of examples/wasm tells digits.
# usage: page.sh PTEC SOURCE WORK
set -eu
ptec=$1 source=$2 work=$3
rm -rf "$work"
mkdir -p "$work"
PTEC=$ptec sh "$source/examples/wasm/run.sh" "$work/digits.html"
node "$source/tests/wasm/page.mjs" "$work/digits.html" "$source/examples/digits/images.h"
