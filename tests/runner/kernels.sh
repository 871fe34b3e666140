#!/bin/sh
# SPDX-License-Identifier: 0BSD
# Cases give the recorded outputs with other kernels too.
# usage: kernels.sh PTEC CASES PATTERN PROBE --kernels LIST [OPTION...]
#        PATTERN: of names, or a chosen.txt; PROBE 0: can this machine run it? (77 if not)
set -u
ptec=$1 cases=$2 pattern=$3 probe=$4
runner=$(cd "$(dirname "$0")" && pwd)
shift 4
"$probe" 0 >/dev/null
[ $? -ne 77 ] || exit 77
cd "$cases" || exit 1
case $pattern in
*/chosen.txt) folders=$(sed 's, .*,,' "$pattern") ;;
*) folders="*/$pattern" ;;
esac
# shellcheck disable=SC2086 # words, or a pattern
exec sh "$runner/forms.sh" "$ptec" "$cases" nothing "$@" -- $folders
