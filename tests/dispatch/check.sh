#!/bin/sh
# SPDX-License-Identifier: 0BSD
# The commands of docs/guide.md build a program that gives, at each level, the bits of one compiled
# for that level alone; and that runs on lesser processors, which qemu plays. Programs for 64-bit Arm
# (form arm) also execute as many instructions as that one. Images for vectors of one length (form
# riscv) stop on machines with others.
# usage: check.sh bundle|arm|riscv|library PTEC SOURCE WORK CC      exit 77: passed, but qemu is missing
set -eu
form=$1 ptec=$2 source=$3 work=$4
rm -rf "$work"
mkdir -p "$work/bin"
export CC="$5" flags='' levels='2 3 4 5' run=''
if [ "$form" = arm ]; then
    levels='1 2 3' run=qemu-aarch64 CC="$CC -static -DMARK"
    if ! command -v qemu-aarch64 >/dev/null || [ ! -e /usr/aarch64-linux-gnu/lib/libc.a ]; then
        echo "not checked, for want of: qemu-aarch64, libc6-dev-arm64-cross"
        exit 77
    fi
elif [ "$form" = riscv ]; then
    levels='1 2 3' CC="$CC -static -fno-vectorize -fno-slp-vectorize"
    vectors=rv64,v=true,elen=64,vext_spec=v1.0,vlen
    run="qemu-riscv64 -cpu $vectors=256"
    if ! command -v qemu-riscv64 >/dev/null || [ ! -e /usr/riscv64-linux-gnu/lib/libc.a ] ||
        ! command -v "${CC%% *}" >/dev/null; then
        echo "not checked, for want of: ${CC%% *}, qemu-riscv64, libc6-dev-riscv64-cross"
        exit 77
    fi
fi

# The documented commands find these.
ln -s "$ptec" "$work/bin/ptec"
# Which level computes what does not rest on how kernels are optimised; how many instructions does.
[ "$form" = arm ] || flags_at_last=-O0
cat >"$work/bin/cc" <<END
#!/bin/sh
exec \$CC -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror -ffp-contract=off \$flags "\$@" ${flags_at_last:-}
END
chmod +x "$work/bin/cc"
PATH=$work/bin:$PATH

