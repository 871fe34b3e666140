#!/bin/sh
# SPDX-License-Identifier: 0BSD
# Arm's simulators, which are no package: scripts of their names stand in for them. That of Corstone-300 has qemu run the
# image on its board of the same memory, and tells things besides as the simulator does; that of Corstone-320, of which
# there is no other board, looks where the image lies.
# usage: fvp.sh PTEC TESTS WORK
set -u
ptec=$1 tests=$2 work=$3 program=$2/corpus/ad_cortex_m.bpte failures=0
rm -rf "$work" && mkdir -p "$work" && cd "$work" || exit 1

fail() {
    echo "FAILED: $*"
    failures=$((failures + 1))
}
# stands_in NAME CPU: the options are there, and $image is the ELF file.
stands_in() {
    cat >"$1" <<END
#!/bin/sh
[ "\$1 \$2" = "-C $2.semihosting-enable=1" ] || exit 1
while [ \$# -gt 2 ]; do shift; done
[ "\$1" = -a ] || exit 1
image=\$2
echo "Info: $1: CPU performance is not cycle accurate"
END
    chmod +x "$1"
}
stands_in FVP_Corstone_SSE-300_Ethos-U55 cpu0
echo 'exec qemu-system-arm -M mps3-an547 -display none -serial none -monitor none -semihosting -kernel "$image"' \
    >>FVP_Corstone_SSE-300_Ethos-U55
stands_in FVP_Corstone_SSE-320 mps4_board.subsystem.cpu0
echo "arm-none-eabi-readelf -SW \"\$image\" >$work/sections" >>FVP_Corstone_SSE-320

PATH=$work:$PATH "$ptec" verify "$program" --target corstone300-fvp --kernels portable >out 2>&1 || fail "$(cat out)"
[ "$(tail -n 1 out)" = "3 passed, 0 failed" ] && grep -q ' ticks, stack' out || fail "$(cat out)"
grep -q instructions out && fail "instructions, which it does not count: $(cat out)"
PATH=$work:$PATH "$ptec" verify "$program" --target corstone320-fvp --kernels portable >out 2>&1 && fail "no call was made: $(cat out)"
for place in '\.boot .* 11000000' '\.text .* 38' '\.bss .* 31'; do
    grep -q " $place" sections || fail "no $place: $(cat sections)"
done
"$ptec" verify "$program" --target corstone300-fvp --kernels portable >out 2>&1
[ $? -eq 1 ] && grep -q "cannot start 'FVP_Corstone_SSE-300_Ethos-U55'" out || fail "without the simulator: $(cat out)"
[ $failures -eq 0 ]
