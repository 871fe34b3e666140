#!/bin/sh
# SPDX-License-Identifier: 0BSD
# Emitted C runs without a network and without other processes, with files, memory and time that have an end; calls.c
# tries each. A second and a half, in which a call waits and the others are made; half a second of a processor.
# usage: confined.sh PTEC CASES SOURCE WORK 'CC FLAG...', by which ptec was compiled
set -u
ptec=$1 model=$2/aten/relu/case.bpte source=$3 work=$4 compiler=$5
failures=0

rm -rf "$work"
mkdir -p "$work"
cd "$work" || exit 1
"$ptec" compile "$model" --name m --custom aten::relu.out --emit bundle -o . >out || exit 1
gcc -std=c11 -Wall -Wextra -Werror -fPIC -I. -c "$source/calls.c" -o calls.o || exit 1

# does WHAT CODE TEXT: what the call tries, and how `run` ends.
does() {
    DOES=$1 timeout 20 "$ptec" run "$model" --name m --custom aten::relu.out --link calls.o --cc gcc \
        --timeout 1 >"out.$1" 2>&1
    code=$?
    [ $code -eq "$2" ] && grep -q "$3" "out.$1" && return
    echo "FAILED: $1: exit code $code instead of $2, or no \"$3\" in:"
    cat "out.$1"
    return 1
}

does wait 1 "the emitted code waited for more than 1 s; --timeout gives it more" &
waiting=$!
for what in thread socket process program; do
    does $what 0 output || failures=$((failures + 1))
done
does file 1 "died with SIGXFSZ" || failures=$((failures + 1))
case $compiler in
*-fsanitize*) ;; # which reserves terabytes
*)
    does memory 0 output || failures=$((failures + 1))
    mkfifo pipe
    exec 3<>pipe # ptec waits for a program
    "$ptec" show - <pipe >out 2>&1 3>&- &
    until [ "$(readlink /proc/$!/exe)" = "$(readlink -f "$ptec")" ]; do
        sleep 0.01
    done
    sleep 0.05
    grep -q "Max address space  *[0-9]" /proc/$!/limits || {
        echo "FAILED: ptec itself may take all memory:"
        cat /proc/$!/limits
        failures=$((failures + 1))
    }
    exec 3>&-
    # shellcheck disable=SC2016 # the script expands it
    printf '#!/bin/sh\nulimit -v >limit\nexec gcc "$@"\n' >cc
    chmod +x cc
    "$ptec" run "$model" --cc ./cc >out 2>&1
    [ "$(cat limit)" = "$(ulimit -v)" ] || {
        echo "FAILED: a compiler has a limit of memory: $(cat limit)"
        failures=$((failures + 1))
    }
    ;;
esac
wait $waiting || failures=$((failures + 1))
[ $failures -eq 0 ]
