#!/bin/sh
# SPDX-License-Identifier: 0BSD
# Two instances, whose calls alternate, have their own state on a target too.
# usage: instances.sh PTEC CASES WORK TARGET
set -eu
ptec=$1 cases=$2 work=$3 target=$4
mkdir -p "$work"
cat >"$work/sequence" <<'END'
call forward 0
instance 1
call forward 0
instance 0
call forward 1
instance 1
call forward 1
reset
call forward 0
instance 0
reset
call forward 2
instance 1
call forward 1
END
out=$("$ptec" verify "$cases/graph/state_initial_sequence/case.bpte" --sequence "$work/sequence" \
    --target "$target") || { echo "$out"; exit 1; }
case $out in
*"7 passed, 0 failed") ;;
*) echo "FAILED: $out"; exit 1 ;;
esac
