#!/bin/sh
# SPDX-License-Identifier: 0BSD
# `ptec compile --size` where a compiler is missing, refuses or makes nothing: no file is left. What it
# says of calls that have no bound.
# usage: failures.sh PTEC PROGRAM WORK
set -u
ptec=$1 program=$2 work=$3
failures=0

# refused TEXT CC...: exit code 1, and that in the message.
refused() {
    text=$1
    shift
    message=$("$ptec" compile "$program" -o out --size "$@" 2>&1)
    code=$?
    case $code$message in
    1*"$text"*) [ ! -e out ] && [ -z "$(ls -A tmp)" ] && return ;;
    esac
    printf 'FAILED: %s: exit code %s, no "%s", or files are left:\n%s\n' "$*" $code "$text" "$message"
    ls -A out tmp
    rm -rf out tmp/*
    failures=$((failures + 1))
}

rm -rf "$work"
mkdir -p "$work/tmp"
cd "$work" || exit 1
export TMPDIR="$work/tmp"
# shellcheck disable=SC2016 # the script expands it
printf '#!/bin/sh\nfor last; do :; done\necho "no object" >"$last"\n' >text-cc
chmod +x text-cc
refused "cannot start the compiler 'no-such-compiler'" --cc no-such-compiler
refused "the compiler does not accept the emitted C:" --cc "gcc --no-such-flag"
refused "no-such-flag" --cc gcc --cflags --no-such-flag
refused "true -O2 makes no little-endian ELF object" --cc true
refused "./text-cc -O2 makes no little-endian ELF object" --cc ./text-cc

"$ptec" compile "$program" -o out --size --threads 2 --cc gcc >report || exit 1
if ! grep -q '^    forward .* unbounded$' report ||
    ! grep -q '^  stack of forward: unbounded: pte_[a-z0-9_.]* calls through a pointer$' report; then
    echo "FAILED: parts of threads are called through pointers"
    cat report
    failures=$((failures + 1))
fi
if ! "$ptec" compile "$program" -o plain --threads 2 >report || ! diff -r -I '^"code": ' plain out; then
    echo "FAILED: --size changes the output"
    failures=$((failures + 1))
fi
[ -z "$(ls -A tmp)" ] || { echo "FAILED: files are left"; failures=$((failures + 1)); }
[ $failures -eq 0 ]
