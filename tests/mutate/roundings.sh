#!/bin/sh
# SPDX-License-Identifier: 0BSD
# Where integers are summed in the place of floats, `ptec verify` says with a failure how to judge
# their roundings; of floats it does not, nor once that is done.
# usage: roundings.sh PTEC MUTATE FOLDER WORK
set -u
ptec=$1 mutate=$2 folder=$3 work=$4
failures=0

# says COUNT PROGRAM [OPTION...]: so often, of outputs for zeros instead of the recorded inputs.
says() {
    count=$1 program=$2
    shift 2
    "$mutate" "$folder/$program.bpte" "$work/$program.bpte" inputs || exit 1
    "$ptec" verify "$work/$program.bpte" "$@" >"$work/out"
    [ $? -eq 1 ] && [ "$(grep -c 'roundings differ: --steps-each$' "$work/out")" -eq "$count" ] &&
        return
    echo "FAILED: $program $*: not $count times, or no failure"
    cat "$work/out"
    failures=$((failures + 1))
}

rm -rf "$work"
mkdir -p "$work"
says 1 ad_portable_q8
says 0 ad_portable_q8 --steps 1
says 0 ad_portable_q8 -O0
says 0 ad_portable
[ $failures -eq 0 ]
