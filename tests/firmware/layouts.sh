#!/bin/sh
# SPDX-License-Identifier: 0BSD
# What other build systems read is complete: every file and folder that is named exists, every field
# that is asked for has a value, and the model in it compiles.
# usage: layouts.sh PTEC FIRMWARE WORK
set -eu
ptec=$1 source=$2 work=$3
. "$(dirname "$0")/expect.sh"
rm -rf "$work" && mkdir -p "$work"
cd "$source"
make -s PTEC="$ptec" BUILD="$work" library pack >"$work/log" 2>&1 || fail "$(cat "$work/log")"
compiles() { # FOLDER COMPILER...
    folder=$1
    shift
    (cd "$folder" && "$@" -Wall -Wextra -Werror -I. -fsyntax-only) || fail "$folder: $*"
}
arm="arm-none-eabi-gcc -mcpu=cortex-m4 -mfloat-abi=hard -mfpu=fpv4-sp-d16 -ffreestanding"

# ---- Arduino and PlatformIO: one library. The fields are those of their specifications.
library=$work/library/Digits
for field in name version author maintainer sentence paragraph category url architectures; do
    grep -q "^$field=." "$library/library.properties" || fail "library.properties: $field"
done
[ -f "$library/src/$(sed -n 's/^includes=//p' "$library/library.properties")" ] || fail includes
[ -f "$library/examples/Digits/Digits.ino" ] || fail "no sketch"
json() { # KEY...: the value of "KEY" in library.json
    sed -n 's/^.*"'"$1"'": "\([^"]*\)".*$/\1/p' "$library/library.json"
}
for key in name version description license frameworks headers; do
    [ -n "$(json $key)" ] || fail "library.json: $key"
done
[ -f "$library/$(json srcDir)/$(json headers)" ] || fail "library.json: headers"
for key in name version; do
    [ "$(json $key)" = "$(sed -n "s/^$key=//p" "$library/library.properties")" ] || fail "two $key"
done
# shellcheck disable=SC2086 # several words on purpose
compiles "$library/src" $arm -std=gnu11 digits.c
cat >"$work/Arduino.h" <<'END'
struct Stream {
    void begin(long);
    template <class T> void print(T);
    template <class T> void println(T);
};
extern Stream Serial;
unsigned long micros();
void delay(unsigned long);
END
compiles "$library/src" g++ -std=gnu++11 -include "$work/Arduino.h" -x c++ ../examples/Digits/Digits.ino
ini() { # KEY
    sed -n "s/^$1 *= *//p" "$source/platformio/platformio.ini"
}
[ -f "$source/platformio/$(ini src_dir)/Digits.ino" ] || fail "platformio.ini: src_dir"
[ "$(ini lib_extra_dirs)" = ../build/library ] || fail "platformio.ini: lib_extra_dirs"

# ---- Zephyr: the module's folders, and the settings that the application asks for.
module=$source/zephyr/module.yml
for folder in $(sed -n 's/^  cmake: //p' "$module"); do
    [ -f "$source/$folder/CMakeLists.txt" ] || fail "module.yml: $folder"
done
[ -f "$source/$(sed -n 's/^  kconfig: //p' "$module")" ] || fail "module.yml: kconfig"
option=$(sed -n 's/^config //p' "$source/zephyr/Kconfig")
grep -q "^CONFIG_$option=y" "$source/zephyr/app/prj.conf" || fail "prj.conf: $option"
grep -q "if(CONFIG_$option)" "$source/zephyr/CMakeLists.txt" || fail "CMakeLists.txt: $option"
for function in $(sed -n 's/^.*\(board_[a-z_]*\)(.*;.*$/\1/p' "$source/board.h"); do
    grep -q "^[a-z].* $function(" "$source/zephyr/app/board.c" || fail "zephyr: no $function"
done

# ---- CMSIS-Pack
pdsc=$work/pack/ptec.digits.pdsc
xmllint --noout "$pdsc" || fail "$pdsc"
value() { # XPATH
    xmllint --xpath "string($1)" "$pdsc"
}
for field in vendor name description url license releases/release/@version \
    components/component/@Cclass components/component/@Cgroup components/component/@Cversion; do
    [ -n "$(value "/package/$field")" ] || fail "pdsc: $field"
done
[ "$(value //component/@condition)" = "$(value //condition/@id)" ] || fail "pdsc: condition"
[ -f "$work/pack/$(value /package/license)" ] || fail "pdsc: license"
for file in $(xmllint --xpath '//file/@name' "$pdsc" | sed 's/.*"\(.*\)".*/\1/'); do
    [ -e "$work/pack/$file" ] || fail "pdsc: $file"
done
pack=$(value /package/vendor).$(value /package/name).$(value '//release/@version').pack
cmake -E tar tf "$work/$pack" | grep -q '^\(\./\)\?model/digits\.c$' || fail "$pack"
# shellcheck disable=SC2086
compiles "$work/pack/model" $arm -std=c11 digits.c
