/* SPDX-License-Identifier: 0BSD */
/* model.c: made by ptec (output format 1) from sha256 1dd6d91e90b27b6f. Do not edit.
 *
 * method       first input            first output            steps M mult.-adds arena bytes
 * forward      f32 2x3x4              f32 2x3x4                   3         0.00          64 */
#define PTE_FREE_OF_EXCESS 1
#include "model.h"
#include "model_steps.h"
#include "pte_kernels.h"
#include "pte_math.h"

#if PTE_BIG_ENDIAN
#error "the weights are little-endian, this target is not: ptec compile --target big-endian"
#endif

/* Weights, 112 bytes. Beside each array stand its shape and a digest of its bytes. */
typedef struct model_weights_t {
    pte_weights_header header;
    /* inverse, hi_folded, lo_folded */
    pte_f32 Convert_2x3x4_a_floats[3];                          /* 3  829995f5 */
    pte_s32 Convert_2x3x4_a_zero[1];                            /* 1  1b9334fe */
    /* inverse, hi_folded, lo_folded */
    pte_f32 Convert_2x3x4_b_floats[3];                          /* 3  85cb0f57 */
    pte_s32 Convert_2x3x4_b_zero[1];                            /* 1  9d9f2905 */
    /* factor_a, factor_b, bias, shift, zero, lo, hi, zero */
    pte_s32 Add_Convert_2x3x4_integers[8];                      /* 8  37ff0d0f */
    pte_f32 Add_Convert_2x3x4_scale[1];                         /* 1  e8e891d8 */
    pte_u8 gap_small[12];
} PTE_ALIAS model_weights_t;
_Static_assert(sizeof(model_weights_t) == MODEL_WEIGHTS_BYTES,
               "this compiler pads the weights: leave alignment and packing to the ABI");

/* Memory plan: arena 64 bytes. */
/* Value x lies AT_x bytes behind the start of its arena until the step beside it has read
 * it, and takes SIZE_x bytes. */
/* forward: 64 bytes; most live at once 64; ExecuTorch's plan 352. */
enum {
    AT_Convert_2x3x4_a = 0,                                     /* until Add_Convert_2x3x4 */
    SIZE_Convert_2x3x4_a = 24,
    AT_Convert_2x3x4_b = 32,                                    /* until Add_Convert_2x3x4 */
    SIZE_Convert_2x3x4_b = 24,
    FORWARD_ARENA = 64,
};
_Static_assert(FORWARD_ARENA <= MODEL_ARENA_BYTES,
               "model.h is of another output of ptec: take both files of one");

/* Loops, which no kernel computes. */

PTE_NOINLINE static void Convert_s8(pte_s8 *out, const pte_f32 *a, const pte_f32 *b,
                                    const pte_s32 *c, int32_t n0)
{
    const float b_ = b[0];
    const int32_t c_ = c[0];
    const float d_ = b[1];
    const float e_ = b[2];
    for (int32_t i0 = 0; i0 < n0; i0++)
        out[i0] = (int8_t)(pte_rint_within_f32(a[i0] * b_, e_, d_) + c_);
}

static void Add_Convert_f32(pte_f32 *out, const pte_s8 *a, const pte_s8 *b, const pte_s32 *c,
                            const pte_f32 *l, int32_t n0)
{
    const int32_t c_ = c[0];
    const int32_t d_ = c[1];
    const int32_t e_ = c[2];
    const int32_t f_ = c[3];
    const int32_t g_ = c[4];
    const int32_t h_ = c[5];
    const int32_t j_ = c[6];
    const int32_t k_ = c[7];
    const float l_ = l[0];
    for (int32_t i0 = 0; i0 < n0; i0++)
        out[i0] = (float)((int8_t)pte_min_s32(pte_max_s32(pte_shr_s32(a[i0] * c_ + b[i0] * d_ + e_,
                f_) + g_, h_), j_) - k_) * l_;
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
pte_status model_forward_with(const model_ctx *ctx, const float *input0, const float *input1,
                              float *output)
{
    if (!ctx || !pte_aligned(ctx->arena, MODEL_ARENA_ALIGN)
        || !pte_aligned(ctx->weights, MODEL_WEIGHTS_ALIGN) || !input0 || !input1 || !output)
        return PTE_INVALID_ARGUMENT;
    PTE_DEBUG_START();
    unsigned char *const a = ctx->arena;
    const model_weights_t *const w = ctx->weights;
    PTE_ABI_CHECK();

    /* -> 2x3x4, from xnnpack::Convert */
    STEP(Convert_2x3x4_a, AT(s8, Convert_2x3x4_a), 24,
         Convert_s8(AT(s8, Convert_2x3x4_a), input0, W(Convert_2x3x4_a_floats),
                    W(Convert_2x3x4_a_zero), 24));
    /* -> 2x3x4, from xnnpack::Convert */
    STEP(Convert_2x3x4_b, AT(s8, Convert_2x3x4_b), 24,
         Convert_s8(AT(s8, Convert_2x3x4_b), input1, W(Convert_2x3x4_b_floats),
                    W(Convert_2x3x4_b_zero), 24));
    /* -> 2x3x4, from xnnpack::Add, xnnpack::Convert */
    STEP(Add_Convert_2x3x4, output, 96,
         Add_Convert_f32(output, AT(s8, Convert_2x3x4_a), AT(s8, Convert_2x3x4_b),
                         W(Add_Convert_2x3x4_integers), W(Add_Convert_2x3x4_scale), 24));
    return PTE_OK;
}

/* The one-call form: memory and weights of the image. */
PTE_PLACE_ARENA PTE_ALIGN(16) static unsigned char arena[MODEL_ARENA_BYTES];
static const model_ctx image = {arena, NULL, model_weights};

pte_status model_forward(const float *input0, const float *input1, float *output)
{
    return model_forward_with(&image, input0, input1, output);
}

pte_status model_check_weights(const void *weights, size_t bytes)
{
    return pte_check_weights(weights, bytes, UINT64_C(0x8f94051121f5bc8b));
}
