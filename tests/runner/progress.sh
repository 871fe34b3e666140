#!/bin/sh
# SPDX-License-Identifier: 0BSD
# What lasts is told on a terminal, in a line that vanishes again; never elsewhere, and not with -q.
# usage: progress.sh PTEC MODEL WORK      77: there is no script(1), which has a terminal
set -u
ptec=$1 model=$2 work=$3
command -v script >/dev/null || exit 77
mkdir -p "$work" && cd "$work" || exit 1
line=$(printf '\r\033[K')

# A compiler that takes longer than the line needs.
printf '#!/bin/sh\nsleep 0.1\nexec cc "$@"\n' >slow-cc
chmod +x slow-cc
script -qec "'$ptec' run '$model' --cc ./slow-cc" typescript >told || exit 1
grep -qF "${line}ptec: compiling with ./slow-cc -O2, 0 s$line" told || { echo "nothing is told"; exit 1; }
script -qec "'$ptec' run '$model' --cc ./slow-cc -n 2 -q" typescript >told || exit 1
! grep -qF -e "$line" -e "--cc gcc" told || { echo "-q tells something"; exit 1; }
"$ptec" run "$model" --cc ./slow-cc >told 2>&1 || exit 1
! grep -qF "$line" told || { echo "a file has the line"; exit 1; }

# Without --cc, a hint says what libtcc costs.
"$ptec" run "$model" -n 2 2>hint >told || exit 1
grep -q "libtcc does not optimise" hint || { echo "no hint"; exit 1; }
"$ptec" run "$model" -n 2 -q 2>hint >told
! grep -q "libtcc does not optimise" hint || { echo "a hint with -q"; exit 1; }
