/* SPDX-License-Identifier: 0BSD */
/* model.c: made by ptec (output format 1) from sha256 507740d52d62dc59. Do not edit.
 *
 * method       first input            first output            steps M mult.-adds arena bytes
 * forward      f32 5x3                f32 5x3                     1         0.00           0 */
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
static const pte_gather index_put_5x3_params = {
    .outer = 1, .rows = 5, .count = 2, .inner = 3};

/* Calls a step. PTE_STEP, which pte_rt.h defines, may be defined otherwise, to see or to time it. */
#define STEP(id, ptr, bytes, call) PTE_STEP(MODEL_STEP_##id, ptr, bytes, call)

/* Methods. */

PTE_PLACE_CODE
pte_status model_forward_with(const model_ctx *ctx, const float *input0, const int64_t *input1,
                              const float *input2, float *output)
{
    if (!input0 || !input1 || !input2 || !output)
        return PTE_INVALID_ARGUMENT;
    pte_status status;
    PTE_ABI_CHECK();
    (void)ctx;

    /* -> 5x3, from aten::index_put */
    STEP(index_put_5x3, output, 60,
         status = pte_scatter_b4(output, input0, input1, input2, &index_put_5x3_params));
    if (status != PTE_OK)
        return status;
    return PTE_OK;
}

/* The one-call form: memory and weights of the image. */
static const model_ctx image = {NULL, NULL, model_weights};

pte_status model_forward(const float *input0, const int64_t *input1, const float *input2,
                         float *output)
{
    return model_forward_with(&image, input0, input1, input2, output);
}

pte_status model_check_weights(const void *weights, size_t bytes)
{
    return pte_check_weights(weights, bytes, UINT64_C(0xe3b0c44298fc1c14));
}
