/* SPDX-License-Identifier: 0BSD */
/* model.c: made by ptec (output format 1) from sha256 dd69933249b3d856. Do not edit.
 *
 * method       first input            first output            steps M mult.-adds arena bytes
 * forward      f32 1x3x6x7            f32 1x2x6x7                14         0.02       4,544 */
#include "model.h"
#include "model_steps.h"
#include "pte_kernels.h"
#include "pte_math.h"

#if PTE_BIG_ENDIAN
#error "the weights are little-endian, this target is not: ptec compile --target big-endian"
#endif

/* Weights, 1,760 bytes. Beside each array stand its shape and a digest of its bytes. */
typedef struct model_weights_t {
    pte_weights_header header;
    pte_f32 conv3x3_3x4_bias[4];                                /* 4  ed43c797 */
    pte_f32 conv3x3_4x6_bias[6];                                /* 6  1312a666 */
    pte_f32 mul_sigmoid_6x6x7_other[1];                         /* 1  d99e5843 */
    pte_f32 conv1x1_10x5_bias[5];                               /* 5  a923c728 */
    pte_f32 mul_15x6x7_other[1];                                /* 1  d88c86f1 */
    pte_f32 conv1x1_15x2_bias[2];                               /* 2  56b0a12e */
    pte_f32 sub_8x6x7_other[1];                                 /* 1  e00e5eb9 */
    pte_f32 mul_5x6x7_other[1];                                 /* 1  d99e5843 */
    pte_u8 gap_small[12];
    pte_f32 conv3x3_3x4_weight[108];                            /* 4x3x3x3  983eecac */
    pte_f32 conv3x3_4x6_weight[216];                            /* 6x4x3x3  d2da1381 */
    pte_f32 conv1x1_10x5_weight[50];                            /* 5x10x1x1  04118269 */
    pte_u8 gap_conv1x1_10x5_weight[8];
    pte_f32 conv1x1_15x2_weight[30];                            /* 2x15x1x1  03865589 */
    pte_u8 gap_conv1x1_15x2_weight[8];
} PTE_ALIAS model_weights_t;
_Static_assert(sizeof(model_weights_t) == MODEL_WEIGHTS_BYTES,
               "this compiler pads the weights: leave alignment and packing to the ABI");

/* Memory plan: arena 4,544 bytes. */
/* Value x lies AT_x bytes behind the start of its arena until the step beside it has read
 * it, and takes SIZE_x bytes. */
/* forward: 4,544 bytes; most live at once 4,544; ExecuTorch's plan 7,584. */
enum {
    AT_cat_10x6x7_a = 2528,                                     /* until cat_8x6x7 */
    SIZE_cat_10x6x7_a = 1680,
    AT_cat_15x6x7 = 0,                                          /* until conv1x1_15x2 */
    SIZE_cat_15x6x7 = 2520,
    AT_conv1x1_15x2 = 4208,                                     /* until add_2x6x7 */
    SIZE_conv1x1_15x2 = 336,
    AT_cat_8x6x7 = 0,                                           /* until sub_8x6x7 */
    SIZE_cat_8x6x7 = 1344,
    FORWARD_ARENA = 4544,
};
_Static_assert(FORWARD_ARENA <= MODEL_ARENA_BYTES,
               "model.h is of another output of ptec: take both files of one");

/* Parameters of the kernels. */
static const pte_conv2d conv3x3_3x4_params = {
    .n = 1, .c = 3, .h = 6, .w = 7, .oh = 6, .ow = 7, .is.n = 126, .is.c = 42, .is.h = 7,
    .is.w = 1, .os.n = 168, .os.c = 42, .os.h = 7, .os.w = 1, .oc = 4, .kh = 3, .kw = 3,
    .sh = 1, .sw = 1, .ph = 1, .pw = 1, .dh = 1, .dw = 1, .groups = 1, .ws.n = 27, .ws.c = 9,
    .ws.h = 3, .ws.w = 1, .lo = 0.0f, .hi = PTE_INF};
static const pte_conv2d conv3x3_4x6_params = {
    .n = 1, .c = 4, .h = 6, .w = 7, .oh = 6, .ow = 7, .is.n = 168, .is.c = 42, .is.h = 7,
    .is.w = 1, .os.n = 252, .os.c = 42, .os.h = 7, .os.w = 1, .oc = 6, .kh = 3, .kw = 3,
    .sh = 1, .sw = 1, .ph = 1, .pw = 1, .dh = 1, .dw = 1, .groups = 1, .ws.n = 36, .ws.c = 9,
    .ws.h = 3, .ws.w = 1, .lo = PTE_NEG_INF, .hi = PTE_INF};
