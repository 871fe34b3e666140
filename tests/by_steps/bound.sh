#!/bin/sh
# SPDX-License-Identifier: 0BSD
# The longest piece of `--by-steps`, and what --max-piece makes of it, where it can be told from the
# shapes: `compile` prints it, and the manifest has it.
# usage: bound.sh PTEC SOURCE WORK KERNELS
set -eu
ptec=$1 source=$2 work=$3 kernels=$4
rm -rf "$work"
mkdir -p "$work"
failures=0

# longest PROGRAM STEP MACS REST OPTION...
longest() {
    program=$1 step=$2 macs=$3 rest=$4
    shift 4
    "$ptec" compile "$source/tests/corpus/$program.bpte" -o "$work" --name net --by-steps \
        --kernels "$kernels" "$@" >"$work/summary"
    digits=$(echo "$macs" | tr -d ,)
    grep -qxF "  forward by steps: longest $step, $macs multiply-adds$rest" "$work/summary" &&
        grep -qF "\"longest_piece\": {\"step\": \"$step\", \"macs\": $digits}" "$work/net.json" && return
    echo "FAILED: $program $*: not $step, $macs: $(tail -n 1 "$work/summary")"
    failures=1
}

# Pictures of 25x5: a 1x1 convolution of 64 to 64 channels has 25 * 5 * 64 * 64 multiply-adds, a row
# of it 20,480; a row of the first convolution, 10x4 to 64 channels, 5 * 40 * 64 = 12,800.
longest kws_cortex_m conv1x1_64x64_a 512,000 ''
longest kws_cortex_m conv1x1_64x64_a 512,000 '' --max-piece 512000
# 300,000 are 14 rows of 20,480, so that two turns have 13 and 12, of 266,240; the first convolution
# has two of 166,400.
longest kws_cortex_m conv1x1_64x64_a 266,240 '' --max-piece 300000
# 100,000 are 4 rows of 20,480, of which 7 turns take 4 at most, and 7 of 12,800, of which 4 take 7.
longest kws_cortex_m conv10x4_1x64 89,600 '' --max-piece 100000
bounded=$(grep -o '"arena_bytes": [0-9]*' "$work/net.json")
"$ptec" compile "$source/tests/corpus/kws_cortex_m.bpte" -o "$work" --name net --kernels "$kernels" >"$work/summary"
whole=$(grep -o '"arena_bytes": [0-9]*' "$work/net.json")
# The portable kernels put a depthwise convolution's rows over its operand only as a whole.
[ "$kernels" = portable ] || [ "$bounded" = "$whole" ] || { echo "FAILED: results in turns do not lie over their operands"; failures=1; }
# 20,000 are less than a row of the 1x1 convolutions, of which a filter has 320 in a row: 62 fit, which makes 32 for each
# half, with 10,240. Longer are five rows of a depthwise convolution, 5 * 64 * 9 = 2,880 each, of which six would fit.
longest kws_cortex_m dwconv3x3_64x64_a 14,400 '' --max-piece 20000
# A column of 640 rows has 640 multiply-adds, and kernels compute four columns at once. 20,000 have room for 31, which
# makes 16 for each of eight parts; those of 128 x 128 stay whole.
longest ad_cortex_m gemm_128x128x128_a 16,384 '' --max-piece 20000
longest ad_cortex_m gemm_640x640x4_a 2,560 ', more than --max-piece 1,000' --max-piece 1000
exit $failures
