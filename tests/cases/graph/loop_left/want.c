/* SPDX-License-Identifier: 0BSD */
/* model.c: made by ptec (output format 1) from sha256 3dbcc1ac724d1757. Do not edit.
 *
 * method       first input            first output            steps M mult.-adds arena bytes
 * forward      f32 4                  f32 4                      11         0.00          80 */
#include "model.h"
#include "model_steps.h"
#include "pte_kernels.h"
#include "pte_math.h"

#if PTE_BIG_ENDIAN
#error "the weights are little-endian, this target is not: ptec compile --target big-endian"
#endif

/* Weights, 32 bytes. Beside each array stand its shape and a digest of its bytes. */
typedef struct model_weights_t {
    pte_weights_header header;
} PTE_ALIAS model_weights_t;
_Static_assert(sizeof(model_weights_t) == MODEL_WEIGHTS_BYTES,
               "this compiler pads the weights: leave alignment and packing to the ABI");

/* Memory plan: arena 80 bytes. */
/* Value x lies AT_x bytes behind the start of its arena until the step beside it has read
 * it, and takes SIZE_x bytes. */
/* forward: 80 bytes; most live at once 80; ExecuTorch's plan 192. */
enum {
    AT_rows_3x4 = 0,                                            /* until the end */
    SIZE_rows_3x4 = 48,
    AT_join_1 = 64,                                             /* until the end */
    SIZE_join_1 = 8,
    AT_select_4 = 48,                                           /* until et_copy_index_3x4 */
    SIZE_select_4 = 16,
    AT_eq_1 = 48,                                               /* until the end */
    SIZE_eq_1 = 1,
    FORWARD_ARENA = 80,
};
_Static_assert(FORWARD_ARENA <= MODEL_ARENA_BYTES,
               "model.h is of another output of ptec: take both files of one");
/* State, kept from call to call. */
enum {
    STATE_state0 = 0,
    STATE_SIZE_state0 = 16,
};

/* Parameters of the kernels. */
static const pte_gather select_4_params = {
    .outer = 1, .rows = 3, .count = 1, .inner = 4};

/* Loops, which no kernel computes. */

static void rows_f32(pte_f32 *out, int32_t n0)
{
    for (int32_t i0 = 0; i0 < n0; i0++)
        out[i0] = 0.0f;
}

static void join_s64(pte_s64 *out, int64_t a)
{
    out[0] = a;
}

PTE_NOINLINE static void join_f32(pte_f32 *out, const pte_f32 *a, int32_t n0)
{
    for (int32_t i0 = 0; i0 < n0; i0++)
        out[i0] = a[i0];
}

static void add_f32(pte_f32 *out, const pte_f32 *a, int32_t n0)
{
    for (int32_t i0 = 0; i0 < n0; i0++)
        out[i0] = out[i0] + a[i0];
}

static void neg_f32(pte_f32 *out, int32_t n0)
{
    for (int32_t i0 = 0; i0 < n0; i0++)
        out[i0] = -out[i0];
}

static void add_s64(pte_s64 *out)
{
    out[0] = pte_add_s64(out[0], 1);
}

static void eq_u8(pte_u8 *out, const pte_s64 *a, int64_t b)
{
    out[0] = (pte_u8)(a[0] == b);
}

static void bitwise_not_u8(pte_u8 *out, const pte_u8 *a)
{
    out[0] = (pte_u8)(!a[0]);
}

/* How steps name memory: AT(type, x) is value x in the arena, W(x) the array x of the
 * weights, STATE(type, x) a piece of state. With PTE_DEBUG_MEMORY each is a heap block of its own, so that a sanitizer
 * finds every access beyond its end. */
#ifdef PTE_DEBUG_MEMORY
#define AT(type, name) ((pte_##type *)((void)a, pte_debug_block(#name, SIZE_##name)))
#else
#define AT(type, name) ((pte_##type *)(void *)(a + AT_##name))
#endif
#define STATE(type, name) ((pte_##type *)(void *)(s + STATE_##name))

/* Calls a step. PTE_STEP, which pte_rt.h defines, may be defined otherwise, to see or to time it. */
#define STEP(id, ptr, bytes, call) PTE_STEP(MODEL_STEP_##id, ptr, bytes, call)

