#!/bin/sh
# SPDX-License-Identifier: 0BSD
# ptec for Windows, by wine: it writes the bytes that ptec writes here, and says what it cannot do.
# usage: check.sh PTEC EXE SOURCE WORK
set -u
ptec=$1 exe=$2 source=$3 work=$4
rm -rf "$work"
mkdir -p "$work"
cd "$work" || exit 1
WINEPREFIX=$work/wine WINEDEBUG=-all
export WINEPREFIX WINEDEBUG
failed=0

windows() {
    /usr/lib/wine/wine64 "$exe" "$@"
}

windows --version >wine.log 2>&1 # the first start makes wine's folder

# same WORD...: both print the same, with the same exit code, and leave the same files.
same() {
    rm -rf here there
    mkdir here there
    (cd here && "$ptec" "$@" >out 2>err; echo $? >code)
    (cd there && windows "$@" >out 2>text; echo $? >code; tr -d '\r' <text >err; rm text)
    diff -r here there >differences || {
        failed=$((failed + 1))
        echo "FAILED: $* does something else under Windows"
        head differences
    }
}

# refused TEXT WORD...: the message has the text, the exit code is 1.
refused() {
    text=$1
    shift
    windows "$@" >out 2>&1
    [ $? -eq 1 ] && grep -qF "$text" out || {
        failed=$((failed + 1))
        echo "FAILED: $* does not say: $text"
        cat out
    }
}

corpus=$source/tests/corpus
for model in "$corpus/kws_cortex_m.bpte" "$corpus/resnet8_portable.bpte" "$corpus/silero_portable.bpte"; do
    same compile "$model" -o gen
    same compile "$model" -o gen/bundled --emit bundle --kernels vector,portable
    same show "$model"
    same show "$model" --memory
    same cases "$model" -o gen
done
model=$corpus/kws_cortex_m.bpte
same compile "$model" -o gen --memory sram=8K,psram=1M --place '*=psram'
same compile "$model" -o gen --max-ram 1K
same show "$model" --selected-operators
same show "$source/tests/reject/adaptive_pool_dynamic/case.pte"
same report "$model" -o page.html
same package "$model" --for zephyr -o app
same diff "$model" "$corpus/ad_cortex_m.bpte"
same ops --json
same --help

# Paths of Windows; an output that is there is replaced, and nothing is left beside it.
mkdir "a b"
cp "$model" "a b/My Net.pte"
for kernels in portable mcu,portable; do
    windows compile 'a b\My Net.pte' -o "Z:$(pwd | tr / '\\')\\q\\r" --kernels $kernels >out 2>&1 || {
        failed=$((failed + 1))
        echo "FAILED: paths with backslashes"
        cat out
    }
done
"$ptec" compile "a b/My Net.pte" -o here/r --kernels mcu,portable >/dev/null
diff -r here/r q/r || failed=$((failed + 1))

refused "built for Windows, cannot run the emitted C" verify "$model"
refused "built for Windows, cannot run the emitted C" run "$model"
refused "built for Windows, cannot start a compiler" size "$model" --cc gcc
[ $failed -eq 0 ]
