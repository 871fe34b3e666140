/* SPDX-License-Identifier: 0BSD */
/* model.c: made by ptec (output format 1) from sha256 1cb1d558e6a5907b. Do not edit.
 *
 * method       first input            first output            steps M mult.-adds arena bytes
 * forward      f32 10x11              f32 10x11                   1         0.00           0 */
#define PTE_FREE_OF_EXCESS 1
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

static void add_f32(pte_f32 *out, const pte_f32 *a, const pte_f32 *b, int32_t n0)
{
    for (int32_t i0 = 0; i0 < n0; i0++)
        out[i0] = a[i0] + b[i0];
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

    /* -> 10x11, from aten::add */
    STEP(add_10x11, output, 440, add_f32(output, input0, input1, 110));
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
