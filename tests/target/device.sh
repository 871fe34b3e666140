#!/bin/sh
# SPDX-License-Identifier: 0BSD
# What `verify --target` makes of the lines that an image writes (templates/target/selftest.c says which): of all that it
# may write, and of what is lost, repeated, damaged or made up on the way. No image runs: a script stands in for the
# compiler, and another writes the lines. Three seconds, two of which it waits.
# usage: device.sh PTEC CASES WORK BOARD
set -u
ptec=$1 cases=$2 work=$3 board=$4 failures=0
. "$(dirname "$0")/records.sh"
rm -rf "$work" && mkdir -p "$work" && cd "$work" || exit 1

fail() {
    printf 'FAILED: %s\n' "$@"
    failures=$((failures + 1))
}
script() { # NAME: what stands on standard input
    { echo '#!/bin/sh'; cat; } >"$1"
    chmod +x "$1"
}

# An image with functions where faults are said to be.
cat >image.s <<'END'
.syntax unified
.thumb
.macro function name bytes
.global \name
.thumb_func
.type \name, %function
\name: .skip \bytes
.size \name, \bytes
.endm
.skip 0x100
function first 8
function second 2
.skip 2
function third 4
.type no_function, %object
no_function: .skip 4
.size no_function, 4
END
arm-none-eabi-gcc -nostdlib -Wl,-Ttext=0x10000000,-e,0 image.s -o image 2>/dev/null || fail "no image"
script cc <<END
while [ "\$1" != -o ]; do shift; done
exec cp $work/image "\$2"
END
script replay <<'END'
exec cat lines
END

said() { # OPTION...: of ptec for the three calls of relu
    "$ptec" verify "$cases/aten/relu/case.bpte" --target m33-qemu --cc ./cc --runner "./replay %e" "$@" 2>&1
}
# says TEXT: it is a part of what ptec says of `lines`; with <<END, these are the lines' words.
says() {
    output=$(said)
    case $output in
    *"$1"*) ;;
    *) fail "no \"$1\" in" "$output" "of" "$(cat lines)" ;;
    esac
}
records >start <<'END'
start 3 40000
END
records >call0 <<'END'
data c0 000000000000000000000000d4a80c40000000002998ab3f342b2240bd11833f
data e0 000000000000000000000000000000001800153ee600ec3f00000000e07d003f
data 100 f927823e5856e13f000000000000000000000000
end 0 0 0 b8 54
END
records >call1 <<'END'
data 100 4b4b5e40000000000000000054f8a63f00000000
data c0 073d274000000000000000000000000000000000000000000000000039658f40
data e0 97232440399a51408fec274005754d3e75f1933fe7638a3e0000000000000000
end 1 0 ffffffffff 40000 54
END
records >call2 <<'END'
data c0 0000c07f0000807f000000000000000000000000ffff7f7f0000000000002000
data e0 0000003f000000000000c07f0000807f000000000000000000000000ffff7f7f
data 100 00000000000020000000003f000000000000c07f
end 2 0 1e240 20 54
END
echo 'done' | records >finish
all() { # FILE INSTEAD: the lines of a whole run, with others in the place of one file
    for part in start call0 call1 call2 finish; do
        if [ "$part" = "${1-}" ]; then cat "$2"; else cat "$part"; fi
    done >lines
}

# ---- What it shows of a run; lines come in other company, and in parts.
cat >want <<'END'
portable kernels through ./cc -mcpu=cortex-m33 -mthumb -mfloat-abi=hard -O2 on ./replay %e
forward 0: ok    equal
  0 ticks, stack 184 of 262,144 bytes, arena 0 bytes, canary intact
forward 1: ok    equal
  1,099,511,627,775 ticks, stack 262,144 of 262,144 bytes, arena 0 bytes, canary intact
forward 2: ok    equal
  123,456 ticks, stack 32 of 262,144 bytes, arena 0 bytes, canary intact
