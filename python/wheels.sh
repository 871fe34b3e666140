#!/bin/sh
# SPDX-License-Identifier: 0BSD
# Makes the sdist, and wheels for Linux on x86-64 and aarch64 with glibc 2.17 or newer, by the compiler of the
# package ziglang. Runs on Debian: what ptec links comes from its packages and sources, and is linked
# statically, so that nothing has to be put beside the program or patched in it.
# usage: wheels.sh OUT      needs the network
set -eu
source=$(cd "$(dirname "$0")/.." && pwd)
mkdir -p "$1"
out=$(cd "$1" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

. "$source/cmake/fetch.sh"

# libraries PROCESSOR ARCHITECTURE ROOT: libmd.a as Debian has it, and libcjson.a of Debian's source, since
# its package has the shared form only.
libraries() {
    fetch "$2" "$3" download libmd-dev libcjson-dev
    for package in "$3"/*.deb; do
        dpkg-deb -x "$package" "$3"
    done
    "$zig" cc -target "$1-linux-gnu.2.17" -O2 -c "$work"/cjson/cJSON.c -o "$3/cJSON.o"
    "$zig" ar rcs "$3/libcjson.a" "$3/cJSON.o"
}

# wheel PROCESSOR ARCHITECTURE: the licences of both libraries go with them.
wheel() {
    root=$work/$1 usr=$work/$1/usr
    libraries "$1" "$2" "$root"
    CC="$zig cc -target $1-linux-gnu.2.17" \
        CMAKE_ARGS="-DCMAKE_SYSTEM_NAME=Linux -DCMAKE_SYSTEM_PROCESSOR=$1 -DCMAKE_EXE_LINKER_FLAGS=-s
            -DLIBMD_INCLUDE_DIR=$usr/include -DLIBMD_LIBRARY=$usr/lib/$1-linux-gnu/libmd.a
            -DLIBCJSON_INCLUDE_DIR=$usr/include -DLIBCJSON_LIBRARY=$root/libcjson.a" \
        python -m pip wheel --no-deps -w "$root/wheel" --config-settings=install.strip=false "$out"/ptec-*.tar.gz
    python -m wheel unpack -d "$root" "$root"/wheel/*.whl
    licences=$(echo "$root"/ptec-*/*.dist-info/licenses)
    cp "$usr/share/doc/libmd-dev/copyright" "$licences/libmd"
    cp "$work/cjson/LICENSE" "$licences/cjson"
    python -m wheel pack -d "$root/wheel" "$root"/ptec-*
    python -m wheel tags --remove --platform-tag "manylinux2014_$1" "$root"/wheel/*.whl
    mv "$root"/wheel/*.whl "$out"
    # auditwheel finds that the program needs no newer glibc than the tag says, and nothing beside it.
    python -m auditwheel show "$out"/ptec-*"manylinux2014_$1.whl" | tr '\n' ' ' | tee "$root/audit"
    grep -q "tag: \"manylinux_2_17_$1\"" "$root/audit"
}

python3 -m venv "$work/venv"
PATH=$work/venv/bin:$PATH
python -m pip install --quiet auditwheel build wheel ziglang
zig=$(python -c 'import ziglang; print(ziglang.__path__[0])')/zig
python -m build --sdist -o "$out" "$source"
fetch amd64 "$work/source" source --download-only cjson
dpkg-source -x "$work"/source/cjson_*.dsc "$work/cjson" >/dev/null
wheel x86_64 amd64
wheel aarch64 arm64
