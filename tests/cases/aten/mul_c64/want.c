/* SPDX-License-Identifier: 0BSD */
/* model.c: made by ptec (output format 1) from sha256 685f1026540091ca. Do not edit.
 *
 * method       first input            first output            steps M mult.-adds arena bytes
 * forward      f32 3x5x2              f32 3x5x2                   1         0.00           0 */
#include "model.h"
#include "model_steps.h"
#include "pte_kernels.h"
#include "pte_math.h"

#if PTE_BIG_ENDIAN
#error "the weights are little-endian, this target is not: ptec compile --target big-endian"
#endif

/* Weights, 32 bytes. Beside each array stand its shape and a digest of its bytes. */
typedef struct model_weights_t {
    pte_weights_header header;
} PTE_ALIAS model_weights_t;
_Static_assert(sizeof(model_weights_t) == MODEL_WEIGHTS_BYTES,
               "this compiler pads the weights: leave alignment and packing to the ABI");

/* Memory plan: arena 0 bytes. */
/* Nothing but the caller's inputs and outputs. */

/* Loops, which no kernel computes. */

static void mul_f32(pte_f32 *out, const pte_f32 *a, const pte_f32 *b, const pte_f32 *c,
                    const pte_f32 *d, int32_t n0, int32_t n1, int32_t a_s0, int32_t b_s0,
                    int32_t c_s0, int32_t d_s0)
{
    for (int32_t i0 = 0; i0 < n0; i0++) {
        pte_f32 *const out0 = out + i0 * n1;
        const pte_f32 *const a0 = a + i0 * a_s0;
        const pte_f32 *const b0 = b + i0 * b_s0;
        const pte_f32 *const c0 = c + i0 * c_s0;
        const pte_f32 *const d0 = d + i0 * d_s0;
        const float a_ = a0[0];
        const float b_ = b0[0];
        const float c_ = c0[0];
        const float d_ = d0[0];
        for (int32_t i1 = 0; i1 < n1; i1++)
            out0[i1] = (i1 == 0) ? (a_ * c_ - b_ * d_) : (a_ * d_ + b_ * c_);
    }
}

/* Calls a step. PTE_STEP, which pte_rt.h defines, may be defined otherwise, to see or to time it. */
#define STEP(id, ptr, bytes, call) PTE_STEP(MODEL_STEP_##id, ptr, bytes, call)

/* Methods. */

PTE_PLACE_CODE
pte_status model_forward_with(const model_ctx *ctx, const float *input0, const float *input1,
                              float *output)
{
    if (!input0 || !input1 || !output)
        return PTE_INVALID_ARGUMENT;
    PTE_ABI_CHECK();
    (void)ctx;

    /* -> 3x5x2, from aten::mul */
    STEP(mul_3x5x2, output, 120,
         mul_f32(output, input0, input0 + 1, input1, input1 + 1, 15, 2, 2, 2, 2, 2));
    return PTE_OK;
}

/* The one-call form: memory and weights of the image. */
static const model_ctx image = {NULL, NULL, model_weights};

pte_status model_forward(const float *input0, const float *input1, float *output)
{
    return model_forward_with(&image, input0, input1, output);
}

pte_status model_check_weights(const void *weights, size_t bytes)
{
    return pte_check_weights(weights, bytes, UINT64_C(0xe3b0c44298fc1c14));
}
