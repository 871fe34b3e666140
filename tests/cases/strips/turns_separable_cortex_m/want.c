/* SPDX-License-Identifier: 0BSD */
/* model.c: made by ptec (output format 1) from sha256 faea14f77cc68edf. Do not edit.
 *
 * method       first input            first output            steps M mult.-adds arena bytes
 * forward      f32 1x1x49x10          f32 1x4                     9         0.06         448 */
#define PTE_FREE_OF_EXCESS 1
#include "model.h"
#include "model_steps.h"
#include "pte_kernels.h"
#include "pte_turns.h"
#include "pte_math.h"

#if PTE_BIG_ENDIAN
#error "the weights are little-endian, this target is not: ptec compile --target big-endian"
#endif

/* Weights, 1,040 bytes. Beside each array stand its shape and a digest of its bytes. */
typedef struct model_weights_t {
    pte_weights_header header;
    /* scale_folded, zero_point */
    pte_f32 quantize_per_tensor_49x10_floats[2];                /* 2  aed52450 */
    pte_s32 conv10x4_1x6_bias[6];                               /* 6  ce4e553b */
    pte_s32 conv10x4_1x6_multiplier[6];                         /* 6  78a31888 */
    pte_s32 conv10x4_1x6_shift[6];                              /* 6  8bd1d884 */
    pte_s32 conv10x4_1x6_quant[4];                              /* 4  ad7bd840 */
    pte_s8 dwconv3x3_6x6_weight[54];                            /* 3x3x6  6c2df281 */
    pte_u8 gap_dwconv3x3_6x6_weight[2];
    pte_s32 dwconv3x3_6x6_bias[6];                              /* 6  2a37b7bc */
    pte_s32 dwconv3x3_6x6_multiplier[6];                        /* 6  8d53eed8 */
    pte_s32 dwconv3x3_6x6_shift[6];                             /* 6  8bd1d884 */
    pte_s32 dwconv3x3_6x6_quant[4];                             /* 4  cd2bef34 */
    pte_s8 conv1x1_6x7_weight[42];                              /* 7x1x1x6  9bd1f40a */
    pte_u8 gap_conv1x1_6x7_weight[2];
    pte_s32 conv1x1_6x7_bias[7];                                /* 7  32a9cd61 */
    pte_s32 conv1x1_6x7_multiplier[7];                          /* 7  6427e204 */
    pte_s32 conv1x1_6x7_shift[7];                               /* 7  265ef6e2 */
    pte_s32 conv1x1_6x7_quant[4];                               /* 4  cd2bef34 */
    pte_s8 dwconv3x3_7x7_weight[63];                            /* 3x3x7  c893ed71 */
    pte_u8 gap_dwconv3x3_7x7_weight[1];
    pte_s32 dwconv3x3_7x7_bias[7];                              /* 7  7ad0bf37 */
    pte_s32 dwconv3x3_7x7_multiplier[7];                        /* 7  8548216e */
    pte_s32 dwconv3x3_7x7_shift[7];                             /* 7  04d72ab7 */
    pte_s32 dwconv3x3_7x7_quant[4];                             /* 4  cd2bef34 */
    pte_s8 conv1x1_7x6_weight[42];                              /* 6x1x1x7  30d00e0b */
    pte_u8 gap_conv1x1_7x6_weight[2];
    pte_s32 conv1x1_7x6_bias[6];                                /* 6  271a478c */
    pte_s32 conv1x1_7x6_multiplier[6];                          /* 6  1dfe0722 */
    pte_s32 conv1x1_7x6_shift[6];                               /* 6  07206b11 */
    pte_s32 conv1x1_7x6_quant[4];                               /* 4  cd2bef34 */
    pte_f32 quantized_avg_pool2d_6x1x1_quant[2];                /* 2  8190379d */
    pte_s8 gemm_6x6x4_weight[24];                               /* 4x6  4189f4bb */
    pte_s32 gemm_6x6x4_bias[4];                                 /* 4  4084d4d2 */
    pte_s32 gemm_6x6x4_multiplier[1];                           /* 1  8c9aae08 */
    pte_s32 gemm_6x6x4_shift[1];                                /* 1  eaa5b40a */
    pte_s32 gemm_6x6x4_quant[5];                                /* 5  cc1382a5 */
    pte_s32 dequantize_per_tensor_4_zero_point[1];              /* 1  e4b22d3c */
    pte_f32 dequantize_per_tensor_4_scale[1];                   /* 1  bca28a64 */
    pte_u8 gap_small[4];
    pte_s8 conv10x4_1x6_weight[240];                            /* 10x4x6  f087abb6 */
} PTE_ALIAS model_weights_t;
_Static_assert(sizeof(model_weights_t) == MODEL_WEIGHTS_BYTES,
               "this compiler pads the weights: leave alignment and packing to the ABI");

