#!/bin/sh
# SPDX-License-Identifier: 0BSD
# Of the cases of one first letter, those with steps that XNNPACK takes, which chosen.txt lists unless they have
# arguments, give the recorded outputs; those in differs.txt do not.
# usage: cases.sh PTEC TESTS PATTERN WORK OPTION...     OPTION: of verify
set -u
ptec=$1 tests=$2 pattern=$3 work=$4 failures=0
shift 4
mkdir -p "$work"
cd "$tests/cases" || exit 1
for folder in $(sed 's, .*,,' "$tests/xnnpack/chosen.txt") */*/args; do
    folder=${folder%/args} name=${folder##*/}
    case $name in # shellcheck disable=SC2254 # a pattern
    $pattern) ;;
    *) continue ;;
    esac
    [ ! -f "$folder/want.verify" ] || continue # it says what is not equal
    options=''
    [ ! -f "$folder/args" ] || options=$(cat "$folder/args")
    case $name in # it sums in half floats
    xnnpack_*_f16 | conv_*_f16) options="$options --rtol 4e-3 --atol 2e-2" ;;
    esac
    [ ! -f "$folder/sequence" ] || options="$options --sequence sequence"
    (
        cd "$folder" || exit 1
        if [ -f args ]; then
            case $("$ptec" compile case.bpte -d select -o "$work" --kernels xnnpack,portable 2>/dev/null) in
            *'by pte_xnn_'*) ;;
            *) exit 0 ;;
            esac
        fi
        # shellcheck disable=SC2086 # several words on purpose
        "$ptec" verify case.bpte $options --kernels xnnpack,portable "$@" \
            >"$work/$name.log" 2>&1 && exit 0
        grep -q "^$name " "$tests/xnnpack/differs.txt" && exit 0
        echo "FAILED: $folder"
        cat "$work/$name.log"
        exit 1
    ) || failures=$((failures + 1))
done
[ $failures -eq 0 ]
