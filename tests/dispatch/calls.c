/* SPDX-License-Identifier: 0BSD
 * On a machine of each level, a kernel calls the one of that level, with its arguments. */
#include "pte_vec_kernels.h"

#include <stdio.h>

static int level, called;
static const void *arguments[4];

int pte_dispatch_level(void)
{
    return level;
}

#define KERNEL_OF_LEVEL(number, symbol)                                                            \
    void symbol(void *out, const void *in, const pte_u8 *table, const pte_table *p);               \
    void symbol(void *out, const void *in, const pte_u8 *table, const pte_table *p)                \
    {                                                                                              \
        called = number;                                                                           \
        arguments[0] = out, arguments[1] = in, arguments[2] = table, arguments[3] = p;             \
    }
#ifdef __x86_64__
KERNEL_OF_LEVEL(3, pte_vec_table_b1_v3)
KERNEL_OF_LEVEL(4, pte_vec_table_b1_v4)
KERNEL_OF_LEVEL(5, pte_vec_table_b1_v4_vnni)
#elif defined(__riscv)
KERNEL_OF_LEVEL(2, pte_vec_table_b1_rvv)
KERNEL_OF_LEVEL(3, pte_vec_table_b1_rvv256)
#else
KERNEL_OF_LEVEL(2, pte_vec_table_b1_dotprod)
KERNEL_OF_LEVEL(3, pte_vec_table_b1_i8mm)
#endif

int main(void)
{
    static const pte_u8 in[1] = {1}, table[256] = {0, 7};
    const pte_table p = {1};
    int ok = 1;

    for (level = PTE_LEVEL_LEAST; level <= PTE_LEVEL_BEST; level++) {
        const int least = level == PTE_LEVEL_LEAST;
        pte_u8 out[1] = {0};

        called = PTE_LEVEL_LEAST;
        pte_vec_table_b1(out, in, table, &p);
        if (called != level || least != (out[0] == 7) ||
            (!least && (arguments[0] != out || arguments[1] != in || arguments[2] != table ||
                        arguments[3] != &p))) {
            printf("FAILED: level %d calls %d\n", level, called);
            ok = 0;
        }
    }
    return !ok;
}
