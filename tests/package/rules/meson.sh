# SPDX-License-Identifier: 0BSD
# The rules are those of Meson's manual ("Dependencies", "Subprojects"): project() comes first, a dependency() falls
# back to a variable of the subproject or to what overrides it, and only the top project has tests.

check_files() {
    grep -v '^#' "$package/meson.build" | head -n 1 | grep -q "^project('net', 'c'" || fail "project() is not first"
    grep -q "^net_dep = declare_dependency(" "$package/meson.build" || fail "no dependency"
    grep -q "^meson.override_dependency('net', net_dep)$" "$package/meson.build" || fail "no override"
    sed -n "/^if not meson.is_subproject()$/,/^endif$/p" "$package/meson.build" | grep -q "subdir('example')" ||
        fail "the example is part of a program"
    grep -q "^test('cases', cases)$" "$package/example/meson.build" || fail "no test"
}

run_example() {
    rm -rf build && CFLAGS=$warns LDFLAGS=-lm meson setup build && meson compile -C build && build/example/${name}_cases
}
