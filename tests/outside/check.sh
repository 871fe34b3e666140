#!/bin/sh
# SPDX-License-Identifier: 0BSD
# Installs ptec into an empty prefix, then builds and runs a project with it: by find_package, by
# pkg-config, and once more after the model was touched.
# usage: check.sh CMAKE BUILD WORK MODEL
set -eu
cmake=$1 build=$2 work=$3 model=$4
here=$(cd "$(dirname "$0")" && pwd)
cc=${CC:-cc}

rm -rf "$work"
mkdir -p "$work"
cp "$here/CMakeLists.txt" "$here/main.c" "$work"
cp "$model" "$work/model.bpte"
cd "$work"

prefix=$work/prefix
"$cmake" --install "$build" --prefix "$prefix" >install.log
for file in bin/ptec include/ptec/pte_rt.h include/ptec/pte_kernels.h include/ptec/pte_threads_posix.h \
    share/man/man1/ptec.1; do
    [ -s "$prefix/$file" ] || { echo "not installed: $file"; exit 1; }
done
version=$("$prefix/bin/ptec" --version)
grep -q "^ptec (${version#ptec })" "$here/../../debian/changelog" || {
    echo "debian/changelog has no entry for $version"
    exit 1
}
# Every installed file is in a package of Debian's, whose lists have folders below /usr.
(cd "$prefix" && find . -type f | sed 's,^\.,usr,') >installed
sed 's,$,/,' "$here"/../../debian/*.install >packaged
if grep -vFf packaged installed; then
    echo "debian/*.install has no place for these"
    exit 1
fi
for header in "$prefix"/include/ptec/pte_math*.h; do
    "$cc" -std=c11 -fsyntax-only -x c "$header"
done

"$cmake" -S . -B b -DCMAKE_PREFIX_PATH="$prefix" -DCMAKE_COMPILE_WARNING_AS_ERROR=ON \
    -DCMAKE_BUILD_TYPE=Release
"$cmake" --build b
b/run_model
b/run_bundled
b/run_threaded

"$cmake" --build b >again.log
! grep Compiling again.log || { echo "a second build runs ptec again"; exit 1; }
touch model.bpte
"$cmake" --build b >touched.log
grep -q Compiling touched.log || { echo "a new model does not run ptec"; exit 1; }

PKG_CONFIG_PATH=$(dirname "$(find "$prefix" -name ptec-runtime.pc)")
export PKG_CONFIG_PATH
mkdir pc
"$prefix/bin/ptec" compile model.bpte -o pc --name model
# shellcheck disable=SC2046,SC2086 # several words on purpose
(cd pc && "$cc" ${CFLAGS:-} -I. ../main.c model.c model_weights.c -o run \
    $(pkg-config --cflags --libs ptec-runtime))
pc/run
