#!/bin/sh
# SPDX-License-Identifier: 0BSD
# Whichever call to the system fails in ptec, or whichever allocation: one line says so, the exit code is 1, the
# files of an earlier output are as they were, and nothing is left beside them or in the temporary folder. A
# failure that does no harm, such as of the comparison with an earlier output, changes nothing.
# 4 s of a processor: of the calls to the system each fails once. Allocations are too many: each of the first 4, then
# one by a quarter further; in the process that compiles or runs the C each of the first 8, then one by an eighth
# further. The compiler of --cc is a script that has compiled before.
# usage: every.sh PTEC FAIL.so CASES WORK
set -u
ptec=$1 fail=$2 cases=$3 work=$4
model=$cases/aten/relu/case.bpte
failures=0

# Did the run fail as it should, or do what it does without a failure?
is_right() {
    [ -z "$(ls tmp)" ] || return 1
    if [ $code -eq 0 ]; then
        [ -s err ] || ! diff -r got want && return 1
        case $(cat failed 2>&1) in
        fork | mkdir | mkdtemp | mmap | pipe | posix_spawnp | rename | send | socketpair | write | *output) return 1 ;;
        esac
        rm -r got && cp -r before got
        cmp -s out want.out || grep -q "out of memory" out # that is what \`show\` shows
        return
    fi
    [ $code -eq 1 ] || return 1
    if grep -q "^ptec: standard output" err; then # of a report on files that are written
        diff -r got want || return 1
        rm -r got && cp -r before got
    fi
    diff -r got before || return 1
    case $(cat err) in
    *"
"*) return 1 ;;
    "ptec: "*) return 0 ;;
    esac
    [ ! -s err ] && grep -q "FAIL  the emitted code" out
}

# Lets each place of a command fail, one run for each, until there are no more.
every() {
    rm -rf got want
    cp -r before got
    "$ptec" "$@" >want.out || exit 1
    mv got want
    cp -r before got
    for calls in system memory child; do
        n=1
        while
            rm -f failed
            LD_PRELOAD=$fail FAIL_AT=$n FAIL_CALLS=$calls FAIL_MARK=$work/failed "$ptec" "$@" >out 2>err
            code=$?
            [ -e failed ]
        do
            is_right >differs || {
                echo "FAILED: $calls call $n, $(cat failed), of: ptec $*"
                echo "  exit code $code, or files are left, or no line for it, or other output:"
                cat differs out err
                ls tmp got
                failures=$((failures + 1))
                rm -rf tmp/* got
                cp -r before got
            }
            case $calls in
            system) n=$((n + 1)) ;;
            memory) n=$((n + n / 4 + 1)) ;;
            child) n=$((n + n / 8 + 1)) ;;
            esac
        done
        counted=$((counted + n))
        is_right >differs && [ $code -eq 0 ] || {
            echo "FAILED: exit code $code without a failure, behind $calls call $n, of: ptec $*"
            cat differs out err
            failures=$((failures + 1))
        }
    done
}

rm -rf "$work"
mkdir -p "$work/tmp"
cd "$work" || exit 1
export TMPDIR="$work/tmp"
cat >cc-once <<'END'
#!/bin/sh
for word; do
    case $word in */model.so) made=$word ;; esac
done
kept=$(basename "$made")
[ -e "$kept" ] || { gcc "$@" && cp "$made" "$kept"; }
cp "$kept" "$made"
END
chmod +x cc-once
"$ptec" compile "$cases/aten/abs/case.bpte" --name m -o before >/dev/null || exit 1
counted=0
every compile "$model" --name m -o got
every verify "$model"
every run "$model" --cc ./cc-once
every show "$model"
[ $counted -gt 1000 ] || {
    echo "FAILED: only $counted calls are counted"
    failures=$((failures + 1))
}
[ $failures -eq 0 ]