static const pte_conv2d conv1x1_10x5_params = {
    .n = 1, .c = 10, .h = 6, .w = 7, .oh = 6, .ow = 7, .is.n = 420, .is.c = 42, .is.h = 7,
    .is.w = 1, .os.n = 210, .os.c = 42, .os.h = 7, .os.w = 1, .oc = 5, .kh = 1, .kw = 1,
    .sh = 1, .sw = 1, .dh = 1, .dw = 1, .groups = 1, .ws.n = 10, .ws.c = 1, .ws.h = 1,
    .ws.w = 1, .lo = PTE_NEG_INF, .hi = PTE_INF};
static const pte_move cat_15x6x7_params_0 = {
    .rank = 1, .extent[0] = 420, .dst_stride[0] = 1, .src_stride[0] = 1};
static const pte_move cat_15x6x7_params_1 = {
    .rank = 1, .extent[0] = 210, .dst_offset = 420, .dst_stride[0] = 1, .src_stride[0] = 1};
static const pte_conv2d conv1x1_15x2_params = {
    .n = 1, .c = 15, .h = 6, .w = 7, .oh = 6, .ow = 7, .is.n = 630, .is.c = 42, .is.h = 7,
    .is.w = 1, .os.n = 84, .os.c = 42, .os.h = 7, .os.w = 1, .oc = 2, .kh = 1, .kw = 1,
    .sh = 1, .sw = 1, .dh = 1, .dw = 1, .groups = 1, .ws.n = 15, .ws.c = 1, .ws.h = 1,
    .ws.w = 1, .lo = PTE_NEG_INF, .hi = PTE_INF};
static const pte_move cat_8x6x7_params_0 = {
    .rank = 1, .extent[0] = 168, .dst_stride[0] = 1, .src_stride[0] = 1};
static const pte_move cat_8x6x7_params_1 = {
    .rank = 1, .extent[0] = 168, .dst_offset = 168, .dst_stride[0] = 1, .src_stride[0] = 1};

/* Loops, which no kernel computes. */

static void mul_sigmoid_f32(pte_f32 *out, const pte_f32 *a, int32_t n0)
{
    const float a_ = a[0];
    for (int32_t i0 = 0; i0 < n0; i0++)
        out[i0] = pte_sigmoid_f32(out[i0] * a_);
}

static void tanh_f32(pte_f32 *out, int32_t n0)
{
    for (int32_t i0 = 0; i0 < n0; i0++)
        out[i0] = pte_tanh_f32(out[i0]);
}

static void mul_f32_9533(pte_f32 *out, const pte_f32 *a, int32_t n0)
{
    const float a_ = a[0];
    for (int32_t i0 = 0; i0 < n0; i0++)
        out[i0] = out[i0] * a_;
}

static void add_f32(pte_f32 *out, const pte_f32 *a, const pte_f32 *b, int32_t n0)
{
    for (int32_t i0 = 0; i0 < n0; i0++)
        out[i0] = a[i0] + b[i0];
}

static void sub_f32(pte_f32 *out, const pte_f32 *a, const pte_f32 *b, int32_t n0)
{
    const float b_ = b[0];
    for (int32_t i0 = 0; i0 < n0; i0++)
        out[i0] = a[i0] - b_;
}

