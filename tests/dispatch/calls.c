/* SPDX-License-Identifier: 0BSD
 * On a machine of each level, a kernel calls the one of that level, with its arguments; a kernel to
 * which the levels for bytes give nothing calls that of the level before. */
#include "pte_vec_kernels.h"

#include <stdio.h>

static int level, called;
static const void *arguments[4];

int pte_dispatch_level(void)
{
    return level;
}

static void call(int number, const void *out, const void *in, const void *table, const void *p)
{
    called = number;
    arguments[0] = out, arguments[1] = in, arguments[2] = table, arguments[3] = p;
}

#define TABLE_OF_LEVEL(number, symbol)                                                             \
    void symbol(void *out, const void *in, const pte_u8 *table, const pte_table *p);               \
    void symbol(void *out, const void *in, const pte_u8 *table, const pte_table *p)                \
    {                                                                                              \
        call(number, out, in, table, p);                                                           \
    }
#define MOVE_OF_LEVEL(number, symbol)                                                              \
    void symbol(void *out, const void *in, const pte_move *p);                                     \
    void symbol(void *out, const void *in, const pte_move *p)                                      \
    {                                                                                              \
        call(number, out, in, NULL, p);                                                            \
    }
#ifdef __x86_64__
TABLE_OF_LEVEL(3, pte_vec_table_b1_v3)
TABLE_OF_LEVEL(4, pte_vec_table_b1_v4)
TABLE_OF_LEVEL(5, pte_vec_table_b1_v4_vnni)
MOVE_OF_LEVEL(3, pte_vec_move_b4_v3)
MOVE_OF_LEVEL(4, pte_vec_move_b4_v4)
static const int widths[] = {[2] = 2, 3, 4, 4};
#elif defined(__riscv)
TABLE_OF_LEVEL(2, pte_vec_table_b1_rvv)
TABLE_OF_LEVEL(3, pte_vec_table_b1_rvv256)
MOVE_OF_LEVEL(2, pte_vec_move_b4_rvv)
MOVE_OF_LEVEL(3, pte_vec_move_b4_rvv256)
static const int widths[] = {[1] = 1, 2, 3};
#else
TABLE_OF_LEVEL(2, pte_vec_table_b1_dotprod)
TABLE_OF_LEVEL(3, pte_vec_table_b1_i8mm)
static const int widths[] = {[1] = 1, 1, 1};
#endif

/* Was that level's kernel called, with these arguments, or else did the first one compute? */
static int went_to(int expected, int computed, const void *out, const void *in, const void *table,
                   const void *p)
{
    const int least = expected == PTE_LEVEL_LEAST;

    if (called == expected && least == computed &&
        (least ||
         (arguments[0] == out && arguments[1] == in && arguments[2] == table && arguments[3] == p)))
        return 1;
    printf("FAILED: level %d calls %d, not %d, or with other arguments\n", level, called, expected);
    return 0;
}

int main(void)
{
    static const pte_u8 in[1] = {1}, table[256] = {0, 7};
    static const pte_u32 word[1] = {7};
    const pte_table p = {1};
    const pte_move move = {1, .extent = {1}, .dst_stride = {1}, .src_stride = {1}};
    int ok = 1;

    for (level = PTE_LEVEL_LEAST; level <= PTE_LEVEL_BEST; level++) {
        pte_u8 out[1] = {0};
        pte_u32 moved[1] = {0};

        called = PTE_LEVEL_LEAST;
        pte_vec_table_b1(out, in, table, &p);
        ok &= went_to(level, out[0] == 7, out, in, table, &p);
        called = PTE_LEVEL_LEAST;
        pte_vec_move_b4(moved, word, &move);
        ok &= went_to(widths[level], moved[0] == 7, moved, word, NULL, &move);
    }
    return !ok;
}
