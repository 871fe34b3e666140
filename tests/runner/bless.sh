#!/bin/sh
# SPDX-License-Identifier: 0BSD
# Rewrites every golden (want.*, and chosen.txt) from what ptec does now. To ask for a new one, create it
# empty.
# usage: bless.sh PTEC TESTS WORK
set -u
ptec=$1 tests=$2 work=$3
status=0
for folder in "$tests"/cases/*/* "$tests"/reject/* "$tests"/hostile/*; do
    for want in "$folder"/want.*; do
        [ -e "$want" ] || continue
        sh "$tests/runner/case.sh" bless "$ptec" "$folder" "$work" || status=1
        break
    done
done
for list in "$tests"/*/chosen.txt; do
    library=$(basename "${list%/*}")
    sh "$tests/runner/chosen.sh" bless "$ptec" "$tests" "$library" "$work/chosen" || status=1
done
exit $status
