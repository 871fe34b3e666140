#!/bin/sh
# SPDX-License-Identifier: 0BSD
# RAM, flash, code, multiply-adds and times of two outputs: absolute ones as NAME.h and size have them,
# differences as one more convolution makes them by its shape, and exit codes of --fail-on.
# usage: numbers.sh PTEC STABLE WORK      STABLE: the folder tests/stable
set -u
ptec=$1 programs=$2/inserted work=$3
failures=0

fail() {
    echo "FAILED: $*"
    failures=$((failures + 1))
}

# exits CODE TEXT ARGUMENT...: of ptec diff.
exits() {
    want=$1 text=$2
    shift 2
    output=$("$ptec" diff "$@" 2>&1)
    got=$?
    case $output in
    *"$text"*) [ $got -eq "$want" ] && return ;;
    esac
    fail "ptec diff $*: exit code $got instead of $want, or no '$text' in: $output"
}

# differ NAME DELTA OLD NEW: the member of the totals in JSON.
differ() {
    got=$("$ptec" diff --json "$3" "$4" | sed -n "s/^  \"$1\": {.*\"delta\": \([-0-9]*\),.*/\1/p")
    [ "$got" = "$2" ] || fail "$1 of $3 and $4: '$got' instead of $2"
}

rm -rf "$work"
mkdir -p "$work"
cd "$work" || exit 1
base=$programs/base.pte
for name in base front middle; do
    "$ptec" compile "$programs/$name.pte" -o . --name $name >log || fail "$name: $(cat log)"
done

# A convolution 6 -> 6 of 5x5 on 8x8 has 6*6*5*5 + 6 floats, 3,624 bytes, and 8*8 times 6*6*5*5
# multiply-adds; base.h ends in a gap of 12 bytes, which 8 of these fill. All of it fits beside what lives.
gap=$(sed -n 's/^    pte_u8 gap_small\[\(.*\)\];/\1/p' base.c)
[ "$gap" = 12 ] || fail "the gap is $gap"
differ flash 3616 "$base" "$programs/middle.pte"
differ macs 57600 "$base" "$programs/middle.pte"
differ ram 0 "$base" "$programs/middle.pte"
differ steps 1 "$base" "$programs/middle.pte"
# One of 3 -> 3 of 3x3 on 32x32 has 81 + 3 floats, 336 bytes, and 32*32*81 multiply-adds; its result of
# 3*32*32 floats lives with the next one's, 4*16*16 floats: 16,384 bytes, where 5,632 were enough.
differ flash 336 "$base" "$programs/front.pte"
differ macs 82944 "$base" "$programs/front.pte"
differ ram 10752 "$base" "$programs/front.pte"
differ arena 10752 "$base" "$programs/front.pte"
differ macs -82944 "$programs/front.pte" "$base"

# What the header says, and manifests instead of programs.
ram() {
    awk '$2 ~ /_(ARENA|STATE)_BYTES$/ { n += $3 } END { print n }' "$1.h"
}
flash() {
    awk '$2 ~ /_WEIGHTS_BYTES$/ { print $3 }' "$1.h"
}
"$ptec" diff --json "$base" "$programs/front.pte" | sed 1,3d >programs
"$ptec" diff --json base.json front.json | sed 1,3d >manifests
diff programs manifests || fail "manifests tell something else than their programs"
"$ptec" diff --json base.json "$programs/front.pte" | sed 1,3d | diff - programs || fail "one of each"
for row in ram flash; do
    grep -q "^  \"$row\": {\"old\": $($row base), \"new\": $($row front)," manifests ||
        fail "$row is not that of the headers"
done

# 10,752 are 190.9 % of 5,632; 82,944 are 23.8 % of 348,192.
exits 0 "+190.9 %" base.json front.json --fail-on ram+191%
exits 3 "RAM went from 5,632 to 16,384" base.json front.json --fail-on ram+190%
exits 0 "" base.json front.json --fail-on ram+10752
exits 3 "ram+10751 allows" base.json front.json --fail-on ram+10751
exits 3 "ram+10K" base.json front.json --fail-on ram+10K
exits 0 "" base.json front.json --fail-on ram+11K,flash+336,macs+83K
exits 3 "multiply-adds went" base.json front.json --fail-on ram+1M --fail-on macs+82K
exits 3 "flash: weights went" base.json front.json --fail-on flash+0.5%,ram+1M
exits 0 "" front.json base.json --fail-on ram+0,flash+0,macs+0%

