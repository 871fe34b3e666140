#!/bin/sh
# SPDX-License-Identifier: 0BSD
# Exit codes and messages of the command line: 2 for wrong usage, with the nearest word that exists.
# usage: usage.sh PTEC VERSION MODEL WORK
set -u
ptec=$1 version=$2 model=$3 work=$4
failures=0

. "$(dirname "$0")/expect.sh"

rm -rf "$work"
mkdir -p "$work"
cd "$work" || exit 1
: >empty.pte
echo "no program" >text.pte

expect 0 "ptec $version" --version
expect 0 compile --help
expect 0 --name compile --help
expect 2 usage
expect 2 "'compile'" compil
expect 2 "'--name'" compile "$model" --nmae x
expect 2 "'--weights'" compile "$model" --wieghts c
expect 2 "'bundle'" compile "$model" --emit bundel
expect 2 -O compile "$model" -O7
for number in x 4294967296 -1 1.5 ""; do
    expect 2 "of 32 bits, not '$number'" compile "$model" --weights-version "$number"
done
expect 2 "from 1, not '0'" compile "$model" --threads 0
expect 2 "from 1, not 'x'" compile "$model" --threads x
expect 2 "from 1, not '2.5'" run "$model" --threads 2.5
expect 2 "from 1, not '-1'" verify "$model" --threads -1
expect 2 "64 at most, not '65'" compile "$model" --threads 65
expect 2 "from 1" compile "$model" --threads 99999999999999999999
expect 2 "without --threads" verify "$model" --weights streamed --threads 2
expect 2 "give both" verify "$model" --max-block 8K
expect 2 "give both" verify "$model" --max-piece 9
expect 2 "from 1, not '0'" compile "$model" --by-steps --max-piece 0
expect 2 "'--memory' needs a value" compile "$model" --memory
expect 2 "such as sram=64K" show "$model" --memory=64K
expect 0 "3 passed" verify "$model" --memory sram=64,psram=64
expect 0 "" run "$model" --memory sram=64
expect 2 "without --target" verify "$model" --memory sram=64 --target m33-qemu
expect 2 "needs --memory" run "$model" --place '*=sram'
expect 2 "'conv*=psram', not 'conv'" compile "$model" --memory sram=1K --place conv
expect 2 "two memories are called sram" compile "$model" --memory sram=1K,sram=2K
expect 2 "8 memories at most" compile "$model" --memory a=1K,b=1K,c=1K,d=1K,e=1K,f=1K,g=1K,h=1K,i=1K
expect 2 "goes with several models" compile "$model" --overlay
expect 2 "needs --emit bundle" compile "$model" --prefer speed
expect 2 "'auto' stands by itself" compile "$model" --kernels auto,portable
expect 2 "'third' besides" report "$model" --profile first --profile second --profile third
expect 2 "did you mean 'plan'" compile "$model" -d plam
expect 2 "did you mean 'int8'?" compile "$model" --io in8
expect 2 "'halves' is not one of its values: float, int8" compile "$model" --io halves
expect 2 "needs the --target of a board" verify "$model" --port /dev/null
expect 2 "without --io int8" verify "$model" --io int8 --steps-each
expect 2 --selected-operators compile "$model" --selected-operators
expect 2 --size verify "$model" --size
expect 2 "of --size" compile "$model" --cc gcc
expect 2 "of --size" compile "$model" --cflags -Os
expect 2 "--cc names no compiler" compile "$model" --size --cc " "
expect 2 "--cc names no compiler" size "$model" --cc " "
expect 2 "size takes at least one model" size
expect 2 "did you mean '--json'?" size "$model" --jsn
expect 2 "'--memory-trace' needs a value" show "$model" --memory-trace
expect 1 text.pte/plan.json show "$model" --memory-trace text.pte/plan.json
expect 1 text.pte show text.pte --memory
expect 2 "report needs -o FILE" report "$model"
expect 2 "report takes one model" report "$model" "$model" -o page.html
expect 2 "did you mean '--profile'?" report "$model" -o page.html --proflie times
expect 2 --profile compile "$model" --profile times
expect 1 text.pte/page.html report "$model" -o text.pte/page.html
expect 1 missing report "$model" -o page.html --profile missing
expect 1 "line 1: is not like" report "$model" -o page.html --profile text.pte
expect 2 "--steps-each watches one step after the other: without --threads" \
    verify "$model" --threads 2 --steps-each
