#!/bin/sh
# SPDX-License-Identifier: 0BSD
# --json of compile, show and verify, and NAME.json: the figures are those that are printed for people, and those
# of NAME.h; messages are not on standard output.
# usage: figures.sh PTEC PICK SOURCE WORK
set -u
ptec=$1 pick=$2 source=$3 work=$4
corpus=$source/tests/corpus
failures=0

fail() {
    echo "FAILED: $*"
    failures=$((failures + 1))
}

# is FILE WANT NAME...: the member is WANT.
is() {
    file=$1 want=$2
    shift 2
    got=$("$pick" "$@" <"$file") || got="none"
    [ "$got" = "$want" ] || fail "$file: $*: $got instead of $want"
}

# word FILE LINE NUMBER: a word of the first line that has LINE, without commas.
word() {
    grep -m 1 -e "$2" "$1" | tr -d ,: | awk -v n="$3" '{ print $(n > 0 ? n : NF + n) }'
}

rm -rf "$work"
mkdir -p "$work"
cd "$work" || exit 1

# compile --size, of two models, one with an arena in two memories.
set -- "$corpus/kws_cortex_m.bpte" "$corpus/ad_cortex_m.bpte" --size --cc "gcc -O1"
"$ptec" compile "$@" -o out --json >compiled 2>said || fail "$(cat said)"
"$ptec" compile "$@" -o same >text || fail compile
diff -r out same || fail "other files"
all=$(grep -m 1 "^ *all" text | tr -d ,)
# shellcheck disable=SC2086 # several words on purpose
set -- $all
is compiled kws_cortex_m models 0 name
is compiled "$2" models 0 weights
is compiled "$3" models 0 measured tables
is compiled "$4" models 0 measured code
is compiled "$5" models 0 arena
is compiled "$6" models 0 state
is compiled "$7" models 0 measured stack
is compiled "$(word text "by gcc -O1" 5)" models 0 measured flash
is compiled "gcc -O1" models 0 measured compiler
for figure in "2 weights" "3 arena" "4 state" "5 inputs" "6 outputs" "7 stack"; do
    is compiled "$(word text "^ *forward" "${figure%% *}")" models 0 methods 0 "${figure#* }"
done
is compiled ad_cortex_m models 1 name
"$ptec" compile "$corpus/kws_cortex_m.bpte" -o out --memory sram=6K,psram=8K --json >compiled || fail "memories"
is compiled "$(sed -n "s/^#define KWS_CORTEX_M_ARENA_BYTES //p" out/kws_cortex_m.h)" models 0 arenas sram
is compiled "$(sed -n "s/^#define KWS_CORTEX_M_ARENA_PSRAM_BYTES //p" out/kws_cortex_m.h)" models 0 arenas psram

# NAME.json: the version, the code, and how results lie.
json=same/kws_cortex_m.json
is $json "$("$ptec" --version | sed 's/^ptec //')" version
is $json "$4" code code
is $json "$(word text "^ *forward" 7)" methods 0 stack
is $json "[1,64,25,5]" methods 0 steps 1 sizes
is $json "[0,2,3,1]" methods 0 steps 1 dim_order
is $json '["quantized_avg_pool2d_64x1x1"]' methods 0 folded 0 steps
# The scale that the operator has is the one that `--io int8` passes to the caller.
"$ptec" compile "$corpus/kws_cortex_m.bpte" --io int8 -o bytes >/dev/null || fail "--io int8"
is bytes/kws_cortex_m.json "$("$pick" methods 0 scales 0 zero_point <$json)" methods 0 inputs 0 zero_point

# One arena for both is the larger one's, in each memory; blocks of weights that are streamed.
largest() { # NAME...: of the models
    for i in 0 1; do
        "$pick" models $i "$@" <compiled
    done | sort -n | tail -n 1
}
set -- "$corpus/kws_cortex_m.bpte" "$corpus/ad_cortex_m.bpte" --overlay --json -o both
"$ptec" compile "$@" >compiled || fail "--overlay"
is compiled '["kws_cortex_m","ad_cortex_m"]' overlay models
is compiled "$(largest arena)" overlay arena
"$ptec" compile "$@" --memory sram=4K,psram=64K >compiled || fail "--overlay of two memories"
for memory in sram psram; do
    is compiled "$(largest arenas $memory)" overlay arenas $memory
