/* SPDX-License-Identifier: 0BSD */
/* model.c: made by ptec (output format 1) from sha256 07dce2f6ad7436e1. Do not edit.
 *
 * method       first input            first output            steps M mult.-adds arena bytes
 * forward      f32 70000x20           f32 233333x6                8         0.00   5,600,000 */
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
    pte_f32 mul_3xnxn_self[1];                                  /* 1  d88c86f1 */
    pte_u8 gap_small[12];
} PTE_ALIAS model_weights_t;
_Static_assert(sizeof(model_weights_t) == MODEL_WEIGHTS_BYTES,
               "this compiler pads the weights: leave alignment and packing to the ABI");

/* Memory plan: arena 5,600,000 bytes. */
/* Value x lies AT_x bytes behind the start of its arena until the step beside it has read
 * it, and takes SIZE_x bytes. */
/* forward: 5,600,000 bytes; most live at once 5,600,000; ExecuTorch's plan 22,416,032. */
enum {
    AT_permute_nxn = 0,                                         /* until cat_nxn */
    SIZE_permute_nxn = 5600000,
    AT_expand_4xnxn = 0,                                        /* until slice_3xnxn */
    SIZE_expand_4xnxn = 32000,
    AT_slice_3xnxn = 32000,                                     /* until mul_3xnxn */
    SIZE_slice_3xnxn = 24000,
    FORWARD_ARENA = 5600000,
};
_Static_assert(FORWARD_ARENA <= MODEL_ARENA_BYTES,
               "model.h is of another output of ptec: take both files of one");

/* Parameters of the kernels. */
static const pte_move permute_nxn_params = {
    .rank = 2, .dst_stride[1] = 1, .src_stride[0] = 1};
static const pte_move cat_nxn_params_0 = {
    .rank = 2, .dst_stride[1] = 1, .src_stride[1] = 1};
static const pte_move flip_n_params = {
    .rank = 1, .dst_stride[0] = 1, .src_stride[0] = -1};
static const pte_move expand_4xnxn_params = {
    .rank = 2, .extent[0] = 4, .dst_stride[1] = 1, .src_stride[1] = 1};
static const pte_move slice_3xnxn_params = {
    .rank = 1, .dst_stride[0] = 1, .src_stride[0] = 1};

/* Loops, which no kernel computes. */

static void sum_f32(pte_f32 *out, const pte_f32 *a, int32_t n0, int32_t n1, int32_t a_s0,
                    int32_t a_s1)
{
    for (int32_t i0 = 0; i0 < n0; i0++) {
        pte_f32 *const out0 = out + i0;
        const pte_f32 *const a0 = a + i0 * a_s0;
        float acc = 0.0f;
        for (int32_t i1 = 0; i1 < n1; i1++)
            acc += a0[i1 * a_s1];
        out0[0] = acc;
    }
}

static void mul_f32(pte_f32 *out, const pte_f32 *a, const pte_f32 *b, int32_t n0, int32_t n1,
                    int32_t out_s0, int32_t out_s1, int32_t a_s0, int32_t a_s1)
{
    const float b_ = b[0];
    for (int32_t i0 = 0; i0 < n0; i0++) {
        pte_f32 *const out0 = out + i0 * out_s0;
        const pte_f32 *const a0 = a + i0 * a_s0;
        for (int32_t i1 = 0; i1 < n1; i1++)
            out0[i1 * out_s1] = a0[i1 * a_s1] * b_;
    }
}

