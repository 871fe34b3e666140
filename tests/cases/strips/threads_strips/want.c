/* SPDX-License-Identifier: 0BSD */
/* model.c: made by ptec (output format 1) from sha256 360cebe241892a25. Do not edit.
 *
 * method       first input            first output            steps M mult.-adds arena bytes
 * forward      f32 1x1x31x33          f32 1x1x15x16               5         1.74     255,200 */
#include "model.h"
#include "model_steps.h"
#include "pte_kernels.h"
#include "pte_turns.h"
#include "pte_vec_kernels.h"
#include "pte_parts.h"
#include "pte_turns_part.h"
#include "pte_math.h"

#if PTE_BIG_ENDIAN
#error "the weights are little-endian, this target is not: ptec compile --target big-endian"
#endif

/* Weights, 10,656 bytes. Beside each array stand its shape and a digest of its bytes. */
typedef struct model_weights_t {
    pte_weights_header header;
    pte_u8 gap_small[32];
    pte_f32 conv3x3_1x6_weight[75];                             /* 75  c8797140 */
    pte_u8 gap_conv3x3_1x6_weight[20];
    pte_f32 conv3x3_1x6_bias[8];                                /* 8  9e5e271f */
    pte_u8 gap_conv3x3_1x6_bias[32];
    pte_f32 conv1x1_6x78_weight[486];                           /* 486  6267d77a */
    pte_u8 gap_conv1x1_6x78_weight[40];
    pte_f32 conv1x1_6x78_bias[80];                              /* 80  614d8c87 */
    pte_f32 dwconv3x3_78x78_weight[702];                        /* 702  71d9957a */
    pte_u8 gap_dwconv3x3_78x78_weight[8];
    pte_f32 dwconv3x3_78x78_bias[78];                           /* 78  42cb51a7 */
    pte_u8 gap_dwconv3x3_78x78_bias[8];
    pte_f32 conv1x1_78x6_weight[702];                           /* 702  9cbab454 */
    pte_u8 gap_conv1x1_78x6_weight[8];
    pte_f32 conv1x1_78x6_bias[8];                               /* 8  4d00ddd7 */
    pte_u8 gap_conv1x1_78x6_bias[32];
    pte_f32 conv3x3_6x1_weight[450];                            /* 450  3fa73671 */
    pte_u8 gap_conv3x3_6x1_weight[56];
    pte_f32 conv3x3_6x1_bias[8];                                /* 8  3c8b5328 */
} PTE_ALIAS model_weights_t;
_Static_assert(sizeof(model_weights_t) == MODEL_WEIGHTS_BYTES,
               "this compiler pads the weights: leave alignment and packing to the ABI");

/* Memory plan: arena 255,200 bytes. */
/* Value x lies AT_x bytes behind the start of its arena until the step beside it has read
 * it, and takes SIZE_x bytes. */
/* forward: 255,200 bytes; most live at once 255,200; ExecuTorch's plan 662,928. */
enum {
    AT_conv3x3_1x6 = 230640,                                    /* until conv1x1_78x6 */
    SIZE_conv3x3_1x6 = 24552,
    AT_conv1x1_6x78 = 0,                                        /* until conv1x1_78x6 */
    SIZE_conv1x1_6x78 = 123648,
    AT_dwconv3x3_78x78 = 123648,                                /* until conv1x1_78x6 */
    SIZE_dwconv3x3_78x78 = 82432,
    AT_conv1x1_78x6 = 206080,                                   /* until conv3x3_6x1 */
    SIZE_conv1x1_78x6 = 24552,
    FORWARD_ARENA = 255200,
};
_Static_assert(FORWARD_ARENA <= MODEL_ARENA_BYTES,
               "model.h is of another output of ptec: take both files of one");

/* Parameters of the kernels. */
static const pte_turns conv1x1_6x78_turns = {.height = 31, .rows = 4, .turns = 1, .start = 5,
    .kept = 2, .size = 4};
