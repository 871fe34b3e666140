/* SPDX-License-Identifier: 0BSD */
/* model.c: made by ptec (output format 1) from sha256 6f5f7065b40a3f27. Do not edit.
 *
 * method       first input            first output            steps M mult.-adds arena bytes
 * forward      f32 2x4x5              f32 2x4x3                   1         0.00           0 */
#include "model.h"
#include "model_steps.h"
#include "pte_kernels.h"
#include "pte_math.h"

#if PTE_BIG_ENDIAN
#error "the weights are little-endian, this target is not: ptec compile --target big-endian"
#endif

/* Weights, 112 bytes. Beside each array stand its shape and a digest of its bytes. */
typedef struct model_weights_t {
    pte_weights_header header;
    pte_f32 gemm_8x5x5x3_weight[15];                            /* 3x5  fecdd575 */
    pte_f32 gemm_8x5x5x3_bias[3];                               /* 3  1f3cfdcb */
    pte_u8 gap_small[8];
} PTE_ALIAS model_weights_t;
_Static_assert(sizeof(model_weights_t) == MODEL_WEIGHTS_BYTES,
               "this compiler pads the weights: leave alignment and packing to the ABI");

/* Memory plan: arena 0 bytes. */
/* Nothing but the caller's inputs and outputs. */

/* Parameters of the kernels. */
static const pte_gemm gemm_8x5x5x3_params = {
    .batch = 1, .m = 8, .n = 3, .k = 5, .as.r = 5, .as.c = 1, .bs.r = 1, .bs.c = 5, .cs.c = 1,
    .os.r = 3, .os.c = 1, .alpha = 1.0f, .beta = 1.0f, .lo = PTE_NEG_INF, .hi = PTE_INF};

/* How steps name memory: AT(type, x) is value x in the arena, W(x) the array x of the
 * weights. With PTE_DEBUG_MEMORY each is a heap block of its own, so that a sanitizer
 * finds every access beyond its end. */
#ifdef PTE_DEBUG_MEMORY
#define W(name)        pte_debug_copy(w->name, sizeof w->name)
#else
#define W(name)        PTE_W(w->name)
#endif

/* Calls a step. PTE_STEP, which pte_rt.h defines, may be defined otherwise, to see or to time it. */
#define STEP(id, ptr, bytes, call) PTE_STEP(MODEL_STEP_##id, ptr, bytes, call)

/* Methods. */

PTE_PLACE_CODE
pte_status model_forward_with(const model_ctx *ctx, const float *input, float *output)
{
    if (!ctx || !pte_aligned(ctx->weights, MODEL_WEIGHTS_ALIGN) || !input || !output)
        return PTE_INVALID_ARGUMENT;
    PTE_DEBUG_START();
    const model_weights_t *const w = ctx->weights;
    PTE_ABI_CHECK();

    /* -> 2x4x3, from aten::linear */
    STEP(gemm_8x5x5x3, output, 96,
         pte_gemm_f32(output, input, W(gemm_8x5x5x3_weight), W(gemm_8x5x5x3_bias),
                      &gemm_8x5x5x3_params));
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
    return pte_check_weights(weights, bytes, UINT64_C(0x789d4543e22d2196));
}