/* Memory plan: arena 448 bytes. */
/* Value x lies AT_x bytes behind the start of its arena until the step beside it has read
 * it, and takes SIZE_x bytes. */
/* forward: 448 bytes; most live at once 448; ExecuTorch's plan 2,720. */
enum {
    /* until quantized_avg_pool2d_6x1x1 */
    AT_quantize_per_tensor_49x10 = 112,
    SIZE_quantize_per_tensor_49x10 = 100,
    /* until quantized_avg_pool2d_6x1x1 */
    AT_conv10x4_1x6 = 224,
    SIZE_conv10x4_1x6 = 90,
    AT_dwconv3x3_6x6 = 320,                                     /* until conv1x1_6x7 */
    SIZE_dwconv3x3_6x6 = 30,
    /* until quantized_avg_pool2d_6x1x1 */
    AT_conv1x1_6x7 = 0,
    SIZE_conv1x1_6x7 = 105,
    AT_dwconv3x3_7x7 = 320,                                     /* until conv1x1_7x6 */
    SIZE_dwconv3x3_7x7 = 35,
    /* until quantized_avg_pool2d_6x1x1 */
    AT_conv1x1_7x6 = 368,
    SIZE_conv1x1_7x6 = 30,
    AT_quantized_avg_pool2d_6x1x1 = 432,                        /* until gemm_6x6x4 */
    SIZE_quantized_avg_pool2d_6x1x1 = 6,
    /* until quantized_avg_pool2d_6x1x1 */
    AT_quantized_avg_pool2d_6x1x1_1 = 400,
    SIZE_quantized_avg_pool2d_6x1x1_1 = 24,
    AT_gemm_6x6x4 = 0,                                          /* until dequantize_per_tensor_4 */
    SIZE_gemm_6x6x4 = 4,
    FORWARD_ARENA = 448,
};
_Static_assert(FORWARD_ARENA <= MODEL_ARENA_BYTES,
               "model.h is of another output of ptec: take both files of one");

/* Parameters of the kernels. */
static const pte_turns quantize_per_tensor_49x10_turns = {.height = 49, .rows = 1, .turns = 1,
    .start = 1, .kept = 9, .size = 1};
static const pte_turns conv10x4_1x6_turns = {.height = 25, .rows = 1, .turns = 2, .start = -2,
    .kept = 2, .size = 1};
static const pte_turns dwconv3x3_6x6_turns = {.height = 25, .rows = 1, .turns = 2, .start = -4,
    .size = 1};
static const pte_turns conv1x1_6x7_turns = {.height = 25, .rows = 1, .turns = 2, .start = -4,
    .kept = 2, .size = 1};
static const pte_turns dwconv3x3_7x7_turns = {.height = 25, .rows = 1, .turns = 2, .start = -6,
    .size = 1};
static const pte_conv2d conv10x4_1x6_params = {
    .n = 1, .c = 1, .h = 49, .w = 10, .oh = 25, .ow = 5, .is.n = 490, .is.c = 1, .is.h = 10,
    .is.w = 1, .os.n = 750, .os.c = 1, .os.h = 30, .os.w = 6, .oc = 6, .kh = 10, .kw = 4,
    .sh = 2, .sw = 2, .ph = 5, .pw = 1, .dh = 1, .dw = 1, .groups = 1, .ws.n = 1, .ws.c = 240,
    .ws.h = 24, .ws.w = 6};
static const pte_conv2d dwconv3x3_6x6_params = {
    .n = 1, .c = 6, .h = 25, .w = 5, .oh = 25, .ow = 5, .is.n = 750, .is.c = 1, .is.h = 30,
    .is.w = 6, .os.n = 750, .os.c = 1, .os.h = 30, .os.w = 6, .oc = 6, .kh = 3, .kw = 3,
    .sh = 1, .sw = 1, .ph = 1, .pw = 1, .dh = 1, .dw = 1, .groups = 6, .ws.n = 1, .ws.c = 54,
    .ws.h = 18, .ws.w = 6};
