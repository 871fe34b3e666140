#!/bin/sh
# SPDX-License-Identifier: 0BSD
# The commands of docs/guide.md build a program that gives, at each level of x86-64, the bits of one
# compiled for that level alone; and that runs on lesser processors, which qemu plays.
# usage: check.sh bundle|library PTEC SOURCE WORK CC      exit 77: passed, but qemu is missing
set -eu
form=$1 ptec=$2 source=$3 work=$4
rm -rf "$work"
mkdir -p "$work/bin"
export CC="$5" flags=''

# The documented commands find these.
ln -s "$ptec" "$work/bin/ptec"
# Which level computes what does not rest on how the library is optimised.
cat >"$work/bin/cc" <<'END'
#!/bin/sh
case " $* " in *" -O3 "*) set -- "$@" -O1 ;; esac
exec $CC -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror -ffp-contract=off $flags "$@"
END
chmod +x "$work/bin/cc"
PATH=$work/bin:$PATH

# The commands of the form, as they are printed.
awk -v want="$form" '
    /^#/ { here = /^### One program for every x86-64$/ }
    here && /^```/ { inside = /^```sh$/; if (inside) form = form == "" ? "bundle" : "library" }
    here && inside && !/^```/ && form == want' "$source/docs/guide.md" >"$work/commands"
grep -q '^ptec compile' "$work/commands" || { echo "no commands in docs/guide.md"; exit 1; }

fail() {
    echo "FAILED: $*"
    exit 1
}

flags_of() { # LEVEL
    case $1 in
    5) echo -march=x86-64-v4 -mavx512vnni -mavx512vbmi ;;
    *) echo "-march=x86-64-v$1" ;;
    esac
}

# What each level gives by itself: alone_N
compile_alone() {
    ptec compile digits.pte -o gen --name digits --emit bundle --kernels vector,portable
    for level in 2 3 4 5; do
        # shellcheck disable=SC2046 # several words on purpose
        cc -std=c11 -O2 $(flags_of $level) -Igen main.c gen/digits.c -o alone_$level
    done
}

# The program prints the bits that one of its level alone prints; $level is its level.
has_bits_of_level() { # COMMAND...
    got=$("$@") || fail "$*: exit code $?"
    level=${got%% *}
    [ "${got#* }" = "$(./alone_"$level" | cut -d ' ' -f 2-)" ] || fail "$*: other bits: $got"
}

on() { # PROCESSOR LEVEL
    has_bits_of_level qemu-x86_64 -cpu "$1" ./app 2>/dev/null
    [ "$level" -eq "$2" ] || fail "level $level on $1"
}

check() {
    compile_alone
    flags=-DLEVEL=$1 sh -eu "$work/commands"
    has_bits_of_level ./app
    best=$level
    command -v qemu-x86_64 >/dev/null || return 0
    ! qemu-x86_64 -cpu Nehalem ./alone_3 2>/dev/null || fail "qemu runs AVX2 on a Nehalem"
    on Nehalem 2
    on Haswell 3
    for feature in avx avx2 fma bmi1 bmi2 f16c abm movbe xsave; do
        on "Haswell,-$feature" 2
    done
}

# The first unit says how far the levels go; what is above is not linked.
check_caps() {
    units=digits.o
    for most in 2 3 4 5; do
        case $most in
        5) units="$units digits_v4_vnni.o" ;;
        [34]) units="$units digits_v$most.o" ;;
        esac
        cc -std=c11 -O2 -DPTE_DISPATCH -DPTE_DISPATCH_MOST=$most -march=x86-64-v2 -c gen/digits.c
        # shellcheck disable=SC2086 # several words on purpose
        cc -static -DLEVEL="$1" -Igen main.c $units -o app
        has_bits_of_level ./app
        [ "$level" -eq $((most < best ? most : best)) ] || fail "level $level, at most $most asked"
    done
}

# The library has every kernel once for each level, and the first calls the others.
check_library() {
    nm build/dispatch/libpte_portable.a >symbols
    kernels=$(sed -n 's/^[A-Z]*(\(pte_vec_[a-z0-9_]*\),.*/\1/p' "$source"/backends/vector/*.def)
    for kernel in $kernels; do
        for symbol in "$kernel" "${kernel}_v3" "${kernel}_v4" "${kernel}_v4_vnni"; do
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
        check_caps digits_pte_dispatch_level
        ;;
    library)
        for name in CMakeLists.txt cmake compiler runtime-min backends templates docs tests; do
            ln -s "$source/$name" .
        done
        # The library of the first model, which would be compiled anew for another folder.
        [ $model = digits ] || { ln -s ../digits/build . && sed -i '/^cmake /d' "$work/commands"; }
        check pte_dispatch_level
        check_library
        ;;
    esac
done

# Levels differ where they may, or the comparisons above say nothing.
cd "$work"
[ "$(digits/alone_2)" != "$(digits/alone_3)" ] || fail "AVX2 has the floats of SSE2"
[ "$(digits_q8/alone_2)" = "$(digits_q8/alone_3)" ] || fail "AVX2 has other bytes than SSE2"
if ! command -v qemu-x86_64 >/dev/null; then
    echo "not checked, for want of: qemu-x86_64"
    exit 77
fi
