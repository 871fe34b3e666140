#!/bin/sh
# SPDX-License-Identifier: 0BSD
# --steps-crc finds no step that differs, or the one that a function of the user's makes wrong; --etdump
# notes results that are those of this machine.
# usage: steps.sh PTEC SOURCE TARGET WORK
set -u
ptec=$1 target=$3 dump=$4/net.etdp failures=0
mkdir -p "$4" || exit 1
cd "$2/tests" || exit 1

# steps TEXT MODEL OPTION...: what stands below each case.
steps() {
    text=$1 model=$2
    shift 2
    out=$("$ptec" verify "$model" --target "$target" --steps-crc "$@" 2>&1)
    found=$(printf '%s\n' "$out" | sed -n '/^forward/{n;p}' | sort -u)
    [ "$found" = "  $text" ] && return
    printf 'FAILED: %s: not "%s" below each case of\n%s\n' "$*" "$text" "$out"
    failures=$((failures + 1))
}
mirrored() { # TEXT FLAGS
    steps "$1" cases/foreign/foreign_between_convolutions/case.bpte --name model \
        --custom mylib::mirror.out --link target/mirror.c --cflags "-O2 $2"
}
steps "16 steps as on this machine" corpus/resnet8_cortex_m.bpte
steps "19 steps as on this machine" corpus/silero_portable.bpte
steps "3 steps as on this machine" cases/graph/state/case.bpte
mirrored "3 steps as on this machine" ""
mirrored "step 2 of 3, mirror_8x5x6, is the first that differs from this machine" -DWRONG=5
mirrored "1 step as on this machine, then mirror_8x5x6 does not end" -DSTOPS
"$ptec" verify corpus/kws_cortex_m.bpte --target "$target" --etdump "$dump" >/dev/null || failures=$((failures + 1))
out=$("$ptec" compare corpus/kws_cortex_m.bpte "$dump" 2>&1)
case $out in
*"14 results compared, 0 differ"*) ;;
*)
    printf 'FAILED: --etdump: %s\n' "$out"
    failures=$((failures + 1))
    ;;
esac
[ $failures -eq 0 ]
