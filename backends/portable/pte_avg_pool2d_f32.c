/* SPDX-License-Identifier: 0BSD
 * Average pooling of floats. */
#include "pte_pool.h"

static float pte_avg_pool2d_f32_finish(float acc, int32_t n, const pte_pool2d *p, const void *epi)
{
    const float v = n ? acc / (float)n : 0.0f;

    (void)epi;
    return v < p->lo ? p->lo : v > p->hi ? p->hi : v;
}

#define T                 pte_f32
#define ACC               float
#define FN(name)          pte_avg_pool2d_f32_##name
#define INIT              0.0f
#define STEP(acc, v, epi) ((acc) + (v))
#define EPILOGUE          void
#include "pool2d.inc"

void pte_avg_pool2d_f32(pte_f32 *out, const pte_f32 *in, const pte_pool2d *p)
{
    pte_avg_pool2d_f32_run(out, in, NULL, p);
}
