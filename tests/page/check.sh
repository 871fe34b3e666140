#!/bin/sh
# SPDX-License-Identifier: 0BSD
# `ptec report`: the page is well-formed and stands alone; its numbers are those of NAME.json and of the
# other files of the same compile, those of a profile, and some that were computed by hand; names that are
# markup stay text.
# usage: check.sh PTEC SOURCE WORK BOARDS MIXED REFUSING      exit 77: xmllint is missing
#   BOARDS, MIXED, REFUSING: libraries of kernels: for microcontrollers, all in C, first one that takes no bytes
set -u
ptec=$1 source=$2 work=$3 boards=$4 mixed=$5 refusing=$6
. "$(dirname "$0")/page.sh"

# check_alone PAGE: it is XML, needs no other file and runs nothing.
check_alone() {
    xmllint --noout "$1" || fail "$1 is not well-formed"
    ! grep -n '<script\|<link\|<img\|<iframe\|javascript:\|@import\|url(\|[a-z]://' "$1" || fail "$1 needs more than itself"
    ! grep -n ' src=\| href="[^#]\| on[a-z]*=' "$1" || fail "$1 refers to something else"
}

# check_page PAGE: it does so, and its links lead somewhere.
check_page() {
    check_alone "$1"
    xmllint --xpath '//a/@href' "$1" | sed 's/.*#\(.*\)"/\1/' | sort -u >want
    xmllint --xpath '//@id' "$1" | sed 's/.*"\(.*\)"/\1/' | sort >ids
    uniq -d ids | grep . && fail "$1: an id stands twice"
    comm -23 want ids | grep . && fail "$1: a link leads nowhere"
}

