#!/bin/sh
# SPDX-License-Identifier: 0BSD
# An integer program gives the recorded bits whatever a compiler may fuse; on x86, nothing is fused
# in it.
# usage: integers.sh PTEC PROGRAM WORK 'CC FLAG...'...      exit 77: passed, but a compiler is missing
set -eu
ptec=$1 program=$2 work=$3
shift 3
missing=

rm -rf "$work"
mkdir -p "$work"
# A compiler that leaves a copy of what it makes.
cat >"$work/keeping" <<'END'
#!/bin/sh
$CC "$@" || exit
while [ "$1" != -o ]; do shift; done
cp "$2" "$KEPT"
END
chmod +x "$work/keeping"
export CC KEPT="$work/model.so"
for compiler; do
    cc=${compiler%% *}
    if ! command -v "$cc" >/dev/null; then
        missing="$missing $cc"
        continue
    fi
    CC=$cc
    rm -f "$KEPT"
    "$ptec" verify "$program" --cc "$work/keeping" --cflags "${compiler#* }" >"$work/answer" ||
        { cat "$work/answer"; exit 1; }
    ! grep 'largest error' "$work/answer" || exit 1
    objdump -d "$KEPT" >"$work/code"
    ! grep -E 'vfn?m(add|sub)' "$work/code" || { echo "fused: $compiler"; exit 1; }
done
if [ -n "$missing" ]; then
    echo "not checked, for want of:$missing"
    exit 77
fi
