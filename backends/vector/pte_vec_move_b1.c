/* SPDX-License-Identifier: 0BSD
 * Strided copy of elements of 1 byte. */
#include "pte_dispatch.h"
#include "pte_loop.h"
#include "pte_vec_kernels.h"
#include "pte_vec_s8.h"

#define T               pte_u8
#define FN(name)        pte_vec_move_b1_##name
#define ROUNDS          4
#define ZIP(half, a, b) pte_w4_zip_##half##_8(a, b)
#include "vmove.inc"

void pte_vec_move_b1(void *out, const void *in, const pte_move *p)
{
    PTE_CALL_WIDEST(pte_vec_move_b1, (out, in, p));
    if (!pte_vec_move_b1_run(out, in, *p))
        pte_move_b1(out, in, p);
}