static const pte_turns dwconv3x3_78x78_turns = {.height = 31, .rows = 4, .turns = 1, .start = 4,
    .size = 4};
static const pte_conv2d conv3x3_1x6_params = {
    .n = 1, .c = 1, .h = 31, .w = 33, .oh = 31, .ow = 33, .is.n = 1023, .is.c = 1023,
    .is.h = 33, .is.w = 1, .os.n = 6138, .os.c = 1, .os.h = 198, .os.w = 6, .oc = 6, .kh = 3,
    .kw = 3, .sh = 1, .sw = 1, .ph = 1, .pw = 1, .dh = 1, .dw = 1, .groups = 1,
    .lo = PTE_NEG_INF, .hi = PTE_INF};
static const pte_conv2d conv1x1_6x78_params = {
    .n = 1, .c = 6, .h = 31, .w = 33, .oh = 31, .ow = 33, .is.n = 6138, .is.c = 1, .is.h = 198,
    .is.w = 6, .os.n = 79794, .os.c = 1, .os.h = 2574, .os.w = 78, .oc = 78, .kh = 1, .kw = 1,
    .sh = 1, .sw = 1, .dh = 1, .dw = 1, .groups = 1, .lo = 0.0f, .hi = 6.0f};
static const pte_conv2d dwconv3x3_78x78_params = {
    .n = 1, .c = 78, .h = 31, .w = 33, .oh = 31, .ow = 33, .is.n = 79794, .is.c = 1,
    .is.h = 2574, .is.w = 78, .os.n = 79794, .os.c = 1, .os.h = 2574, .os.w = 78, .oc = 78,
    .kh = 3, .kw = 3, .sh = 1, .sw = 1, .ph = 1, .pw = 1, .dh = 1, .dw = 1, .groups = 78,
    .lo = 0.0f, .hi = 6.0f};
static const pte_conv2d conv1x1_78x6_params = {
    .n = 1, .c = 78, .h = 31, .w = 33, .oh = 31, .ow = 33, .is.n = 79794, .is.c = 1,
    .is.h = 2574, .is.w = 78, .os.n = 6138, .os.c = 1, .os.h = 198, .os.w = 6, .oc = 6,
    .kh = 1, .kw = 1, .sh = 1, .sw = 1, .dh = 1, .dw = 1, .groups = 1, .lo = PTE_NEG_INF,
    .hi = PTE_INF};
static const pte_conv2d conv3x3_6x1_params = {
    .n = 1, .c = 6, .h = 31, .w = 33, .oh = 15, .ow = 16, .is.n = 6138, .is.c = 1, .is.h = 198,
    .is.w = 6, .os.n = 240, .os.c = 240, .os.h = 16, .os.w = 1, .oc = 1, .kh = 3, .kw = 3,
    .sh = 2, .sw = 2, .dh = 1, .dw = 1, .groups = 1, .lo = PTE_NEG_INF, .hi = PTE_INF};

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

/* Parts for threads. */

/* conv1x1_6x78 to conv1x1_78x6 in turns, in parts. */
struct conv1x1_78x6_strips {
    const model_ctx *ctx;
    int32_t parts;
};