expect 2 "without --max-ram" verify "$model" --max-ram 64K --steps-each
expect 0 "3 passed" verify "$model" --threads 64
expect 2 "not '0'" compile "$model" --max-ram 0
expect 2 "not '4.5K'" compile "$model" --max-ram 4.5K
expect 2 "not '9999M'" verify "$model" --max-ram 9999M
expect 0 "3 passed" verify "$model" --max-ram 1K
expect 2 "not '0'" compile "$model" --max-flash 0
expect 2 "--max-flash takes a number of bytes such as 4800, 64K or 8M, not '4G'" \
    compile "$model" --max-flash 4G
expect 2 "--max-stack bounds what --size measures: give both" compile "$model" --max-stack 1K
expect 2 "not '1k'" compile "$model" --size --max-stack 1k
expect 2 "--max-instructions takes a number such as 480000, 480K or 5M, not '1G'" \
    verify "$model" --max-instructions 1G
expect 2 "needs a --target whose emulator counts them" verify "$model" --max-instructions 1M
expect 2 "needs a --target whose emulator counts them" \
    verify "$model" --max-instructions 1M --target s390x-qemu
expect 2 "needs a --target whose emulator counts them" \
    verify "$model" --max-instructions 1M --target m33-qemu --runner "qemu %e"
expect 2 "--steps-each is for people" verify "$model" --json --steps-each
expect 2 "-d prints the graph" compile "$model" --json -d plan
expect 2 "--memory is for people" show "$model" --json --memory
expect 2 "without others" verify "$model" "$model" --trace steps.json
expect 2 "without others" verify "$model" "$model" --target m33-qemu --profile times
expect 2 "--profile is for a --target" verify "$model" --profile times
expect 2 "--trace and --profile are two forms" run "$model" --trace steps.json --profile times
expect 1 text.pte/steps.json run "$model" --trace text.pte/steps.json
expect 2 --max-flash verify "$model" --max-flash 1M
expect 2 "--cc names no compiler" verify "$model" --cc " "
expect 2 "--cc names no compiler" verify "$model" --cc "" --target m33-qemu
expect 2 "'m33-qemu'" verify "$model" --target m33_qemu
expect 2 --target run "$model" --target m33-qemu
expect 2 "big-endian is no place to run" verify "$model" --target big-endian
expect 2 "'big-endian'" compile "$model" --target big_endian
expect 2 "--steps-crc" verify "$model" --target s390x-qemu --steps-crc
expect 2 "no %e" verify "$model" --target m33-qemu --runner qemu
expect 2 --target verify "$model" --steps-crc
expect 2 "needs --target" verify "$model" --runner "qemu %e"
expect 2 "without --target" verify "$model" --target m33-qemu --steps-each
expect 2 "without --runtime" verify "$model" --target m33-qemu --steps-crc --runtime libpte.a
expect 2 "without --runtime" verify "$model" --prefer speed --runtime libpte.a
expect 2 --runtime compile "$model" --runtime libpte.a
expect 1 "missing.a: cannot open" verify "$model" --runtime missing.a
expect 1 "ptec: $work: is a folder" run "$model" --runtime "$work"
expect 1 "emitted C and what it is linked with" verify "$model" --runtime text.pte
expect 2 --rtol verify "$model" --rtol much
expect 2 --name compile "$model" --name "a b"
expect 2 --name compile "$model" --name while
expect 2 "hide the header" compile "$model" --name limits
cp "$model" stdint.pte
expect 0 "the output is called m_stdint" compile stdint.pte -o named
rm -r stdint.pte named
expect 2 --name compile "$model" --name
expect 2 model compile
expect 2 "mylib::scale.out, not 'scale'" compile "$model" --custom scale
expect 2 "not '::scale'" compile "$model" --custom ::scale
expect 2 "not 'mylib::'" compile "$model" --custom mylib::
expect 2 "not 'a::b*/'" compile "$model" --custom 'a::b*/'
expect 2 "EthosUBackend, not ''" compile "$model" --delegate ''
expect 2 "not 'a*/'" compile "$model" --delegate 'a*/'
expect 2 --extract verify "$model" --extract folder
expect 2 --link compile "$model" --link foreign.c
expect 2 "aten_relu_out, which is yours: pass --link" run "$model" --custom aten::relu.out
expect 1 "missing.c: cannot open" verify "$model" --custom aten::relu.out --link missing.c
expect 1 "missing.c: cannot open" verify "$model" --custom aten::relu.out --link missing.c --target m33-qemu
expect 1 "ptec: $work: is a folder" run "$model" --custom aten::relu.out --link "$work"
expect 2 "one model" run "$model" "$model"
expect 0 "$model:
portable kernels through libtcc" verify "$model" "$model"
expect 1 "missing.pte" verify "$model" missing.pte
expect 2 "--sequence goes with one model" verify "$model" "$model" --sequence calls
# wrong TEXT LINE: of a file of calls whose first line is right.
wrong() {
    printf 'call forward 0 # a case\n%s\n' "$2" >calls
    expect 1 "calls:2: $1" verify "$model" --sequence calls
}
wrong "there are no cases for the method 'backward'" "call backward 0"
wrong "the method has no case '99'" "call forward 99"
wrong "the method has no case '1000000'" "call forward 1000000"
for number in 1000001 -1 x 1x; do
    wrong "not a number from 0 to 1000000: '$number'" "call forward $number"
