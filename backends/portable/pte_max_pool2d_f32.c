/* SPDX-License-Identifier: 0BSD
 * Maximum pooling of floats. */
#include "pte_math.h"
#include "pte_pool.h"

static float pte_max_pool2d_f32_finish(float acc, int32_t n, const pte_pool2d *p, const void *epi)
{
    (void)n, (void)epi;
    return acc < p->lo ? p->lo : acc > p->hi ? p->hi : acc;
}

#define T         pte_f32
#define ACC       float
#define FN(name)  pte_max_pool2d_f32_##name
#define INIT      pte_float_of_bits(0xff800000u) /* minus infinity */
#define IS_NAN(v) ((v) != (v))
#define EPILOGUE  void
#include "max_pool2d.inc"

void pte_max_pool2d_f32(pte_f32 *out, pte_s64 *index, const pte_f32 *in, const pte_pool2d *p)
{
    pte_max_pool2d_f32_run(out, in, NULL, p);
    if (index)
        pte_max_pool2d_f32_positions(index, in, p);
}
