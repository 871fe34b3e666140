/* SPDX-License-Identifier: 0BSD */
/* model.c: made by ptec (output format 1) from sha256 360cebe241892a25. Do not edit.
 *
 * method       first input            first output            steps M mult.-adds arena bytes
 * forward      f32 1x1x31x33          f32 1x1x15x16               6         1.74     662,928 */
#include "model.h"
#include "model_steps.h"
#include "pte_kernels.h"
#include "pte_parts.h"
#include "pte_math.h"

#if PTE_BIG_ENDIAN
#error "the weights are little-endian, this target is not: ptec compile --target big-endian"
#endif

/* Weights, 7,744 bytes. Beside each array stand its shape and a digest of its bytes. */
typedef struct model_weights_t {
    pte_weights_header header;
    pte_f32 conv3x3_1x6_bias[6];                                /* 6  75478527 */
    pte_f32 conv1x1_78x6_bias[6];                               /* 6  b560ff09 */
    pte_f32 conv3x3_6x1_bias[1];                                /* 1  55078854 */
    pte_u8 gap_small[12];
    pte_f32 conv3x3_1x6_weight[54];                             /* 6x1x3x3  94808d72 */
    pte_u8 gap_conv3x3_1x6_weight[8];
    pte_f32 conv1x1_6x78_weight[468];                           /* 78x6x1x1  51e95407 */
    pte_f32 conv1x1_6x78_bias[78];                              /* 78  25f07bd5 */
    pte_u8 gap_conv1x1_6x78_bias[8];
    pte_f32 dwconv3x3_78x78_weight[702];                        /* 78x1x3x3  5e514bdd */
    pte_u8 gap_dwconv3x3_78x78_weight[8];
    pte_f32 dwconv3x3_78x78_bias[78];                           /* 78  42cb51a7 */
    pte_u8 gap_dwconv3x3_78x78_bias[8];
    pte_f32 conv1x1_78x6_weight[468];                           /* 6x78x1x1  e24a8a9e */
    pte_f32 conv3x3_6x1_weight[54];                             /* 6x3x3  4ec0d7f5 */
    pte_u8 gap_conv3x3_6x1_weight[8];
} PTE_ALIAS model_weights_t;
_Static_assert(sizeof(model_weights_t) == MODEL_WEIGHTS_BYTES,
               "this compiler pads the weights: leave alignment and packing to the ABI");

/* Memory plan: arena 662,928 bytes. */
/* Value x lies AT_x bytes behind the start of its arena until the step beside it has read
 * it, and takes SIZE_x bytes. */
/* forward: 662,928 bytes; most live at once 662,928; ExecuTorch's plan 662,928. */
enum {
    AT_conv3x3_1x6 = 638368,                                    /* until conv3x3_6x1 */
    SIZE_conv3x3_1x6 = 24552,
    AT_conv1x1_6x78 = 0,                                        /* until dwconv3x3_78x78 */
    SIZE_conv1x1_6x78 = 319176,
    AT_dwconv3x3_78x78 = 319184,                                /* until conv1x1_78x6 */
    SIZE_dwconv3x3_78x78 = 319176,
    AT_conv1x1_78x6 = 0,                                        /* until add_6x31x33 */
    SIZE_conv1x1_78x6 = 24552,
    FORWARD_ARENA = 662928,
};
_Static_assert(FORWARD_ARENA <= MODEL_ARENA_BYTES,
               "model.h is of another output of ptec: take both files of one");

/* Parameters of the kernels. */
static const pte_conv2d conv3x3_1x6_params = {
    .n = 1, .c = 1, .h = 31, .w = 33, .oh = 31, .ow = 33, .is.n = 1023, .is.c = 1023,
    .is.h = 33, .is.w = 1, .os.n = 6138, .os.c = 1023, .os.h = 33, .os.w = 1, .oc = 6, .kh = 3,
    .kw = 3, .sh = 1, .sw = 1, .ph = 1, .pw = 1, .dh = 1, .dw = 1, .groups = 1, .ws.n = 9,
    .ws.c = 9, .ws.h = 3, .ws.w = 1, .lo = PTE_NEG_INF, .hi = PTE_INF};
