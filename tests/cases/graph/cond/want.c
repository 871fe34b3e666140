/* SPDX-License-Identifier: 0BSD */
/* model.c: made by ptec (output format 1) from sha256 f5a748a6594c1046. Do not edit.
 *
 * method       first input            first output            steps M mult.-adds arena bytes
 * forward      f32 3x4                f32 3x4                     4         0.00          32 */
#include "model.h"
#include "model_steps.h"
#include "pte_kernels.h"
#include "pte_math.h"

#if PTE_BIG_ENDIAN
#error "the weights are little-endian, this target is not: ptec compile --target big-endian"
#endif

/* Weights, 48 bytes. Beside each array stand its shape and a digest of its bytes. */
typedef struct model_weights_t {
    pte_weights_header header;
    pte_f32 mul_cos_3x4_self[1];                                /* 1  d88c86f1 */
    pte_f32 sub_3x4_self[1];                                    /* 1  e00e5eb9 */
    pte_u8 gap_small[8];
} PTE_ALIAS model_weights_t;
_Static_assert(sizeof(model_weights_t) == MODEL_WEIGHTS_BYTES,
               "this compiler pads the weights: leave alignment and packing to the ABI");

/* Memory plan: arena 32 bytes. */
/* Value x lies AT_x bytes behind the start of its arena until the step beside it has read
 * it, and takes SIZE_x bytes. */
/* forward: 32 bytes; most live at once 32; ExecuTorch's plan 208. */
enum {
    AT_sum_1 = 0,                                               /* until gt_1 */
    SIZE_sum_1 = 4,
    AT_gt_1 = 16,                                               /* until the end */
    SIZE_gt_1 = 1,
    FORWARD_ARENA = 32,
};
_Static_assert(FORWARD_ARENA <= MODEL_ARENA_BYTES,
               "model.h is of another output of ptec: take both files of one");

/* Loops, which no kernel computes. */

static void sum_f32(pte_f32 *out, const pte_f32 *a, int32_t n0)
{
    float acc = 0.0f;
    for (int32_t i0 = 0; i0 < n0; i0++)
        acc += a[i0];
    out[0] = acc;
}

static void gt_u8(pte_u8 *out, const pte_f32 *a)
{
    out[0] = (pte_u8)(0.0f < a[0]);
}

static void mul_cos_f32(pte_f32 *out, const pte_f32 *a, const pte_f32 *b, int32_t n0)
{
    const float b_ = b[0];
    for (int32_t i0 = 0; i0 < n0; i0++)
        out[i0] = pte_cos_f32(a[i0] * b_);
}

static void sub_f32(pte_f32 *out, const pte_f32 *a, const pte_f32 *b, int32_t n0)
{
    const float b_ = b[0];
    for (int32_t i0 = 0; i0 < n0; i0++)
        out[i0] = a[i0] - b_;
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
 * dim_order_ops::_to_dim_order_copy: mul_cos_3x4
 * dim_order_ops::_to_dim_order_copy: sub_3x4 */

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

    /* -> 1, from aten::sum */
    STEP(sum_1, AT(f32, sum_1), 4, sum_f32(AT(f32, sum_1), input, 12));
    /* -> 1, from aten::gt */
    STEP(gt_1, AT(u8, gt_1), 1, gt_u8(AT(u8, gt_1), AT(f32, sum_1)));
    if (pte_all_b(AT(u8, gt_1), 1)) {
        /* -> 3x4, from aten::mul, aten::cos */
        STEP(mul_cos_3x4, output, 48, mul_cos_f32(output, input, W(mul_cos_3x4_self), 12));
    } else {
        /* -> 3x4, from aten::sub */
        STEP(sub_3x4, output, 48, sub_f32(output, input, W(sub_3x4_self), 12));
    }
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
    return pte_check_weights(weights, bytes, UINT64_C(0x533e150288ba64b4));
}
