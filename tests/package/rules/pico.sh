# SPDX-License-Identifier: 0BSD
# The rules are those of "Getting started with Raspberry Pi Pico-series": pico_sdk_import.cmake before project(),
# pico_sdk_init() behind it, libraries as INTERFACE targets, outputs by pico_add_extra_outputs().

check_files() {
    grep -q '^add_library(net INTERFACE)$' "$package/CMakeLists.txt" || fail "no interface library"
    grep -E '^(include|project|pico_sdk_init|add_executable)\(' "$package/example/CMakeLists.txt" |
        sed 's/(.*//' | tr '\n' ' ' | grep -qx 'include project pico_sdk_init add_executable ' || fail "order of calls"
    grep -q '^pico_add_extra_outputs(' "$package/example/CMakeLists.txt" || fail "no .uf2"
}

run_example() {
    PICO_SDK_PATH=$here/standins/pico cmake -S example -B build -DCMAKE_C_FLAGS="$warns" \
        -DCMAKE_C_STANDARD_LIBRARIES=-lm && cmake --build build && build/${name}_cases
}
