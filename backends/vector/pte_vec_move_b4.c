/* SPDX-License-Identifier: 0BSD
 * Strided copy of elements of 4 bytes. */
#include "pte_dispatch.h"
#include "pte_loop.h"
#include "pte_vec_kernels.h"
#include "pte_vec_s8.h"

#define T               pte_u32
#define FN(name)        pte_vec_move_b4_##name
#define ROUNDS          2
#define ZIP(half, a, b) pte_w4_zip_##half##_32(a, b)
#include "vmove.inc"

void pte_vec_move_b4(void *out, const void *in, const pte_move *p)
{
    PTE_CALL_WIDEST(pte_vec_move_b4, (out, in, p));
    if (!pte_vec_move_b4_run(out, in, *p))
        pte_move_b4(out, in, p);
}
