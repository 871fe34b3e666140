#!/bin/sh
# SPDX-License-Identifier: 0BSD
# The documentation has the table of what these tests run.
# usage: table.sh TABLE DOCUMENT
set -u
while IFS= read -r line; do
    grep -qxF "$line" "$2" && continue
    echo "FAILED: $2 does not have"
    cat "$1"
    exit 1
done <"$1"
