/* SPDX-License-Identifier: 0BSD
 * A call of a kernel for microcontrollers and its result, made here and repeated elsewhere. */
#ifndef REPLAY_H
#define REPLAY_H

#include "pte_mcu_kernels.h"

#include <string.h>

/* In a file, its bytes follow: input, weights, results. */
typedef struct Call {
    int32_t depthwise, arithmetic; /* of kernels[][] */
    int32_t in_bytes, weight_bytes, out_bytes, scratch_bytes;
    int32_t lead; /* the input's start behind that of a result which lies over it; -1: it may not */
    pte_conv2d p;
    int32_t q[6];
} Call;

typedef void mcu_kernel(pte_s8 *out, pte_s8 *scratch, const pte_s8 *in, const pte_s8 *weight,
                        const pte_s32 *q, const pte_conv2d *p);
static mcu_kernel *const kernels[2][3] = {
    {pte_mcu_conv2d_s8, pte_mcu_conv2d_s8_rne, pte_mcu_conv2d_s8_fbias},
    {pte_mcu_dwconv2d_s8, pte_mcu_dwconv2d_s8_rne, pte_mcu_dwconv2d_s8_fbias},
};

/* `both` has room for the result and the input behind it. */
static int differs(const Call *c, const int8_t *in, const int8_t *weight, const int8_t *want,
                   int8_t *scratch, int8_t *both, int over)
{
    int8_t *copy = both + (over ? c->lead : c->out_bytes);
    memset(scratch, 0x55, (size_t)c->scratch_bytes);
    memset(both, 0x55, (size_t)c->out_bytes);
    memcpy(copy, in, (size_t)c->in_bytes);
    kernels[c->depthwise][c->arithmetic](both, scratch, copy, weight, c->q, &c->p);
    return memcmp(both, want, (size_t)c->out_bytes) != 0;
}

static int fails(const Call *c, const int8_t *in, const int8_t *weight, const int8_t *want,
                 int8_t *scratch, int8_t *both)
{
    int failed = differs(c, in, weight, want, scratch, both, 0);
    if (c->lead >= 0)
        failed |= 2 * differs(c, in, weight, want, scratch, both, 1);
    return failed;
}

#endif