# check_model NAME MODEL OPTION...: with one method.
check_model() {
    name=$1 model=$2
    shift 2
    "$ptec" compile "$model" --name "$name" -o . "$@" >/dev/null || fail "compile $model"
    "$ptec" report "$model" --name "$name" -o "$name.html" "$@" || fail "report $model"
    check_page "$name.html"

    sed -n 's/^  {"name": "\([^"]*\)", "what".*/\1/p' "$name.json" >want
    get "$name.html" '//details[@class="step"]/summary/b/text()' >got
    same "$name: steps"
    # Browsers open a step for a link if its target is within, but not in the summary.
    get "$name.html" 'count(//details[@class="step"][dl/@id][not(@id)])' >got
    grep -c '^  {"name".*"what"' "$name.json" >want
    same "$name: targets of links"
    sed -n '/^  {"name".*"what"/s/.*"kernel": "\([^"]*\)".*/\1/p' "$name.json" >want
    get "$name.html" '//details[@class="step"]/summary/code/text()' | grep -v '^a loop' >got
    same "$name: kernels"
    sed -n 's/^  {"name".*"what".*"macs": \([0-9]*\).*/\1/p' "$name.json" >want
    get "$name.html" '//details[@class="step"]/summary/span[@class="n"]/text()' >got
    same "$name: multiply-adds"
    # Marks are links to what they mean; so are kinds of steps, which all have their word. (Links lead somewhere.)
    [ "$(get "$name.html" 'count(//em[not(a/@class = "word")])')" = 0 ] || fail "$name: a mark without its word"
    sed -n 's/^  {"name".*"what": "\([a-z]*\) .*/\1/p' "$name.json" | sort -u >want
    get "$name.html" '//section[@id="words"]//div[starts-with(@id, "word-kind-")][dd/text()]/dt/text()' | sort >got
    same "$name: kinds of steps"
    sed -n 's/^  {"name".*"what": "\([a-z]*\) .*/\1/p' "$name.json" >want
    get "$name.html" '//details[@class="step"]/dl/dd[preceding-sibling::dt[1] = "kind"]/a/text()' >got
    same "$name: kinds"
    grep -c '"refused": ' "$name.json" >want
    get "$name.html" 'count(//details[@class="step"]//em[. = "refused"])' >got
    same "$name: refused steps"
    sed -n 's/^  {"name": "\(.*\)", "offset": \(.*\), "bytes": \([0-9]*\), .*"first".*/\1: \3 at \2/p' "$name.json" |
        sort >want
    get "$name.html" '(//figure)[1]//svg/svg/rect/title/text()' |
        sed -n 's/^\(.*: [0-9]*\) bytes* at \([0-9]*\) steps .*/\1 at \2/p' | sort >got
    same "$name: buffers"
    # Buffers of the peak that lie over each other, by the places of NAME.json; their sum, if it is more than the peak.
    get "$name.html" '//table[@class="peak-buffers"]//tr/td[1]/text()' >peak
    sed -n 's/^  {"name": "\(.*\)", "offset": \(.*\), "bytes": \([0-9]*\), .*"first".*/\1 \2 \3/p' "$name.json" |
        awk 'FNR == NR { peak[$1] = 1; next }
            $1 in peak { name[n] = $1; from[n] = $2; to[n] = $2 + $3; sum += $3; n++ }
            END {
                for (i = 0; i < n; i++)
                    for (k = 0; k < n; k++) {
                        low = from[i] > from[k] ? from[i] : from[k]
                        high = to[i] < to[k] ? to[i] : to[k]
                        if (i != k && low < high)
                            print name[i], high - low, name[k]
                    }
                print "sum", sum
            }' peak - | sort >want
    {
        xmllint --xpath '//table[@class="peak-buffers"]/tbody/tr' "$name.html" | tr -d , | sed -n '
            s/<tr><td>\([^<]*\)<.*<td>\([0-9]*\) with \([^ <]*\)<.*/\1 \2 \3/p
            s/<tr><td>\([^<]*\)<.*<td>\([0-9]*\) with \([^ ]*\) \([0-9]*\) with \([^ <]*\)<.*/\1 \2 \3\n\1 \4 \5/p'
        sum=$(get "$name.html" '//section[@id="memory"]//p/text()' | sed -n 's/^Their sum is \([0-9]*\) .*/\1/p')
        [ -n "$sum" ] || sum=$(get "$name.html" '//table[@class="peak-buffers"]//tr/td[2]/text()' | awk '{ s += $1 } END { print s }')
        echo "sum $sum"
    } | sort >got
    same "$name: buffers of the peak"
    {
        sed -n 's/.*"arena_bytes": \([0-9]*\), "least_bytes".*/\1/p' "$name.json"
        sed -n 's/.*most live at once [0-9,]*; ExecuTorch.s plan \([0-9,]*\)\..*/\1/p' "$name.c" | tr -d ,
        wc -c <"${name}_weights.bin"
        sed -n 's/.*"program": "\([0-9a-f]*\)".*/\1/p' "$name.json"
    } >want
    {
        get "$name.html" '//table[@class="plans"]//tr[td = "ptec"]/td[3]/text()'
        get "$name.html" '//table[@class="plans"]//tr[td = "ExecuTorch"]/td[3]/text()'
        get "$name.html" '//dl[@class="cards"]/div[dt = "Flash: weights"]/dd/text()' | tr -d ' \n'
        echo
        get "$name.html" '(//header//code)[last()]/text()'
    } >got
    same "$name: sums"

    # What each step reads of the weights: their bytes stand behind the steps, so that the file is read twice.
    awk -v FS='"' '
        FNR == NR { if (/"offset"/) { sub(/^: /, "", $9); bytes[$4] = $9 + 0 } next }
        /"what"/ {
            sum = 0
            if (match($0, /"weights": [{][^}]*/)) {
                n = split(substr($0, RSTART + 12, RLENGTH - 12), word, "\"")
                for (i = 2; i <= n; i += 4)
                    sum += bytes[word[i]]
            }
            if (sum)
                print step + 0 " " $4 " " sum
            step++
        }' "$name.json" "$name.json" | sort >want
    get "$name.html" '//section[@id="weights"]//table[@class="bars"]//tr/td[position() < 3]//text()' |
        tr '\302\240' ' ' | tr -s ' ' | paste -d ' ' - - | sort >got
    same "$name: weights of steps"
    # Each step that a preferred library refused, and each loop, stands in one row: their shares add up.
    awk '/^  [{]"name".*"what"/ {
            macs = match($0, /"macs": [0-9]*/) ? substr($0, RSTART + 8, RLENGTH - 8) : 0
            all += macs
            if (/"refused"/ || !/"kernel"/) { n++; other += macs }
        }
        END { printf "%d %d\n", n, all ? 100 * other / all + 0.5 : 0 }' "$name.json" >want
    get "$name.html" '//table[@class="refused"]//td[5]/text()' |
        awk -v n="$(get "$name.html" 'count(//table[@class="refused"]//td[4]//a)')" \
            '{ sum += $1 } END { printf "%d %d\n", n, sum + 0.5 }' >got
    same "$name: steps of other libraries"
    answer "$name" "Steps not by the first library" | grep -q "^$(sed 's/^0 .*/none/; s/ .*//' want)" ||
        fail "$name: number of steps of other libraries"
    # Rows of scales that say the same stand once.
    for scales in scales constant-scales; do
        xmllint --xpath "//table[@class=\"$scales\"]/tbody/tr" "$name.html" 2>/dev/null | sort | uniq -d | grep . &&
            fail "$name: $scales: a row stands twice"
    done
}