static void conv1x1_78x6_strips_part(const void *call, int32_t part)
{
    const struct conv1x1_78x6_strips *const whole = call;
    unsigned char *const a = whole->ctx->arena;
    const model_weights_t *const w = whole->ctx->weights;
    const pte_turns conv1x1_78x6_rows = pte_turns_part(&dwconv3x3_78x78_turns, part, whole->parts);
    const pte_turns dwconv3x3_78x78_rows = pte_turns_before(&conv1x1_78x6_rows,
            &dwconv3x3_78x78_turns, &dwconv3x3_78x78_turns, 1, 0);
    const pte_turns conv1x1_6x78_rows = pte_turns_before(&dwconv3x3_78x78_rows,
            &dwconv3x3_78x78_turns, &conv1x1_6x78_turns, 1, 1);

    for (pte_turn t = {0}; t.number < pte_turns_count(&conv1x1_78x6_rows); t.number++) {
        pte_conv2d_turn p;
        p.turn = &t;

        /* -> 78x31x33, 0.48 M multiply-adds, clamped to 0..6, from aten::convolution,
            aten::hardtanh */
        t.turns = NULL;
        pte_rows_conv2d(&p, AT(f32, conv1x1_6x78) + part * 15456, &conv1x1_6x78_params,
                        &conv1x1_6x78_rows);
        pte_rows_keep(&t);
        pte_vec_conv2d_f32(t.out, AT(f32, conv3x3_1x6) + t.under, W(conv1x1_6x78_weight),
                           W(conv1x1_6x78_bias), NULL, &p.conv);

        /* -> 78x31x33, 0.72 M multiply-adds, clamped to 0..6, from aten::convolution,
            aten::hardtanh */
        pte_rows_conv2d(&p, AT(f32, dwconv3x3_78x78) + part * 10304, &dwconv3x3_78x78_params,
                        &dwconv3x3_78x78_rows);
        pte_vec_dwconv2d_f32(t.out, AT(f32, conv1x1_6x78) + part * 15456 + t.under,
                             W(dwconv3x3_78x78_weight), W(dwconv3x3_78x78_bias), NULL, &p.conv);

        /* -> 6x31x33, 0.48 M multiply-adds, from aten::convolution, aten::add */
        pte_rows_conv2d(&p, AT(f32, conv1x1_78x6), &conv1x1_78x6_params, &conv1x1_78x6_rows);
        pte_vec_conv2d_f32(AT(f32, conv1x1_78x6) + t.from * 198,
                           AT(f32, dwconv3x3_78x78) + part * 10304 + t.under,
                           W(conv1x1_78x6_weight), W(conv1x1_78x6_bias),
                           AT(f32, conv3x3_1x6) + t.from * 198, &p.conv);
    }
}

static void conv1x1_78x6_strips(const model_ctx *ctx, int32_t parts)
{
    const int32_t count = pte_parts(ctx->threads, parts, 31);
    const struct conv1x1_78x6_strips whole = {ctx, count};

    pte_run_parts(ctx->threads, conv1x1_78x6_strips_part, &whole, count);
}

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

    /* -> 6x31x33, 0.06 M multiply-adds, from aten::convolution */
    STEP(conv3x3_1x6, AT(f32, conv3x3_1x6), 24552,
         pte_vec_conv2d_f32(AT(f32, conv3x3_1x6), input, W(conv3x3_1x6_weight),
                            W(conv3x3_1x6_bias), NULL, &conv3x3_1x6_params));
    /* 6x31x33  conv1x1_6x78 to conv1x1_78x6 */
    STEP(conv1x1_78x6, AT(f32, conv1x1_78x6), 24552, conv1x1_78x6_strips(ctx, 2));
    /* -> 15x16, 0.01 M multiply-adds, from aten::convolution */
    STEP(conv3x3_6x1, output, 960,
         pte_vec_conv2d_f32(output, AT(f32, conv1x1_78x6), W(conv3x3_6x1_weight),
                            W(conv3x3_6x1_bias), NULL, &conv3x3_6x1_params));
    return PTE_OK;
}

/* The one-call form: memory and weights of the image. */
PTE_PLACE_ARENA PTE_ALIGN(64) static unsigned char arena[MODEL_ARENA_BYTES];
static model_ctx image = {arena, NULL, model_weights, NULL};

void model_set_threads(pte_threads *threads)
{
    image.threads = threads;
}

pte_status model_forward(const float *input, float *output)
{
    return model_forward_with(&image, input, output);
}

pte_status model_check_weights(const void *weights, size_t bytes)
{
    return pte_check_weights(weights, bytes, UINT64_C(0x88d7c5eea6197d8f));
}
