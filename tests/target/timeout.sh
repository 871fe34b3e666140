#!/bin/sh
# SPDX-License-Identifier: 0BSD
# usage: timeout.sh TIMEOUT PROGRAM
set -u
out=$("$1" "$2" 2>&1) || { echo "$out"; exit 1; }
case $out in
*"forward 0: FAIL  no result from "*": more than 1 s have passed; --timeout gives it more"*"0 passed, 3 failed") ;;
*) echo "FAILED: $out"; exit 1 ;;
esac