done
set -- "$corpus/kws_cortex_m.bpte" --weights streamed -o streamed
"$ptec" compile "$@" --json >compiled && "$ptec" compile "$@" >text || fail "--weights streamed"
is compiled "$(word text "streams its weights" 6)" models 0 methods 0 blocks count
is compiled "$(word text "streams its weights" 10)" models 0 methods 0 blocks bytes
is compiled "$(word text "streams its weights" 12)" models 0 methods 0 blocks largest

# verify: calls that agree, one that does not, and what a target counts.
"$ptec" verify "$corpus/resnet8_cortex_m.bpte" "$corpus/ad_cortex_m.bpte" --json >verified || fail verify
is verified 3 models 0 passed
is verified true models 0 cases 2 ok
is verified equal models 0 cases 2 says
is verified libtcc models 0 compiler
is verified null models 1 target
"$ptec" verify "$corpus/ad_portable.bpte" --cflags -ffp-contract=fast --cc "gcc -mfma" --atol 0 --rtol 0 >text
code=$?
"$ptec" verify "$corpus/ad_portable.bpte" --cflags -ffp-contract=fast --cc "gcc -mfma" --atol 0 --rtol 0 \
    --json >verified
[ $? -eq $code ] || fail "another exit code than $code"
is verified "$(word text "passed" 1)" models 0 passed
is verified "$(word text "passed" 3)" models 0 failed
"$ptec" verify "$corpus/kws_cortex_m.bpte" --target m33-qemu --max-instructions 1K --profile times \
    --json >verified 2>said
[ $? -eq 1 ] || fail "exit code of --max-instructions"
grep -q "more than --max-instructions" said || fail "no message: $(cat said)"
is verified m33-qemu models 0 target
is verified true models 0 cases 0 canary
ticks=$("$pick" models 0 cases 0 ticks <verified)
is verified $((ticks * 50)) models 0 cases 0 instructions
all=0
for step in 0 1 2 3 4 5 6 7 8 9 10 11 12; do
    of_step=$("$pick" models 0 profile 0 steps $step ticks <verified)
    is verified $((of_step * 50)) models 0 profile 0 steps $step instructions
    all=$((all + of_step))
done
[ $all -le $ticks ] && [ $all -ge $((ticks / 100 * 99)) ] || fail "steps take $all of $ticks ticks"
# The largest error of calls that pass, as it is said for people.
"$ptec" verify "$corpus/ad_portable.bpte" --kernels vector,portable --atol 1e-3 >text &&
    "$ptec" verify "$corpus/ad_portable.bpte" --kernels vector,portable --atol 1e-3 --json >verified || fail "vector"
grep -q '^forward 1: ok    largest error [0-9.e-]* at output 0 \[0, [0-9]*\] ([-0-9.]*, expected [-0-9.]*)$' text ||
    fail "the largest error in words: $(cat text)"
is verified 0 models 0 cases 1 worst output
is verified "$(sed -n '/^forward 1/s/.* output 0 \(\[.*\]\) .*/\1/p' text)" models 0 cases 1 worst index
# What is wrong in a call, as tests/cases/aten/topk_ties_wrong/want.verify says it for people.
"$ptec" verify "$source/tests/cases/aten/topk_ties_wrong/case.bpte" --json >verified 2>said && fail "a wrong output passes"
for figure in "1 output" "7 error" "7 got" "0 expected"; do
    is verified "${figure% *}" models 0 cases 0 worst "${figure#* }"
done
is verified "[1, 3]" models 0 cases 0 worst index
is verified 13 models 0 cases 0 unequal_integers

