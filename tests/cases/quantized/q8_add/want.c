/* SPDX-License-Identifier: 0BSD */
/* model.c: made by ptec (output format 1) from sha256 959a77373131327b. Do not edit.
 *
 * method       first input            first output            steps M mult.-adds arena bytes
 * forward      i8 2x3x4               i8 2x3x4                    1         0.00           0 */
#define PTE_FREE_OF_EXCESS 1
#include "model.h"
#include "model_steps.h"
#include "pte_kernels.h"
#include "pte_math.h"

#if PTE_BIG_ENDIAN
#error "the weights are little-endian, this target is not: ptec compile --target big-endian"
#endif

/* Weights, 64 bytes. Beside each array stand its shape and a digest of its bytes. */
typedef struct model_weights_t {
    pte_weights_header header;
    /* zero_point, zero_point */
    pte_s32 add_2x3x4_integers[2];                              /* 2  fd8db676 */
    /* scale, scale, scale_folded, zero_point */
    pte_f32 add_2x3x4_floats[4];                                /* 4  daa430d2 */
    pte_u8 gap_small[8];
} PTE_ALIAS model_weights_t;
_Static_assert(sizeof(model_weights_t) == MODEL_WEIGHTS_BYTES,
               "this compiler pads the weights: leave alignment and packing to the ABI");

/* Memory plan: arena 0 bytes. */
/* Nothing but the caller's inputs and outputs. */

/* Loops, which no kernel computes. */

static void add_s8(pte_s8 *out, const pte_s8 *a, const pte_s32 *b, const pte_f32 *c,
                   const pte_s8 *d, int32_t n0)
{
    const int32_t b_ = b[0];
    const float c_ = c[0];
    const int32_t e_ = b[1];
    const float f_ = c[1];
    const float g_ = c[2];
    const float h_ = c[3];
    for (int32_t i0 = 0; i0 < n0; i0++)
        out[i0] = (int8_t)pte_min_s32(
            pte_max_s32((int32_t)(float)(pte_rint_f32((float)(pte_mul_f32((float)(d[i0] - e_), f_)
                    + pte_mul_f32((float)(a[i0] - b_), c_)) * g_) + h_), -128), 127);
}

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
pte_status model_forward_with(const model_ctx *ctx, const int8_t *input0, const int8_t *input1,
                              int8_t *output)
{
    if (!ctx || !pte_aligned(ctx->weights, MODEL_WEIGHTS_ALIGN) || !input0 || !input1 || !output)
        return PTE_INVALID_ARGUMENT;
    PTE_DEBUG_START();
    const model_weights_t *const w = ctx->weights;
    PTE_ABI_CHECK();

    /* -> 2x3x4, from quantized_decomposed::dequantize_per_tensor,
        quantized_decomposed::dequantize_per_tensor, aten::add,
        quantized_decomposed::quantize_per_tensor */
    STEP(add_2x3x4, output, 24,
         add_s8(output, input1, W(add_2x3x4_integers), W(add_2x3x4_floats), input0, 24));
    return PTE_OK;
}

/* The one-call form: memory and weights of the image. */
static const model_ctx image = {NULL, NULL, model_weights};

pte_status model_forward(const int8_t *input0, const int8_t *input1, int8_t *output)
{
    return model_forward_with(&image, input0, input1, output);
}

pte_status model_check_weights(const void *weights, size_t bytes)
{
    return pte_check_weights(weights, bytes, UINT64_C(0x2f29034e9f424209));
}
