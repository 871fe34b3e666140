#!/bin/sh
# SPDX-License-Identifier: 0BSD
# What `ptec package` refuses, with its message: and then nothing is written. A second.
# usage: errors.sh PTEC SOURCE WORK
set -u
ptec=$1 model=$2/tests/cases/aten/relu/case.bpte work=$3 failures=0
rm -rf "$work" && mkdir -p "$work/full/package"
cd "$work" || exit 1
: >full/package/file

# refused CODE MESSAGE OPTION...
refused() {
    code=$1 message=$2
    shift 2
    "$ptec" package "$model" "$@" >out 2>err
    [ $? -eq "$code" ] && [ "$(cat err)" = "ptec: $message" ] && [ ! -e new ] && [ "$(ls full/package)" = file ] && return
    echo "FAILED: package $*: $(cat err)"
    failures=$((failures + 1))
}
refused 2 "--for: there is no ecosystem 'esp'; those that there are: zephyr, arduino, platformio, espidf, pico, cmsis-pack, meson, rust" \
    --for esp -o new
refused 2 "package needs --for, the ecosystem. Try ptec package --help" -o new
refused 2 "package needs -o DIR, a folder for the package" --for pico
refused 1 "full/package: is not empty; a package needs a folder of its own" --for pico -o full/package
refused 1 "full/package/file: cannot open: Not a directory" --for pico -o full/package/file
refused 2 "--for rust: a model with several memories has no safe wrapper" --for rust --memory sram=1K,psram=2K -o new
for limit in platformio=50 cmsis-pack=32; do
    ecosystem=${limit%=*} most=${limit#*=}
    name=$(printf "%0${most}d" 0 | tr 0 n)
    refused 2 "--for $ecosystem: '${name}n' has more than $most characters; --name gives a shorter name" \
        --for "$ecosystem" -o new --name "${name}n"
    "$ptec" package "$model" --for "$ecosystem" -o "longest_$most" --name "$name" >out 2>err ||
        { echo "FAILED: a name of $most characters: $(cat err)"; failures=$((failures + 1)); }
done
(
    ulimit -f 1
    failures=0
    refused 1 "new/src/net.c: cannot write: File too large" --for zephyr -o new --name net
    exit $failures
) || failures=$((failures + 1))
mkdir empty
"$ptec" package "$model" --for pico -o empty >out && [ -f empty/CMakeLists.txt ] || { echo "FAILED: an empty folder"; exit 1; }
[ $failures -eq 0 ]
