#!/bin/sh
# SPDX-License-Identifier: 0BSD
# What lies between the symbols of a section: padding, if it could be there to align what follows, or else bytes
# without a name. Sections laid out here go along with the emitted C. A tenth of a second.
# usage: gaps.sh PTEC MODEL WORK CC
set -u
ptec=$1 model=$2 work=$3 cc=$4
rm -rf "$work"
mkdir -p "$work"
cd "$work" || exit 1

cat >sections.h <<'END'
/* A section: a symbol of FIRST bytes, FILL up to SECOND, and there another symbol, if it has bytes. */
#define SECTION(name, flags, align, first, fill, second, more)                            \
    __asm__(".section .own_" #name ", \"" flags "\"; .balign " #align                     \
            "; .type " #name ", %object; .size " #name ", " #first                        \
            "; .type " #name "_end, %object; .size " #name "_end, " #more                 \
            "\n" #name ": .fill " #first ", 1, 7; .fill " #second " - " #first ", 1, " #fill \
            "\n" #name "_end: .fill " #more ", 1, 7; .previous")
END
# gap NAME FLAGS ALIGN FIRST FILL SECOND MORE UNNAMED: of such a section; UNNAMED of its bytes are no padding.
gap() {
    echo "SECTION($1, \"$2\", $3, $4, $5, $6, $7);" >>sections.h
    echo ".own_$1 $8 $(($6 - $4 - $8))" >>want
}
gap zeros a 16 5 0 8 8 0
gap code ax 16 5 9 8 8 0
gap words a 16 5 9 8 8 3  # zeros would be padding
gap four a 8 4 0 8 8 0    # four bytes align to eight
gap plain a 4 4 0 8 8 4   # and to nothing less
gap odd a 16 4 0 7 8 3    # what follows is not aligned
gap much a 16 4 0 32 8 28 # less would do
gap end a 16 5 0 8 0 0
"$ptec" size "$model" --json --cc "$cc" --cflags "-include $work/sections.h" >json || exit 1
sed -n 's/.*"section": "\(\.own_[a-z]*\)".*"unnamed": \([0-9]*\), "padding": \([0-9]*\)}.*/\1 \2 \3/p' json >got
diff want got
