#!/bin/sh
# SPDX-License-Identifier: 0BSD
# Cases give the recorded outputs with other kernels too.
# usage: kernels.sh PTEC CASES PATTERN PROBE --kernels LIST [OPTION...]
#        PROBE 0: can this machine run it? (77 if not)
set -u
ptec=$1 cases=$2 pattern=$3 probe=$4
runner=$(cd "$(dirname "$0")" && pwd)
shift 4
"$probe" 0 >/dev/null
[ $? -ne 77 ] || exit 77
cd "$cases" || exit 1
# shellcheck disable=SC2086 # a pattern
exec sh "$runner/forms.sh" "$ptec" "$cases" nothing "$@" -- */$pattern