3 passed, 0 failed
END
all
said | diff want - || fail "a whole run"
awk '{ printf "boot\nlog: %s (info)\r\n", $0; for (i = 0; i < 1500; i++) printf "noise"; print "" }' lines >noisy
mv noisy lines
said | diff want - || fail "lines in noise"
{ cat start && tail -n 1 call0 && cat call0 call1 call2; } >lines
says "forward 0: FAIL  no result from m33-qemu: lines were lost
  ./replay /"
says "forward 1: FAIL  the call was not made, since the one before did not end
forward 2: FAIL  the call was not made, since the one before did not end
0 passed, 3 failed"

all
script words <<'END'
case "$#$1:$2" in "2-a:x="*/image.elf.y) exec cat lines ;; esac
END
"$ptec" verify "$cases/aten/relu/case.bpte" --target m33-qemu --cc ./cc --runner "./words -a x=%e.y" >got 2>&1
grep -q '^3 passed' got || fail "the image within a word" "$(cat got)"

# ---- Damaged, lost, repeated and unknown lines.
damaged="forward 1: FAIL  no result from m33-qemu: a line arrived damaged: ptec:"
for edit in '2s/0$/1/;2s/[1-9a-f]$/0/' '3s/97/98/' '3s/data/date/' '1s/\*.*//' '1s/\*/*0x1/' '4s/end 1/end 2/'; do
    sed "$edit" call1 >changed
    all call1 changed
    says "$damaged"
done
lost="no result from m33-qemu: lines were lost"
for i in 1 2 3; do
    sed "${i}d" call0 >changed
    all call0 changed
    says "forward 0: FAIL  $lost
"
    sed "${i}p" call0 >changed
    all call0 changed
    says "forward 0: FAIL  $lost
"
done
sed 4d call0 >changed # the bytes of the next call count, too
all call0 changed
says "forward 0: FAIL  $lost before: end 1 0 ffffffffff 40000 54"
sed 4p call0 >changed
all call0 changed
says "forward 1: FAIL  $lost before: end 0 0 0 b8 54"
all start /dev/null
says "forward 0: FAIL  $lost before: data c0 0"
for words in "what 1" "endless 0" "en 0 0 0 b8 54" "starts 3" "counts 1" "value 00" "ran" "done" "fault 1 - - early" "fault 4 - - late"; do
    echo "$words" | records >changed
    cat call0 >>changed
    all call0 changed
    [ "$words" = ran ] || says "forward 0: FAIL  $lost before: $words
"
done
says "forward 0: FAIL  $lost before: fault 4"
for calls in 2 4; do
    echo "start $calls 40000" | records >changed
    all start changed
    says "forward 0: FAIL  no result from m33-qemu: another image runs there"
done
{ cat call0 start; } >changed # once more from the start
all call0 changed
says "3 passed, 0 failed"

# ---- Bytes that belong nowhere are not counted, those that are cut end there.
for data in "data ffffffffffffffff 00" "data 10000000 00" "data c0 0" "data c0 g0" "data c0"; do
    { echo "$data" | records && cat call0; } >changed
    all call0 changed
    says "3 passed, 0 failed"
done
for data in "data c0 00" "data c0 00g" "data c0 000"; do
    { echo "$data" | records && cat call0; } >changed
    all call0 changed
    says "forward 0: FAIL  $lost
"
done

# ---- A status, and bytes before and behind the output.
sed 4d call1 >changed
echo "end 1 25 1 20 54" | records >>changed
all call1 changed
says "forward 1: FAIL  the emitted code returned status 0x25 (out of resources), expected 0x0
  1 ticks, stack 32 of"
{ echo "data 114 c3c3c300" | records && sed 4d call1 && echo "end 1 0 1 20 58" | records; } >changed
all call1 changed
says "forward 1: FAIL  the emitted code wrote 1 bytes past the end of output 0"
says "2 passed, 1 failed"

