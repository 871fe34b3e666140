#!/bin/sh
# SPDX-License-Identifier: 0BSD
# Where the time of a test run goes: tests and seconds of each group, the longest first, and the longest
# single tests. Seconds are those that the tests took, with as many beside each other as there are cores.
# usage: sh tests/costs.sh [BUILD]      BUILD: a build folder whose tests have run (default: build/dev)
set -u
build=${1:-build/dev}
sed -n 's/.*<testcase name="\([^"]*\)".* time="\([^"]*\)".*/\2 \1/p' "$build/tests.xml" |
    sort -rn >"$build/times.txt"
awk '{ split($2, part, "/"); tests[part[1]]++; seconds[part[1]] += $1 }
    END { for (group in tests) printf "%6d tests %8.1f s  %s\n", tests[group], seconds[group], group }' \
    "$build/times.txt" | sort -k 3 -rn
echo "the longest:"
head -n 12 "$build/times.txt" | awk '{ printf "%21.1f s  %s\n", $1, $2 }'
