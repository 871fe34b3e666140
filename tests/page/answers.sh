#!/bin/sh
# SPDX-License-Identifier: 0BSD
# What the summary of `ptec report` answers, against sums over NAME.json: of steps that need as much, the first; and
# what is said of a method that no profile has times of.
# usage: answers.sh PTEC SOURCE WORK      exit 77: xmllint is missing
set -u
ptec=$1 source=$2 work=$3
. "$(dirname "$0")/page.sh"
rm -rf "$work"
mkdir -p "$work"
cd "$work" || exit 1

# tabulate NAME: "step NUMBER NAME MACS" and "buffer OFFSET BYTES FIRST LAST", whose steps are numbers.
tabulate() {
    awk 'FNR == NR && /^  [{]"name".*"what"/ {
            split($0, word, "\"")
            number[word[4]] = steps++
            printf "step %d %s %d\n", steps - 1, word[4], match($0, /"macs": [0-9]*/) ? substr($0, RSTART + 8, RLENGTH - 8) : 0
        }
        FNR != NR && /^  [{]"name".*"offset".*"first"/ {
            n = split($0, word, "\"")
            for (i = 1; i < n; i++) {
                if (word[i] == "offset") offset = word[i + 1]
                if (word[i] == "bytes") bytes = word[i + 1]
                if (word[i] == "first") first = word[i + 2]
                if (word[i] == "last") last = word[i + 2]
            }
            gsub(/[^0-9]/, "", offset)
            gsub(/[^0-9]/, "", bytes)
            print "buffer", offset, bytes, number[first], number[last]
        }' "$1.json" "$1.json"
}

# busiest: the bytes of buffers that live at each step, those that lie over each other counted once.
busiest() {
    awk 'BEGIN { n = 0 }
        $1 == "step" { name[$2] = $3; steps++ }
        $1 == "buffer" { from[n] = $2; to[n] = $2 + $3; first[n] = $4; last[n] = $5; n++ }
        END {
            for (s = 0; s < steps; s++) {
                live = end = 0
                while (1) {
                    next_one = -1
                    for (i = 0; i < n; i++)
                        if (s >= first[i] && s <= last[i] && to[i] > end && (next_one < 0 || from[i] < from[next_one]))
                            next_one = i
                    if (next_one < 0) break
                    live += to[next_one] - (from[next_one] > end ? from[next_one] : end)
                    end = to[next_one]
                }
                if (live > most) { most = live; at = s; as_many = 0 }
                else if (live == most && most) as_many++
            }
            if (!most) print "none: it needs no arena"
            else if (!as_many) printf "%d %s %d bytes live\n", at, name[at], most
            else printf "%d %s %d bytes live; at %d other step%s as many\n", at, name[at], most, as_many, (as_many > 1 ? "s" : "")
        }'
}

# heaviest: the three steps with most multiply-adds.
heaviest() {
    awk '$1 == "step" && $4 { print $4, $2, $3 }' | sort -k 1,1nr -k 2,2n |
        awk '{ macs[NR] = $1; step[NR] = $2 " " $3; sum += $1 }
            END {
                for (i = 1; i <= NR && i <= 3; i++) printf "%s %d %.1f %% ", step[i], macs[i], 100 * macs[i] / sum
                while (i <= NR && macs[i] == macs[3]) i++
                if (i > 4) printf "and %d more with as many ", i - 4
                if (!NR) print "no step has any "
            }'
}

words() {
    sed 's/\xc2\xa0/ /g' | tr -s ' \n' ' '
}

check() {
    name=$1 model=$2
    shift 2
    "$ptec" compile "$model" --name "$name" -o . "$@" >/dev/null || fail "compile $model"
    "$ptec" report "$model" --name "$name" -o "$name.html" "$@" || fail "report $model"
    tabulate "$name" >table
    busiest <table | words >want
    answer "$name" "Step with most RAM" | words >got
    same "$name: step with most RAM"
    heaviest <table | words >want
    answer "$name" "Most multiply-adds" | words >got
    same "$name: most multiply-adds"
    {
        sed -n 's/.*"arena_bytes": \([0-9]*\), "least_bytes".*/\1/p' "$name.json"
        sed -n 's/^#define .*_\(INPUT\|OUTPUT\|STATE\)[0-9]*_BYTES \([0-9]*\).*/\2/p' "$name.h"
    } | awk '{ n += $1 } END { printf "%d ", n }' >want
    get "$name.html" '//table[@class="plans"]//tr[td = "ExecuTorch"]/td[2]/text()' | words >>want
    answer "$name" "RAM beside ExecuTorch's plan" | words | sed 's/ of \([0-9]*\) bytes.*/ \1 /' >got
    same "$name: RAM"
}

corpus=$source/tests/corpus
check resnet "$corpus/resnet8_portable_q8.bpte"
check steps "$corpus/resnet8_portable_q8.bpte" -O0
check silero "$corpus/silero_portable.bpte"
check vww "$corpus/vww_portable.bpte"
check ad "$corpus/ad_portable_q8.bpte"
check relu "$source/tests/cases/aten/relu/case.bpte"

# Times of the first method alone: groups of the other one's steps have none.
llama=$source/tests/cases/networks/net_llama/case.bpte
"$ptec" compile "$llama" --name llama -o . >/dev/null || fail "compile llama"
sed -n 's/^  {"name": "\([^"]*\)", "what".*/\1 0.001/p' llama.json | sed q >times
"$ptec" report "$llama" --name llama -o llama.html --profile times || fail "report llama"
for method in 1 2; do
    xmllint --xpath "(//div[@class='steps timed'])[$method]/details[@class='group']/summary" llama.html >groups
    echo "$(grep -c '<summary>' groups) groups, $(grep -c 'of the time' groups) with times"
done >got
printf '5 groups, %d with times\n' 5 0 >want
same "llama: groups with times"
[ $failures -eq 0 ]
