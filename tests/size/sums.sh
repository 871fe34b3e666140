#!/bin/sh
# SPDX-License-Identifier: 0BSD
# The numbers of `ptec size` are those of `size -A` and of the symbols of the same C, compiled here. If each
# function has a section of its own, a linker drops what nothing refers to, and with a function that refers
# to nothing what goes with it. Weights that go with a step are those of NAME.json that no other reads.
# usage: sums.sh PTEC SOURCE WORK CC KERNELS MODEL...      exit 77: the compiler is missing
set -u
ptec=$1 source=$2 work=$3 cc=$4 kernels=$5
shift 5
failures=0 name=${cc%% *}
tools=${name%gcc}
[ "$tools" = arm-none-eabi- ] || tools=
command -v "$name" >/dev/null || { echo "$name is missing"; exit 77; }

fail() {
    echo "FAILED: $*"
    failures=$((failures + 1))
}

# same WHAT: the files `got` and `want` are equal.
same() {
    diff want got >differences || { fail "$1"; head -n 20 differences; }
}

# list NAME: the objects of a list of the JSON, a line each, as names and values.
list() {
    sed -n "/^\"$1\": \[/,/\],\{0,1\}\$/p" json | sed -n 's/^  {//p' | sed 's/[]{}",[]//g; s/: / /g'
}

rm -rf "$work"
mkdir -p "$work"
cd "$work" || exit 1
# Of one model a bundle, of several each NAME.c and files of the runtime; the weights are apart.
form="--emit bundle --weights bin"
includes=
if [ $# -gt 1 ]; then
    form=
    for folder in "$source/runtime-min" "$source"/backends/*; do
        includes="$includes -I$folder"
    done
fi
"$ptec" size "$@" --json --kernels "$kernels" --shared both --cc "$cc" >json || exit 1
# shellcheck disable=SC2086 # these are words
"$ptec" compile "$@" -o . $form --kernels "$kernels" --shared both >log || exit 1
list sections >sections # object, section, kind, bytes, named, unnamed, padding
list symbols >symbols   # name, object, kind, owner, bytes
stems=
for model; do
    stem=${model##*/}
    stems="$stems ${stem%.*}"
done
for object in $(awk '{ print $2 }' sections | sort -u); do
    from=$object
    [ -e "$from" ] || from=$(find "$source/runtime-min" "$source/backends" -name "$object")
    # shellcheck disable=SC2086
    $cc -std=c11 -fno-lto -c $includes "$from" -o "$object.o" || exit 1
    "${tools}readelf" -SW "$object.o" | sed 's/^ *\[ *\([0-9]*\)\]/\1/' |
        awk '/^[0-9]+ \./ && $8 ~ /A/ { print $2 }' >loaded
    "${tools}size" -A -d "$object.o" | awk -v object="$object" '
        FILENAME == "loaded" { loaded[$1] = 1; next }
        loaded[$1] && $2 > 0 { print object, $1, $2 }' loaded - >>all.sections
    # Of two names for one place, the longest has the bytes.
    "${tools}readelf" -sW "$object.o" | awk '
        $4 ~ /^(FUNC|OBJECT)$/ && $7 != "UND" {
            for (n = 0; $3 ~ /^0x/ && length($3) > 2; $3 = "0x" substr($3, 4))
                n = 16 * n + index("123456789abcdef", substr($3, 3, 1))
            if ($3 != "0")
                print $7, $2, $3 ~ /^0x/ ? n : $3, $8
        }' | LC_ALL=C sort -k1,2 -k3,3nr -k4 | awk -v object="$object" '
        !seen[$1 " " $2]++ { print object, $3, $4 }' >>all.symbols
done
sort all.sections >want
awk '{ print $2, $4, $8 }' sections | sort >got
same sections
for stem in $stems; do
    sed "s/ ${stem}_pte_/ pte_/" all.symbols >renamed
    mv renamed all.symbols
done
sort all.symbols >want
awk '$10 > 0 { print $4, $10, $2 }' symbols | sort >got
same symbols

# What is said to be a sum is one.
awk '$8 != $10 + $12 + $14 || $8 == 0' sections | grep . && fail "a section is not the sum of its parts"
for kind in code tables data bss; do
    sed -n "s/^\"$kind\": {//p" json | sed 's/[{}",:]//g' >sum
    awk -v kind=$kind '
        FILENAME == "sections" { if ($6 == kind) bytes += $8; next }
        { for (i = 4; i <= NF; i += 2) sum += $i; exit !($2 == sum && sum == bytes + 0) }' sections sum ||
        fail "$kind: $(cat sum)"
done

