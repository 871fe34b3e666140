#!/bin/sh
# SPDX-License-Identifier: 0BSD
# Verifies the programs that tests/export/random_programs.py wrote, at both levels and with each
# choice of kernels. Prints what fails, and how many programs passed everything.
# usage: programs.sh PTEC FOLDER KERNELS...     such as portable vector,portable
set -u
ptec=$1 programs=$2
shift 2
passed=0 count=0

verify() {
    sequence=
    [ ! -e sequence ] || sequence="--sequence sequence"
    # shellcheck disable=SC2046,SC2086 # several words on purpose
    said=$("$ptec" verify case.bpte "$1" --kernels "$2" $sequence $(cat args 2>/dev/null) 2>&1) && return
    echo "FAILED $program $1 $2: $(echo "$said" | grep -m1 -v -e ': ok ' -e 'kernels through')"
    return 1
}

for program in "$programs"/r*/; do
    cd "$program" || exit 1
    count=$((count + 1)) good=1
    for level in -O0 -O2; do
        for kernels; do
            verify $level $kernels || good=0
        done
    done
    passed=$((passed + good))
done
echo "$passed of $count programs pass"
[ $passed -eq $count ]