static void copy_output_f32(pte_f32 *out, const pte_f32 *a, int32_t n0)
{
    for (int32_t i0 = 0; i0 < n0; i0++)
        out[i0] = a[i0];
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
 * aten::sym_size: sum_6, flip_n
 * aten::sym_size: sum_6, flip_n, expand_4xnxn
 * aten::sym_size: expand_4xnxn
 * executorch_prim::mul: sum_6, flip_n
 * executorch_prim::et_view: sum_6, flip_n
 * executorch_prim::floordiv: sum_6
 * executorch_prim::mul: sum_6
 * aten::slice_copy: sum_6
 * aten::view_copy: sum_6
 * dim_order_ops::_to_dim_order_copy: mul_3xnxn */

PTE_PLACE_CODE
pte_status model_forward_with(const model_ctx *ctx, const float *input0,
                              const int32_t input0_dims[2], const float *input1,
                              const int32_t input1_dims[2], float *output0,
                              int32_t output0_dims[2], float *output1, int32_t output1_dims[2],
                              float *output2, float *output3, int32_t output3_dims[1],
                              float *output4, int32_t output4_dims[3])
{
    if (!ctx || !pte_aligned(ctx->arena, MODEL_ARENA_ALIGN)
        || !pte_aligned(ctx->weights, MODEL_WEIGHTS_ALIGN) || !input0 || !input0_dims || !input1
        || !input1_dims || !output0 || !output0_dims || !output1 || !output1_dims || !output2
        || !output3 || !output3_dims || !output4 || !output4_dims)
        return PTE_INVALID_ARGUMENT;
    PTE_DEBUG_START();
    unsigned char *const a = ctx->arena;
    const model_weights_t *const w = ctx->weights;
    const int32_t input0_dim0 = input0_dims[0];
    const int32_t input0_dim1 = input0_dims[1];
    if (!PTE_FITS(1400000, input0_dim0, input0_dim1))
        return PTE_NOT_SUPPORTED;
    const int32_t input1_dim0 = input1_dims[0];
    const int32_t input1_dim1 = input1_dims[1];
    if (!PTE_FITS(2000, input1_dim0, input1_dim1))
        return PTE_NOT_SUPPORTED;
    const int32_t flip_n_dim0 = input0_dim0 * input0_dim1;
    const int32_t copy_output_nx6_dim0 = pte_floordiv_s32(pte_min_s32(pte_floordiv_s32(flip_n_dim0, 6) * 6, flip_n_dim0), 6);
    const int32_t cat_nxn_dim1 = input0_dim0 + input1_dim1;
    if (pte_min_s32(pte_floordiv_s32(flip_n_dim0, 6) * 6, flip_n_dim0) != copy_output_nx6_dim0 * 6)
        return PTE_NOT_SUPPORTED;
    if (input0_dim1 != input1_dim0)
        return PTE_NOT_SUPPORTED;
    PTE_ABI_CHECK();

    /* -> nxn, from aten::permute_copy */
    {
        pte_move p = permute_nxn_params;
        p.extent[0] = input0_dim1;
        p.extent[1] = input0_dim0;
        p.dst_stride[0] = input0_dim0;
        p.src_stride[1] = input0_dim1;
        STEP(permute_nxn, AT(f32, permute_nxn), (size_t)(input0_dim1 * input0_dim0 * 4),
             pte_move_b4(AT(f32, permute_nxn), input0, &p));
    }
    if (!PTE_FITS(1402000, input0_dim1, cat_nxn_dim1))
        return PTE_OUT_OF_RESOURCES;
    /* -> nxn, from aten::cat */
    {
        pte_move p = cat_nxn_params_0;
        p.extent[0] = input0_dim1;
        p.extent[1] = input0_dim0;
        p.dst_stride[0] = cat_nxn_dim1;
        p.src_stride[0] = input0_dim0;
        STEP(cat_nxn, output1, (size_t)((int64_t)input0_dim1 * cat_nxn_dim1 * 4),
             pte_move_b4(output1, AT(f32, permute_nxn), &p));
    }
    {
        pte_move p = cat_nxn_params_0;
        p.extent[0] = input1_dim0;
        p.extent[1] = input1_dim1;
        p.dst_offset = input0_dim0;
        p.dst_stride[0] = cat_nxn_dim1;
        p.src_stride[0] = input1_dim1;
        STEP(cat_nxn, output1, (size_t)((int64_t)input0_dim1 * cat_nxn_dim1 * 4),
             pte_move_b4(output1, input1, &p));
    }
    /* -> 6, from aten::sum */
    STEP(sum_6, output2, 24, sum_f32(output2, input0, 6, copy_output_nx6_dim0, 1, 6));
    /* -> n, from aten::flip */
    {
        pte_move p = flip_n_params;
        p.extent[0] = flip_n_dim0;
        p.src_offset = flip_n_dim0 - 1;
        STEP(flip_n, output3, (size_t)(flip_n_dim0 * 4), pte_move_b4(output3, input0, &p));
    }
    if (!PTE_FITS(8000, 4, input0_dim1, input1_dim1))
        return PTE_OUT_OF_RESOURCES;
    /* -> 4xnxn, from aten::expand_copy */
    {
        pte_move p = expand_4xnxn_params;
        p.extent[1] = (int32_t)((int64_t)input0_dim1 * input1_dim1);
        p.dst_stride[0] = (int32_t)((int64_t)input1_dim1 * input0_dim1);
        STEP(expand_4xnxn, AT(f32, expand_4xnxn),
             (size_t)((int64_t)(input0_dim1 * 4) * input1_dim1 * 4),
             pte_move_b4(AT(f32, expand_4xnxn), input1, &p));
    }
    if (!PTE_FITS(6000, 3, input0_dim1, input1_dim1))
        return PTE_OUT_OF_RESOURCES;
    /* -> 3xnxn, from aten::slice_copy */
    {
        pte_move p = slice_3xnxn_params;
        p.extent[0] = (int32_t)((int64_t)(input0_dim1 * 3) * input1_dim1);
        p.src_offset = (int32_t)((int64_t)input1_dim1 * input0_dim1);
        STEP(slice_3xnxn, AT(f32, slice_3xnxn),
             (size_t)((int64_t)(input0_dim1 * 3) * input1_dim1 * 4),
             pte_move_b4(AT(f32, slice_3xnxn), AT(f32, expand_4xnxn), &p));
    }
    /* -> 3xnxn, from aten::mul */
    STEP(mul_3xnxn, output4, (size_t)((int64_t)(input0_dim1 * 3) * input1_dim1 * 4),
         mul_f32(output4, AT(f32, slice_3xnxn), W(mul_3xnxn_self), 3,
                 (int32_t)((int64_t)input0_dim1 * input1_dim1),
                 (int32_t)((int64_t)input1_dim1 * input0_dim1), 1,
                 (int32_t)((int64_t)input1_dim1 * input0_dim1), 1));
    /* -> nx6, from copy_output */
    STEP(copy_output_nx6, output0, (size_t)(copy_output_nx6_dim0 * 24),
         copy_output_f32(output0, input0, copy_output_nx6_dim0 * 6));
    output0_dims[0] = copy_output_nx6_dim0;
    output0_dims[1] = 6;
    output1_dims[0] = input0_dim1;
    output1_dims[1] = cat_nxn_dim1;
    output3_dims[0] = flip_n_dim0;
    output4_dims[0] = 3;
    output4_dims[1] = input0_dim1;
    output4_dims[2] = input1_dim1;
    return PTE_OK;
}

/* The one-call form: memory and weights of the image. */
PTE_PLACE_ARENA PTE_ALIGN(16) static unsigned char arena[MODEL_ARENA_BYTES];
static const model_ctx image = {arena, NULL, model_weights};

pte_status model_forward(const float *input0, const int32_t input0_dims[2], const float *input1,
                         const int32_t input1_dims[2], float *output0, int32_t output0_dims[2],
                         float *output1, int32_t output1_dims[2], float *output2, float *output3,
                         int32_t output3_dims[1], float *output4, int32_t output4_dims[3])
{
    return model_forward_with(&image, input0, input0_dims, input1, input1_dims, output0, output0_dims, output1, output1_dims, output2, output3, output3_dims, output4, output4_dims);
}

pte_status model_check_weights(const void *weights, size_t bytes)
{
    return pte_check_weights(weights, bytes, UINT64_C(0x7fde97a9f81130d7));
}