static void mul_f32_ea4f(pte_f32 *out, const pte_f32 *a, const pte_f32 *b, int32_t n0)
{
    const float b_ = b[0];
    for (int32_t i0 = 0; i0 < n0; i0++)
        out[i0] = a[i0] * b_;
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
 * aten::slice_copy: add_2x6x7 */

PTE_PLACE_CODE
pte_status model_forward_with(const model_ctx *ctx, const float *input, float *output0,
                              float *output1, float *output2)
{
    if (!ctx || !pte_aligned(ctx->arena, MODEL_ARENA_ALIGN)
        || !pte_aligned(ctx->weights, MODEL_WEIGHTS_ALIGN) || !input || !output0 || !output1
        || !output2)
        return PTE_INVALID_ARGUMENT;
    PTE_DEBUG_START();
    unsigned char *const a = ctx->arena;
    const model_weights_t *const w = ctx->weights;
    PTE_ABI_CHECK();

    /* -> 4x6x7, clamped to 0..inf, from aten::convolution, aten::relu */
    STEP(conv3x3_3x4, AT(f32, cat_10x6x7_a), 672,
         pte_conv2d_f32(AT(f32, cat_10x6x7_a), input, W(conv3x3_3x4_weight), W(conv3x3_3x4_bias),
                        &conv3x3_3x4_params));
    /* -> 6x6x7, 0.01 M multiply-adds, from aten::convolution */
    STEP(conv3x3_4x6, AT(f32, cat_10x6x7_a) + 168, 1008,
         pte_conv2d_f32(AT(f32, cat_10x6x7_a) + 168, AT(f32, cat_10x6x7_a), W(conv3x3_4x6_weight),
                        W(conv3x3_4x6_bias), &conv3x3_4x6_params));
    /* -> 6x6x7, from aten::mul, aten::sigmoid */
    STEP(mul_sigmoid_6x6x7, AT(f32, cat_10x6x7_a) + 168, 1008,
         mul_sigmoid_f32(AT(f32, cat_10x6x7_a) + 168, W(mul_sigmoid_6x6x7_other), 252));
    /* -> 10x6x7, from aten::cat */
    STEP(cat_10x6x7_a, AT(f32, cat_10x6x7_a), 1680, (void)0);
    /* -> 5x6x7, from aten::convolution */
    STEP(conv1x1_10x5, output2, 840,
         pte_conv2d_f32(output2, AT(f32, cat_10x6x7_a), W(conv1x1_10x5_weight),
                        W(conv1x1_10x5_bias), &conv1x1_10x5_params));
    /* -> 5x6x7, from aten::tanh */
    STEP(tanh_5x6x7, output2, 840, tanh_f32(output2, 210));
    /* -> 15x6x7, from aten::cat */
    STEP(cat_15x6x7, AT(f32, cat_15x6x7), 2520,
         pte_move_b4(AT(f32, cat_15x6x7), AT(f32, cat_10x6x7_a), &cat_15x6x7_params_0));
    STEP(cat_15x6x7, AT(f32, cat_15x6x7), 2520,
         pte_move_b4(AT(f32, cat_15x6x7), output2, &cat_15x6x7_params_1));
    /* -> 15x6x7, from aten::mul */
    STEP(mul_15x6x7, AT(f32, cat_15x6x7), 2520,
         mul_f32_9533(AT(f32, cat_15x6x7), W(mul_15x6x7_other), 630));
    /* -> 2x6x7, from aten::convolution */
    STEP(conv1x1_15x2, AT(f32, conv1x1_15x2), 336,
         pte_conv2d_f32(AT(f32, conv1x1_15x2), AT(f32, cat_15x6x7), W(conv1x1_15x2_weight),
                        W(conv1x1_15x2_bias), &conv1x1_15x2_params));
    /* -> 2x6x7, from aten::add */
    STEP(add_2x6x7, output0, 336,
         add_f32(output0, AT(f32, conv1x1_15x2), AT(f32, cat_10x6x7_a) + 168, 84));
    /* -> 8x6x7, from aten::cat */
    STEP(cat_8x6x7, AT(f32, cat_8x6x7), 1344,
         pte_move_b4(AT(f32, cat_8x6x7), AT(f32, cat_10x6x7_a), &cat_8x6x7_params_0));
    STEP(cat_8x6x7, AT(f32, cat_8x6x7), 1344,
         pte_move_b4(AT(f32, cat_8x6x7), AT(f32, cat_10x6x7_a), &cat_8x6x7_params_1));
    /* -> 8x6x7, from aten::sub */
    STEP(sub_8x6x7, output1, 1344, sub_f32(output1, AT(f32, cat_8x6x7), W(sub_8x6x7_other), 336));
    /* -> 5x6x7, from aten::mul */
    STEP(mul_5x6x7, output2 + 210, 840,
         mul_f32_ea4f(output2 + 210, output2, W(mul_5x6x7_other), 210));
    /* -> 10x6x7, from aten::cat */
    STEP(cat_10x6x7_b, output2, 1680, (void)0);
    return PTE_OK;
}

/* The one-call form: memory and weights of the image. */
PTE_PLACE_ARENA PTE_ALIGN(16) static unsigned char arena[MODEL_ARENA_BYTES];
static const model_ctx image = {arena, NULL, model_weights};

pte_status model_forward(const float *input, float *output0, float *output1, float *output2)
{
    return model_forward_with(&image, input, output0, output1, output2);
}

pte_status model_check_weights(const void *weights, size_t bytes)
{
    return pte_check_weights(weights, bytes, UINT64_C(0xefa88f9989cb6d0b));
}
