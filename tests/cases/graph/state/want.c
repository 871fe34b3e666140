/* SPDX-License-Identifier: 0BSD */
/* model.c: made by ptec (output format 1) from sha256 3513bfb912b68957. Do not edit.
 *
 * method       first input            first output            steps M mult.-adds arena bytes
 * forward      f32 3                  f32 3                       3         0.00           0 */
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
    pte_f32 add_1_self[1];                                      /* 1  e00e5eb9 */
    pte_f32 mul_add_3_other[1];                                 /* 1  d99e5843 */
    pte_u8 gap_small[8];
} PTE_ALIAS model_weights_t;
_Static_assert(sizeof(model_weights_t) == MODEL_WEIGHTS_BYTES,
               "this compiler pads the weights: leave alignment and packing to the ABI");

/* Memory plan: arena 0 bytes. */
/* State, kept from call to call. */
enum {
    STATE_state0 = 0,
    STATE_SIZE_state0 = 4,
    STATE_state1 = 16,
    STATE_SIZE_state1 = 12,
};

/* Loops, which no kernel computes. */

static void add_f32_b282(pte_f32 *out, const pte_f32 *a)
{
    out[0] = out[0] + a[0];
}

static void mul_add_f32(pte_f32 *out, const pte_f32 *a, const pte_f32 *b, int32_t n0)
{
    const float a_ = a[0];
    for (int32_t i0 = 0; i0 < n0; i0++)
        out[i0] = out[i0] * a_ + b[i0];
}

static void add_f32_ead1(pte_f32 *out, const pte_f32 *a, const pte_f32 *b, int32_t n0)
{
    const float b_ = b[0];
    for (int32_t i0 = 0; i0 < n0; i0++)
        out[i0] = a[i0] + b_;
}

/* How steps name memory: AT(type, x) is value x in the arena, W(x) the array x of the
 * weights, STATE(type, x) a piece of state. With PTE_DEBUG_MEMORY each is a heap block of its own, so that a sanitizer
 * finds every access beyond its end. */
#ifdef PTE_DEBUG_MEMORY
#define W(name)        pte_debug_copy(w->name, sizeof w->name)
#else
#define W(name)        PTE_W(w->name)
#endif
#define STATE(type, name) ((pte_##type *)(void *)(s + STATE_##name))

/* Calls a step. PTE_STEP, which pte_rt.h defines, may be defined otherwise, to see or to time it. */
#define STEP(id, ptr, bytes, call) PTE_STEP(MODEL_STEP_##id, ptr, bytes, call)

/* Methods. */
/* Operators of forward without a step of their own, and the steps that do their work:
 * dim_order_ops::_to_dim_order_copy: add_1
 * aten::copy_: add_1
 * aten::copy_: mul_add_3 */

PTE_PLACE_CODE
pte_status model_forward_with(const model_ctx *ctx, const float *input, float *output)
{
    if (!ctx || !pte_aligned(ctx->state, MODEL_STATE_ALIGN)
        || !pte_aligned(ctx->weights, MODEL_WEIGHTS_ALIGN) || !input || !output)
        return PTE_INVALID_ARGUMENT;
    PTE_DEBUG_START();
    unsigned char *const s = ctx->state;
    const model_weights_t *const w = ctx->weights;
    PTE_ABI_CHECK();

    /* -> 1, from aten::add */
    STEP(add_1, STATE(f32, state0), 4, add_f32_b282(STATE(f32, state0), W(add_1_self)));
    /* -> 3, from aten::mul, aten::add */
    STEP(mul_add_3, STATE(f32, state1), 12,
         mul_add_f32(STATE(f32, state1), W(mul_add_3_other), input, 3));
    /* -> 3, from aten::add */
    STEP(add_3, output, 12, add_f32_ead1(output, STATE(f32, state1), STATE(f32, state0), 3));
    return PTE_OK;
}

/* The one-call form: memory and weights of the image. */
PTE_PLACE_STATE PTE_ALIGN(16) static unsigned char state[MODEL_STATE_BYTES];
static const model_ctx image = {NULL, state, model_weights};

pte_status model_forward(const float *input, float *output)
{
    return model_forward_with(&image, input, output);
}

void model_reset_with(const model_ctx *ctx)
{
    unsigned char *const s = ctx->state;
    for (size_t i = 0; i < STATE_SIZE_state0; i++)
        s[STATE_state0 + i] = 0;
    for (size_t i = 0; i < STATE_SIZE_state1; i++)
        s[STATE_state1 + i] = 0;
}

void model_reset(void)
{
    model_reset_with(&image);
}

pte_status model_check_weights(const void *weights, size_t bytes)
{
    return pte_check_weights(weights, bytes, UINT64_C(0x79160f0c672d7bf0));
}