rm -rf "$work"
mkdir -p "$work"
cd "$work" || exit 1
corpus=$source/tests/corpus

check_model resnet "$corpus/resnet8_portable_q8.bpte" --kernels "$boards"
answer resnet "Steps on floats" | grep -q mean || fail "resnet: first float"
grep -c '"kernel": ".*\(_rne\|_fbias\|_twice\)"' resnet.json >want
get resnet.html '//section[@id="quantisation"]/p/text()' | sed -n 's/^\([0-9]*\) steps on bytes multiply by floats.*/\1/p' >got
same "resnet: kernels with floats"
get resnet.html 'count(//details[@class="step"]//dd[contains(., "by a kernel that has floats inside")])' >got
same "resnet: steps of kernels with floats"
answer resnet "Steps on floats" | tr -d '\n' | grep -o '[0-9]* on bytes with floats inside of a kernel' | sed 's/ .*//' >got
same "resnet: kernels with floats in the summary"
check_model sums "$corpus/resnet8_portable_q8.bpte" --kernels portable # others add bytes by integers
grep -c '"what": "map add' sums.json >want
get sums.html '//table[@class="floats"]//tr[contains(td[2], "in between")]/td[1]/a/text()' | grep -c add >got
same "sums: bytes with floats in between"
check_model silero "$corpus/silero_portable.bpte" --kernels "$mixed"
get silero.html '//p[@class="note"]/text()' | grep -q 'may pass output 1 on to input 1\.' || fail "silero: handed over"
answer silero "Steps on floats" | grep -q 'not quantised' || fail "silero: quantised"
inside='^none: no step computes on float tensors; 1 on bytes with floats inside'
check_model cortex "$corpus/resnet8_cortex_m.bpte" --io int8 --kernels portable
answer cortex "Steps on floats" | tr -d '\n' | grep -q "$inside" && fail "cortex: floats inside"
if [ "${mixed#*vector}" != "$mixed" ]; then # whose averages of bytes are of floats
    check_model cortex "$corpus/resnet8_cortex_m.bpte" --io int8 --kernels vector,portable
    answer cortex "Steps on floats" | tr -d '\n' | grep -q "$inside" || fail "cortex: first float"
    get cortex.html '//section[@id="quantisation"]/p/text()' | grep -q '^1 step on bytes multiplies' || fail "cortex: the pool's floats"
fi
check_model fallback "$corpus/resnet8_portable_q8.bpte" --kernels "$refusing"
check_model groups "$corpus/resnet8_portable_q8.bpte" -O0 # of so many steps that some are folded
grep -q 'may pass output' resnet.html && fail "resnet: its output is no input of the next call"
check_model strips "$corpus/vww_cortex_m.bpte" --kernels "$boards" --max-ram 36K
# Of a result that a step which takes turns makes, memory holds some rows: as much as its buffer has.
get strips.html '//dt[. = "result"]/following-sibling::dd[1]' |
    sed -n 's/.*<dd>\([^:]*\):.* \([0-9]*\) bytes* held at a time (\([0-9]*\) of \([0-9]*\) rows).*/\1 \2 \3 \4/p' >held
awk '$3 >= $4 { exit 1 }' held || fail "strips: rows held"
cut -d ' ' -f 1,2 held | sort >got
sed -n 's/^  {"name": "\(.*\)", "offset": .*, "bytes": \([0-9]*\), .*"first".*/\1 \2/p' strips.json |
    awk 'FNR == NR { held[$1] = 1; next } $1 in held' held - | sort >want
same "strips: bytes held"
get strips.html 'count((//figure)[1]//rect[@class="band"]) > 0' | grep -q true || fail "strips: no band"

