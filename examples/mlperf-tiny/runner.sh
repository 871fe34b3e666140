#!/bin/sh
# SPDX-License-Identifier: 0BSD
# In the place of EEMBC's runner: loads the bytes of a file into a device, makes one inference, and prints what the
# device answers but for the lines of loading. The device is a command that reads commands and prints lines.
# usage: runner.sh INPUT COMMAND...
set -eu
input=$1
shift
folder=$(mktemp -d)
mkfifo "$folder/to" "$folder/from"
"$@" <"$folder/to" >"$folder/from" 2>"$folder/errors" &
device=$!
trap 'kill $device 2>"$folder/errors"; rm -rf "$folder"' EXIT
exec 3>"$folder/to" 4<"$folder/from"

answer() { # the lines until the device is ready
    while read -r line <&4; do
        line=${line%"$(printf '\r')"}
        [ "$line" = m-ready ] && return
        case $line in "" | m-load-done | m-\[Expecting*) continue ;; esac
        echo "$line"
    done
    echo "the device has ended: $(cat "$folder/errors")"
    exit 1
}
command() {
    printf '%s%%' "$1" >&3
    answer
}

answer
command name
command profile
command "db load $(wc -c <"$input" | tr -d ' ')"
# A command has 80 characters at most, so 31 bytes are as many as the runner sends at once.
od -An -v -tx1 -w31 "$input" | tr -d ' ' >"$folder/lines"
while read -r bytes <&5; do
    command "db $bytes"
done 5<"$folder/lines"
command "infer 1 0"