# ---- Faults: where, and what they used.
fault() { # WORDS TEXT
    echo "fault 1 $1" | records >changed
    all call1 changed
    says "forward 1: FAIL  the emitted code stopped: $2
forward 2: ok "
}
fault "- - HardFault" "HardFault"
fault "10000100 - stack overflow" "stack overflow in first at 0x10000100"
fault "10000107 - x" "x in first at 0x10000107"
fault "10000108 - x" "x in second at 0x10000108"
fault "10000109 - x" "x in second at 0x10000109"
fault "1000010a - x" "x at 0x1000010a"
fault "1000010c - x" "x in third at 0x1000010c"
fault "10000110 - x" "x at 0x10000110"
fault "100000ff - x" "x at 0x100000ff"
fault "- fffffff x" "x, using address 0xfffffff, where there is no memory"
fault "- 10000000 x" "x, using address 0x10000000, in flash, which is read-only"
fault "- 103fffff x" "x, using address 0x103fffff, in flash, which is read-only"
fault "- 10400000 x" "x, using address 0x10400000, where there is no memory"
fault "- 37ffffff x" "x, using address 0x37ffffff, where there is no memory"
fault "- 38000000 x" "x, using address 0x38000000, in RAM"
fault "- 383fffff x" "x, using address 0x383fffff, in RAM"
fault "10000100 38400000 x" "x in first at 0x10000100, using address 0x38400000, where there is no memory"

# ---- Steps, by their checksums: that of the second call is another one, the third does not end.
{ cat start && echo "step 0 c600bbff" | records && cat call0 && echo "step 0 9a5a1c6f" | records && cat call1
  echo "step 0 2652c9e9" | records && echo "fault 2 - - x" | records; } >lines
said --steps-crc | sed -n '/^forward/,$p' >got
cat >want <<'END'
forward 0: ok    equal
  1 step as on this machine
forward 1: ok    equal
  step 1 of 1, relu_3x7, is the first that differs from this machine
forward 2: FAIL  the emitted code stopped: x
  1 step as on this machine
2 passed, 1 failed
END
diff want got || fail "checksums of steps"

# ---- Ticks of steps, and counters: the mean of two calls of three steps, of which the second and the third are one
# each time. A counter has 32 bits, and the ninth name is one too many.
stateful() {
    "$ptec" verify "$cases/graph/state/case.bpte" --target m33-qemu --cc ./cc --runner "./replay %e" "$@" 2>&1
}
records >lines <<'END'
start 2 40000
counters cycles two 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20
ran 0 ffffffff 10000000f
counts 10 ffffffff
value 0000803f
ran 3 0 ffff
ran ffffffff 0 ffff
ran 1 100 3e8
counts 1 2
value c8a3783f4224f7be025620c0
ran 2 3e8 7d0
counts
value e451fc3fdf6d043f04acc0bf
data 100 e451fc3fdf6d043f04acc0bf
end 0 0 1 d8 28
ran 0 1 1
counts 14 1
value 0000803f
ran 1 0 2
value 6233a1bd88f9aebf7365a3bf
ran 2 0 0
counts 0 0
value 94d96b3f20e6bbbecc958dbe
data 100 94d96b3f20e6bbbecc958dbe
end 1 0 1 d8 28
END
stateful --profile times | sed -n '/mean of/,$p' >got
cat >want <<'END'
forward, mean of 2 calls
    ticks   share  cycles            two  3  4  5  6  7  8  multiply-adds  step       by
      500  56.8 %       0              0  0  0  0  0  0  0                 add_3      a loop
      373  42.3 %       0              1  0  0  0  0  0  0                 mul_add_3  a loop
        8   0.9 %      18  2,147,483,648  0  0  0  0  0  0                 add_1      a loop
2 passed, 0 failed
END
diff want got || fail "counters"
cat >want <<'END'
# on m33-qemu, with a microsecond for a tick
add_1 0.000008
mul_add_3 0.000373
add_3 0.000500
END
diff want times || fail "ticks of steps in a file"
stateful --etdump results >got && "$ptec" compare "$cases/graph/state/case.bpte" results >got 2>&1
grep -q '^4 results compared, 0 differ; 0 are of' got || fail "results of steps" "$(cat got)"