# A part of a buffer stands where the C has it: behind the buffer's start, here in floats of 4 bytes.
{
    grep -o 'AT(f32, [a-z0-9_]*) + [0-9]*' silero.c | sed 's/AT(f32, \(.*\)) +/\1/'
    grep -o '\(input\|output\)[0-9] + [0-9]*' silero.c | tr -d +
} | awk '{ print $1, 4 * $2 }' | sort -u >want
get silero.html '//details[@class="step"]/dl/dd' | sed -n '
    s/<dd>\([^:]*\): .* in arena at \([0-9]*\).*/\1 \2/p
    s/.* in \(input\|output\) \([0-9]\) at byte \([0-9]*\).*/\1\2 \3/p' >places
sed -n 's/^  {"name": "\(.*\)", "offset": \([0-9]*\), .*"first".*/\1 \2/p' silero.json |
    awk 'FNR == NR { at[$1] = $2; next } $2 > at[$1] + 0 { print $1, $2 - at[$1] }' - places | sort -u >got
same "silero: parts of buffers"

get silero.html '//dl[@id="m0s1"]/dd/text()' | grep '^abs_sub' | sed 's/.* weights//' >got
printf ' the number 575\n at byte 8 the number 575\n' >want
same "silero: parts of weights"

# A loop along axes says what it does there: those of the calls in tests/export.
while read -r case want; do
    "$ptec" report "$source/tests/cases/aten/$case/case.bpte" -o along.html || fail "$case"
    get along.html '//dt[. = "computes"]/following-sibling::dd[1]//text()' | tr -d '\n' | grep -qF "$want" ||
        fail "$case: not '$want'"
done <<'END'
mean_dims mean over axes 2 3 of in0
mean_all mean over axes 0 1 2 of in0
amax max over axis 1 of in0
cumsum running sum over axis 1 of in0
vector_norm_2 sum over axis 1 of mul(in0 in0) and of that as in0 sqrt(in0)
END

# Scales and zero points as the caller of the C has them.
sed -n 's/^#define .*_\(SCALE\|ZERO_POINT\) (*\([-0-9.e]*\)f*)*\( .*\)*$/\2/p' cortex.h >want
get cortex.html '//table[@class="border-scales"]//td[position() = 3 or position() = 4]/text()' >got
same "cortex: scales"
get cortex.html '//table[@class="arguments"]//td[position() = 4 or position() = 5]/text()' |
    awk '{ printf "%.6g\n", $1 }' >got
awk '{ printf "%.6g\n", $1 }' want >rounded && mv want exact && mv rounded want
same "cortex: scales of arguments"
mv exact want
paste - - <want | awk '{ printf "%.4f\n%.4f\n", (-128 - $2) * $1, (127 - $2) * $1 }' >range && mv range want
get cortex.html '//table[@class="border-scales"]//td[position() > 4]/text()' | awk '{ printf "%.4f\n", $1 }' >got
same "cortex: ranges"
sed -n 's/^#define .*_\(INPUT\|OUTPUT\)[0-9]*_BYTES \([0-9]*\).*/\2/p' cortex.h >want
get cortex.html '//table[@class="arguments"]//td[3]/text()' >got
same "cortex: bytes of arguments"
get cortex.html '//table[@class="arguments"]//td[2]/text()' | grep -c '^i8 ' >got
grep -c . want >count && mv count want
same "cortex: types of arguments"
get cortex.html '//table[@class="arguments"]//small/text()' | grep -c '^f32 in' >got
same "cortex: types in the program"

# Inputs and outputs for which ExecuTorch's plan has no room: four tensors of 3x4 floats.
"$ptec" report "$source/tests/cases/graph/unplanned_io/case.bpte" -o unplanned.html || fail "unplanned_io"
get unplanned.html '//table[@class="plans"]//tr[td = "ExecuTorch"]/td/text()' | tail -4 | tr '\n' ' ' >got
printf '192 0 0 192 ' >want
same "unplanned_io: plans"

