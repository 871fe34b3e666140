#!/bin/sh
# SPDX-License-Identifier: 0BSD
# What is no file, what has no room, and what ends ptec: nothing waits for ever, each refusal names the file and the
# reason, and the files of an earlier output stay as they were with nothing beside them. About a second.
# usage: files.sh PTEC TESTS WORK
set -u
ptec=$1 tests=$2 work=$3
model=$tests/cases/aten/relu/case.bpte large=$tests/corpus/resnet8_portable.bpte
failures=0

fail() {
    echo "FAILED: $*"
    cat out err
    failures=$((failures + 1))
}

# refused TEXT COMMAND...: exit code 1, and one line, with the text.
refused() {
    text=$1
    shift
    timeout 20 "$@" 2>err
    code=$?
    [ $code -eq 1 ] && [ "$(wc -l <err)" -eq 1 ] && grep -qF "$text" err ||
        fail "exit code $code, or another line than \"$text\", of: $*"
}

# unchanged: `got` is as it was.
unchanged() {
    diff -r before got >out || fail "other files after: $*"
}

# soon COMMAND...: waits until the command succeeds.
soon() {
    for _ in $(seq 500); do
        "$@" >out 2>&1 && return
        sleep 0.01
    done
    fail "never: $*"
}

rm -rf "$work"
mkdir -p "$work"
cd "$work" || exit 1
: >out

# Standard output, full and closed.
for words in ops "ops --json" --help --version "compile --help" "compile $model -o to_full" "compile $model -d import" \
    "show $model" "show $model --memory" "show $model --selected-operators" "verify $model" \
    "verify $model --steps-each" "run $model" "run $model -n 2"; do
    # shellcheck disable=SC2086 # several words on purpose
    refused "ptec: standard output: cannot write: No space left on device" "$ptec" $words >/dev/full
done
refused "ptec: standard output: cannot write: Bad file descriptor" "$ptec" verify "$model" >&-
"$ptec" show "$model" --memory-trace /dev/stdout >both || fail "a file for /dev/stdout"
grep -q traceEvents both && grep -q "^compiled by ptec" both || fail "what /dev/stdout got"

# What a run leaves has no place: it does not run.
touch file
for form in "verify --etdump" "verify --trace" "verify --target m33-qemu --profile" "run --etdump" "run --trace" \
    "run --profile"; do
    # shellcheck disable=SC2086 # several words on purpose
    refused "none/x: cannot write: No such file or directory" "$ptec" $form none/x "$model" >out
    [ -s out ] && fail "it ran: $form"
    # shellcheck disable=SC2086
    refused "ptec: .: cannot write: Is a directory" "$ptec" $form . "$model" >out
done
for form in --dump -o; do
    refused "file/x: cannot make the folder" "$ptec" run $form file/x "$model" >out
    [ -s out ] && fail "it ran: run $form"
done
"$ptec" run --profile times "$model" >out 2>err && [ "$(echo times*)" = times ] || fail "a profile that is new"

# Inputs that are no files.
mkfifo pipe
refused "pipe: is a pipe to which nobody writes" "$ptec" show pipe
refused "/dev/zero: is a device" "$ptec" show /dev/zero
refused "standard input: is a device" "$ptec" show - </dev/zero
for input in - /dev/stdin; do
    # shellcheck disable=SC2002 # a pipe, and not a file
    cat "$model" | "$ptec" show $input >out 2>err || fail "show $input of a pipe"
    "$ptec" show $input <"$model" >out 2>err || fail "show $input of a file"
done
cat "$model" >pipe &
soon "$ptec" show pipe

# A program that is cut after it was read, while its weights are waited for.
external=$tests/cases/graph/external_weights
cp "$external/case.bpte" cut.bpte
exec 3<>pipe # so that it has a writer
"$ptec" compile cut.bpte --ptd pipe -o got >out 2>err 3>&- &
soon sh -c "readlink /proc/$!/fd/* | grep '/pipe$'"
: >cut.bpte
cat "$external/weights.ptd" >&3
exec 3>&-
wait $! || fail "exit code $? after a cut of the program"
rm -r got

# Outputs that are no files.
"$ptec" compile "$model" --name m -o before >out || exit 1
cp -r before got
rm got/m.c
mkfifo got/m.c
refused "got/m.c: is a pipe from which nobody reads" "$ptec" compile "$large" --name m -o got
ln -sf /dev/full got/m.c
refused "got/m.c: cannot write: No space left on device" "$ptec" compile "$large" --name m -o got
rm got/m.c
cp before/m.c got
unchanged "a file that is a pipe"
cp before/m.c elsewhere.c
ln -sf ../elsewhere.c got/m.c
"$ptec" compile "$large" --name m -o got >out 2>err || fail "a link as output"
[ -L got/m.c ] && ! cmp -s elsewhere.c before/m.c && [ -z "$(ls ./*.tmp 2>err)" ] || fail "the file behind a link"
rm -rf got
cp -r before got

# A place that cannot be written to, or has no room; the last two only where a disk can be had.
refused "elsewhere.c/x: cannot make the folder elsewhere.c: File exists" "$ptec" compile "$model" -o elsewhere.c/x
(
    ulimit -f 1
    failures=0
    refused "got/m.c: cannot write: File too large" "$ptec" compile "$large" --name m -o got
    refused "new/x/m.c: cannot write: File too large" "$ptec" compile "$large" --name m -o new/x
    exit $failures
) || failures=$((failures + 1))
unchanged "a limit of a file's size"
[ ! -e new ] || fail "a folder is left"
mkdir disk
cat >on_disk <<'END'
mount -t tmpfs -o size=24k tmpfs disk && cp -r before disk/got || exit 77
"$1" compile "$2" --name m -o disk/got 2>full
mount -o remount,ro disk && "$1" compile "$2" --name m -o disk/got 2>read_only
"$1" compile "$2" -o disk/new/x 2>>read_only
diff -r before disk/got
END
unshare -m sh on_disk "$ptec" "$large" >out 2>err
case $? in
0)
    grep -q "disk/got/.*: cannot write: No space left on device" full || fail "a full disk: $(cat full)"
    grep -q "disk/got/.*: cannot write: Read-only file system" read_only &&
        grep -q "disk/new/x: cannot make the folder disk/new: Read-only" read_only || fail "$(cat read_only)"
    ;;
1) [ -e full ] && fail "other files on a full disk" ;;
esac

# A signal, while the files but one are written; that one is a pipe which is full.
interrupted() {
    rm -rf got
    cp -r before got
    rm got/m_weights.bin
    mkfifo got/m_weights.bin
    exec 3<>got/m_weights.bin
    env --default-signal="$1" "$ptec" compile "$large" --name m -o got >out 2>err &
    writer=$!
    soon [ -e got/m_weights.c.$writer.tmp ]
    kill -s "$1" $writer
    wait $writer
    code=$?
    exec 3>&-
    rm got/m_weights.bin
    cp before/m_weights.bin got
}
for signal in 1:HUP 2:INT 3:QUIT 15:TERM; do
    interrupted "${signal#*:}"
    [ $code -eq $((128 + ${signal%:*})) ] || fail "exit code $code by ${signal#*:}"
    unchanged "${signal#*:}"
done
[ $failures -eq 0 ]
