#!/bin/sh
# SPDX-License-Identifier: 0BSD
# The lines that a self-test writes, all that templates/target/selftest.c says: of calls that write all, nothing or too
# much, that fail or do not return, of steps with results and counters. It runs on this machine, with a memory and a stack
# that are arrays. Half a second.
# usage: selftest.sh SOURCE WORK CC
set -u
here=$1/tests/target templates=$1/templates/target work=$2 cc="$3 -std=c11 -Wall -Wextra -Werror" failures=0
. "$here/records.sh"
rm -rf "$work" && mkdir -p "$work" && cd "$work" || exit 1
cp "$templates/selftest.c" "$templates/pte_selftest.h" .
cp "$here/selftest.c" main.c
cat >pte_memory.h <<'END'
#include "pte_selftest.h"
extern uint32_t stack_of_test[64];
#define pte_selftest_stack     (&stack_of_test[0])
#define pte_selftest_stack_end (&stack_of_test[64])
static inline uint32_t *pte_selftest_stack_pointer(void)
{
    return &stack_of_test[60];
}
END
$cc -fsanitize=address,undefined -fno-sanitize-recover "-DPTE_SELFTEST_COUNTERS=\"cycles\",\"two\"" main.c -o counting &&
    $cc main.c -o plain && $cc -DCALM main.c -o calm || exit 1
records >want <<'END'
start a 100
counters cycles two
# weights 1 4
# reset 0
# init 0
# run 0: 0 1
data 40 0102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f20
data 60 2122232425262728292a2b2c2d2e2f303132333435363738393a3b3c3d3e3f40
data 80 414243444546
data 8c 01020304
end 0 0 10 28 4a
# weights 1 4
# reset 1
# init 1
# run 1: 1 1
data 0 01c3c3c3c3c3c3c3
data 30 c3c3c3c3c3c3c3c3c3c3c3c3c3c3c300
data 94 c3c3c3c3c3c3c3c3c3c3c3c4
data 40 0102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f20
data 60 217f7f7f
end 1 0 10 f0 48
# weights 1 4
# run 2: 0 1
data 40 0102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f20
data 60 2122232425262728292a2b2c2d2e2f303132333435363738393a3b3c3d3e3f40
data 80 4142434445
end 2 0 10 0 45
# weights 1 4
# run 3: 1 1
data 86 00c3c3c3c3c3
end 3 25 10 0 6
# weights 1 4
# run 4: 1 1

fault 4 89abcdef 0 first kind
# restart
# weights 1 4
# run 5: 0 1

fault 5 - - second
# restart
# weights 1 4
# destroy 1
# reset 1
# init 1
end 6 1 0 0 0
# weights 1 4
# destroy 0
# reset 0
# init 0
# run 7: 0 1
step 3 cbf53a1c
step 4 0
ran 1f ffffffffffffffb0 ffffffffffffffc0
counts 14 1
value 7f7f7f097f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f
value 7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f
value 7f
ran 0 ffffffffffffffd0 ffffffffffffffe0
counts 14 1
value 7f7f7f097f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f
ran 2 fffffffffffffff0 0
counts 14 1
data 40 7f7f7f09
end 7 0 70 0 65
# weights 1 4
# reset 1
# init 1
# run 8: 1 1
end 8 0 10 0 0
# weights 1 4
end 9 24 0 0 0
done
# 11
END

# gives COMMAND...: writes what is in `want`, and its exit code.
gives() {
    "$@" >got
    echo "# $?" >>got
    diff want got || { echo "FAILED: $*"; failures=1; }
}
gives ./counting 1
sed -i '/^ptec:count/d' want
gives ./counting 0
gives ./plain 0
./calm >got
[ $? -eq 10 ] || { echo "FAILED: the exit code of calls without a fault"; failures=1; }
[ "$(grep -c '^# run [0-8]: [01] 1$' got) $(grep -c '^# weights 1 4$' got) $(grep -c '^#' got)" = "9 10 19" ] ||
    { echo "FAILED: without state" && cat got && failures=1; }
[ $failures -eq 0 ]