# Steps that read and write arguments and state: those whose statement in the C has them behind the first pointer of
# the call, or as the one that it is about. A step in place, such as mul_3_a, names it but once.
users() {
    awk '/^ *STEP\(/, /;$/ { printf "%s%s", $0, /;$/ ? "\n" : " " }' "$1.c" | sed 's/^ *STEP(//; s/STATE([a-z0-9]*, \([a-z0-9]*\))/\1/g' |
        awk -v FS='[^a-z0-9_]+' '{
            for (i = 2; i <= NF; i++)
                if ($i ~ /^((in|out)put[0-9]*|total)$/) {
                    if ($i == $2) writes[$i " " $1]
                    n[$i " " $1]++
                }
        }
        END {
            for (i in n) {
                if (i in writes) print i, "written"
                if (!(i in writes) || n[i] > 2 || i ~ / mul_3_a$/ || (i ~ /^total/ && i ~ / add_3_b$/)) print i, "read"
            }
        }' | sort >want
    for way in read written; do
        for row in $(seq "$(get "$1.html" 'count(//table[@class="arguments" or @class="states"]//tr/td[1])')"); do
            name=$(get "$1.html" "(//table[@class=\"arguments\" or @class=\"states\"]//tr/td[1])[$row]/text()" | tr -d ' ')
            grep -q "[( ]$name[,);]" "$1.c" || name=${name%0}
            get "$1.html" "(//table[@class=\"arguments\" or @class=\"states\"]//tr[td])[$row]/td[@class=\"$way\"]//a/text()" |
                sed "s/^[0-9]*[^0-9a-z]*\(.*\)/$name \1 $way/"
        done
    done | sort >got
    same "$1: readers and writers"
}
users silero
"$ptec" compile "$source/tests/cases/graph/methods_shared_state/case.bpte" --name shared -o . >/dev/null || fail "shared"
"$ptec" report "$source/tests/cases/graph/methods_shared_state/case.bpte" -o shared.html || fail "shared"
users shared
# Of the inputs of this one, the second decides a branch.
"$ptec" report "$source/tests/cases/graph/cond_nested/case.bpte" -o branch.html || fail "branch"
get branch.html '//table[@class="arguments"]//td[@class="read"]' | grep -c 'a branch' >got
echo 1 >want
same "branch: inputs that decide"
get branch.html '//table[@class="arguments"]//tr[td = "input 1"]/td[@class="read"]/text()' | grep -q '^a branch$' || fail "branch: input 1"
"$ptec" report "$source/tests/cases/graph/empty_moves/case.bpte" -o unread.html || fail "unread"
get unread.html '//table[@class="arguments"]//tr[td = "input 1"]/td[@class="read"]/text()' | grep -q '^no step$' || fail "unread: input 1"
sed -n '/"state": \[/,/\]/s/.*"offset": \([0-9]*\), "bytes": \([0-9]*\).*/\2 \1/p' shared.json >want
get shared.html '(//table[@class="states"])[1]//td[@class="n"]/text()' | paste -d ' ' - - >got
same "shared: places of state"

# In a narrow window, where the head of the columns is hidden, numbers say what they count; each table can show that it
# scrolls.
get silero.html '//style/text()' | tr -s ' \n' ' ' >style
sed 's/.*@media (max-width//; s/@media print.*//' style >narrow
grep -q '\.head { display: none; }' narrow && grep -q '\.n[^{]*::after { content: "multiply-adds"' narrow || fail "narrow: numbers without a unit"
grep -q '\.wide {[^}]*overflow-x: auto;[^}]* local[ ;]' style || fail "tables do not show that they scroll"
[ "$(get silero.html 'count(//table)')" = "$(get silero.html 'count(//div[@class="wide"]/table)')" ] || fail "a table that cannot scroll"

# Inputs, outputs and state that share ExecuTorch's planned memory are no zero beside it.
[ "$(get shared.html '(//table[@class="plans"])[1]//tr[td = "ExecuTorch"]/td[4]//text()')" = planned ] || fail "shared: planned state"
sed -n 's/^#define .*_\(INPUT\|OUTPUT\)[0-9]*_BYTES \([0-9]*\).*/\2/p' silero.h | awk '{ n += $1 } END { print n " planned" }' >want
get silero.html '//table[@class="plans"]//tr[td = "ExecuTorch"]/td[5]//text()' >got
same "silero: planned inputs and outputs"

