#!/bin/sh
# SPDX-License-Identifier: 0BSD
# Each call of a program is traced to steps: its number stands in NAME.json once or more, with a step or among the
# folded ones, and its operator in a comment of NAME.c. What calls there are says `ptec show`, from the file.
# usage: traced.sh PTEC WORK OPTION... -- FOLDER...      no folder has `args`
set -u
ptec=$1 work=$2
shift 2
options=
while [ "$1" != -- ]; do
    options="$options $1"
    shift
done
shift
rm -rf "$work"
mkdir -p "$work"
cd "$work" || exit 1
i=0
for folder; do # under names that are C identifiers
    ln -s "$folder/case.bpte" c$i.bpte || exit 1
    echo "c$i $(basename "$folder")"
    i=$((i + 1))
done >names
# shellcheck disable=SC2086 # several words on purpose
"$ptec" compile ./*.bpte -o out $options >report 2>&1 || { cat report; exit 1; }
"$ptec" show ./*.bpte --json >shown || exit 1
awk '
    FNR == 1 && FILENAME ~ /\.(c|json)$/ {
        name = FILENAME
        sub(/^out\//, "", name)
        sub(/\.[a-z]*$/, "", name)
        method = 0
    }
    function note(text, of, program,    i, n, item) {
        sub(/^[^\[]*\[/, "", text)
        sub(/\].*/, "", text)
        n = split(text, item, ", ")
        for (i = 1; i <= n; i++)
            if (!((program, of, item[i]) in seen)) {
                seen[program, of, item[i]] = 1
                traced[program]++
            }
    }
    FILENAME ~ /\.json$/ {
        if (/"arena_bytes": [0-9]*, "least_bytes"/)
            method++
        if (/"instructions": \[/) {
            text = $0
            sub(/.*"instructions": /, "", text)
            note(text, method, name)
        }
        if (/^  \{"instruction": /)
            note("[" $2 + 0 "]", method, name)
        next
    }
    FILENAME ~ /\.c$/ { # the names in comments
        text = $0
        while (match(text, /[A-Za-z0-9_]+::[A-Za-z0-9_:]+/)) {
            op = substr(text, RSTART, RLENGTH)
            sub(/:$/, "", op)
            named[name, op] = 1
            text = substr(text, RSTART + RLENGTH)
        }
        next
    }
    FILENAME == "names" { folder[$1] = $2; next }
    # What ptec show says.
    /^    "path": / { shown = $2; sub(/.*\//, "", shown); sub(/\.bpte.*/, "", shown); programs++ }
    /^        "instructions": / {
        if (match($0, /"operator call": [0-9]+/))
            calls[shown] += substr($0, RSTART + 17, RLENGTH - 17)
        if (match($0, /"delegate call": [0-9]+/))
            calls[shown] += substr($0, RSTART + 17, RLENGTH - 17)
    }
    /^        "operators": / {
        n = split($0, item, /[{,] ?"/)
        for (i = 2; i <= n; i++) {
            split(item[i], part, "\": ")
            sub(/\..*/, "", part[1])
            if (part[2] + 0 > 0 && !((shown, part[1]) in named)) {
                print "FAILED: " folder[shown] ": " part[1] " is not in its C"
                failed = 1
            }
        }
    }
    END {
        for (program in calls)
            if (calls[program] != traced[program] + 0) {
                print "FAILED: " folder[program] ": " traced[program] + 0 " of " calls[program] " calls are in its manifest"
                failed = 1
            }
        exit failed || !programs
    }' names out/*.json out/*.c shown