/* Methods. */
/* Operators of forward without a step of their own, and the steps that do their work:
 * aten::sym_size: eq_1
 * aten::copy_: add_4
 * aten::copy_: add_4
 * executorch_prim::sub: none */

PTE_PLACE_CODE
pte_status model_forward_with(const model_ctx *ctx, const float *input0, const float *input1,
                              const bool *input2, float *output0, bool *output1)
{
    if (!ctx || !pte_aligned(ctx->arena, MODEL_ARENA_ALIGN)
        || !pte_aligned(ctx->state, MODEL_STATE_ALIGN) || !input0 || !input1 || !input2 || !output0
        || !output1)
        return PTE_INVALID_ARGUMENT;
    PTE_DEBUG_START();
    unsigned char *const a = ctx->arena;
    unsigned char *const s = ctx->state;
    pte_status status;
    PTE_ABI_CHECK();

    /* -> 3x4, from rows that a loop collects */
    STEP(rows_3x4, AT(f32, rows_3x4), 48, rows_f32(AT(f32, rows_3x4), 12));
    /* -> 1, from join */
    STEP(join_1, AT(s64, join_1), 8, join_s64(AT(s64, join_1), 0));
    /* -> 4, from join */
    STEP(join_4, STATE(f32, state0), 16, join_f32(STATE(f32, state0), input0, 4));
    do {
        /* -> 4, from aten::select_copy */
        STEP(select_4, AT(f32, select_4), 16,
             status = pte_gather_b4(AT(f32, select_4), input1, AT(s64, join_1), &select_4_params));
        if (status != PTE_OK)
            return status;
        /* -> 4, from aten::add */
        STEP(add_4, STATE(f32, state0), 16, add_f32(STATE(f32, state0), AT(f32, select_4), 4));
        /* -> 4, from aten::neg */
        STEP(neg_4, AT(f32, select_4), 16, neg_f32(AT(f32, select_4), 4));
        /* -> 3x4, from executorch_prim::et_copy_index */
        STEP(et_copy_index_3x4, AT(f32, rows_3x4), 48,
             status = pte_scatter_b4(AT(f32, rows_3x4), AT(f32, rows_3x4), AT(s64, join_1),
                                     AT(f32, select_4), &select_4_params));
        if (status != PTE_OK)
            return status;
        if (!pte_all_b((const pte_u8 *)input2, 1))
            break;
        /* -> 1, from executorch_prim::add */
        STEP(add_1, AT(s64, join_1), 8, add_s64(AT(s64, join_1)));
        /* -> 1, from executorch_prim::eq */
        STEP(eq_1, AT(u8, eq_1), 1, eq_u8(AT(u8, eq_1), AT(s64, join_1), 3));
    } while (!pte_all_b(AT(u8, eq_1), 1));
    /* -> 1, from aten::bitwise_not */
    STEP(bitwise_not_1, (pte_u8 *)output1, 1,
         bitwise_not_u8((pte_u8 *)output1, (const pte_u8 *)input2));
    /* -> 4, from copy_output */
    STEP(copy_output_4, output0, 16, join_f32(output0, STATE(f32, state0), 4));
    return PTE_OK;
}

/* The one-call form: memory and weights of the image. */
PTE_PLACE_ARENA PTE_ALIGN(16) static unsigned char arena[MODEL_ARENA_BYTES];
PTE_PLACE_STATE PTE_ALIGN(16) static unsigned char state[MODEL_STATE_BYTES];
static const model_ctx image = {arena, state, model_weights};

pte_status model_forward(const float *input0, const float *input1, const bool *input2,
                         float *output0, bool *output1)
{
    return model_forward_with(&image, input0, input1, input2, output0, output1);
}

void model_reset_with(const model_ctx *ctx)
{
    unsigned char *const s = ctx->state;
    for (size_t i = 0; i < STATE_SIZE_state0; i++)
        s[STATE_state0 + i] = 0;
}

void model_reset(void)
{
    model_reset_with(&image);
}

pte_status model_check_weights(const void *weights, size_t bytes)
{
    return pte_check_weights(weights, bytes, UINT64_C(0xe3b0c44298fc1c14));
}