done
wrong "not a number from 0 to 1000000: '-1'" "instance -1"
wrong "expected: call METHOD CASE [status N], not 'forward'" "call forward"
wrong "expected: call METHOD CASE [status N], not '1'" "call forward 0 state 1"
wrong "expected call, reset or instance N, not 'halt'" halt
wrong "expected call, reset or instance N, not 'reset'" "reset all"
rm calls
expect 2 "--names goes with one model" show "$model" "$model" --names old.json
expect 0 "$model:" show "$model" "$model"
expect 2 "--extract goes with one model" show "$model" "$model" --extract folder
expect 2 "--memory-trace goes with one model" show "$model" "$model" --memory-trace trace
expect 2 "--model-explorer goes with one model" show "$model" "$model" --model-explorer graph
expect 2 "is the list alone" show "$model" --selected-operators --memory
expect 1 missing.pte compile missing.pte
expect 1 empty.pte compile empty.pte
expect 1 text.pte compile text.pte
expect 1 'x\u{202E}y.pte: cannot open' compile "$(printf 'x\342\200\256y.pte')"
expect 1 'x\xFFy.pte: cannot open' compile "$(printf 'x\377y.pte')"
printf 'version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n' >lfs.pte
expect 1 'is a Git LFS pointer' compile lfs.pte
expect 1 'is a Git LFS pointer' compile "$model" --ptd lfs.pte
printf 'version https://git-lfs.github.com/spec/' >lfs.pte # which ends where the pointer's first line goes on
expect 1 'is a Git LFS pointer' compile lfs.pte
rm lfs.pte
expect 1 'ptec bundle writes one' verify "${model%/tests/*}/examples/digits/digits.pte"
expect 1 "$work" compile "$work"
expect 1 "standard input" compile -
expect 1 "for the operators of XNNPACK: leave xnnpack out of --kernels" compile --kernels xnnpack,portable \
    "${model%/aten/*}/foreign/foreign_delegate/case.bpte" --delegate AccumulatorBackend
expect 1 "leave out --cpp, or xnnpack" compile "$model" --cpp --kernels xnnpack,portable
expect 1 text.pte/folder compile "$model" -o text.pte/folder
# Two seconds: a program whose loop never ends is stopped.
head -c 16 /dev/zero >text.zeros
head -c 1 /dev/zero >text.zero
expect 1 "more than 1 s of processor time; --timeout" run "${model%/cases/*}/hostile/number_in_loop/case.bpte" \
    --input text.zeros --input text.zero --timeout 1
