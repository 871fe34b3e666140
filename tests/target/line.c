/* SPDX-License-Identifier: 0BSD
 * What an image for Linux writes, a line at a time: lines about as long as its buffer has room for
 * arrive whole. */
#define main image_main
#include "linux.c"
#undef main
#include "unit.h"

#include <fcntl.h>

enum { LONGEST = 3 * 128 }; /* linux.c's room, three times */

_Noreturn void pte_selftest_main(void)
{
    abort();
}

_Noreturn void pte_selftest_fault(const char *kind, const uint32_t *pc, const uint32_t *address)
{
    (void)kind, (void)pc, (void)address;
    abort();
}

int main(void)
{
    int ends[2], out = dup(STDOUT_FILENO);
    char want[LONGEST + 1], have[LONGEST + 2];
    if (out < 0 || pipe2(ends, O_NONBLOCK) != 0 || dup2(ends[1], STDOUT_FILENO) < 0)
        return 2;
    for (int n = 0; n <= LONGEST; n++) {
        ssize_t got = 0, more = 1;
        for (int i = 0; i < n; i++)
            pte_selftest_putc(want[i] = (char)('a' + unit_random() % 26));
        pte_selftest_putc(want[n] = '\n');
        for (; more > 0; got += more > 0 ? more : 0)
            more = read(ends[0], have + got, sizeof have - (size_t)got);
        CHECK(got == n + 1 && memcmp(have, want, (size_t)n + 1) == 0, "a line of %d", n);
    }
    dup2(out, STDOUT_FILENO);
    return unit_result("target/line");
}
