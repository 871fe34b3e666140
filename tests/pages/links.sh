#!/bin/sh
# SPDX-License-Identifier: 0BSD
# Every link from a page to a file of the repository, or to a heading of a page, leads somewhere. A tree may
# lack a backend that docs/kernel-libraries.md names: then links to its files and tests are not followed.
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
        while ((getline line <"docs/kernel-libraries.md") > 0)
            libraries = libraries line "\n"
        for (i = 1; i <= n; i++) {
            path = to[i]
            sub(/#.*/, "", path)
            backend = match(path, /^(backends|tests)\/[a-z0-9-]+/) ? substr(path, 1, RLENGTH) : ""
            sub(/.*\//, "", backend)
            if (index(libraries, "`" backend "`") && system("test -d backends/" backend) != 0)
                continue
            if (system("test -e \"" path "\"") != 0 || (to[i] ~ /\.md#/ && !(to[i] in known))) {
                print "FAILED: " from[i] " links to " to[i] ", which is not there"
                failed = 1
            }
        }
        exit failed || n < 100
    }'
