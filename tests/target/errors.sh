#!/bin/sh
# SPDX-License-Identifier: 0BSD
# `verify --target` where tools are missing, images too large, lines lost, commands hang or fail: it
# says what happened, and leaves no file and no process.
# usage: errors.sh PTEC SOURCE WORK
set -u
ptec=$1 source=$2 work=$3 failures=0
case=$source/tests/cases/aten/relu/case.bpte

rm -rf "$work"
mkdir -p "$work/tmp" "$work/bin" "$work/empty"
cd "$work" || exit 1
export TMPDIR="$work/tmp"

fail() {
    printf 'FAILED: %s\n' "$*"
    failures=$((failures + 1))
}

# expect CODE TEXT COMMAND...: the exit code and a part of the output, and no file that is left.
expect() {
    code=$1 text=$2
    shift 2
    output=$("$@" 2>&1 </dev/null)
    got=$?
    case $output in
    *"$text"*) [ $got -eq "$code" ] || fail "exit code $got instead of $code: $*" "$output" ;;
    *) fail "no \"$text\" of: $*" "$output" ;;
    esac
    [ -z "$(ls -A tmp)" ] || fail "files are left by: $*" "$(ls -A tmp)"
    rm -rf tmp/*
}

script() { # NAME: what stands on standard input
    { echo '#!/bin/sh'; cat; } >"$1"
    chmod +x "$1"
}

verify() {
    "$ptec" verify "$case" --target m33-qemu "$@"
}

# ---- Tools that are missing.
without() { # PATH, OPTION...
    path=$1
    shift
    (PATH=$path && export PATH && "$ptec" verify "$case" "$@")
}
script bin/arm-none-eabi-gcc <<END
PATH=$PATH exec arm-none-eabi-gcc "\$@"
END
expect 1 "'arm-none-eabi-gcc': No such file or directory; on Debian: apt-get install gcc-arm-none-eabi" \
    without empty --target m4-qemu
expect 1 "'riscv64-unknown-elf-gcc': No such file or directory; on Debian: apt-get install gcc-riscv64-unknown-elf" \
    without empty --target rv32-qemu
expect 1 "'no-such-gcc': No such file or directory" verify --cc no-such-gcc
expect 1 "'qemu-system-arm': No such file or directory; on Debian: apt-get install qemu-system-arm" \
    without "$work/bin" --target m4-qemu
expect 1 "'no-such-emulator': No such file or directory" verify --runner "no-such-emulator %e"

# ---- Nothing to run.
expect 1 "there is no case to run" "$ptec" verify "$source/examples/digits/digits.pte" --target m4-qemu

# ---- Another command that runs the image, by itself and through scripts that change its output.
board="qemu-system-arm -M mps2-an505 -display none -semihosting"
expect 0 "3 passed, 0 failed" verify --runner "$board -kernel %e"
expect 0 " ticks, stack " verify --runner "$board -kernel %e"
expect 0 "on $board -device loader,file=%e" verify --runner "$board -device loader,file=%e"
changed() { # NAME COMMAND: the script NAME runs the image and passes its output through the command
    script "$1" <<END
$board -kernel "\$1" 2>&1 | $2
END
}
changed noise "sed 's/^/log: /; s/\$/ (info)/; 1i hello'"
expect 0 "3 passed, 0 failed" verify --runner "./noise %e"
changed flipped "sed '/:data/s/0/1/'"
expect 1 "forward 0: FAIL  no result from m33-qemu: a line arrived damaged: ptec:data c1 " \
    verify --runner "./flipped %e"
changed lost "sed '0,/:data/{/:data/d}'"
expect 1 "forward 0: FAIL  no result from m33-qemu: lines were lost" verify --runner "./lost %e"
changed skipped "sed '/:end 1/d'"
expect 1 "forward 1: FAIL  no result from m33-qemu: lines were lost before: end 2" \
    verify --runner "./skipped %e"
expect 1 "forward 2: FAIL  the call was not made" verify --runner "./skipped %e"
changed headless "sed '/:start /d'"
expect 1 "forward 0: FAIL  no result from m33-qemu: lines were lost before: data" \
    verify --runner "./headless %e"
changed restarted "sed 's/.*ptec:start .*/ptec:start 7 40000*0bcf9b53/'"
expect 1 "another image runs there" verify --runner "./restarted %e"
changed broken "sed '/:end 0/q'"
expect 1 "forward 1: FAIL  no result from m33-qemu: it ended with exit code" verify --runner "./broken %e"
script says_why <<'END'
echo "the probe is not connected" >&2
exit 3
END
expect 1 "it ended with exit code 3" verify --runner "./says_why %e"
expect 1 "the probe is not connected" verify --runner "./says_why %e"
expect 1 "it ended with exit code 1" verify --runner "false %e"

# ---- A command that stays, as a debugger does; one that is interrupted.
changed stays "{ cat; sleep 60; }"
start=$(date +%s)
expect 0 "3 passed, 0 failed" verify --runner "./stays %e"
[ $(($(date +%s) - start)) -lt 30 ] || fail "it waits for a command that stays"
script hangs <<'END'
echo $$ >pid
exec sleep 60
END
interrupted() { # SIGNAL: of what a shell starts in the background, some are ignored
    rm -f pid
    env --default-signal="$1" "$ptec" verify "$case" --target m33-qemu --runner "./hangs %e" &
    until [ -s pid ]; do
        kill -0 $! || return 1
        sleep 0.02
    done
    kill -s "$1" $!
    wait $!
}
is_running() {
    grep -q '^State:[[:space:]]*[^Z[:space:]]' "/proc/$1/status" 2>/dev/null
}
for signal in 2:INT 15:TERM; do
    expect $((128 + ${signal%:*})) "" interrupted "${signal#*:}"
    for _ in $(seq 50); do # on a busy machine it takes its time
        is_running "$(cat pid)" || continue 2
        sleep 0.1
    done
    fail "the command outlives SIG${signal#*:}"
done
[ $failures -eq 0 ]