# By hand: 3x3 windows over 1 and 8 channels give 8 of 8x8, then 16 of 4x4; the rest are 256 by 10.
digits=$source/examples/digits/digits.pte
printf 'conv3x3_1x8 0.00001\n\nconv3x3_8x16\t2.5e-4\n' >times
"$ptec" report "$digits" -o digits.html --profile times || fail "digits"
check_page digits.html
get digits.html '//details[@class="step"]/summary/span[@class="n"]/text()' >got
printf '%d\n' $((9 * 1 * 8 * 64)) $((9 * 8 * 16 * 16)) 2560 >want
same "digits: multiply-adds"
get digits.html '//div[dt = "Slowest layers"]/dd//text()' | tr '\302\240' ' ' | tr -s ' \n' ' ' >got
printf '1 conv3x3_8x16 250.000 µs 96.2 %% 0 conv3x3_1x8 10.000 µs 3.8 %% ' | tr '\302\240' ' ' | tr -s ' ' >want
same "digits: times"
get digits.html '//dl[@class="cards"]/div[dt = "Time"]/dd/text()' | tr -d ' \n' >got
printf 260.000 >want
same "digits: time of all"
get digits.html '//details[@class="step"]/summary/span[@class="n time"]/text()' >got
printf '10.000\n250.000\n' >want
same "digits: times of layers"
printf 'gemm_128x128x128_a 0.001\ngemm_128x128x128_b 0.0021\n' >times
"$ptec" report "$corpus/ad_portable_q8.bpte" --kernels "$boards" -o noisy.html --profile times || fail "noisy"
get noisy.html '//p[@class="warning"]//text()' | grep -q '2\.1 times' || fail "noisy: no warning"
get noisy.html '//section[@id="work"]/p/text()' | grep -q ' noisy: 2 of ' || fail "noisy: steps that are compared"
answer noisy "Slowest layers" | grep -q noisy || fail "noisy: the summary does not say so"
sed 's/0.0021/0.0019/' times >calm
"$ptec" report "$corpus/ad_portable_q8.bpte" --kernels "$boards" -o calm.html --profile calm || fail "calm"
grep -q '"warning"' calm.html && fail "calm: a warning"
printf 'conv3x3_16x16_a 0.001\nconv3x3_32x32 0.003\n' >times
"$ptec" report "$corpus/resnet8_portable_q8.bpte" --kernels "$boards" -o apart.html --profile times || fail "apart"
get apart.html '//section[@id="work"]/p/text()' | grep -q ' noisy: 0 of ' || fail "apart: unlike steps are compared"

# A closed group of steps says what they add up to and which of them takes most: the time is 1 us times the square of
# (7 * number modulo 31), multiply-adds are those of NAME.json.
awk -v times=groups.times '/^  [{]"name".*"what"/ {
        split($0, word, "\"")
        us = (7 * step % 31) ^ 2
        printf "%s %.6f\n", word[4], us / 1000000 >times
        macs = match($0, /"macs": [0-9]*/) ? substr($0, RSTART + 8, RLENGTH - 8) + 0 : 0
        g = int(step / 25)
        if (step % 25 == 0) { sum[g] = slow[g] = all[g] = heavy[g] = 0 }
        sum[g] += us
        all[g] += macs
        if (us > slow[g]) { slow[g] = us; slowest[g] = step " " word[4] }
        if (macs > heavy[g]) { heavy[g] = macs; heaviest[g] = step " " word[4] }
        step++
    }
    END {
        for (g = 0; g * 25 < step; g++) {
            print sum[g], slowest[g], slow[g]
            print all[g], heaviest[g], heavy[g]
        }
    }' groups.json >want
"$ptec" report "$corpus/resnet8_portable_q8.bpte" --name groups -O0 -o timed.html --profile groups.times || fail "timed"
for group in $(seq "$(get timed.html 'count(//details[@class="group"])')"); do
    get timed.html "(//details[@class=\"group\"])[$group]/summary/small//text()" | tr -d '\n' |
        sed 's/\xc2\xa0/ /g; s/\.000//g' | sed -nE '
            s/^([0-9]+) µs.* slowest in ([^ ]+ [^ ]+) ([0-9]+) µs; ([0-9]+) multiply-adds.*most in ([^ ]+ [^ ]+) ([0-9]+); .*/\1 \2 \3\n\4 \5 \6/p'
    echo
done | grep . >got
same "timed: groups"
check_page timed.html

