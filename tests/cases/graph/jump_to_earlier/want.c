/* SPDX-License-Identifier: 0BSD */
/* model.c: made by ptec (output format 1) from sha256 f7d6bb82e86a3a6b. Do not edit.
 *
 * method       first input            first output            steps M mult.-adds arena bytes
 * forward      bool                   f32 2x3                     5         0.00          32 */
#define PTE_FREE_OF_EXCESS 1
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
    pte_f32 add_2x3_self[1];                                    /* 1  ea284590 */
    pte_f32 mul_2x3_a_self[1];                                  /* 1  fca31f16 */
    pte_f32 mul_2x3_b_self[1];                                  /* 1  d88c86f1 */
    pte_f32 sub_2x3_self[1];                                    /* 1  e00e5eb9 */
} PTE_ALIAS model_weights_t;
_Static_assert(sizeof(model_weights_t) == MODEL_WEIGHTS_BYTES,
               "this compiler pads the weights: leave alignment and packing to the ABI");

/* Memory plan: arena 32 bytes. */
/* Value x lies AT_x bytes behind the start of its arena until the step beside it has read
 * it, and takes SIZE_x bytes. */
/* forward: 32 bytes; most live at once 32; ExecuTorch's plan 144. */
enum {
    AT_mul_2x3_b = 0,                                           /* until the end */
    SIZE_mul_2x3_b = 24,
    FORWARD_ARENA = 32,
};
_Static_assert(FORWARD_ARENA <= MODEL_ARENA_BYTES,
               "model.h is of another output of ptec: take both files of one");

/* Loops, which no kernel computes. */

static void add_f32(pte_f32 *out, const pte_f32 *a, const pte_f32 *b, int32_t n0)
{
    const float b_ = b[0];
    for (int32_t i0 = 0; i0 < n0; i0++)
        out[i0] = a[i0] + b_;
}

PTE_NOINLINE static void mul_f32(pte_f32 *out, const pte_f32 *a, const pte_f32 *b, int32_t n0)
{
    const float b_ = b[0];
    for (int32_t i0 = 0; i0 < n0; i0++)
        out[i0] = a[i0] * b_;
}

static void sub_f32(pte_f32 *out, const pte_f32 *a, const pte_f32 *b, int32_t n0)
{
    const float b_ = b[0];
    for (int32_t i0 = 0; i0 < n0; i0++)
        out[i0] = a[i0] - b_;
}

static void neg_f32(pte_f32 *out, int32_t n0)
{
    for (int32_t i0 = 0; i0 < n0; i0++)
        out[i0] = -out[i0];
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
 * dim_order_ops::_to_dim_order_copy: add_2x3
 * dim_order_ops::_to_dim_order_copy: mul_2x3_a
 * dim_order_ops::_to_dim_order_copy: mul_2x3_b
 * dim_order_ops::_to_dim_order_copy: sub_2x3 */

PTE_PLACE_CODE
pte_status model_forward_with(const model_ctx *ctx, const bool *input0, const bool *input1,
                              const float *input2, float *output)
{
    if (!ctx || !pte_aligned(ctx->arena, MODEL_ARENA_ALIGN)
        || !pte_aligned(ctx->weights, MODEL_WEIGHTS_ALIGN) || !input0 || !input1 || !input2
        || !output)
        return PTE_INVALID_ARGUMENT;
    PTE_DEBUG_START();
    unsigned char *const a = ctx->arena;
    const model_weights_t *const w = ctx->weights;
    PTE_ABI_CHECK();

    if (pte_all_b((const pte_u8 *)input0, 1)) {
        /* -> 2x3, from aten::mul */
        STEP(mul_2x3_b, AT(f32, mul_2x3_b), 24,
             mul_f32(AT(f32, mul_2x3_b), input2, W(mul_2x3_b_self), 6));
    } else {
        /* -> 2x3, from aten::sub */
        STEP(sub_2x3, AT(f32, mul_2x3_b), 24,
             sub_f32(AT(f32, mul_2x3_b), input2, W(sub_2x3_self), 6));
    }
    /* -> 2x3, from aten::neg */
    STEP(neg_2x3, AT(f32, mul_2x3_b), 24, neg_f32(AT(f32, mul_2x3_b), 6));
    if (pte_all_b((const pte_u8 *)input1, 1)) {
        /* -> 2x3, from aten::add */
        STEP(add_2x3, output, 24, add_f32(output, AT(f32, mul_2x3_b), W(add_2x3_self), 6));
    } else {
        /* -> 2x3, from aten::mul */
        STEP(mul_2x3_a, output, 24, mul_f32(output, AT(f32, mul_2x3_b), W(mul_2x3_a_self), 6));
    }
    return PTE_OK;
}

/* The one-call form: memory and weights of the image. */
PTE_PLACE_ARENA PTE_ALIGN(16) static unsigned char arena[MODEL_ARENA_BYTES];
static const model_ctx image = {arena, NULL, model_weights};

pte_status model_forward(const bool *input0, const bool *input1, const float *input2,
                         float *output)
{
    return model_forward_with(&image, input0, input1, input2, output);
}

pte_status model_check_weights(const void *weights, size_t bytes)
{
    return pte_check_weights(weights, bytes, UINT64_C(0x20fe2a7fba81dd55));
}