# The commands of the form, as they are printed.
awk -v want="$form" '
    BEGIN { split("bundle arm riscv library", forms, " ") }
    /^#/ { here = /^### One program for every processor$/ }
    here && /^```/ { inside = /^```sh$/; if (inside) form = forms[++n] }
    here && inside && !/^```/ && form == want' "$source/docs/guide.md" >"$work/commands"
grep -q '^ptec compile' "$work/commands" || { echo "no commands in docs/guide.md"; exit 1; }

fail() {
    echo "FAILED: $*"
    exit 1
}

flags_of() { # LEVEL
    case $form-$1 in
    arm-1) echo -march=armv8-a ;;
    arm-2) echo -march=armv8.2-a+dotprod ;;
    arm-3) echo -march=armv8.2-a+dotprod+i8mm ;;
    riscv-1) echo -march=rv64gc ;;
    riscv-2) echo -march=rv64gcv ;;
    riscv-3) echo -march=rv64gcv_zvl256b ;;
    *-5) echo -march=x86-64-v4 -mavx512vnni -mavx512vbmi ;;
    *) echo "-march=x86-64-v$1" ;;
    esac
}

unit_of() { # LEVEL
    case $form-$1 in
    arm-2) echo digits_dotprod.o ;;
    arm-3) echo digits_i8mm.o ;;
    riscv-2) echo digits_rvv.o ;;
    riscv-3) echo digits_rvv256.o ;;
    *-[12]) echo digits.o ;;
    *-5) echo digits_v4_vnni.o ;;
    *) echo "digits_v$1.o" ;;
    esac
}

# What each level gives by itself: alone_N
compile_alone() {
    ptec compile digits.pte -o gen --name digits --emit bundle --kernels vector,portable
    for level in $levels; do
        # shellcheck disable=SC2046 # several words on purpose
        cc -std=c11 -O2 $(flags_of "$level") -Igen main.c gen/digits.c -o "alone_$level"
    done
}

# The program prints the bits that one of its level alone prints; $level is its level. Where qemu 7.2
# does not run that one (docs/kernel-libraries.md), bytes are those of the first level.
has_bits_of_level() { # COMMAND...
    got=$("$@") || fail "$*: exit code $?"
    level=${got%% *} alone=${got%% *}
    [ "$form-$model" != riscv-digits_q8 ] || alone=1
    [ "${got#* }" = "$($run ./alone_"$alone" | cut -d ' ' -f 2-)" ] || fail "$*: other bits: $got"
}

on() { # PROCESSOR LEVEL
    # shellcheck disable=SC2086 # several words on purpose
    has_bits_of_level ${run:-qemu-x86_64} -cpu "$1" ./app 2>/dev/null
    [ "$level" -eq "$2" ] || fail "level $level on $1"
}

check() {
    compile_alone
    flags=-DLEVEL=$1 sh -eu "$work/commands"
    # shellcheck disable=SC2086 # no word on purpose, where it is empty
    has_bits_of_level $run ./app
    best=$level
}

check_x86_64() {
    command -v qemu-x86_64 >/dev/null || return 0
    ! qemu-x86_64 -cpu Nehalem ./alone_3 2>/dev/null || fail "qemu runs AVX2 on a Nehalem"
    on Nehalem 2
    on Haswell 3
    for feature in avx avx2 fma bmi1 bmi2 f16c abm movbe xsave; do
        on "Haswell,-$feature" 2
    done
}

instructions() { # PROCESSOR PROGRAM
    qemu-aarch64 -cpu "$1" -plugin "$work/count.so,out=$work/count" "$2" >/dev/null
    head -n 1 "$work/count" | cut -d ' ' -f 2
}

check_arm() {
    [ "$model" = digits ] || ! qemu-aarch64 -cpu cortex-a53 ./alone_2 >/dev/null 2>&1 ||
        fail "qemu has SDOT on a Cortex-A53"
    gcc -O2 -shared -fPIC "$source/tests/bench/count.c" -o "$work/count.so"
    for of in cortex-a53=1 cortex-a72=1 cortex-a76=2 max=3; do
        on "${of%=*}" "${of#*=}"
        here=$(instructions "${of%=*}" ./app) alone=$(instructions "${of%=*}" "./alone_$level")
        echo "level $level, on ${of%=*}: $here instructions, $alone of a program of that level alone"
        [ $((here * 100)) -le $((alone * 103)) ] || fail "more than 3 % to find the level"
    done
}

check_riscv() {
    on rv64 1
    on "$vectors=128" 2
    on "$vectors=256" 3
    on "$vectors=512" 3
    [ "$model" = digits ] || return 0
    for bits in 128 256; do
        cc -std=c11 -O2 "-march=rv64gcv_zvl${bits}b" -mrvv-vector-bits=zvl -Igen main.c gen/digits.c \
            -o "only_$bits"
        for machine in 128 256; do
            status=0
            qemu-riscv64 -cpu "$vectors=$machine" "./only_$bits" >got 2>&1 || status=$?
            if [ $machine -ne $bits ]; then
                # An illegal instruction; what is not told may also end otherwise.
                [ $status -eq 132 ] || fail "for $bits bits, on $machine: exit code $status"
            else
                [ "$(cat got)" = "$($run ./alone_2)" ] || fail "for $bits bits: other bits: $(cat got)"
            fi
        done
    done
}

# The first unit says how far the levels go; what is above is not linked.
check_caps() {
    units=''
    for most in $levels; do
        units="$units $(unit_of "$most")"
        # shellcheck disable=SC2046 # several words on purpose
        cc -std=c11 -O2 -DPTE_DISPATCH -DPTE_DISPATCH_MOST="$most" $(flags_of "${levels%% *}") \
            -c gen/digits.c
        # shellcheck disable=SC2086 # several words on purpose
        cc -static -DLEVEL="$1" -Igen main.c $units -o app
        # shellcheck disable=SC2086 # no word on purpose, where it is empty
        has_bits_of_level $run ./app
        [ "$level" -eq $((most < best ? most : best)) ] || fail "level $level, at most $most asked"
    done
}

# The library has every kernel once for each level that makes it faster, and the first calls the others.
check_library() {
    nm build/dispatch/libpte_portable.a >symbols
    kernels=$(sed -n 's/^[A-Z]*(\(pte_vec_[a-z0-9_]*\),.*/\1/p' "$source"/backends/vector/*.def)
    by_width=$(sed -n 's/^PTE_BY_WIDTH void \([a-z0-9_]*\)(.*/ \1 /p' "$source"/backends/vector/*.h)
    for kernel in $kernels; do
        for symbol in "$kernel" "${kernel}_v3" "${kernel}_v4" "${kernel}_v4_vnni"; do
            case $symbol$by_width in
            *_v4_vnni*" $kernel "*)
                ! grep -q " $symbol$" symbols || fail "$symbol in the library"
                continue
                ;;
            esac
            [ "$(grep -c " T $symbol$" symbols)" -eq 1 ] || fail "not one $symbol in the library"
            [ "$symbol" = "$kernel" ] || grep -q " U $symbol$" symbols || fail "no call of $symbol"
        done
    done
}

for model in digits digits_q8; do
    mkdir "$work/$model"
    cd "$work/$model"
    cp "$source/examples/digits/$model.pte" digits.pte
    cp "$source/tests/dispatch/main.c" .
    case $form in
    bundle)
        check digits_pte_dispatch_level
        check_x86_64
        check_caps digits_pte_dispatch_level
        ;;
    arm)
        check digits_pte_dispatch_level
        check_arm
        check_caps digits_pte_dispatch_level
        ;;
    riscv)
        check digits_pte_dispatch_level
        check_riscv
        check_caps digits_pte_dispatch_level
        ;;
    library)
        for name in CMakeLists.txt cmake compiler runtime-min backends templates docs tests; do
            ln -s "$source/$name" .
        done
        # The library of the first model, which would be compiled anew for another folder.
        [ $model = digits ] || { ln -s ../digits/build . && sed -i '/^cmake /d' "$work/commands"; }
        check pte_dispatch_level
        check_x86_64
        check_library
        ;;
    esac
done

# Levels differ where they may, or the comparisons above say nothing.
cd "$work"
if [ "$form" = arm ]; then
    for model in digits digits_q8; do
        for level in 2 3; do
            [ "$($run $model/alone_$level)" = "$($run $model/alone_1)" ] || fail "other bits: $level"
        done
    done
    exit
fi
if [ "$form" = riscv ]; then
    [ "$($run digits/alone_1)" != "$($run digits/alone_2)" ] || fail "vectors fuse no products"
    exit
fi
[ "$(digits/alone_2)" != "$(digits/alone_3)" ] || fail "AVX2 has the floats of SSE2"
[ "$(digits_q8/alone_2)" = "$(digits_q8/alone_3)" ] || fail "AVX2 has other bytes than SSE2"
if ! command -v qemu-x86_64 >/dev/null; then
    echo "not checked, for want of: qemu-x86_64"
    exit 77
fi
