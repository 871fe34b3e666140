/* SPDX-License-Identifier: 0BSD */
/* model.c: made by ptec (output format 1) from sha256 cb68bc4f0f6bd10f. Do not edit.
 *
 * method       first input            first output            steps M mult.-adds arena bytes
 * forward      f32 1x3x5x6            f32 1x4x4x5                 3         0.00         144 */
#define PTE_FREE_OF_EXCESS 1
#include "model.h"
#include "model_steps.h"
#include "pte_kernels.h"
#include "pte_math.h"

#if PTE_BIG_ENDIAN
#error "the weights are little-endian, this target is not: ptec compile --target big-endian"
#endif

/* Weights, 160 bytes. Beside each array stand its shape and a digest of its bytes. */
typedef struct model_weights_t {
    pte_weights_header header;
    /* scale_folded, zero_point */
    pte_f32 quantize_per_tensor_3x5x6_floats[2];                /* 2  bb4e2bfe */
    pte_s8 conv2x2_3x4_weight[48];                              /* 4x2x2x3  436baa02 */
    pte_s32 conv2x2_3x4_bias[4];                                /* 4  3e48b992 */
    pte_s32 conv2x2_3x4_multiplier[4];                          /* 4  a86d3e88 */
    pte_s32 conv2x2_3x4_shift[4];                               /* 4  b7fec038 */
    pte_s32 conv2x2_3x4_quant[4];                               /* 4  e4e9e1c3 */
    pte_s32 dequantize_per_tensor_4x4x5_zero_point[1];          /* 1  e4b22d3c */
    pte_f32 dequantize_per_tensor_4x4x5_scale[1];               /* 1  7cbe09a8 */
} PTE_ALIAS model_weights_t;
_Static_assert(sizeof(model_weights_t) == MODEL_WEIGHTS_BYTES,
               "this compiler pads the weights: leave alignment and packing to the ABI");

/* Memory plan: arena 144 bytes. */
/* Value x lies AT_x bytes behind the start of its arena until the step beside it has read
 * it, and takes SIZE_x bytes. */
/* forward: 144 bytes; most live at once 144; ExecuTorch's plan 544. */
enum {
    AT_quantize_per_tensor_3x5x6 = 0,                           /* until conv2x2_3x4 */
    SIZE_quantize_per_tensor_3x5x6 = 90,
    /* until dequantize_per_tensor_4x4x5 */
    AT_conv2x2_3x4 = 0,
    SIZE_conv2x2_3x4 = 80,
    AT_conv2x2_3x4_rows = 96,                                   /* until conv2x2_3x4 */
    SIZE_conv2x2_3x4_rows = 36,
    FORWARD_ARENA = 144,
};
_Static_assert(FORWARD_ARENA <= MODEL_ARENA_BYTES,
               "model.h is of another output of ptec: take both files of one");

/* Parameters of the kernels. */
static const pte_conv2d conv2x2_3x4_params = {
    .n = 1, .c = 3, .h = 5, .w = 6, .oh = 4, .ow = 5, .is.n = 90, .is.c = 1, .is.h = 18,
    .is.w = 3, .os.n = 80, .os.c = 1, .os.h = 20, .os.w = 4, .oc = 4, .kh = 2, .kw = 2,
    .sh = 1, .sw = 1, .dh = 1, .dw = 1, .groups = 1, .ws.n = 12, .ws.c = 1, .ws.h = 6,
    .ws.w = 3};

/* Loops, which no kernel computes. */

static void quantize_per_tensor_s8(pte_s8 *out, const pte_f32 *a, const pte_f32 *b, int32_t n0)
{
    const float b_ = b[0];
    const float c_ = b[1];
    for (int32_t i0 = 0; i0 < n0; i0++)
        out[i0] = (int8_t)pte_fmin_f32(pte_fmax_f32(pte_rint_f32(a[i0] * b_) + c_, -128.0f),
                                       127.0f);
}

static void dequantize_per_tensor_f32(pte_f32 *out, const pte_s8 *a, const pte_s32 *b,
                                      const pte_f32 *c, int32_t n0)
{
    const int32_t b_ = b[0];
    const float c_ = c[0];
    for (int32_t i0 = 0; i0 < n0; i0++)
        out[i0] = (float)(a[i0] - b_) * c_;
}

/* How steps name memory: AT(type, x) is value x in the arena, W(x) the array x of the
 * weights. With PTE_DEBUG_MEMORY each is a heap block of its own, so that a sanitizer
 * finds every access beyond its end. */
#ifdef PTE_DEBUG_MEMORY
#define AT(type, name) ((pte_##type *)((void)a, pte_debug_block(#name, SIZE_##name)))
#define W(name)        pte_debug_copy(w->name, sizeof w->name)
#else
#define AT(type, name) ((pte_##type *)(void *)(a + AT_##name))
#define W(name)        PTE_W(w->name)
#endif

/* Calls a step. PTE_STEP, which pte_rt.h defines, may be defined otherwise, to see or to time it. */
#define STEP(id, ptr, bytes, call) PTE_STEP(MODEL_STEP_##id, ptr, bytes, call)

/* Methods. */

PTE_PLACE_CODE
pte_status model_forward_with(const model_ctx *ctx, const float *input, float *output)
{
    if (!ctx || !pte_aligned(ctx->arena, MODEL_ARENA_ALIGN)
        || !pte_aligned(ctx->weights, MODEL_WEIGHTS_ALIGN) || !input || !output)
        return PTE_INVALID_ARGUMENT;
    PTE_DEBUG_START();
    unsigned char *const a = ctx->arena;
    const model_weights_t *const w = ctx->weights;
    PTE_ABI_CHECK();

    /* -> 3x5x6, from cortex_m::quantize_per_tensor */
    STEP(quantize_per_tensor_3x5x6, AT(s8, quantize_per_tensor_3x5x6), 90,
         quantize_per_tensor_s8(AT(s8, quantize_per_tensor_3x5x6), input,
                                W(quantize_per_tensor_3x5x6_floats), 90));
    /* -> 4x4x5, from cortex_m::quantized_conv2d */
    STEP(conv2x2_3x4, AT(s8, conv2x2_3x4), 80,
         pte_conv2d_rows_s8(AT(s8, conv2x2_3x4), AT(s8, quantize_per_tensor_3x5x6),
                            W(conv2x2_3x4_weight), W(conv2x2_3x4_bias), W(conv2x2_3x4_multiplier),
                            W(conv2x2_3x4_shift), W(conv2x2_3x4_quant), AT(u8, conv2x2_3x4_rows),
                            &conv2x2_3x4_params));
    /* -> 4x4x5, from cortex_m::dequantize_per_tensor */
    STEP(dequantize_per_tensor_4x4x5, output, 320,
         dequantize_per_tensor_f32(output, AT(s8, conv2x2_3x4),
                                   W(dequantize_per_tensor_4x4x5_zero_point),
                                   W(dequantize_per_tensor_4x4x5_scale), 80));
    return PTE_OK;
}

/* The one-call form: memory and weights of the image. */
PTE_PLACE_ARENA PTE_ALIGN(16) static unsigned char arena[MODEL_ARENA_BYTES];
static const model_ctx image = {arena, NULL, model_weights};

pte_status model_forward(const float *input, float *output)
{
    return model_forward_with(&image, input, output);
}

pte_status model_check_weights(const void *weights, size_t bytes)
{
    return pte_check_weights(weights, bytes, UINT64_C(0x198f06708046654b));
}
