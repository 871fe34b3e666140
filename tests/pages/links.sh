#!/bin/sh
# SPDX-License-Identifier: 0BSD
# Every link from a page to a file of the repository, or to a heading of a page, leads somewhere.
# usage: links.sh SOURCE
set -u
cd "$1" || exit 1
awk '
    # The anchor of a heading, as GitHub makes it.
    function anchor(text) {
        while (match(text, /\[[^]]*\]\([^)]*\)/)) {
            link = substr(text, RSTART + 1, RLENGTH - 1)
            text = substr(text, 1, RSTART - 1) substr(link, 1, index(link, "]") - 1) substr(text, RSTART + RLENGTH)
        }
        text = tolower(text)
        gsub(/[^a-z0-9_ -]/, "", text)
        gsub(/ /, "-", text)
        return text
    }
    FNR == 1 { inside = 0; folder = FILENAME; if (!sub(/\/[^\/]*$/, "", folder)) folder = "." }
    /^ *```/ { inside = !inside }
    inside { next }
    /^#+ / { text = $0; sub(/^#+ +/, "", text); known[FILENAME "#" anchor(text)] = 1 }
    {
        rest = $0
        gsub(/`[^`]*`/, "", rest)
        while (match(rest, /\]\([^) ]+\)/)) {
            to = substr(rest, RSTART + 2, RLENGTH - 3)
            rest = substr(rest, RSTART + RLENGTH)
            if (to !~ /^[a-z]+:/)
                print FILENAME ":" FNR "\t" (to ~ /^#/ ? FILENAME to : folder "/" to)
        }
    }
    END { for (k in known) print "known\t" k }' README.md CONTRIBUTING.md docs/*.md tests/README.md \
    tests/*/README.md examples/*/README.md |
    awk -F '\t' '
    # The path without "." and "folder/..".
    function plain(path) {
        gsub(/\/\.\//, "/", path)
        sub(/^\.\//, "", path)
        while (sub(/[^\/.][^\/]*\/\.\.\//, "", path)) ;
        return path
    }
    $1 == "known" { known[$2] = 1; next }
    { n++; from[n] = $1; to[n] = plain($2) }
    END {
        for (i = 1; i <= n; i++) {
            path = to[i]
            sub(/#.*/, "", path)
            if (system("test -e \"" path "\"") != 0 || (to[i] ~ /\.md#/ && !(to[i] in known))) {
                print "FAILED: " from[i] " links to " to[i] ", which is not there"
                failed = 1
            }
        }
        exit failed || n < 100
    }'
