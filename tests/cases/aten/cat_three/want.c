/* SPDX-License-Identifier: 0BSD */
/* model.c: made by ptec (output format 1) from sha256 61eb4c1cf93e4799. Do not edit.
 *
 * method       first input            first output            steps M mult.-adds arena bytes
 * forward      f32 2x1                f32 2x6                     1         0.00           0 */
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

/* Parameters of the kernels. */
static const pte_move cat_2x6_params_0 = {
    .rank = 1, .extent[0] = 2, .dst_stride[0] = 6, .src_stride[0] = 1};
static const pte_move cat_2x6_params_1 = {
    .rank = 2, .extent[0] = 2, .extent[1] = 3, .dst_offset = 1, .dst_stride[0] = 6,
    .dst_stride[1] = 1, .src_stride[0] = 3, .src_stride[1] = 1};
static const pte_move cat_2x6_params_2 = {
    .rank = 2, .extent[0] = 2, .extent[1] = 2, .dst_offset = 4, .dst_stride[0] = 6,
    .dst_stride[1] = 1, .src_stride[0] = 2, .src_stride[1] = 1};

/* Calls a step. PTE_STEP, which pte_rt.h defines, may be defined otherwise, to see or to time it. */
#define STEP(id, ptr, bytes, call) PTE_STEP(MODEL_STEP_##id, ptr, bytes, call)

/* Methods. */

PTE_PLACE_CODE
pte_status model_forward_with(const model_ctx *ctx, const float *input0, const float *input1,
                              const float *input2, float *output)
{
    if (!input0 || !input1 || !input2 || !output)
        return PTE_INVALID_ARGUMENT;
    PTE_ABI_CHECK();
    (void)ctx;

    /* -> 2x6, from aten::cat */
    STEP(cat_2x6, output, 48, pte_move_b4(output, input0, &cat_2x6_params_0));
    STEP(cat_2x6, output, 48, pte_move_b4(output, input1, &cat_2x6_params_1));
    STEP(cat_2x6, output, 48, pte_move_b4(output, input2, &cat_2x6_params_2));
    return PTE_OK;
}

/* The one-call form: memory and weights of the image. */
static const model_ctx image = {NULL, NULL, model_weights};

pte_status model_forward(const float *input0, const float *input1, const float *input2,
                         float *output)
{
    return model_forward_with(&image, input0, input1, input2, output);
}

pte_status model_check_weights(const void *weights, size_t bytes)
{
    return pte_check_weights(weights, bytes, UINT64_C(0xe3b0c44298fc1c14));
}
