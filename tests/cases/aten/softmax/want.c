/* SPDX-License-Identifier: 0BSD */
/* model.c: made by ptec (output format 1) from sha256 443150a047dd792a. Do not edit.
 *
 * method       first input            first output            steps M mult.-adds arena bytes
 * forward      f32 3x7                f32 3x7                     1         0.00           0 */
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

/* Parameters of the kernels. */
static const pte_softmax softmax_3x7_params = {.outer = 3, .n = 7, .inner = 1};

/* Calls a step. PTE_STEP, which pte_rt.h defines, may be defined otherwise, to see or to time it. */
#define STEP(id, ptr, bytes, call) PTE_STEP(MODEL_STEP_##id, ptr, bytes, call)

/* Methods. */

PTE_PLACE_CODE
pte_status model_forward_with(const model_ctx *ctx, const float *input, float *output)
{
    if (!input || !output)
        return PTE_INVALID_ARGUMENT;
    PTE_ABI_CHECK();
    (void)ctx;

    /* -> 3x7, from aten::_softmax */
    STEP(softmax_3x7, output, 84, pte_softmax_f32(output, input, &softmax_3x7_params));
    return PTE_OK;
}

/* The one-call form: memory and weights of the image. */
static const model_ctx image = {NULL, NULL, model_weights};

pte_status model_forward(const float *input, float *output)
{
    return model_forward_with(&image, input, output);
}

pte_status model_check_weights(const void *weights, size_t bytes)
{
    return pte_check_weights(weights, bytes, UINT64_C(0xe3b0c44298fc1c14));
}
