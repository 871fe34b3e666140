#!/bin/sh
# SPDX-License-Identifier: 0BSD
# The benchmark of MLPerf Tiny on a Cortex-M33 under qemu, with a script in the place of EEMBC's runner: a device gives
# the results that were recorded for an input. Its API is a stand-in. Ten seconds for vww, two for the others.
# usage: check.sh PTEC SOURCE WORK MODEL CORPUS SENDS
set -eu
ptec=$1 source=$2 work=$3 model=$4 program=$2/tests/corpus/$5_cortex_m.bpte sends=$6
here=$source/tests/mlperf-tiny
fail() {
    printf 'FAILED: %s\n' "$@"
    exit 1
}
rm -rf "$work" && mkdir -p "$work"
cd "$work"
bytes="--io int8"
[ "$sends" = FLOATS ] && bytes=
# shellcheck disable=SC2086 # several words on purpose
"$ptec" compile "$program" --name model --emit bundle $bytes -o recorded >report && "$ptec" cases "$program" --name model $bytes -o recorded
cc -Irecorded "$here/recorded.c" recorded/model.c -DCASES='"model_cases.c"' -DRUNNER_SENDS="$sends" -lm -o write_recorded
./write_recorded input.bin >want

cd "$source/examples/mlperf-tiny"
timeout 300 make -s PTEC="$ptec" BUILD="$work/build" API="$here" LIBC="$here/libc/libc.c" MODEL="$model" INPUT="$work/input.bin" \
    CFLAGS="-O3 -Werror -isystem $here/libc" run </dev/null >"$work/out" 2>"$work/log" || fail "$(cat "$work/out" "$work/log")"
cd "$work"
for line in m-init-done m-timestamp-mode-performance 'm-name-dut-\[unspecified\]' "m-model-\[${model}01\]" m-infer-start-1 m-infer-done; do
    grep -qx "$line" out || fail "no $line" "$(cat out)"
done
sed -n 's/^m-results-\[\(.*\)\]$/\1/p' out | tr ',' '\n' >got
paste got want | awk '{ d = $1 - $2; if (NF != 2 || d > 0.0011 || d < -0.0011) exit 1 } END { if (NR == 0) exit 1 }' || fail "results" "$(paste got want)"
sed -n 's/^m-lap-us-//p' out | awk 'NR > 1 { took = $1 - last } { last = $1 } END { exit !(NR == 3 && took > 0) }' ||
    fail "timestamps" "$(grep lap out)"
