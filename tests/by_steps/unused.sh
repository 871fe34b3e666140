#!/bin/sh
# SPDX-License-Identifier: 0BSD
# An image for a Cortex-M33 that calls a method as a whole is no larger with --by-steps, of which the
# linker drops all. With the portable kernels alone, the compiler inlines other functions into one form
# than into the other, unless it is told to leave calls as they are.
# usage: unused.sh PTEC SOURCE WORK KERNELS PROGRAM/LEVEL...
set -eu
ptec=$1 source=$2 work=$3 kernels=$4
shift 4
cc="arm-none-eabi-gcc -mcpu=cortex-m33 -mthumb -mfloat-abi=hard -std=c11 -ffreestanding -ffunction-sections"
rm -rf "$work"
mkdir -p "$work/whole" "$work/steps"
[ "$kernels" != portable ] || cc="$cc -fno-inline-small-functions -fno-inline-functions-called-once \
    -fno-partial-inlining -fno-ipa-cp -fno-ipa-sra"
failures=0

# bytes ROOT: of code and constants of an image that starts with this function.
bytes() {
    # shellcheck disable=SC2086 # several words on purpose
    $cc -nostdlib -static -Wl,--gc-sections,-e,0,-u,"$1" net.o -lgcc \
        -Wl,--defsym=memcpy=0,--defsym=memmove=0,--defsym=memset=0 -o "$1"
    arm-none-eabi-size "$1" | awk 'NR == 2 { print $1 }'
}

# compile FOLDER FLAG PROGRAM OPTION...
compile() {
    cd "$work/$1"
    flag=$2 program=$3
    shift 3
    "$ptec" compile "$source/tests/corpus/$program.bpte" -o . --name net --emit bundle \
        --kernels "$kernels" "$@" >summary
    # shellcheck disable=SC2086
    $cc "$flag" -c net.c -o net.o
}

for way; do
    program=${way%/*} flag=${way#*/}
    compile whole "$flag" "$program"
    whole=$(bytes net_forward)
    compile steps "$flag" "$program" --by-steps
    unused=$(bytes net_forward)
    used=$(bytes net_forward_step)
    [ "$unused" -le "$whole" ] && [ "$used" -gt "$whole" ] && continue
    echo "FAILED: $program, $flag: $whole bytes; $unused with steps that are not used, $used by steps"
    failures=1
done
exit $failures