static const pte_conv2d conv1x1_6x78_params = {
    .n = 1, .c = 6, .h = 1, .w = 1023, .oh = 1, .ow = 1023, .is.n = 6138, .is.c = 1023,
    .is.h = 33, .is.w = 1, .os.n = 79794, .os.c = 1023, .os.h = 33, .os.w = 1, .oc = 78,
    .kh = 1, .kw = 1, .sh = 1, .sw = 1, .dh = 1, .dw = 1, .groups = 1, .ws.n = 6, .ws.c = 1,
    .ws.h = 1, .ws.w = 1, .lo = 0.0f, .hi = 6.0f};
static const pte_conv2d dwconv3x3_78x78_params = {
    .n = 1, .c = 78, .h = 31, .w = 33, .oh = 31, .ow = 33, .is.n = 79794, .is.c = 1023,
    .is.h = 33, .is.w = 1, .os.n = 79794, .os.c = 1023, .os.h = 33, .os.w = 1, .oc = 78,
    .kh = 3, .kw = 3, .sh = 1, .sw = 1, .ph = 1, .pw = 1, .dh = 1, .dw = 1, .groups = 78,
    .ws.n = 9, .ws.c = 9, .ws.h = 3, .ws.w = 1, .lo = 0.0f, .hi = 6.0f};
static const pte_conv2d conv1x1_78x6_params = {
    .n = 1, .c = 78, .h = 1, .w = 1023, .oh = 1, .ow = 1023, .is.n = 79794, .is.c = 1023,
    .is.h = 33, .is.w = 1, .os.n = 6138, .os.c = 1023, .os.h = 33, .os.w = 1, .oc = 6, .kh = 1,
    .kw = 1, .sh = 1, .sw = 1, .dh = 1, .dw = 1, .groups = 1, .ws.n = 78, .ws.c = 1, .ws.h = 1,
    .ws.w = 1, .lo = PTE_NEG_INF, .hi = PTE_INF};
static const pte_conv2d conv3x3_6x1_params = {
    .n = 1, .c = 6, .h = 31, .w = 33, .oh = 15, .ow = 16, .is.n = 6138, .is.c = 1023,
    .is.h = 33, .is.w = 1, .os.n = 240, .os.c = 240, .os.h = 16, .os.w = 1, .oc = 1, .kh = 3,
    .kw = 3, .sh = 2, .sw = 2, .dh = 1, .dw = 1, .groups = 1, .ws.n = 54, .ws.c = 9, .ws.h = 3,
    .ws.w = 1, .lo = PTE_NEG_INF, .hi = PTE_INF};

/* Loops, which no kernel computes. */

