# SPDX-License-Identifier: 0BSD
# The rules are those of "The Cargo Book" (The Manifest Format, Build Scripts): what a package has to have, and that one
# with `links` has a build script. The crate `cc` comes from the network; here its part is done by gcc and ar.

check_files() {
    manifest=$package/Cargo.toml
    for key in name version edition license links; do
        [ "$(grep -c "^$key = " "$manifest")" -ge 1 ] || fail "no $key"
    done
    grep -q '^cc = "1"$' "$manifest" || fail "no crate for the C"
    grep -E '^ *(println|cc::Build)' "$package/build.rs" | tr '\n' ' ' | grep -q 'rerun-if-changed.*compile("net")' ||
        fail "build.rs"
    grep -q '^#!\[no_std\]$' "$package/src/lib.rs" || fail "the standard library"
    [ -f "$package/examples/cases.rs" ] || fail "no example"
}

# The C of the package, and the crate.
build_crate() {
    mkdir -p build && rm -f build/*
    for file in src/$name.c examples/${name}_cases.c; do
        gcc -std=c11 $warns -O1 -Isrc -c "$file" -o build/"$(basename "$file" .c)".o || return 1
    done
    ar rcs build/lib$name.a build/*.o
    rustc --edition 2021 --deny warnings --crate-type rlib --crate-name $name src/lib.rs -L build \
        -l static=$name -o build/lib$name.rlib
}

link_with_crate() {
    rustc --edition 2021 --deny warnings "$1" -o "$2" --extern $name=build/lib$name.rlib
}

run_example() {
    build_crate && link_with_crate examples/cases.rs build/cases && build/cases
}

# Programs that call the crate: of a model with state, and of one with changing sizes; and whether a call with an array
# of another length is refused.
check_more() {
    pack tests/cases/graph/state/case.bpte state
    pack tests/cases/aten/abs_sizes/case.bpte sizes
    for program in state sizes; do
        (cd "$work/$program" && build_crate && link_with_crate "$here/rust/$program.rs" build/main && build/main) \
            >out 2>&1 || fail "$program" "$(cat out)"
    done
    sed 's/\[0.5f32, -1.0, 2.0\]/[0.5f32, -1.0]/' "$here/rust/state.rs" >"$work/state/short.rs"
    (cd "$work/state" && link_with_crate short.rs build/short) >out 2>&1 && fail "two elements for three"
    grep -q 'expected an array with a \(fixed \)*size of 3' out || fail "$(cat out)"
}