# Flash as `ptec size` has it, which size/ compares with objects, and times that were measured. The stack is what
# the compiler's call graph says; clang writes none.
"$ptec" diff --json "$base" "$programs/middle.pte" --cc gcc --cflags -Os >json || fail "--cc: exit code $?"
for name in base middle; do
    "$ptec" size "$programs/$name.pte" --cc gcc --cflags -Os >$name.size || fail "size of $name"
    awk '$1 == "flash" || $1 == "weights" || $1 == "code" { print $1, $2 }' $name.size | head -n 3 | tr -d ,
done >want
for side in old new; do
    sed -n "s/^  \"\(flash\|weights\|code\)\": .*\"$side\": \([0-9]*\),.*/\1 \2/p" json
done | diff want - || fail "flash, weights or code with --cc"
awk -F '[ ,}]*' '/^  "(weights|code|tables)"/ { sum += $4 } /^  "flash"/ { flash = $4 } END { exit !flash || sum != flash }' json ||
    fail "weights, code and tables are not flash"
exits 0 "code, tables and stack by gcc -Os" "$base" "$base" --cc gcc --cflags -Os --fail-on code+0,stack+0
exits 3 "code went from" "$base" "$programs/middle.pte" --cc gcc --cflags -Os --fail-on code+0
exits 1 "its stack is not known" "$base" "$base" --cc clang --fail-on stack+0
# No stack at all is known, too: a compiler that has each function work in registers.
cat >frameless-cc <<'END'
#!/bin/sh
gcc "$@" || exit
while [ "$1" != -o ]; do shift; done
sed -i 's/\\n[0-9]* bytes (static)/\\n0 bytes (static)/' "${2%.*}.ci"
END
chmod +x frameless-cc
exits 0 "stack                0        0      0" "$base" "$base" --cc ./frameless-cc --fail-on stack+0
steps=$(sed -n 's/^  {"name": "\([^"]*\)", "what".*/\1/p' base.json)
set -- $steps
echo "$1 0.0015" >old
printf '%s 0.001\n%s 0.0008\n' "$1" "$2" >new
exits 0 "time in ns      1,500,000  1,800,000  +300,000" base.json base.json --profile old --profile new
exits 0 "" base.json base.json --profile old --profile new --fail-on time+20%,time+300K
exits 3 "time in ns went from 1,500,000" base.json base.json --profile old --profile new --fail-on time+299999
echo "nobody 1" >bad
exits 1 "bad, line 1: the model has no step 'nobody'" base.json base.json --profile old --profile bad

# Wrong usage, bad input, and a manifest that does not tell.
for limit in ram ram+ ram+x ram-5% ram+5%% ram+1.5 ram+0x10 ram+1e3 steps+1 "" "ram+1," ram+.5%; do
    exits 2 "--fail-on takes a list" base.json front.json --fail-on "$limit"
done
exits 2 "an old and a new output" base.json
exits 2 "an old and a new output" base.json base.json base.json
exits 2 "'--markdown'" base.json base.json --markdwon
exits 2 "two forms" base.json base.json --markdown --json
exits 2 "--json is for numbers" base.json base.json --code --json
exits 2 "--cc is for numbers" "$base" "$base" --code --cc gcc
exits 2 "--cflags are for the compiler" "$base" "$base" --cflags -O2
exits 2 "--fail-on stack+0 needs --cc" "$base" "$base" --fail-on stack+0
exits 2 "--fail-on time+1% needs --profile OLD" "$base" "$base" --fail-on time+1%
exits 2 "two files of times" "$base" "$base" --profile old
exits 2 "'base.json' has none" base.json "$base" --cc gcc
exits 2 "--fail-on is for numbers" "$base" "$base" --code --fail-on ram+0
exits 2 "'base.json' has none" base.json "$base" --code
exits 1 "missing.json: cannot open" base.json missing.json
exits 1 "missing.pte: cannot open" --code missing.pte "$base"
echo '{"ptec": 2, "methods": []}' >other.json
exits 1 "other.json: has format 2; this ptec reads 1" base.json other.json
echo '{"dependencies": {}}' >other.json
exits 1 "other.json: is not a file of names" other.json base.json
for macs in '"many"' -1 1.5 9007199254740994; do
    sed "s/\"macs\": [0-9]*/\"macs\": $macs/" base.json >other.json
    exits 1 '"macs" is no whole number' other.json base.json
done
sed 's/"macs": [0-9]*/"macs": 9007199254740992/' base.json >other.json
exits 0 "" other.json base.json
sed '/^"arena_bytes"/d' base.json >other.json
exits 0 "RAM                   ?    5,632      ?" other.json base.json
exits 1 "other.json: --fail-on ram+0: it does not tell RAM" other.json base.json --fail-on ram+0
[ $failures -eq 0 ]
