/* SPDX-License-Identifier: 0BSD
 * The level of a Mac, by the names under which macOS says what the processor has. Compiled as if
 * for macOS, with a sysctlbyname() of its own. */
#include "pte_dispatch.c"

#include <stdio.h>
#include <string.h>

static const char *const names[] = {"hw.optional.armv8_crc32", "hw.optional.arm.FEAT_LSE",
                                    "hw.optional.arm.FEAT_RDM", "hw.optional.arm.FEAT_DotProd",
                                    "hw.optional.arm.FEAT_I8MM"};

enum { NAMES = sizeof names / sizeof *names };

static int known, lacks; /* names from `known` on do not exist; number `lacks` is 0 */

int sysctlbyname(const char *name, void *value, size_t *size, void *new_value, size_t new_size)
{
    for (int i = 0; i < known; i++)
        if (strcmp(name, names[i]) == 0 && *size == 4 && !new_value && new_size == 0) {
            const int32_t has = i != lacks;

            memcpy(value, &has, sizeof has);
            return 0;
        }
    return -1;
}

static int level_of(int how_many, int but)
{
    known = how_many;
    lacks = but;
    const pte_machine m = machine_here();
    return machine_level(&m);
}

int main(void)
{
    int ok = level_of(NAMES, NAMES) == 3 && level_of(NAMES - 1, NAMES) == 2;

    for (int i = 0; i < NAMES - 1; i++)
        ok &= level_of(NAMES, i) == 1 && level_of(i, NAMES) == 1;
    ok &= level_of(NAMES, NAMES - 1) == 2;
    if (!ok)
        printf("FAILED: the level of a Mac\n");
    return !ok;
}
