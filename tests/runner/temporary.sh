#!/bin/sh
# SPDX-License-Identifier: 0BSD
# However a run through a compiler ends, no temporary file is left.
# usage: temporary.sh PTEC CASES WORK
set -u
ptec=$1 cases=$2 work=$3
float=$cases/aten/relu/case.bpte bytes=$cases/quantized/q8_linear/case.bpte
failures=0

# expect CODE COMMAND...: the exit code, and an empty folder behind it.
expect() {
    code=$1
    shift
    "$@" >out 2>&1 </dev/null
    got=$?
    [ $got -eq "$code" ] && [ -z "$(ls -A tmp)" ] && return
    printf 'FAILED: %s\n  exit code %s instead of %s, or files are left:\n' "$*" "$got" "$code"
    cat out
    ls -A tmp
    rm -rf tmp/*
    failures=$((failures + 1))
}

# Ends ptec by signal $1 while the compiler runs. What a shell starts in the background ignores some.
interrupted() {
    rm -f started
    env --default-signal="$1" "$ptec" verify "$float" --cc ./slow-cc &
    until [ -e started ]; do
        kill -0 $! || return 1
        sleep 0.02
    done
    kill -s "$1" $!
    wait $!
}

rm -rf "$work"
mkdir -p "$work/tmp"
cd "$work" || exit 1
export TMPDIR="$work/tmp"
printf '#!/bin/sh\n: >started\nexec sleep 60\n' >slow-cc
# shellcheck disable=SC2016 # the script expands it
printf '#!/bin/sh\nfor last; do :; done\n: >"${last%%/*}/model.so"\n' >empty-cc
chmod +x slow-cc empty-cc
printf 'call forward 0 status 1\n' >refused

expect 0 "$ptec" verify "$float" --cc gcc
expect 0 "$ptec" run "$float" --cc gcc
expect 0 "$ptec" verify "$bytes" --steps-each --cc gcc
expect 1 "$ptec" verify "$float" --cc gcc --sequence refused
expect 1 "$ptec" verify "$float" --cc gcc --cflags --no-such-flag
expect 1 "$ptec" verify "$float" --cc no-such-compiler
expect 1 "$ptec" verify "$float" --cc ./empty-cc
for signal in 1:HUP 2:INT 3:QUIT 6:ABRT 15:TERM; do
    expect $((128 + ${signal%:*})) interrupted "${signal#*:}"
done
[ $failures -eq 0 ]
