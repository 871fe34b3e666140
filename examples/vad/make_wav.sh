#!/bin/sh
# SPDX-License-Identifier: 0BSD
# Makes speech.wav: synthesised speech with pauses of different length, 16 kHz, mono, 16 bits.
# Needs espeak-ng and sox (apt-get install espeak-ng sox).
set -eu
here=$(cd "$(dirname "$0")" && pwd)
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT

say() { # NAME PAUSE TEXT: speech followed by a pause in seconds
    espeak-ng -v en-us -s 165 -w "$tmp/raw.wav" "$3"
    sox -D "$tmp/raw.wav" -r 16000 "$tmp/cut.wav" silence 1 0.01 0.5% reverse silence 1 0.01 0.5% reverse
    sox -D "$tmp/cut.wav" "$tmp/$1.wav" gain -n -2 pad 0 "$2"
}

say 1 0.4 "Hello."
say 2 0.9 "This network listens for speech."
say 3 0.45 "It runs as plain C,"
say 4 1.3 "one window at a time."
say 5 0.6 "Bye!"
sox -D "$tmp/1.wav" "$tmp/2.wav" "$tmp/3.wav" "$tmp/4.wav" "$tmp/5.wav" "$tmp/all.wav" pad 0.5 0
sox -R -n -r 16000 -b 16 "$tmp/noise.wav" synth 20 pinknoise gain -46
seconds=$(soxi -D "$tmp/all.wav")
sox -D -m -v 1 "$tmp/all.wav" -v 1 "$tmp/noise.wav" "$here/speech.wav" trim 0 "$seconds"
soxi "$here/speech.wav"
