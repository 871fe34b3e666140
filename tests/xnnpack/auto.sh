#!/bin/sh
# SPDX-License-Identifier: 0BSD
# --kernels auto: a step is XNNPACK's exactly where the nearest class of measured.def, at most two powers
# of two away, says that it takes less than 90 % of our time; outputs are the recorded ones. Without such
# a step nothing is XNNPACK's.
# usage: auto.sh PTEC SOURCE WORK CC KERNELS     KERNELS: those of auto
set -u
ptec=$1 source=$2 work=$3 cc=$4 kernels=$5 failures=0
rm -rf "$work" && mkdir -p "$work" && cd "$work" || exit 1

fail() {
    echo "FAILED: $*"
    failures=$((failures + 1))
}

# "faster", "slower" or "unmeasured", of a class "KERNEL FORM SIZE".
judge() {
    sed -n 's/^MEASURED(\(.*\), \(.*\), \(.*\), \(.*\), \(.*\))$/\1 \2 \3 \4 \5/p' \
        "$source/backends/xnnpack/measured.def" |
        awk -v kernel="$1" -v form="$2" -v size="$3" '
            BEGIN { nearest = 3; says = "unmeasured" }
            $1 == kernel && $2 == form {
                distance = $3 > size ? $3 - size : size - $3
                if (distance < nearest) { nearest = distance; says = 100 * $5 < 90 * $4 ? "faster" : "slower" }
            }
            END { print says }'
}

steps() { # of NAME.json, a line each
    grep '^  {"name": ".*"what": ' "$1"
}

seen=
for program in corpus/resnet8_portable.bpte cases/networks/net_unet/case.bpte cases/aten/floor/case.bpte; do
    "$ptec" compile "$source/tests/$program" -o . --name first --kernels "$kernels" >/dev/null &&
        "$ptec" compile "$source/tests/$program" -o . --name chosen --kernels auto >/dev/null || exit 1
    steps first.json | sed -n 's/.*"name": "\([^"]*\)", "what": "\([^"]*\)".*"class": "\([^"]*\)".*/\1|\2|\3/p' >classes
    while IFS='|' read -r name what class; do
        step=$(steps chosen.json | grep -F "{\"name\": \"$name\", \"what\": \"$what\"") || continue # it does more
        # shellcheck disable=SC2086 # three words on purpose
        want=$(judge $class)
        case $step in
        *'"class": "'"$class"'"'*) got=faster ;;
        *) got=$(echo "$step" | sed -n 's/.*"refused": {"xnnpack": "\([a-z]*\)".*/\1/p') ;;
        esac
        [ "$got" = "$want" ] || fail "$program: $name ($class) is $got, not $want"
        seen="$seen $got"
    done <classes
    "$ptec" verify "$source/tests/$program" --kernels auto --rtol 4e-3 --atol 1e-4 --cc "$cc" >log ||
        fail "$program: $(cat log)"
done
for verdict in faster slower unmeasured; do
    case $seen in *$verdict*) ;; *) fail "no step is $verdict" ;; esac
done

"$ptec" compile "$source/tests/cases/aten/floor/case.bpte" -o . --name plain --kernels auto >/dev/null || exit 1
grep -E 'HEAP|_init|xnn' plain.[ch] && fail "a model without operators allocates"
grep -q '"--kernels", "auto"' plain.json || fail "the report does not say how it was made"
"$ptec" compile "$source/tests/cases/aten/floor/case.bpte" --kernels auto,portable >log 2>&1 && fail "auto has company"
grep -q "'auto' stands by itself" log || fail "it does not say why: $(cat log)"
[ $failures -eq 0 ]
