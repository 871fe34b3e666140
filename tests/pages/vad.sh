#!/bin/sh
# SPDX-License-Identifier: 0BSD
# examples/vad takes WAV files of many forms or says why not, and draws what its network hears: here a function that
# repeats a number of each window. Segments are compared with the rule of silero-vad's get_speech_timestamps().
# Half a second.
# usage: vad.sh PTEC SOURCE WORK CC
set -u
ptec=$1 here=$2/tests/pages vad=$2/examples/vad work=$3 cc="$4 -fsanitize=address,undefined" failures=0
rm -rf "$work" && mkdir -p "$work" && cd "$work" || exit 1

fail() {
    printf 'FAILED: %s\n' "$@"
    failures=$((failures + 1))
}
$cc -Dcalloc=limited_calloc -Drealloc=limited_realloc -I"$vad" "$here/wav.c" "$vad/wav.c" -o wav &&
    "$ptec" compile "$vad/vad.pte" -o . --name vad --emit bundle >/dev/null &&
    $cc -Dtimespec_get=clock_of_test -Dcalloc=memory_of_test -I. "$here/vad.c" "$vad/main.c" "$vad/wav.c" -o vad || exit 1
./wav || failures=1

# hear NAME WINDOW...: the output for a file NAME.wav of windows "FIRST SECOND", without its name.
hear() {
    name=$1
    shift
    printf '%s\n' "$@" | ./wav "$name.wav"
    ./vad "$name.wav" >"$name.out" 2>"$name.err" || fail "exit code $? for $name" "$(cat "$name.err")"
}

# ---- One window; a bar is an eighth, rounded, of the loudest sample and of the probability.
hear one "16384 -32768"
cat >want <<'END'
one.wav: 0.03 s, 1 window of 32 ms

   sound  █
  speech  ▄
          └
          0 s

1 segment of speech
  1    0.00 s to   0.03 s   0.03 s  mean probability 0.50

time   1000.0 us a window (longest 1000.0 us) of 32 ms: real-time factor 0.03125
RAM    9728 bytes: arena 7680, state in and out 2048
flash  1238592 bytes of weights, besides the code
END
diff want one.out || fail "one window"
hear bars "0 2047" "2047 2048" "2048 6143" "6143 6144" "6144 -2048" "32767 0" "30719 30720" "30720 -30720" "0 -2049"
sed -n '/sound/,/speech  /p' bars.out >got
cat >want <<'END'
   sound   ▁▁▂▂███▁
END
head -n 1 got | diff want - || fail "bars of sound" "$(cat got)"
[ "$(sed -n 's/^  speech  //p' got)" = "  ▁▁▂█▇█ " ] || fail "bars of speech" "$(cat got)"

# ---- Lines of 64 windows; a silence of four windows is speech, one of five is not, and 0.35 is none.
loud() { awk -v n="$1" -v value="$2" 'BEGIN { while (n-- > 0) print value, 0 }'; }
{ loud 2 0; loud 60 32767; loud 4 11468; loud 1 16384; loud 5 0; loud 1 16383; loud 1 32767; loud 9 11469; loud 5 11468
  loud 39 0; loud 4 20000; } >windows
./wav lines.wav <windows && ./vad lines.wav >lines.out || fail "it fails"
sed 's/ *$//; /sound/d' lines.out >got
cat >want <<'END'
lines.wav: 4.19 s, 131 windows of 32 ms

  speech    ████████████████████████████████████████████████████████████▃▃
            └─────────────────────────────────────────────────────────────
          0 s            ·               1 s            ·               2 s

  speech  ▃▃▄     ▄█▃▃▃▃▃▃▃▃▃▃▃▃▃▃                                       ▅
          ──┘      └────────┘                                            └
                        ·              3 s             ·               4 s

  speech  ▅▅▅
          ──┘


3 segments of speech
  1    0.06 s to   2.14 s   2.08 s  mean probability 0.95
  2    2.34 s to   2.66 s   0.32 s  mean probability 0.41
  3    4.06 s to   4.19 s   0.13 s  mean probability 0.61

END
sed '/^time/,$d' got | diff want - || fail "lines" "$(cat got)"

# ---- Where the last line ends: before the window of a second, and with a full line.
for windows in 62 64; do
    loud $windows 0 | ./wav edge.wav && ./vad edge.wav >edge.out || fail "it fails"
    [ "$(grep -c '^  speech' edge.out)" -eq 1 ] || fail "lines" "$(cat edge.out)"
    end=$(sed -n 's/^ *0 s *· *1 s  *· *//p' edge.out)
    [ "$end" = "$(expr $windows : 64 >/dev/null && echo '2 s')" ] || fail "$windows windows" "$(cat edge.out)"
    grep -qx "0 segments of speech" edge.out || fail "no speech" "$(cat edge.out)"
done

# ---- Random windows, and the same rule by awk: speech from 0.5 on, which ends where it is below 0.35 if it was so 100 ms
# before, with no speech between; at the end of the file it ends anyway.
awk 'BEGIN { srand(5); for (i = 0; i < 6000; i++) { if (rand() < 0.2) level = rand(); print int(32767 * level * (0.8 + 0.2 * rand())), 0 } }' >windows
./wav random.wav <windows && ./vad random.wav >random.out || fail "it fails"
awk 'function close_at(end) {
        printf "%.2f %.2f %.2f %.2f\n", start * 0.032, end * 0.032, (end - start) * 0.032, total / (end - start)
    }
    { p = $1 / 32768 }
    on { sums[NR - 1] = sum; sum += p }
    p >= 0.5 && !on { on = 1; start = NR - 1; sum = p }
    p >= 0.5 { quiet = -1 }
    p < 0.35 && on && quiet < 0 { quiet = NR - 1 }
    p < 0.35 && on && 512 * (NR - 1 - quiet) >= 1600 { total = sums[quiet]; close_at(quiet); on = 0 }
    END { if (on) { total = sum; close_at(NR) } }' windows >want
sed -n 's/^ *[0-9]* *\([0-9.]*\) s to *\([0-9.]*\) s *\([0-9.]*\) s  mean probability/\1 \2 \3/p' random.out >got
[ "$(wc -l <want)" -gt 100 ] && diff want got || fail "random windows"
grep -q "^$(wc -l <want) segments of speech$" random.out || fail "the number of segments"
grep -qx 'time   3000500.0 us a window (longest 6000000.0 us) of 32 ms: real-time factor 93.76562' random.out ||
    fail "$(grep '^time' random.out)"

# ---- What goes wrong.
wrong() { # CODE ERROR ARGUMENT...
    code=$1 error=$2
    shift 2
    output=$(./vad "$@" 2>&1 >stdout)
    [ $? -eq "$code" ] && [ "$output" = "$error" ] && [ ! -s stdout ] || fail "$*: $output"
}
wrong 2 "usage: ./vad FILE.wav"
wrong 2 "usage: ./vad FILE.wav" one.wav one.wav
wrong 1 "none.wav: cannot open: No such file or directory" none.wav
printf '0 0\n-32768 0\n' | ./wav fails.wav
wrong 1 "vad_forward: out of resources" fails.wav
for block in 2 3; do
    FAILS=$block wrong 1 "vad_forward: out of resources" one.wav
done
FAILS=1 wrong 1 "one.wav: too large for the memory" one.wav
[ $failures -eq 0 ]
