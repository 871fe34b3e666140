# SPDX-License-Identifier: 0BSD
# The rules are those of schema/PACK.xsd of Open-CMSIS-Pack-Spec, and of csolution.schema.json and
# cproject.schema.json, which the CMSIS-Toolbox documents as "CSolution Project Format".

value() { # XPATH
    xmllint --xpath "string($1)" "$pdsc"
}
fits() { # XPATH PATTERN
    value "$1" | grep -qE "^($2)\$" || fail "pdsc: $1 is '$(value "$1")'"
}

check_files() {
    pdsc=$package/ptec.net.pdsc example=$package/example
    xmllint --noout "$pdsc" || fail "$pdsc"
    fits /package/@schemaVersion '1\.7\.[0-9]+'
    fits /package/vendor '[-_A-Za-z0-9]+'
    fits /package/name '[-_A-Za-z0-9]+'
    fits /package/description '.{1,256}'
    fits /package/url 'https://.*/'
    fits //release/@version '[0-9]+\.[0-9]+\.[0-9]+'
    for attribute in Cclass Cgroup Csub; do
        fits //component/@$attribute '[A-Za-z0-9][A-Za-z0-9_+():/. -]{0,31}'
    done
    fits //component/@Cversion '[0-9]+\.[0-9]+\.[0-9]+'
    fits //component/description '.{1,128}'
    [ "$pdsc" = "$package/$(value /package/vendor).$(value /package/name).pdsc" ] || fail "pdsc: its name"
    for element in $(xmllint --xpath '/package/*' "$pdsc" | sed -n 's/^<\([a-z]*\)>.*/\1/p'); do
        case $element in vendor | name | description | url | license | releases | keywords | components) ;; *) fail "$element" ;; esac
    done
    for file in $(xmllint --xpath '//file/@name' "$pdsc" | sed 's/.*"\(.*\)".*/\1/') "$(value /package/license)"; do
        [ -e "$package/$file" ] || fail "pdsc: $file"
    done
    xmllint --xpath '//file/@category' "$pdsc" | grep -vqE '"(doc|header|include|library|object|source|other)"' &&
        fail "pdsc: category"
    only "$example/net.csolution.yml" solution solution/compiler 'solution/packs(/pack|/path)?' \
        'solution/target-types(/type|/device)?' 'solution/build-types(/type|/optimize|/debug)?' 'solution/projects(/project)?'
    only "$example/net.cproject.yml" project project/language-C 'project/groups(/group|/files|/files/file)?' \
        'project/components(/component)?' 'project/misc(/for-compiler|/C|/Link)?'
    [ -f "$example/$(sed -n 's/^ *- project: //p' "$example/net.csolution.yml")" ] || fail "csolution: project"
    for file in $(sed -n 's/^ *- file: //p' "$example/net.cproject.yml"); do
        [ -f "$example/$file" ] || fail "cproject: $file"
    done
    grep -q "^ *- component: $(value /package/vendor)::$(value //component/@Cclass):$(value //component/@Cgroup):$(value //component/@Csub)\$" \
        "$example/net.cproject.yml" || fail "cproject: component"
}

run_example() {
    # shellcheck disable=SC2086 # several words on purpose
    gcc -std=c11 $warns -Isrc src/*.c example/*.c -lm -o program && ./program
}
