#!/bin/sh
# SPDX-License-Identifier: 0BSD
# Makes OUT/ptec.exe, for Windows on x86-64, by Debian's gcc-mingw-w64-x86-64. The libraries of which Debian has
# no build for Windows are made from its sources and linked statically.
# usage: windows.sh OUT [BUILD_TYPE]      needs the network; exit 77: it gave no sources
set -eu
source=$(cd "$(dirname "$0")/.." && pwd)
mkdir -p "$1"
out=$(cd "$1" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
. "$source/cmake/fetch.sh"

host=x86_64-w64-mingw32
usr=$work/usr
fetch amd64 "$work/source" source --download-only cjson libmd || exit 77
for library in cjson libmd; do
    dpkg-source -x "$work/source/$library"_*.dsc "$work/$library" >/dev/null
done
(
    cd "$work/libmd"
    ./configure --host=$host --prefix="$usr" --disable-shared && make && make install
) >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }
mkdir "$usr/include/cjson"
cp "$work/cjson/cJSON.h" "$usr/include/cjson"
$host-gcc -O2 -c "$work/cjson/cJSON.c" -o "$work/cJSON.o"
$host-ar rcs "$usr/lib/libcjson.a" "$work/cJSON.o"

cmake -S "$source" -B "$work/build" -G Ninja -DCMAKE_TOOLCHAIN_FILE="$source/cmake/$host.cmake" \
    -DCMAKE_BUILD_TYPE="${2:-Release}" -DPTE_DISPATCH=OFF -DCMAKE_PREFIX_PATH="$usr"
cmake --build "$work/build" -t ptec
cp "$work/build/compiler/ptec.exe" "$out"
