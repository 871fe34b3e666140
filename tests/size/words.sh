#!/bin/sh
# SPDX-License-Identifier: 0BSD
# `ptec size` for people: its lines are those of --json; what it says of a compiler that is missing, refuses,
# makes nothing or makes no symbols, and that no file is left. About a second.
# usage: words.sh PTEC MODEL OTHER WORK CORPUS
set -u
ptec=$1 model=$2 other=$3 work=$4 corpus=$5
failures=0

fail() {
    echo "FAILED: $*"
    failures=$((failures + 1))
}

# says TEXT CODE ARGUMENT...: of ptec size.
says() {
    text=$1 want=$2
    shift 2
    "$ptec" size "$@" >said 2>&1
    code=$?
    [ $code -eq "$want" ] || fail "$*: exit code $code instead of $want: $(cat said)"
    grep -qF -e "$text" said || fail "$*: no '$text' in: $(cat said)"
    [ -z "$(ls -A tmp)" ] || fail "$*: files are left: $(ls -A tmp)"
}

rm -rf "$work"
mkdir -p "$work/tmp"
cd "$work" || exit 1
export TMPDIR="$work/tmp"

# Sixteen steps are shown, the others counted.
for row in "16 resnet8_cortex_m" "17 resnet8_portable_q8"; do
    says "steps, and what would go with each" 0 "$corpus/${row#* }.bpte" --cc "gcc -O0"
    sed '1,/^steps, and what/d; /^    The calls/,$d' said | awk '
        /^    and [0-9]* more$/ { more = $2; lists++; next }
        $1 == 1 { shown++ }
        END { print shown + more, shown, lists + 0 }' >got
    echo "${row% *} 16 $((${row% *} > 16))" | diff - got || fail "a list of $row"
done

# What is added to a sum stands below it, two columns to the right; all is in the JSON, too.
cc="gcc -O0 -ffunction-sections -fdata-sections"
"$ptec" size "$model" --cc "$cc" --json >json || fail json
grep -q '"unbounded"' json && fail "a stack with bytes is said to be unbounded"
says "bytes, by $cc" 0 "$model" --cc "$cc"
tr -d , <said | awk '
    /^  [^ ]/ { exit }
    NR > 1 && match($0, /[^ ]/) {
        match($0, / [0-9]+( |$)/)
        n = substr($0, RSTART) + 0
        match($0, /[^ ]/)
        level = RSTART
        for (; depth && at[depth] >= level; depth--)
            if (parts[depth] && sum[depth] != bytes[depth])
                bad = bad " " name[depth]
        if (depth) {
            sum[depth] += n
            parts[depth]++
        }
        at[++depth] = level
        bytes[depth] = n
        sum[depth] = parts[depth] = 0
        name[depth] = $1
        lines++
    }
    END { if (bad || lines < 12) { print "no sum:" bad " " lines; exit 1 } }' || fail "$(cat said)"
for part in flash ram code tables data bss; do
    bytes=$(sed -n "s/^\"$part\": {\"bytes\": \([0-9]*\),.*/\1/p" json)
    word=$(echo $part | sed 's/ram/RAM/; s/^\(data\|bss\)$/.\1/')
    tr -d , <said | awk -v word="$word" -v bytes="$bytes" '$1 == word && $2 == bytes { ok = 1 } END { exit !ok }' ||
        fail "$part is not $bytes in: $(cat said)"
done
says "(shared)" 0 "$model" "$other" --cc "$cc"
# What goes with each model, and what they share, is all flash.
tr -d , <said | awk '
    $1 == "flash" { flash = $2 }
    /^functions/ { models = 0 }
    models && $NF == "(shared)" { sum += $1 + (1 + flash) * ($5 != 0) } # no weights
    models && NF == 7 && $1 + 0 { sum += $2 }
    /^models/ { models = 1 }
    END { exit !(sum == flash) }' || fail "the models are not all: $(cat said)"

# shellcheck disable=SC2016 # the script expands it
printf '#!/bin/sh\nfor last; do :; done\ngcc "$@" && strip "$last"\n' >strip-cc
chmod +x strip-cc
says "cannot start the compiler 'no-such-compiler'" 1 "$model" --cc no-such-compiler
says "the compiler does not accept the emitted C" 1 "$model" --cc "gcc --no-such-flag"
says "no-such-flag" 1 "$model" --cflags --no-such-flag
says "true -O2 makes no little-endian ELF object" 1 "$model" --cc true
says "makes an object without symbols" 1 "$model" --cc "./strip-cc -O0"
says "forward: inputs" 0 "$model" --cc "$cc -s -flto -g -gsplit-dwarf"
says "missing.pte: cannot open" 1 missing.pte
says "two models are called" 2 "$model" "$model"
says "goes with one model" 2 "$model" "$other" --prefer speed
(
    export TMPDIR="$work/none"
    "$ptec" size "$model" >said 2>&1
    [ $? -eq 1 ] && grep -q "none: cannot make a temporary folder there" said
) || fail "no folder: $(cat said)"
[ $failures -eq 0 ]
