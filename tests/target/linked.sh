#!/bin/sh
# SPDX-License-Identifier: 0BSD
# An image for a Cortex-M33 holds no function that nothing calls, although the linker takes whole
# files: what it holds is compared with what is left where every function is a section of its own,
# of which the linker drops those that nothing refers to.
# usage: linked.sh SOURCE WORK "KERNELS..."                  compiles the runtime, both ways
#        linked.sh SOURCE WORK "KERNELS..." PTEC MODEL...    then compares for each MODEL
#        KERNELS: portable and others, each of which is preferred to it in turn
set -eu
source=$1 runtime=$2/runtime backends=$3
shift 3
cc="arm-none-eabi-gcc -mcpu=cortex-m33 -mthumb -mfloat-abi=hard -std=c11 -ffreestanding -Os"
include="-I$source/runtime-min"
for backend in $backends; do
    include="$include -I$source/backends/$backend"
done

# apart FLAG...: compiles with each function in a section of its own.
apart() {
    # shellcheck disable=SC2086 # several words on purpose
    $cc $include -ffunction-sections -c "$@"
}

# whole OBJECT RESULT: makes one section of those, as they are without that flag.
whole() {
    echo 'SECTIONS { .text : { *(.text .text.*) } }' >"$1.ld"
    arm-none-eabi-ld -r -T "$1.ld" "$1" -o "$2"
}

if [ $# -eq 0 ]; then
    rm -rf "$runtime"
    mkdir -p "$runtime/files"
    cd "$runtime"
    # shellcheck disable=SC2046,SC2086
    apart $(printf -- "$source/backends/%s/*.c " $backends) $(ls "$source"/runtime-min/*.c | grep -v _posix)
    for object in *.o; do
        whole "$object" "files/$object"
    done
    arm-none-eabi-ar rc functions.a ./*.o
    arm-none-eabi-ar rc files.a files/*.o
    exit
fi

# functions ROOTS OBJECT...: of an image that starts with these; only these three may be missing.
functions() {
    roots=$1
    shift
    # shellcheck disable=SC2046,SC2086
    $cc -nostdlib -static -Wl,--gc-sections,-e,0 $(printf -- '-Wl,-u,%s ' $roots) "$@" -lgcc \
        -Wl,--defsym=memcpy=0,--defsym=memmove=0,--defsym=memset=0,--defsym=model_weights=0 -o image
    arm-none-eabi-nm image | awk '$2 ~ /[TW]/ { print $3 }' | sort
}

failures=0
unreachable() { # WHAT: those of `whole` that are not in `reachable`
    [ -s reachable ] || { echo "FAILED: $1: no functions"; failures=$((failures + 1)); }
    extra=$(comm -23 whole reachable)
    [ -z "$extra" ] && return
    printf 'FAILED: %s: linked, but nothing calls\n%s\n' "$1" "$extra"
    failures=$((failures + 1))
}

ptec=$1
shift
work=$(mktemp -d "$runtime.XXXXXX")
trap 'rm -rf "$work"' EXIT
for model; do
    rm -rf "$work"
    mkdir "$work"
    cd "$work"
    for backend in $backends; do
        kernels=$backend,portable
        "$ptec" compile "$model" -o . --name model --kernels $kernels
        # shellcheck disable=SC2086
        $cc $include -c model.c -o model.o
        roots=$(arm-none-eabi-nm -g --defined-only model.o | awk '$2 == "T" { print $3 }')
        functions "$roots" model.o "$runtime/files.a" >whole
        functions "$roots" model.o "$runtime/functions.a" >reachable
        unreachable "$model, $kernels"

        "$ptec" compile "$model" -o . --name model --kernels $kernels --emit bundle --weights bin
        apart -I. -fno-inline model.c -o apart.o # inlined functions would stay there as well
        whole apart.o whole.o
        functions "$roots" whole.o >whole
        functions "$roots" apart.o >reachable
        unreachable "$model, $kernels, as one file"
    done
done
[ $failures -eq 0 ]
