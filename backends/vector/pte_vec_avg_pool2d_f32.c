/* SPDX-License-Identifier: 0BSD
 * Average pooling of floats. */
#include "pte_dispatch.h"
#include "pte_vec_kernels.h"
#include "pte_vpool.h"

#define T                  pte_f32
#define EPILOGUE           void
#define FN(name)           pte_vec_avg_pool2d_f32_##name
#define WIDTHS             PTE_FLOATS
#define ACC(N)             pte_floats_##N
#define START(N)           pte_floats_##N##_splat(0)
#define STEP(N, acc, from) ((acc) + pte_floats_##N##_load(from))
#define MEAN(acc)          (divisor ? (acc) / (float)divisor : (acc))
#define END(N, out, acc)                                                                           \
    pte_floats_##N##_store(out, pte_floats_##N##_clamp(MEAN(acc), p->lo, p->hi))
#include "vpool.inc"
#undef MEAN

void pte_vec_avg_pool2d_f32(pte_f32 *out, const pte_f32 *in, const pte_pool2d *p)
{
    PTE_CALL_WIDEST(pte_vec_avg_pool2d_f32, (out, in, p));
    pte_vec_avg_pool2d_f32_run(out, in, NULL, p);
}
