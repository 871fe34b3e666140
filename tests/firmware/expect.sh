# SPDX-License-Identifier: 0BSD
# What the firmware has to print, for scripts beside this one.

fail() {
    printf 'FAILED: %s\n' "$@"
    exit 1
}

# The digits that examples/digits/README.md shows, and a number of ticks for each step: qemu counts
# instructions, tens of thousands for an image, and a tick is 40 of them.
expect_digits() { # OUTPUT
    tr -d '\r' <"$1" | sed -n '/^image/,/^ticks/p' >"$1.guesses"
    for i in 0 1 2 3 4 5 6 7 8 9; do
        echo "image  $i: $i"
    done >"$1.want"
    printf '%s\n' 'image 10: 7 (wrong)' 'image 11: 5 (wrong)' '10 of 12 right' 'ticks of an image:' >>"$1.want"
    diff "$1.want" "$1.guesses" || fail "$(cat "$1")"
    tr -d '\r' <"$1" | sed '1,/^ticks/d; /^  [a-z][a-z0-9_ ]\{23\} *[1-9][0-9]*$/!d' | awk '{ printf "  %-24s%8s\n", $1, $2 }' >"$1.want"
    tr -d '\r' <"$1" | sed '1,/^ticks/d; /^[^ ]/,$d' | diff "$1.want" - || fail "columns" "$(cat "$1")"
    awk '/^ticks/ { on = 1; next } on && $1 != "all" { sum += $2; n++ } on && $1 == "all" { all = $2 }
        END { exit !(n >= 3 && sum > 100 && sum < 100000 && sum == all) }' "$1" || fail "no ticks" "$(cat "$1")"
}
