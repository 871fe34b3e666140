# SPDX-License-Identifier: 0BSD
# The rules are those of Zephyr's scripts/zephyr_module.py and scripts/schemas/twister/testsuite-schema.yaml; a symbol
# of a floating-point unit may not be asked for by boards that lack one, so that prj.conf names none.

check_files() {
    module=$package/zephyr/module.yml sample=$package/sample/sample.yaml
    only "$module" name build build/cmake build/kconfig samples
    has "$module" name build/cmake build/kconfig
    [ -f "$package/$(sed -n 's/^  cmake: //p' "$module")/CMakeLists.txt" ] || fail "module.yml: cmake"
    [ -f "$package/$(sed -n 's/^  kconfig: //p' "$module")" ] || fail "module.yml: kconfig"
    [ -f "$package/$(sed -n '/^samples:/,$ s/^ *- //p' "$module")/sample.yaml" ] || fail "module.yml: samples"
    test='tests/[a-zA-Z0-9_.]+'
    only "$sample" sample sample/name sample/description tests "$test" "$test/(tags|integration_platforms|harness)" \
        "$test/harness_config" "$test/harness_config/(type|regex)"
    has "$sample" sample/name tests/sample.net.cases
    sed -n 's/^ *- "\(.*passed.*\)"$/\1/p' "$sample" | grep -qx "3 passed, 0 failed" || fail "sample.yaml: regex"
    grep -q FPU "$package/sample/prj.conf" && fail "prj.conf asks for an FPU"
    grep -qx '	imply FPU' "$package/zephyr/Kconfig" || fail "Kconfig does not imply FPU"
    [ "$(grep -c '^config ' "$package/zephyr/Kconfig")" = 1 ] && grep -q '^	bool "' "$package/zephyr/Kconfig" || fail "Kconfig"
}

run_example() {
    ZEPHYR_BASE=$here/standins/zephyr cmake -S sample -B build -DCMAKE_C_FLAGS="$warns" && cmake --build build && build/app
}
