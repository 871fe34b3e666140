# SPDX-License-Identifier: 0BSD
# The rules are those of "idf_component.yml Manifest File" and "Component Files" of the IDF component manager's
# documentation, and of ESP-IDF's build system: a project calls project.cmake, then project(), and has a component main.

check_files() {
    manifest=$package/idf_component.yml
    only "$manifest" version description url license dependencies dependencies/idf
    has "$manifest" version description license dependencies/idf
    grep -qE '^version: "[0-9]+\.[0-9]+\.[0-9]+"$' "$manifest" || fail "version"
    for file in CMakeLists.txt README.md LICENSE examples/$name/main/CMakeLists.txt; do
        [ -f "$package/$file" ] || fail "no $file"
    done
}

run_example() {
    IDF_PATH=$here/standins/idf cmake -S examples/$name -B build -DCMAKE_C_FLAGS="$warns" && cmake --build build &&
        build/${name}_cases
}
