# SPDX-License-Identifier: 0BSD
# What tests of the page of `ptec report` share. Ends with 77 if xmllint is missing.
# shellcheck shell=sh disable=SC2034 # `failures` is for the script that reads this
failures=0
command -v xmllint >/dev/null || { echo "xmllint (libxml2-utils) is missing"; exit 77; }

fail() {
    echo "FAILED: $*"
    failures=$((failures + 1))
}

# get PAGE XPATH: the texts of the nodes, one a line, without commas in numbers.
get() {
    xmllint --xpath "$2" "$1" 2>/dev/null | tr -d , | sed 's/&lt;/</g; s/&gt;/>/g; s/&amp;/\&/g'
}

# same WHAT: the files `got` and `want` are equal, and not empty.
same() {
    [ -s want ] || fail "$1: nothing to compare"
    diff want got >differences || { fail "$1"; head -20 differences; }
}

# answer NAME QUESTION: what the summary says.
answer() {
    get "$1.html" "//div[dt = \"$2\"]/dd//text()"
}