static const pte_conv2d conv1x1_6x7_params = {
    .n = 1, .c = 6, .h = 25, .w = 5, .oh = 25, .ow = 5, .is.n = 750, .is.c = 1, .is.h = 30,
    .is.w = 6, .os.n = 875, .os.c = 1, .os.h = 35, .os.w = 7, .oc = 7, .kh = 1, .kw = 1,
    .sh = 1, .sw = 1, .dh = 1, .dw = 1, .groups = 1, .ws.n = 6, .ws.c = 1, .ws.h = 6,
    .ws.w = 6};
static const pte_conv2d dwconv3x3_7x7_params = {
    .n = 1, .c = 7, .h = 25, .w = 5, .oh = 25, .ow = 5, .is.n = 875, .is.c = 1, .is.h = 35,
    .is.w = 7, .os.n = 875, .os.c = 1, .os.h = 35, .os.w = 7, .oc = 7, .kh = 3, .kw = 3,
    .sh = 1, .sw = 1, .ph = 1, .pw = 1, .dh = 1, .dw = 1, .groups = 7, .ws.n = 1, .ws.c = 63,
    .ws.h = 21, .ws.w = 7};
static const pte_conv2d conv1x1_7x6_params = {
    .n = 1, .c = 7, .h = 25, .w = 5, .oh = 25, .ow = 5, .is.n = 875, .is.c = 1, .is.h = 35,
    .is.w = 7, .os.n = 750, .os.c = 1, .os.h = 30, .os.w = 6, .oc = 6, .kh = 1, .kw = 1,
    .sh = 1, .sw = 1, .dh = 1, .dw = 1, .groups = 1, .ws.n = 7, .ws.c = 1, .ws.h = 7,
    .ws.w = 7};
static const pte_pool2d quantized_avg_pool2d_6x1x1_params = {
    .n = 1, .c = 6, .h = 25, .w = 5, .oh = 1, .ow = 1, .is.n = 750, .is.c = 1, .is.h = 30,
    .is.w = 6, .os.n = 6, .os.c = 1, .os.h = 6, .os.w = 6, .kh = 25, .kw = 5, .sh = 25,
    .sw = 5, .dh = 1, .dw = 1};
