# SPDX-License-Identifier: 0BSD
# The rules are those of platformio/assets/schema/library.json of platformio-core.

check_files() {
    cmake -DPACKAGE="$package" -P "$here/rules/platformio.cmake" 2>log || fail "$(cat log)"
    sed -n 's/^\[env:\(.*\)\]$/\1/p' "$package/examples/$name/platformio.ini" | grep -q . || fail "platformio.ini"
    library=$(sed -n 's/^lib_deps = .*=symlink:\/\///p' "$package/examples/$name/platformio.ini")
    [ -f "$package/examples/$name/$library/library.json" ] || fail "platformio.ini: lib_deps"
}

run_example() {
    # shellcheck disable=SC2086 # several words on purpose
    gcc -std=c11 $warns -Isrc src/*.c examples/$name/src/*.c -lm -o example && ./example
}
