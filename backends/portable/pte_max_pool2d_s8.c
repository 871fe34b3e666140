/* SPDX-License-Identifier: 0BSD
 * Maximum pooling of bytes. */
#include "pte_math.h"
#include "pte_pool.h"

static int8_t pte_max_pool2d_s8_finish(int8_t acc, int32_t n, const pte_s8 *in, const pte_tile *t,
                                       const pte_pool2d *p, const pte_s32 *q)
{
    (void)n, (void)in, (void)t, (void)p;
    return q ? (int8_t)pte_clamp_s32(acc, q[0], q[1]) : acc;
}

#define T         pte_s8
#define ACC       int8_t
#define FN(name)  pte_max_pool2d_s8_##name
#define INIT      INT8_MIN
#define IS_NAN(v) 0
#define EPILOGUE  pte_s32
#include "max_pool2d.inc"

void pte_max_pool2d_s8(pte_s8 *out, pte_s64 *index, const pte_s8 *in, const pte_s32 *q,
                       const pte_pool2d *p)
{
    pte_max_pool2d_s8_run(out, in, q, p);
    if (index)
        pte_max_pool2d_s8_positions(index, in, p);
}
