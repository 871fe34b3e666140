#!/bin/sh
# SPDX-License-Identifier: 0BSD
# Cases give the recorded outputs with other kernels too.
# usage: kernels.sh PTEC CASES PATTERN PROBE --kernels LIST [OPTION...]
#        PROBE 0: can this machine run it? (77 if not)
set -u
ptec=$1 pattern=$3 probe=$4 failures=0
runner=$(cd "$(dirname "$0")" && pwd)
cd "$2" || exit 1
shift 4
"$probe" 0 >/dev/null
[ $? -ne 77 ] || exit 77
together=
for folder in */$pattern/; do
    [ -f "$folder/case.bpte" ] || continue
    [ ! -f "$folder/want.verify" ] || continue # it says what is not equal
    calls='' args=''
    [ ! -f "$folder/sequence" ] || calls='--sequence sequence'
    [ ! -f "$folder/args" ] || args=$(cat "$folder/args")
    if [ -z "$calls$args" ]; then
        together="$together $PWD/$folder"
        continue
    fi
    # shellcheck disable=SC2086 # several words on purpose
    (cd "$folder" && "$ptec" verify case.bpte $args $calls "$@") ||
        { echo "FAILED: $folder"; failures=$((failures + 1)); }
done
echo "$together" | xargs -r -n 16 sh "$runner/together.sh" "$ptec" "$@" -- ||
    failures=$((failures + 1))
[ $failures -eq 0 ]
