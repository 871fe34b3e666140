# SPDX-License-Identifier: 0BSD
# The rules are those of Arduino's library specification, revision 2.2 (arduino-cli, docs/library-specification.md).

check_files() {
    properties=$package/library.properties
    for field in name version author maintainer sentence paragraph category url architectures; do
        grep -q "^$field=." "$properties" || fail "library.properties: $field"
    done
    grep -qvE '^(name|version|author|maintainer|sentence|paragraph|category|url|architectures|includes)=' "$properties" &&
        fail "library.properties: $(cat "$properties")"
    grep -qE '^name=[A-Za-z0-9][A-Za-z0-9 _.-]*$' "$properties" || fail "name"
    grep -qE '^version=[0-9]+\.[0-9]+\.[0-9]+$' "$properties" || fail "version"
    grep -qE '^category=(Display|Communication|Signal Input/Output|Sensors|Device Control|Timing|Data Storage|Data Processing|Other)$' \
        "$properties" || fail "category"
    grep -qx 'architectures=\*' "$properties" || fail "architectures"
    [ -f "$package/src/$(sed -n 's/^includes=//p' "$properties")" ] || fail "includes"
    for sketch in "$package"/examples/*; do
        [ -f "$sketch/$(basename "$sketch").ino" ] || fail "a sketch is called as its folder is"
    done
}

# The tools compile all of src/ and of the sketch's folder; only src/ is searched for headers.
run_example() {
    # shellcheck disable=SC2086 # several words on purpose
    (cd examples/$name && for file in ../../src/*.c *.c; do gcc -std=gnu11 $warns -I../../src -c "$file" || exit 1; done) &&
        (cd examples/$name &&
            g++ -std=gnu++11 -Wall -Wextra -Werror -I../../src -include "$here/standins/Arduino.h" -x c++ $name.ino \
                -x none ./*.o -lm -o sketch && ./sketch)
}