# What goes with each model and what they share are together all there is.
[ $# -eq 1 ] || {
    "$ptec" size "$@" --kernels "$kernels" --shared both --cc "$cc" >text || exit 1
    tr -d ',' <text | awk '
        /^[a-z]/ { models = /^models/; next }
        models && ($NF == "model" || !/^ *[0-9]/) { next }
        models { code += $(NF - 4); kernels += $(NF - 3); tables += $(NF - 2); weights += $(NF - 1) }
        END { print code, kernels, tables, weights }' >got
    sed -n '/^"\(flash\|code\)": {/s/[{}",:]//gp' json | awk '
        $1 == "flash" { weights = $5; tables = $9 + $11 }
        $1 == "code" { print $3, $7, tables, weights }' >want
    same "sums over models"
}

# Weights, by the constants and their readers that NAME.json lists.
[ $# -gt 1 ] || {
    awk '
        /"what": / {
            match($0, /"name": "[^"]*"/)
            step = substr($0, RSTART + 9, RLENGTH - 10)
            n = match($0, /"weights": {[^}]*}/) ? split(substr($0, RSTART + 12, RLENGTH - 13), w, ", ") : 0
            for (i = 1; i <= n; i++) {
                split(w[i], part, "\"")
                readers[part[2]]++
                of[part[2]] = step
            }
            steps[step] = 0
        }
        /^  {"name": .*"offset": .*"bytes": [0-9]*}/ {
            split($0, part, "\"")
            match($0, /"bytes": [0-9]*/)
            if (readers[part[4]] == 1)
                steps[of[part[4]]] += substr($0, RSTART + 9, RLENGTH - 9)
        }
        END { for (step in steps) print step, steps[step] }' "${stems# }.json" | sort >want
    list steps | sed 's/^name \([^ ]*\) .* weights \([0-9]*\) .*/\1 \2/' | sort >got
    same "weights that go with a step"
}

case $cc in *-ffunction-sections*-fdata-sections*) ;; *) exit $((failures > 0)) ;; esac

# dropped OBJECT...: bytes of the sections that the linker drops, without padding. What models offer stays.
dropped() {
    # shellcheck disable=SC2086 # these are words
    "${tools}ld" --gc-sections --print-gc-sections --unresolved-symbols=ignore-all -o image $roots "$@" 2>&1 |
        sed -n "s|.*removing unused section '\([^']*\)' in file '\./\(.*\).o'|\2 \1|p" | awk '
        FILENAME == "sections" { bytes[$2 " " $4] = $6 == "bss" ? 0 : $10 + $12; next }
        { sum += bytes[$0] }
        END { print sum + 0 }' sections -
}

roots=
for stem in $stems; do
    for symbol in $("${tools}nm" -g --defined-only "$stem.c.o" |
        sed -n "s/.* T \(${stem}_\)/\1/p" | grep -v "^${stem}_pte_"); do
        roots="$roots -u $symbol -e $symbol"
    done
    # What methods call by a name, and not since it was worked into them.
    "${tools}objdump" -r "$stem.c.o" | awk -v own="\\[\\.text\\.${stem}_[^p]" '
        /^RELOCATION/ { calls = $0 ~ own; next }
        calls { print $3 }' | sed "s/[-+]0x.*//; s/^\.text\.//; s/^${stem}_pte_/pte_/" >>called
done
bytes=$(dropped ./*.o)
said=$(sed -n 's/^"unreached": {"bytes": \([0-9]*\),.*/\1/p' json)
[ "$said" = "$bytes" ] || fail "nothing refers to $said bytes, but a linker drops $bytes"

# A function without its own references: the linker drops what only it reaches.
tested=0
list functions | sed -n 's/^name \([^ ]*\) .* bytes \([0-9]*\) goes bytes \([0-9]*\) .*/\1 \2 \3/p' >functions
while read -r function own goes; do
    grep -Fxq "$function" called || continue
    object=$(awk -v name="$function" '$2 == name { print $4 }' symbols)
    # The compiler may have made several of it: "run.constprop.0".
    words=$(awk -v name="$function" '$4 ~ "^.text\\.([a-z0-9_]*_)?" name "(\\..*)?$" {
        print "--remove-relocations=" $4 }' sections)
    [ -n "$words" ] || continue
    cp "$object.o" kept
    # shellcheck disable=SC2086 # these are words
    "${tools}objcopy" $words kept "$object.o" || fail objcopy
    more=$(($(dropped ./*.o) - bytes + own))
    cp kept "$object.o"
    [ "$more" -eq "$goes" ] || fail "$goes bytes go with $function, but a linker drops $more"
    tested=$((tested + 1))
done <functions
[ $tested -gt 0 ] || fail "no function was tested"
[ $failures -eq 0 ]