static void add_f32(pte_f32 *out, const pte_f32 *a, int32_t n0)
{
    for (int32_t i0 = 0; i0 < n0; i0++)
        out[i0] = out[i0] + a[i0];
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

/* Parts for threads. */

/* pte_conv2d_f32 in parts of p->oh. */
struct pte_conv2d_f32_by_oh {
    pte_f32 *out;
    const pte_f32 *in;
    const pte_f32 *weight;
    const pte_f32 *bias;
    const pte_conv2d *p;
    int32_t parts;
};

static void pte_conv2d_f32_by_oh_part(const void *call, int32_t part)
{
    const struct pte_conv2d_f32_by_oh *const whole = call;
    const int32_t from = pte_part_start(whole->p->oh, part, whole->parts);
    const int32_t end = pte_part_start(whole->p->oh, part + 1, whole->parts);
    pte_conv2d p = *whole->p;

    p.oh = end - from;
    p.ph -= from * p.sh;
    pte_conv2d_f32(whole->out + from * p.os.h, whole->in, whole->weight, whole->bias, &p);
}

static void pte_conv2d_f32_by_oh(pte_threads *threads, int32_t parts, pte_f32 *out,
                                 const pte_f32 *in, const pte_f32 *weight, const pte_f32 *bias,
                                 const pte_conv2d *p)
{
    const int32_t count = pte_parts(threads, parts, p->oh);
    const struct pte_conv2d_f32_by_oh whole = {out, in, weight, bias, p, count};

    pte_run_parts(threads, pte_conv2d_f32_by_oh_part, &whole, count);
}

/* pte_conv2d_f32 in parts of p->ow. */
struct pte_conv2d_f32_by_positions {
    pte_f32 *out;
    const pte_f32 *in;
    const pte_f32 *weight;
    const pte_f32 *bias;
    const pte_conv2d *p;
    int32_t parts;
};

static void pte_conv2d_f32_by_positions_part(const void *call, int32_t part)
{
    const struct pte_conv2d_f32_by_positions *const whole = call;
    const int32_t from = pte_part_start(whole->p->ow, part, whole->parts);
    const int32_t end = pte_part_start(whole->p->ow, part + 1, whole->parts);
    pte_conv2d p = *whole->p;

    p.ow = end - from;
    p.w = p.ow;
    pte_conv2d_f32(whole->out + from * p.os.w, whole->in + from * p.is.w, whole->weight,
                   whole->bias, &p);
}

static void pte_conv2d_f32_by_positions(pte_threads *threads, int32_t parts, pte_f32 *out,
                                        const pte_f32 *in, const pte_f32 *weight,
                                        const pte_f32 *bias, const pte_conv2d *p)
{
    const int32_t count = pte_parts(threads, parts, p->ow);
    const struct pte_conv2d_f32_by_positions whole = {out, in, weight, bias, p, count};

    pte_run_parts(threads, pte_conv2d_f32_by_positions_part, &whole, count);
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
         pte_conv2d_f32_by_oh(ctx->threads, 3, AT(f32, conv3x3_1x6), input, W(conv3x3_1x6_weight),
                              W(conv3x3_1x6_bias), &conv3x3_1x6_params));
    /* -> 78x31x33, 0.48 M multiply-adds, clamped to 0..6, from aten::convolution, aten::hardtanh */
    STEP(conv1x1_6x78, AT(f32, conv1x1_6x78), 319176,
         pte_conv2d_f32_by_positions(ctx->threads, 3, AT(f32, conv1x1_6x78), AT(f32, conv3x3_1x6),
                                     W(conv1x1_6x78_weight), W(conv1x1_6x78_bias),
                                     &conv1x1_6x78_params));
    /* -> 78x31x33, 0.72 M multiply-adds, clamped to 0..6, from aten::convolution, aten::hardtanh */
    STEP(dwconv3x3_78x78, AT(f32, dwconv3x3_78x78), 319176,
         pte_conv2d_f32_by_oh(ctx->threads, 3, AT(f32, dwconv3x3_78x78), AT(f32, conv1x1_6x78),
                              W(dwconv3x3_78x78_weight), W(dwconv3x3_78x78_bias),
                              &dwconv3x3_78x78_params));
    /* -> 6x31x33, 0.48 M multiply-adds, from aten::convolution */
    STEP(conv1x1_78x6, AT(f32, conv1x1_78x6), 24552,
         pte_conv2d_f32_by_positions(ctx->threads, 3, AT(f32, conv1x1_78x6),
                                     AT(f32, dwconv3x3_78x78), W(conv1x1_78x6_weight),
                                     W(conv1x1_78x6_bias), &conv1x1_78x6_params));
    /* -> 6x31x33, from aten::add */
    STEP(add_6x31x33, AT(f32, conv3x3_1x6), 24552,
         add_f32(AT(f32, conv3x3_1x6), AT(f32, conv1x1_78x6), 6138));
    /* -> 15x16, 0.01 M multiply-adds, from aten::convolution */
    STEP(conv3x3_6x1, output, 960,
         pte_conv2d_f32(output, AT(f32, conv3x3_1x6), W(conv3x3_6x1_weight), W(conv3x3_6x1_bias),
                        &conv3x3_6x1_params));
    return PTE_OK;
}

/* The one-call form: memory and weights of the image. */
PTE_PLACE_ARENA PTE_ALIGN(16) static unsigned char arena[MODEL_ARENA_BYTES];
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
    return pte_check_weights(weights, bytes, UINT64_C(0x80a732e51e8e2b8d));
}