# What the profile says of itself, and of dynamic sizes that it says nothing.
image=$source/tests/cases/graph/dynamic_image/case.bpte
printf 'conv3x3_3x2 0.001\n' >times
"$ptec" report "$image" -o image.html --profile times || fail "image"
for place in '//section[@id="work"]/p/b' '//dl[@class="cards"]/div[dt = "Time"]//small'; do
    get image.html "$place//text()" | grep -q 'at sizes that the profile does not tell' || fail "image: sizes: $place"
    get calm.html "$place//text()" | grep -q 'sizes' && fail "calm: sizes: $place"
done
printf '# n = 64 on <a board>\r\n#  warm\nconv3x3_3x2 0.001\n' >times
"$ptec" report "$image" -o image.html --profile times || fail "image with a note"
check_page image.html
for place in '//section[@id="work"]/p/b' '//dl[@class="cards"]/div[dt = "Time"]//small'; do
    get image.html "$place//text()" | grep -q 'n = 64 on <a board>; warm' || fail "image: note: $place"
done
# A file in another encoding, of a terminal, or with a long note: what is no text is escaped, nothing is cut.
printf '# 20 \265s, \033[1mloud\033[m, \342\200\256back \357\277\276\357\277\277, at 84 MHz from internal flash, without caches, by the cycle counter: mean\nconv3x3_3x2 0.001\n' >times
timeout 60 "$ptec" report "$image" -o image.html --profile times || fail "image with bytes in its note: $?"
check_page image.html
get image.html '//section[@id="work"]/p/b//text()' | grep -qxF '20 \xB5s \x1B[1mloud\x1B[m \u{202E}back \u{FFFE}\u{FFFF} at 84 MHz from internal flash without caches by the cycle counter: mean' ||
    fail "image: bytes in its note"
printf 'conv3x3_1x8 0.00001\n\nconv3x3_8x16\t2.5e-4\n' >times
(mkdir other && cd other && "$ptec" report "$digits" -o digits.html --profile ../times) || fail "digits elsewhere"
cmp digits.html other/digits.html || fail "digits: another page in another folder"

expect_error() {
    printf '%s\n' "$2" >times
    "$ptec" report "$digits" -o bad.html --profile times 2>got && fail "times: $2"
    grep -q "times, line 1: .*$1" got || fail "times: $2: $(cat got)"
    [ ! -e bad.html ] || fail "a page in spite of an error"
}
expect_error "is not like" "conv3x3_1x8"
expect_error "is not like" "conv3x3_1x8 fast"
expect_error "is not like" "conv3x3_1x8 -1"
expect_error "is not like" "conv3x3_1x8 nan"
expect_error "is not like" "conv3x3_1x8 1 2"
expect_error "no step 'conv'" "conv 1"
printf 'conv3x3_1x8 1\nconv3x3_1x8 1\n' >times
"$ptec" report "$digits" -o bad.html --profile times 2>&1 | grep -q "line 2: .*already" || fail "a step with two times"

# Names that are markup: of the method, of operators, of the file.
hostile='<b>&"'"'x"
LC_ALL=C sed 's/forward/<b>\&"'"'"'x/g; s/aten::c/a<\&"'"'"'c/g' "$digits" >'<i>&"'"'.pte"
"$ptec" report '<i>&"'"'.pte" --custom x::y -o markup.html 2>got && fail "an operator that nobody has"
LC_ALL=C sed 's/forward/<b>\&"'"'"'x/g' "$digits" >'<i>&"'"'.pte"
"$ptec" report '<i>&"'"'.pte" -o markup.html || fail "markup"
check_page markup.html
get markup.html '//h3/text()' | grep -qF "Method $hostile" || fail "the method's name is not shown as it is"
get markup.html '//h1/text()' | grep -qF "<i>&\"'.pte" || fail "the file's name is not shown as it is"
[ "$(get markup.html 'count(//main//i[text()])')" = 0 ] || fail "a name became an element"
for case in "$source"/tests/hostile/method_* "$source"/tests/hostile/weight_*; do
    "$ptec" report "$case/case.bpte" -o hostile.html || fail "$case"
    check_alone hostile.html
done
for case in methods_shared_state_sequence dynamic_image cond cache_sequence methods_collide_empty; do
    for folder in "$source/tests/cases/graph/$case" "$source/tests/hostile/$case"; do
        [ -d "$folder" ] || continue
        "$ptec" report "$folder/case.bpte" -o other.html --kernels "$mixed" || fail "$case"
        check_page other.html
    done
done
[ $failures -eq 0 ]