# run -n: times, of which none is less than the minimum.
"$ptec" run "$corpus/kws_cortex_m.bpte" -n 5 --json >ran 2>said || fail "run -n: $(cat said)"
is ran 5 milliseconds runs
is ran libtcc compiler
is ran portable kernels
minimum=$("$pick" milliseconds minimum <ran)
for figure in first mean median; do
    "$pick" milliseconds $figure <ran | awk -v least="$minimum" '{ exit !($1 >= least && least > 0) }' ||
        fail "$figure is less than the minimum: $(cat ran)"
done

# --trace: each step once in each row, one after the other, with its multiply-adds.
"$ptec" verify "$corpus/kws_cortex_m.bpte" --target m33-qemu --trace trace.json >text || fail "--trace on a target"
ends=0
for i in 0 1 2; do
    is trace.json "$("$pick" methods 0 steps $i name <$json)" traceEvents $((i + 1)) name
    starts=$("$pick" traceEvents $((i + 1)) ts <trace.json)
    [ "$starts" -ge $ends ] || fail "step $i starts at $starts, before $ends"
    ends=$((starts + $("$pick" traceEvents $((i + 1)) dur <trace.json)))
done
is trace.json "$("$pick" methods 0 steps 1 macs <$json)" traceEvents 2 args macs
[ "$(grep -c '"ph": "M"' trace.json)" -eq 3 ] || fail "not three rows"
"$ptec" run "$corpus/kws_cortex_m.bpte" --trace here.json -n 2 --cc gcc >text || fail "--trace here"
is here.json conv10x4_1x64 traceEvents 2 name

# --profile on a target: the ticks of --trace, by step, and what the processor counts, if it does.
"$ptec" verify "$corpus/kws_cortex_m.bpte" --target m33-qemu --profile times --json \
    --cflags "-include $source/tests/json/counters.h" >profiled || fail "--profile on a target"
step="profile 0 steps 1"
is profiled conv10x4_1x64 models 0 $step name
is profiled 7 models 0 $step events sevens
is profiled 11 models 0 $step events elevens
"$ptec" verify "$corpus/kws_cortex_m.bpte" --target m33-qemu --profile times >text || fail "--profile as text"
grep -q '^no events: the target has no counters' text || fail "nothing is said of counters"
ticks=$(sed -n '/"name": "conv10x4_1x64"/s/.*"dur": \([0-9]*\).*/\1/p' trace.json |
    awk '{ sum += $1 } END { printf "%d", sum / NR }')
shown=$(grep ' conv10x4_1x64 ' text | sed 's/^ *\([0-9,]*\) .*/\1/' | tr -d ,)
[ $((shown - ticks)) -ge -2 ] && [ $((shown - ticks)) -le 2 ] || fail "$shown ticks, by --trace $ticks"
grep -q "^conv10x4_1x64 0\.0*$shown" times || fail "times: $(cat times)"
"$ptec" report "$corpus/kws_cortex_m.bpte" --profile times -o page.html || fail "report --profile"

# show: of a program, and of one that does not compile.
"$ptec" show "$corpus/kws_cortex_m.bpte" --json >shown || fail show
"$ptec" show "$corpus/kws_cortex_m.bpte" >text || fail show
is shown "$(word text "^program" 2)" programs 0 bytes
is shown "$(word text "^program" -0)" programs 0 sha256
is shown "$(word text "cortex_m::quantized_conv2d" 1)" programs 0 methods 0 operators cortex_m::quantized_conv2d.out
is shown "$(word text "ExecuTorch's plan" 3)" programs 0 compiled methods 0 executorch
is shown "$(word text "^ *arena" 2)" programs 0 compiled methods 0 arena
is shown "$(word text "^recorded" 2)" programs 0 cases forward
"$ptec" show "$source/tests/reject/delegate_unknown/case.pte" --json >shown || fail "show of what is refused"
"$pick" programs 0 refused <shown | grep -q "needs what ptec does not have yet: delegate Some" || fail "$(cat shown)"
[ $failures -eq 0 ]
