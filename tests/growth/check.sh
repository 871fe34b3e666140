#!/bin/sh
# SPDX-License-Identifier: 0BSD
# What `ptec compile` needs for ten times as many repetitions of a pattern, at each -O: at most 13
# times the steps and the memory.
# usage: check.sh COUNTING_PTEC GROWTH WORK PATTERN COUNT...
set -u
ptec=$1 growth=$2 work=$3 pattern=$4
shift 4
most=13
rm -rf "$work"
mkdir -p "$work"
failed=0
for level in -O0 -O2; do
    steps=0 kib=0
    for count; do
        "$growth" "$pattern" "$count" "$work/$pattern.pte" &&
            STEPS="$work/steps" "$ptec" compile "$work/$pattern.pte" -o "$work" --name net $level \
                >"$work/said" || exit 1
        was=$steps had=$kib
        read -r steps kib <"$work/steps"
        echo "$level, $count: $steps steps, $kib KiB"
        [ "$was" -eq 0 ] && continue
        if [ "$steps" -gt $((most * was)) ] || [ "$kib" -gt $((most * had)) ]; then
            echo "FAILED: more than $most times as much as before"
            failed=1
        fi
    done
done
rm -rf "$work"
exit $failed
