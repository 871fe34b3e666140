#!/bin/sh
# SPDX-License-Identifier: 0BSD
# The commands of README.md print what README.md shows below them, and the C that it shows is a part of
# what they write.
# usage: readme.sh PTEC SOURCE WORK KERNELS...      exit 77: the cross compiler or qemu is missing, or
# README.md shows kernels that are not among the lists KERNELS
set -u
ptec=$1 source=$2 work=$3
shift 3
command -v arm-none-eabi-gcc >/dev/null && command -v qemu-system-arm >/dev/null || exit 77
rm -rf "$work"
mkdir -p "$work" && cd "$work" || exit 1
ln -s "$source/examples" "$source/tests" .
PATH=$(dirname "$ptec"):$PATH

block() { # LANGUAGE
    awk -v start="\`\`\`$1" '$0 == start { inside = 1; next } /^```/ { inside = 0 } inside' "$source/README.md"
}

block console >want
for list in $(sed -n 's/^\$ .*--kernels \([^ ]*\).*/\1/p' want); do
    case " $* " in
    *" $list "*) ;;
    *) echo "README.md shows kernels that this ptec lacks: $list"; exit 77 ;;
    esac
done
sed -n 's/^\$ //p' want | while IFS= read -r command; do
    printf '$ %s\n' "$command"
    sh -c "$command" 2>&1
done >got
# Another release of the compiler may need other instructions, and another kernel does.
for text in want got; do
    sed 's/[0-9,]* ticks ([0-9,]* instructions), stack [0-9,]*/N ticks (N instructions), stack N/' $text >$text.plain
done
diff -u want.plain got.plain || { echo "FAILED: README.md shows other output"; exit 1; }

block c >part.c
awk 'NR == FNR { part = part $0 "\n"; next } { whole = whole $0 "\n" }
    END { exit part == "" || !index(whole, part) }' part.c out/digits.c ||
    { echo "FAILED: out/digits.c does not have the C of README.md"; exit 1; }