rm text.zeros text.zero
expect 2 --timeout verify "$model" --timeout 0
expect 1 no-such-compiler verify "$model" --cc no-such-compiler

# Names of an earlier output: what is not as `compile` wrote it, and what is still good.
mkdir names
names() {
    printf '%s' "$3" >names/old.json
    expect "$1" "$2" compile "$model" -o names/out --names names/old.json
    [ "$1" -eq 0 ] || [ ! -e names/out ] || {
        echo "FAILED: files are left for $3"
        failures=$((failures + 1))
    }
}
old() {
    printf '{"ptec": 1, "shared": {}, "methods": [{"name": "forward", "steps": [%s]}]}' "$1"
}
step() {
    old "{\"name\": \"one\", \"what\": \"\"$1}"
}
expect 1 names/missing.json compile "$model" --names names/missing.json
expect 1 "is a folder" compile "$model" --names names
expect 2 "one model" compile "$model" "$model" --names names/old.json
names 1 "is empty" ''
names 1 "line 1 is not JSON" '{"ptec": 1'
names 1 "line 2 is not JSON" "$(printf '{"ptec": 1,\n methods}')"
names 1 "line 1 is not JSON" '{"ptec": 1} {}'
names 1 "line 1 is not JSON" "$(printf '%2000s' '' | tr ' ' '[')"
names 1 "not a file of names" '[]'
names 1 "not a file of names" '{"dependencies": {}}'
names 1 "not a file of names" '{"ptec": "1"}'
names 1 "two members of one object are called \"ptec\"" '{"ptec": 1, "ptec": 1}'
names 1 "has format 2" '{"ptec": 2, "methods": []}'
names 1 '"methods" is missing' '{"ptec": 1}'
names 1 '"methods" is not a list' '{"ptec": 1, "methods": {}}'
names 1 'an item of "methods" is not an object' '{"ptec": 1, "methods": [1]}'
names 1 '"steps" is missing' '{"ptec": 1, "methods": [{"name": "forward"}]}'
names 1 '"shared" is not an object' '{"ptec": 1, "methods": [], "shared": []}'
names 1 'a digest is not a text' '{"ptec": 1, "methods": [], "shared": {"a1": 1}}'
names 1 '"name" is missing' "$(old '{}')"
names 1 'a "name" is not a text' "$(old '{"name": 1}')"
names 1 '"what" is missing' "$(old '{"name": "one"}')"
names 1 'a "file" is not a text' "$(step ', "file": null')"
names 1 '"weights" is not an object' "$(step ', "weights": "w"')"
for name in '' 'a b' '*/' 'while' '1st' 'NULL' 'pte_rt' 'a__b' 'caf\u00e9' 'a\nb' \
    "$(printf '%201s' '' | tr ' ' a)"; do
    names 1 'no name that the output can use' "$(old "{\"name\": \"$name\", \"what\": \"\"}")"
    names 1 'no name that the output can use' "$(step ", \"arena\": {\"$name\": 0}")"
    names 1 'no name that the output can use' "$(step ", \"weights\": {\"$name\": \"\"}")"
done
names 1 "two steps are called 'one'" \
    "$(old '{"name": "one", "what": ""}, {"name": "one", "what": ""}')"
names 1 "\"arena\" has 'one' twice" "$(step ', "arena": {"one": 0, "one": 0}')"
for offset in -16 8 0.5 1e300 9007199254740994 1e999 '"0"' null; do
    names 1 "the offset of 'one'" "$(step ", \"arena\": {\"one\": $offset}")"
    names 1 "the offset of 'one'" "$(step ", \"rows\": $offset")"
done
names 0 "" "$(step ', "arena": {"one": 9007199254740976}, "rows": 0, "file": "one"')"
names 0 "" "$(old '')"
rm -r names
[ "$(ls)" = "$(printf 'empty.pte\ntext.pte')" ] || {
    echo "FAILED: files are left:" ./*
    failures=$((failures + 1))
}
[ $failures -eq 0 ]
