/* SPDX-License-Identifier: 0BSD
 * The functions of memory that self-test images have where there is no libc, against this
 * machine's: of each number of bytes up to 19, at all offsets in words. */
#include "unit.h"

#define memset  own_memset
#define memcpy  own_memcpy
#define memmove own_memmove
#define memcmp  own_memcmp
#include "freestanding.c"
#undef memset
#undef memcpy
#undef memmove
#undef memcmp

enum { ROOM = 32, MOST = 20 };

static unsigned char bytes[ROOM], have[ROOM], want[ROOM];

static void start(void)
{
    for (int i = 0; i < ROOM; i++)
        have[i] = want[i] = bytes[i] = (unsigned char)unit_random();
}

static void check_set(int at, size_t n)
{
    const int value = (int)(unit_random() % 1024) - 512;
    start();
    CHECK(own_memset(have + at, value, n) == have + at, "memset gives another place");
    memset(want + at, value, n);
    CHECK(memcmp(have, want, ROOM) == 0, "memset of %zu at %d", n, at);
}

static void check_copies(int to, int from, size_t n)
{
    start();
    CHECK(own_memcpy(have + to, bytes + from, n) == have + to, "memcpy gives another place");
    memcpy(want + to, bytes + from, n);
    CHECK(memcmp(have, want, ROOM) == 0, "memcpy of %zu from %d to %d", n, from, to);
    start();
    CHECK(own_memmove(have + to, have + from, n) == have + to, "memmove gives another place");
    memmove(want + to, want + from, n);
    CHECK(memcmp(have, want, ROOM) == 0, "memmove of %zu from %d to %d", n, from, to);
}

static int sign(int n)
{
    return (n > 0) - (n < 0);
}

/* The two may be equal, or differ at one place; what is behind them does not count. */
static void check_compare(int to, int from, size_t n)
{
    start();
    memcpy(have + to, bytes + from, n);
    CHECK(own_memcmp(have + to, bytes + from, n) == 0, "memcmp of %zu that are equal", n);
    for (size_t i = 0; i < n; i++) {
        memcpy(have + to, bytes + from, n);
        have[to + (int)i] ^= (unsigned char)(1 + unit_random() % 255);
        CHECK(sign(own_memcmp(have + to, bytes + from, n)) ==
                  sign(memcmp(have + to, bytes + from, n)),
              "memcmp of %zu, of which number %zu differs", n, i);
    }
}

int main(void)
{
    for (size_t n = 0; n < MOST; n++)
        for (int to = 0; to < 8; to++) {
            check_set(to, n);
            for (int from = 0; from < 8; from++) {
                check_copies(to, from, n);
                check_compare(to, from, n);
            }
        }
    return unit_result("target/memory");
}