static const pte_gemm gemm_6x6x4_params = {
    .batch = 1, .m = 1, .n = 4, .k = 6, .as.r = 6, .as.c = 1, .bs.r = 1, .bs.c = 6, .cs.c = 1,
    .os.r = 4, .os.c = 1, .alpha = 1.0f, .beta = 1.0f};

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
/* Operators of forward without a step of their own, and the steps that do their work:
 * cortex_m::pad: quantized_avg_pool2d_6x1x1 */

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

    /* In turns, each a few rows: */
    for (pte_turn t = {0}; t.number < 57; t.number++) {
        pte_conv2d_turn p;
        p.turn = &t;

        /* -> 49x10, from cortex_m::quantize_per_tensor */
        pte_rows_of(&t, AT(s8, quantize_per_tensor_49x10), 10, &quantize_per_tensor_49x10_turns);
        pte_rows_keep(&t);
        STEP(quantize_per_tensor_49x10, t.out, (size_t)t.count * 10,
             quantize_per_tensor_s8(t.out, input + t.from * 10,
                                    W(quantize_per_tensor_49x10_floats), t.count * 10));

        /* -> 6x25x5, 0.03 M multiply-adds, from cortex_m::quantized_depthwise_conv2d */
        pte_rows_conv2d(&p, AT(s8, conv10x4_1x6), &conv10x4_1x6_params, &conv10x4_1x6_turns);
        pte_rows_keep(&t);
        STEP(conv10x4_1x6, t.out, (size_t)t.count * 30,
             pte_conv2d_s8(t.out, AT(s8, quantize_per_tensor_49x10) + t.under,
                           W(conv10x4_1x6_weight), W(conv10x4_1x6_bias),
                           W(conv10x4_1x6_multiplier), W(conv10x4_1x6_shift),
                           W(conv10x4_1x6_quant), &p.conv));

        /* -> 6x25x5, 0.01 M multiply-adds, from cortex_m::quantized_depthwise_conv2d */
        pte_rows_conv2d(&p, AT(s8, dwconv3x3_6x6), &dwconv3x3_6x6_params, &dwconv3x3_6x6_turns);
        STEP(dwconv3x3_6x6, t.out, (size_t)t.count * 30,
             pte_conv2d_s8(t.out, AT(s8, conv10x4_1x6) + t.under, W(dwconv3x3_6x6_weight),
                           W(dwconv3x3_6x6_bias), W(dwconv3x3_6x6_multiplier),
                           W(dwconv3x3_6x6_shift), W(dwconv3x3_6x6_quant), &p.conv));

        /* -> 7x25x5, 0.01 M multiply-adds, from cortex_m::quantized_conv2d */
        pte_rows_conv2d(&p, AT(s8, conv1x1_6x7), &conv1x1_6x7_params, &conv1x1_6x7_turns);
        pte_rows_keep(&t);
        STEP(conv1x1_6x7, t.out, (size_t)t.count * 35,
             pte_conv2d_s8(t.out, AT(s8, dwconv3x3_6x6) + t.under, W(conv1x1_6x7_weight),
                           W(conv1x1_6x7_bias), W(conv1x1_6x7_multiplier), W(conv1x1_6x7_shift),
                           W(conv1x1_6x7_quant), &p.conv));

        /* -> 7x25x5, 0.01 M multiply-adds, from cortex_m::quantized_depthwise_conv2d */
        pte_rows_conv2d(&p, AT(s8, dwconv3x3_7x7), &dwconv3x3_7x7_params, &dwconv3x3_7x7_turns);
        STEP(dwconv3x3_7x7, t.out, (size_t)t.count * 35,
             pte_conv2d_s8(t.out, AT(s8, conv1x1_6x7) + t.under, W(dwconv3x3_7x7_weight),
                           W(dwconv3x3_7x7_bias), W(dwconv3x3_7x7_multiplier),
                           W(dwconv3x3_7x7_shift), W(dwconv3x3_7x7_quant), &p.conv));

        /* -> 6x25x5, 0.01 M multiply-adds, from cortex_m::quantized_conv2d */
        pte_rows_conv2d(&p, AT(s8, conv1x1_7x6), &conv1x1_7x6_params, &dwconv3x3_7x7_turns);
        STEP(conv1x1_7x6, t.out, (size_t)t.count * 30,
             pte_conv2d_s8(t.out, AT(s8, dwconv3x3_7x7) + t.under, W(conv1x1_7x6_weight),
                           W(conv1x1_7x6_bias), W(conv1x1_7x6_multiplier), W(conv1x1_7x6_shift),
                           W(conv1x1_7x6_quant), &p.conv));

        /* -> 6x1x1, from cortex_m::quantized_avg_pool2d */
        pte_rows_of(&t, AT(s8, quantized_avg_pool2d_6x1x1), 0, &dwconv3x3_7x7_turns);
        STEP(quantized_avg_pool2d_6x1x1, AT(s8, quantized_avg_pool2d_6x1x1), 6,
             pte_avg_pool2d_s8_rows(AT(s8, quantized_avg_pool2d_6x1x1),
                                    AT(s32, quantized_avg_pool2d_6x1x1_1),
                                    AT(s8, conv1x1_7x6) + pte_rows_in(&t, &dwconv3x3_7x7_turns)
                                    * 30, W(quantized_avg_pool2d_6x1x1_quant), t.from,
                                    t.from + t.count, &quantized_avg_pool2d_6x1x1_params));
    }
    /* -> 4, from cortex_m::quantized_linear */
    STEP(gemm_6x6x4, AT(s8, gemm_6x6x4), 4,
         pte_gemm_s8(AT(s8, gemm_6x6x4), AT(s8, quantized_avg_pool2d_6x1x1), W(gemm_6x6x4_weight),
                     W(gemm_6x6x4_bias), W(gemm_6x6x4_multiplier), W(gemm_6x6x4_shift),
                     W(gemm_6x6x4_quant), &gemm_6x6x4_params));
    /* -> 4, from cortex_m::dequantize_per_tensor */
    STEP(dequantize_per_tensor_4, output, 16,
         dequantize_per_tensor_f32(output, AT(s8, gemm_6x6x4),
                                   W(dequantize_per_tensor_4_zero_point),
                                   W(dequantize_per_tensor_4_scale), 4));
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
    return pte_check_weights(weights, bytes, UINT64_C(0xbbadd41775b5205d));
}
