#!/bin/sh
# SPDX-License-Identifier: 0BSD
# The ends of what options take, of which the nearest that they do not take is beside it; and options that stand
# alone, with each of those that they do not stand with.
# usage: options.sh PTEC MODEL WORK
set -u
ptec=$1 model=$2 work=$3
failures=0

. "$(dirname "$0")/expect.sh"

rm -rf "$work" && mkdir -p "$work" && cd "$work" || exit 1

# Numbers: bytes to 2^31 - 1, amounts to 2^63 - 1, versions to 2^32 - 1, counts to a million.
takes() { # VERB OPTION VALUE...
    verb=$1 option=$2
    shift 2
    for value; do
        case $verb in
        compile) expect 0 "" compile "$model" -o out $option "$value" ;;
        *) expect 0 "" "$verb" "$model" $option "$value" ;;
        esac
    done
}
refuses() { # WHAT VERB OPTION VALUE...
    what=$1 verb=$2 option=$3
    shift 3
    for value; do
        expect 2 "$option takes $what, not '$value'" "$verb" "$model" $option "$value"
    done
}
bytes="a number of bytes such as 4800, 64K or 8M"
takes compile --max-ram 1 1K 2047M 2097151K 2147483647
refuses "$bytes" compile --max-ram 0 -1 2048M 2097152K 2147483648 99999999999999999999 1k 1KK K ""
takes compile --max-flash 2147483647
refuses "$bytes" compile --max-flash 2147483648
takes compile --memory sram=2047M a=1K,b=1K,c=1K,d=1K,e=1K,f=1K,g=1K,h=1K s_1=1K
refuses "a list such as sram=64K,psram=8M" compile --memory 4K =4K _s=4K 1s=4K s__r=4K s-r=4K
# The table has a column a memory, and more with --size.
"$ptec" compile "$model" -o out --memory a=1K,b=1K,c=1K,d=1K,e=1K,f=1K,g=1K,h=1K --size >said || failures=1
grep -q '^    method  *weights  tables  code  *a  b  c  d  e  f  g  h  state  inputs  outputs  stack$' said &&
    grep -q '^    forward  *0  *0  0  0  0  0  0  0  0  *0  *84  *84  *[1-9][0-9]*$' said || {
    echo "FAILED: a table of eight memories"
    cat said
    failures=$((failures + 1))
}
expect 2 "--memory takes a list such as sram=64K,psram=8M, not ''" compile "$model" --memory sram=4K,
for rule in psram =psram ""; do
    expect 2 "--place takes names and a memory, such as 'conv*=psram', not '$rule'" \
        compile "$model" --memory sram=4K --place "$rule"
done
amount="a number such as 480000, 480K or 5M"
refuses "$amount" verify --max-instructions 0 -1 5G 1.5 "" 9223372036854775808K 9223372036855M 9223372036854776K
for value in 9223372036854M 9223372036854775K 1; do # what is wrong is that there is no target
    expect 2 "--max-instructions needs a --target" verify "$model" --max-instructions $value
done
takes compile --weights-version 4294967295 0
takes compile --threads 1 2 64
takes verify --steps 0 1000000
refuses "a whole number from 0" verify --steps -1 1000001 1.5 x ""
takes run -n 1
refuses "a whole number from 1" run -n 0 1000001
takes verify --timeout 1000000
takes verify --atol 0 1e-3 inf
refuses "a number that is not negative" verify --atol -1 nan 1e-3x ""
refuses "a number that is not negative" verify --rtol -0.5 x
takes compile -O 0 2
expect 2 "-O: '1' is not one of its values: 0, 2" compile "$model" -O1

# alone WORDS ARGUMENT... -- OPTION...: with each of the options.
alone() {
    words=$1
    shift
    given=
    while [ "$1" != -- ]; do
        given="$given $1"
        shift
    done
    shift
    for other; do
        # shellcheck disable=SC2086 # several words on purpose
        expect 2 "$words${other%% *}" $given $other
    done
}
alone "--selected-operators is the list alone: without " show "$model" --selected-operators -- \
    --memory "--memory-trace x" "--model-explorer x" "--extract x"
alone "--etdump watches the steps by itself: without " verify "$model" --etdump x -- \
    "--steps-crc --target m33-qemu" --steps-each
alone "--etdump watches the steps by itself: without " run "$model" --etdump x -- "--profile times"
alone "--weights streamed is for one arena and one thread: without " verify "$model" --weights streamed -- \
    "--threads 2" "--memory sram=1K"
alone "--weights streamed is for one arena and one thread: without " compile "$model" --weights streamed -- \
    "--shared both"
alone "--trace watches the steps of one model by itself: without " verify "$model" --trace x -- \
    "--steps-crc --target m33-qemu" --steps-each
alone "--profile watches the steps of one model by itself: without " \
    verify "$model" --profile x --target m33-qemu -- --steps-crc
for form in dump etdump trace profile; do
    for other in dump etdump trace profile; do
        case $form$other in
        $form$form) ;;
        etdumpprofile | profileetdump) expect 2 "--etdump watches the steps by itself: without --profile" \
            run "$model" --$form x --$other y ;;
        *) expect 2 "are two forms of output: take one" run "$model" --$form x --$other y ;;
        esac
    done
    for other in --json "-o x" "-n 2"; do
        [ "$form$other" = "$form-n 2" ] && [ $form != dump ] && continue
        alone "run --$form has no such output: without " run "$model" --$form x -- "$other"
    done
done
alone "for people, or a form of its own: without " verify "$model" --steps-each -- --json
expect 2 "--json and --markdown are two forms of the same: take one" diff "$model" "$model" --json --markdown
for verb in run report cases package bundle; do
    expect 2 "$verb takes one model. Try ptec $verb --help" $verb
    expect 2 "$verb takes one model. Try ptec $verb --help" $verb "$model" "$model"
done
for verb in diff compare; do
    for models in "" "$model" "$model $model $model"; do
        # shellcheck disable=SC2086
        expect 2 "$verb takes " $verb $models
    done
done
for verb in compile verify show size; do
    expect 2 "$verb takes at least one model" $verb
done
expect 2 "ops takes no file. Try ptec ops --help" ops "$model"
expect 2 "--name goes with one model" verify "$model" "$model" --name x
expect 2 "--names goes with one model" verify "$model" "$model" --names x
expect 2 "--etdump goes with one model" verify "$model" "$model" --etdump x
expect 2 "bundle needs -o FILE, the file to write" bundle "$model" --input x
expect 2 "report needs -o FILE, the page to write" report "$model"
expect 2 "bundle needs --input FILE,FILE..." bundle "$model" -o x
expect 2 "package needs --for, the ecosystem" package "$model" -o x
expect 2 "package needs -o DIR, a folder for the package" package "$model" --for rust
expect 2 "package: '--for' needs a value" package "$model" --for
expect 2 "compile: '-o' needs a value" compile "$model" -o
expect 2 "verify does not take '-o'. Try ptec verify --help" verify "$model" -o x
expect 2 "compile does not take '--markdown'. Try ptec compile --help" compile "$model" --markdown
expect 2 "run does not take '-d'" run "$model" -d plan
expect 2 "there is no option '-x'. Try ptec run --help" run "$model" -x
expect 2 "there is no option '--jso n'; did you mean '--json'?" run "$model" "--jso n"
rm -rf out said
[ -z "$(ls)" ] || {
    echo "FAILED: files are left:" ./*
    failures=$((failures + 1))
}
[ $failures -eq 0 ]
