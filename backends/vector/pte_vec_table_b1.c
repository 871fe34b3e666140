/* SPDX-License-Identifier: 0BSD
 * Functions of a byte by their tables. */
#include "pte_dispatch.h"
#include "pte_vec_kernels.h"
#include "pte_vec_s8.h"

void pte_vec_table_b1(void *out, const void *in, const pte_u8 *table, const pte_table *p)
{
    PTE_CALL_BEST(pte_vec_table_b1, (out, in, table, p));
    pte_look_up((pte_u8 *)out, (const pte_u8 *)in, table, p->n);
}