# ---- The checksums of three steps: one is missing, one is too many, and another one is the second.
checksums() { # TEXT: in the place of the first call's records, those on standard input
    { echo "start 2 40000" && cat && echo "end 0 0 1 d8 0"; } | records >lines
    stateful --steps-crc >got
    [ "$(sed -n '/^forward 0/{n;p}' got)" = "  $1" ] || fail "no $1 in" "$(cat got)"
}
printf 'step 0 aca16a6a\nstep 1 6a0645f7\nstep 2 3016f1dc\n' >steps
checksums "3 steps as on this machine" <steps
sed 3d steps | checksums "2 steps as on this machine, then add_3 does not end"
{ cat steps && tail -n 1 steps; } | checksums "step 4 of 3, add_3, is the first that differs from this machine"
sed 1d steps | checksums "step 1 of 3, mul_add_3, is the first that differs from this machine"
sed 's/step 2/step 3/' steps | checksums "step 3 of 3, ?, is the first that differs from this machine"

# ---- Lines from a serial port: of a board that has started, that a command starts, that is unplugged.
played() { # TEXT OPTION...: it is a part of what ptec says of a board that writes `lines`
    text=$1
    shift
    rm -f port
    "$board" port <lines &
    until [ -h port ]; do
        kill -0 $! || { fail "no board" && return; }
        sleep 0.02
    done
    output=$("$ptec" verify "$cases/aten/relu/case.bpte" --target m33-qemu --cc ./cc --port port "$@" 2>&1)
    kill $! 2>/dev/null
    wait
    case $output in *"$text"*) ;; *) fail "no \"$text\" in" "$output" ;; esac
}
script load <<'END'
echo "loading $1"
END
script no_load <<'END'
echo "no probe"
exit 3
END
all
played "-O2 on port
forward 0: ok    equal
  0 ticks, "
played "3 passed, 0 failed" --runner "./load %e"
cat start call0 >lines
played "forward 1: FAIL  no result from m33-qemu: port is closed"
: >lines
played "forward 0: FAIL  no result from m33-qemu: it ended with exit code 3:" --runner "./no_load %e" --timeout 20
case $output in # behind what the board wrote before, if that came first
*"
no probe
"*) ;;
*) fail "no words of the command in" "$output" ;;
esac

# ---- A command that fails: the last 400 bytes of what it says, or nothing.
printf '%047d\n' 1 2 3 4 5 6 7 8 9 >words
for _ in 1 2; do # of nine lines, then of eight
    { cat start call0 && cat words; } >lines
    says "forward 1: FAIL  no result from m33-qemu: it ended with exit code 0:
$(tail -n 8 words | sed 's/^/  /')

  ./replay /"
    sed -i 1d words
done
: >lines
says "forward 0: FAIL  no result from m33-qemu: it ended with exit code 0
  ./replay /"
script replay <<'END'
echo "the last words" >&2
exit 3
END
said_last="forward 0: FAIL  no result from m33-qemu: it ended with exit code 3:
  the last words
"
says "$said_last"
script replay <<'END' # it ends a moment after its output
echo "the last words" >&2
exec >&- 2>&-
sleep 0.2
exit 3
END
says "$said_last"
# ---- One that says nothing, one that goes on when all is done, one that says the rest later.
apart() { # FOLDER COMMAND OPTION...
    (
        mkdir "$1" && cd "$1" || exit
        echo "$2" | script replay
        ln -s ../cc ../image ../start ../call? ../finish .
        all
        shift 2
        said "$@" >got
    ) &
}
begun=$(date +%s)
apart silent 'exec sleep 60' --timeout 1
apart stays 'cat lines; exec sleep 60'
apart late 'head -c 150 lines; sleep 0.2; tail -c +151 lines'
wait
[ $(($(date +%s) - begun)) -lt 50 ] || fail "it waits for commands"
all
grep -q "forward 0: FAIL .*: more than 1 s have passed; --timeout gives it more" silent/got || fail "$(cat silent/got)"
for how in stays late; do
    [ "$(tail -n 1 $how/got)" = "3 passed, 0 failed" ] || fail "$(cat $how/got)"
done
[ $failures -eq 0 ]
