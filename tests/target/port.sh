#!/bin/sh
# SPDX-License-Identifier: 0BSD
# `verify --port`: a board whose output comes by a serial port, played by a pseudo-terminal.
# usage: port.sh PTEC TESTS BOARD WORK
set -u
ptec=$1 tests=$2 board=$3 work=$4 failures=0 lines=
case=$tests/cases/aten/relu/case.bpte

rm -rf "$work"
mkdir -p "$work/tmp"
cd "$work" || exit 1
export TMPDIR="$work/tmp"

fail() {
    printf 'FAILED: %s\n' "$*"
    failures=$((failures + 1))
}

# expect CODE TEXT OPTION...: of ptec verify, with a board that writes what is in the fifo `wire`.
expect() {
    code=$1 text=$2
    shift 2
    rm -f port wire
    mkfifo wire
    exec 3<>wire
    "$board" port <wire 3>&- &
    playing=$!
    until [ -h port ]; do sleep 0.02; done
    [ -z "$lines" ] || cat "$lines" >&3 &
    output=$("$ptec" verify "$case" --target m4-qemu --port port "$@" 2>&1 </dev/null)
    got=$?
    exec 3>&-
    kill $playing 2>/dev/null
    wait $playing 2>/dev/null
    case $output in
    *"$text"*) [ $got -eq "$code" ] || fail "exit code $got instead of $code: $*" "$output" ;;
    *) fail "no \"$text\" of: $*" "$output" ;;
    esac
    [ -z "$(ls -A tmp)" ] || fail "files are left by: $*" "$(ls -A tmp)"
}

machine="qemu-system-arm -M mps2-an386 -display none -monitor none"
script() { # NAME: what stands on standard input
    { echo '#!/bin/sh'; cat; } >"$1"
    chmod +x "$1"
}

# ---- An image that writes to the UART of a board, which the command has loaded and left.
script load <<END
timeout 60 $machine -semihosting -serial stdio -kernel "\$1" </dev/null >wire 2>/dev/null &
echo \$! >pid
echo "flashed \$1"
END
expect 0 "3 passed, 0 failed" --runner "./load %e" --link "$tests/target/uart.c"
kill "$(cat pid)"
case $output in *" on port"*) ;; *) fail "it does not say where: $output" ;; esac

# ---- A board that runs the image already: the same lines once more, without a command.
script keep <<END
$machine -semihosting -kernel "\$1" >lines 2>&1 </dev/null
cat lines >wire
END
expect 0 "3 passed, 0 failed" --runner "./keep %e"
lines=lines
expect 0 "3 passed, 0 failed"
sed 's/$/\r/' lines >carriage
lines=carriage
expect 0 "3 passed, 0 failed"

# ---- What goes wrong.
sed '/:data/s/0/1/' lines >flipped
lines=flipped
expect 1 "forward 0: FAIL  no result from m4-qemu: a line arrived damaged: ptec:data c1 "
sed '/:end 0/q' lines >unplugged
rm -f port
"$board" port <unplugged &
until [ -h port ]; do sleep 0.02; done
output=$("$ptec" verify "$case" --target m4-qemu --port port 2>&1)
case $output in
*"forward 0: ok "*"forward 1: FAIL  no result from m4-qemu: port is closed"*) ;;
*) fail "a board that is unplugged: $output" ;;
esac
wait
lines=
script broken <<'END'
echo "the probe is not connected" >&2
exit 3
END
expect 1 "it ended with exit code 3" --runner "./broken %e"
expect 1 "the probe is not connected" --runner "./broken %e"
message() { # CODE TEXT OPTION...
    code=$1 text=$2
    shift 2
    output=$("$ptec" verify "$case" "$@" 2>&1)
    case $?$output in
    $code*"$text"*) ;;
    *) fail "no \"$text\" of: $*" "$output" ;;
    esac
}
message 1 "none: cannot be opened: No such file or directory" --target m4-qemu --port none
message 1 "lines: is no serial port" --target m4-qemu --port lines
message 2 "--port needs the --target of a board" --port port
message 2 "--port needs the --target of a board" --target i386-qemu --port port
[ $failures -eq 0 ]
