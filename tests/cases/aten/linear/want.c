/* SPDX-License-Identifier: 0BSD */
/* model.c: made by ptec (output format 1) from sha256 6f5f7065b40a3f27. Do not edit.
 *
 * method       first input            first output            steps      MMAC     arena B
 * forward      f32 2x4x5              f32 2x4x3                   1      0.00           0 */
#include "model.h"
#include "model_steps.h"
#include "pte_kernels.h"
#include "pte_math.h"

#if PTE_BIG_ENDIAN
#error "the weights are little-endian, this target is not: ptec compile --target big-endian"
#endif

/* Weights, 112 bytes. */
typedef struct model_weights_t {
    pte_weights_header header;
    pte_f32 gemm_8x5x5x3_weight[15];                            /* 3x5  fecdd575 */
    pte_f32 gemm_8x5x5x3_bias[3];                               /* 3  1f3cfdcb */
    pte_u8 gap_small[8];
} PTE_ALIAS model_weights_t;
_Static_assert(sizeof(model_weights_t) == MODEL_WEIGHTS_BYTES, "the weights have another layout");

/* Memory plan: arena 0 bytes. */
/* Nothing but the caller's inputs and outputs. */

/* Parameters. */
static const pte_gemm gemm_8x5x5x3_params = {
    .batch = 1, .m = 8, .n = 3, .k = 5, .as.r = 5, .as.c = 1, .bs.r = 1, .bs.c = 5, .cs.c = 1,
    .os.r = 3, .os.c = 1, .alpha = 1.0f, .beta = 1.0f, .lo = PTE_NEG_INF, .hi = PTE_INF};

/* Loops. */

/* Where things are: a value in the arena, a weight, a piece of state. */
#ifdef PTE_DEBUG_MEMORY
#define AT(type, name) ((pte_##type *)((void)a, pte_debug_block(#name, SIZE_##name)))
#define W(name)        pte_debug_copy(w->name, sizeof w->name)
#else
#define AT(type, name) ((pte_##type *)(void *)(a + AT_##name))
#define W(name)        w->name
#endif

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
    (void)ctx;

    /* 2x4x3  aten::linear.out */
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
