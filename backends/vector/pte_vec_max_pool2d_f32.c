/* SPDX-License-Identifier: 0BSD
 * Maximum pooling of floats. */
#include "pte_dispatch.h"
#include "pte_vec_kernels.h"
#include "pte_vpool.h"

#define T                  pte_f32
#define EPILOGUE           void
#define FN(name)           pte_vec_max_pool2d_f32_##name
#define WIDTHS             PTE_FLOATS
#define ACC(N)             pte_floats_##N
#define START(N)           pte_floats_##N##_splat(PTE_NEG_INF)
#define STEP(N, acc, from) pte_floats_##N##_larger(pte_floats_##N##_load(from), acc)
#define END(N, out, acc)   pte_floats_##N##_store(out, pte_floats_##N##_clamp(acc, p->lo, p->hi))
#include "vpool.inc"

void pte_vec_max_pool2d_f32(pte_f32 *out, pte_s64 *index, const pte_f32 *in, const pte_pool2d *p)
{
    PTE_CALL_WIDEST(pte_vec_max_pool2d_f32, (out, index, in, p));
    (void)index;
    pte_vec_max_pool2d_f32_run(out, in, NULL, p);
}
