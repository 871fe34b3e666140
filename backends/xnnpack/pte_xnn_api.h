/* SPDX-License-Identifier: 0BSD
 * What differs between versions of XNNPACK, as the build has found them (pte_xnn_features.h): how
 * its functions are called, not what they compute. */
#ifndef PTE_XNN_API_H
#define PTE_XNN_API_H

#include "pte_kernels.h"
#include "pte_xnn_features.h"
#include "pte_xnn_kernels.h"

#include <math.h>
#include <xnnpack.h>

/* A function of an operator, whose name may be a macro. */
#define PTE_XNN_CALL(verb, operator)  PTE_XNN_PASTE(verb, operator)
#define PTE_XNN_PASTE(verb, operator) xnn_##verb##_##operator

/* ---- Weights, with or without a cache ------------------------------------------------------ */

#if PTE_XNN_HAS_CACHE
#define PTE_XNN_CACHED(x, op) (x)->cache ? &(x)->cache->provider : NULL, op
#else
#define PTE_XNN_CACHED(x, op) op
#endif

/* ---- Sizes, told once or with the operands -------------------------------------------------- */

/* PREPARE is called once, so that no run allocates. Where sizes come with the operands it passes
 * any pointers: nothing is read. */
#if PTE_XNN_HAS_RESHAPE
#define PTE_XNN_PREPARE_CONV(kind, o, p)                                                           \
    xnn_reshape_##kind((o)->op, (size_t)(p)->n, (size_t)(p)->h, (size_t)(p)->w, &(o)->workspace,   \
                       &(size_t){0}, &(size_t){0}, (o)->pool)
#define PTE_XNN_SETUP_CONV(kind, o, p, workspace, out, in)                                         \
    ((void)(p), xnn_setup_##kind((o)->op, workspace, in, out))
#define PTE_XNN_PREPARE_DECONV(kind, o, p)                                                         \
    xnn_reshape_##kind((o)->op, (size_t)(p)->n, (size_t)(p)->h, (size_t)(p)->w,                    \
                       (uint32_t)(p)->more_h, (uint32_t)(p)->more_w, &(size_t){0}, &(size_t){0},   \
                       (o)->pool)
#define PTE_XNN_SETUP_DECONV(kind, o, p, workspace, out, in)                                       \
    ((void)(p), (void)(workspace), xnn_setup_##kind((o)->op, in, out))
#else
#define PTE_XNN_PREPARE_CONV(kind, o, p)                                                           \
    PTE_XNN_SETUP_CONV(kind, o, p, NULL, (void *)(o), (const void *)(p))
#define PTE_XNN_SETUP_CONV(kind, o, p, workspace, out, in)                                         \
    ((void)(workspace), xnn_setup_##kind((o)->op, (size_t)(p)->n, (size_t)(p)->h, (size_t)(p)->w,  \
                                         in, out, (o)->pool))
#define PTE_XNN_PREPARE_DECONV(kind, o, p)                                                         \
    PTE_XNN_SETUP_DECONV(kind, o, p, NULL, (void *)(o), (const void *)(p))
#define PTE_XNN_SETUP_DECONV(kind, o, p, workspace, out, in)                                       \
    ((void)(workspace),                                                                            \
     xnn_setup_##kind((o)->op, (size_t)(p)->n, (size_t)(p)->h, (size_t)(p)->w,                     \
                      (uint32_t)(p)->more_h, (uint32_t)(p)->more_w, in, out, (o)->pool))
#endif
/* PREPARE and SETUP of one operand, of the two of a binary operator, and of softmax, pools, resize.
 */
#if PTE_XNN_HAS_RESHAPE
#define PTE_XNN_CREATE_RESIZE(type, o, p, flags)                                                   \
    xnn_create_resize_bilinear2d_nhwc(PTE_XNN_DATATYPE_##type, (size_t)(p)->oh, (size_t)(p)->ow,   \
                                      flags, &(o)->op)
#define PTE_XNN_PREPARE_RESIZE(type, o, p)                                                         \
    xnn_reshape_resize_bilinear2d_nhwc((o)->op, (size_t)(p)->n, (size_t)(p)->h, (size_t)(p)->w,    \
                                       (size_t)(p)->c, (size_t)(p)->c, (size_t)(p)->c,             \
                                       &(o)->workspace, (o)->pool)
#define PTE_XNN_SETUP_RESIZE(type, o, p, workspace, out, in)                                       \
    ((void)(p), xnn_setup_resize_bilinear2d_nhwc((o)->op, workspace, in, out))
#define PTE_XNN_CREATE_SOFTMAX(type, o, p) ((void)(p), xnn_create_softmax_nc_##type(0, &(o)->op))
#define PTE_XNN_PREPARE_SOFTMAX(type, o, p)                                                        \
    xnn_reshape_softmax_nc_##type((o)->op, (size_t)(p)->n, (size_t)(p)->n, (size_t)(p)->n,         \
                                  (size_t)(p)->outer, (o)->pool)
#define PTE_XNN_SETUP_SOFTMAX(type, o, p, out, in)                                                 \
    ((void)(p), xnn_setup_softmax_nc_##type((o)->op, in, out))
#define PTE_XNN_PREPARE_POOL(kind, o, p)                                                           \
    xnn_reshape_##kind((o)->op, (size_t)(p)->n, (size_t)(p)->h, (size_t)(p)->w, (size_t)(p)->c,    \
                       (size_t)(p)->c, (size_t)(p)->c, &(size_t){0}, &(size_t){0}, (o)->pool)
#define PTE_XNN_SETUP_POOL(kind, o, p, out, in) ((void)(p), xnn_setup_##kind((o)->op, in, out))
#define PTE_XNN_POOL_CHANNELS(p)
#else
#define PTE_XNN_CREATE_RESIZE(type, o, p, flags)                                                   \
    xnn_create_resize_bilinear2d_nhwc_##type((size_t)(p)->c, (size_t)(p)->c, (size_t)(p)->c,       \
                                             flags, &(o)->op)
#define PTE_XNN_PREPARE_RESIZE(type, o, p)                                                         \
    PTE_XNN_SETUP_RESIZE(type, o, p, NULL, (void *)(o), (const void *)(p))
#define PTE_XNN_SETUP_RESIZE(type, o, p, workspace, out, in)                                       \
    ((void)(workspace), xnn_setup_resize_bilinear2d_nhwc_##type(                                   \
                            (o)->op, (size_t)(p)->n, (size_t)(p)->h, (size_t)(p)->w,               \
                            (size_t)(p)->oh, (size_t)(p)->ow, in, out, (o)->pool))
#define PTE_XNN_CREATE_SOFTMAX(type, o, p)                                                         \
    xnn_create_softmax_nc_##type((size_t)(p)->n, (size_t)(p)->n, (size_t)(p)->n, 0, &(o)->op)
#define PTE_XNN_PREPARE_SOFTMAX(type, o, p)                                                        \
    PTE_XNN_SETUP_SOFTMAX(type, o, p, (void *)(o), (const void *)(p))
#define PTE_XNN_SETUP_SOFTMAX(type, o, p, out, in)                                                 \
    xnn_setup_softmax_nc_##type((o)->op, (size_t)(p)->outer, in, out, (o)->pool)
#define PTE_XNN_PREPARE_POOL(kind, o, p)                                                           \
    PTE_XNN_SETUP_POOL(kind, o, p, (void *)(o), (const void *)(p))
#define PTE_XNN_SETUP_POOL(kind, o, p, out, in)                                                    \
    xnn_setup_##kind((o)->op, (size_t)(p)->n, (size_t)(p)->h, (size_t)(p)->w, in, out, (o)->pool)
#define PTE_XNN_POOL_CHANNELS(p) (size_t)(p)->c, (size_t)(p)->c, (size_t)(p)->c,
#endif

/* ---- Elementwise: one function for all of them, or a function for each ----------------------- */

#define PTE_XNN_DATATYPE_f32 xnn_datatype_fp32
#define PTE_XNN_DATATYPE_f16 xnn_datatype_fp16

/* ...: arguments that only some functions have, each with a comma behind it, or nothing. The factor
 * of elu and leaky relu lies where the lower bound of clamp does. */
#if PTE_XNN_HAS_UNARY
#define PTE_XNN_CREATE_UNARY(name, type, o, p, ...)                                                \
    xnn_create_unary_elementwise_nc(xnn_unary_##name, PTE_XNN_DATATYPE_##type,                     \
                                    PTE_XNN_DATATYPE_##type,                                       \
                                    &(const union xnn_unary_params){.clamp = {(p)->lo, (p)->hi}},  \
                                    PTE_XNN_NO_TABLE NULL, NULL, 0, &(o)->op)
#define PTE_XNN_PREPARE_UNARY(name, type, o, p)                                                    \
    xnn_reshape_unary_elementwise_nc((o)->op, (size_t)(p)->n, 1, 1, 1, (o)->pool)
#define PTE_XNN_SETUP_UNARY(name, type, o, p, out, in)                                             \
    ((void)(p), xnn_setup_unary_elementwise_nc((o)->op, in, out))
#else
#define PTE_XNN_CREATE_UNARY(name, type, o, p, ...)                                                \
    xnn_create_##name##_nc_##type(1, 1, 1, __VA_ARGS__ 0, &(o)->op)
#define PTE_XNN_PREPARE_UNARY(name, type, o, p)                                                    \
    PTE_XNN_SETUP_UNARY(name, type, o, p, (void *)(o), (const void *)(p))
#define PTE_XNN_SETUP_UNARY(name, type, o, p, out, in)                                             \
    xnn_setup_##name##_nc_##type((o)->op, (size_t)(p)->n, in, out, (o)->pool)
#endif
#if PTE_XNN_HAS_UNARY_TABLE
#define PTE_XNN_NO_TABLE NULL,
#else
#define PTE_XNN_NO_TABLE
#endif

/* zeros, scales: of a, b and the result */
#if PTE_XNN_HAS_BINARY
#define PTE_XNN_CREATE_BINARY(name, type, o, ...)                                                  \
    xnn_create_binary_elementwise_nd(xnn_binary_##name, PTE_XNN_DATATYPE_##type, NULL, NULL, NULL, \
                                     0, &(o)->op)
#define PTE_XNN_CREATE_BINARY_S8(name, o, zeros, scales, lo, hi)                                   \
    xnn_create_binary_elementwise_nd(xnn_binary_##name, xnn_datatype_qint8,                        \
                                     &(struct xnn_quantization_params){(zeros)[0], (scales)[0]},   \
                                     &(struct xnn_quantization_params){(zeros)[1], (scales)[1]},   \
                                     &(struct xnn_quantization_params){(zeros)[2], (scales)[2]},   \
                                     0, &(o)->op)
#define PTE_XNN_PREPARE_BINARY(name, type, o, rank, a, b)                                          \
    xnn_reshape_binary_elementwise_nd((o)->op, rank, a, rank, b, (o)->pool)
#define PTE_XNN_SETUP_BINARY(name, type, o, rank, as, bs, out, a, b)                               \
    ((void)(as), (void)(bs), xnn_setup_binary_elementwise_nd((o)->op, a, b, out))
#else
#define PTE_XNN_CREATE_BINARY(name, type, o, ...)                                                  \
    xnn_create_##name##_nd_##type(__VA_ARGS__ 0, &(o)->op)
#define PTE_XNN_CREATE_BINARY_S8(name, o, zeros, scales, lo, hi)                                   \
    xnn_create_##name##_nd_qs8((int8_t)(zeros)[0], (scales)[0], (int8_t)(zeros)[1], (scales)[1],   \
                               (int8_t)(zeros)[2], (scales)[2], (int8_t)(lo), (int8_t)(hi), 0,     \
                               &(o)->op)
#define PTE_XNN_PREPARE_BINARY(name, type, o, rank, a, b)                                          \
    PTE_XNN_SETUP_BINARY(name, type, o, rank, a, b, (void *)(o), (const void *)(a),                \
                         (const void *)(b))
#define PTE_XNN_SETUP_BINARY(name, type, o, rank, as, bs, out, a, b)                               \
    xnn_setup_##name##_nd_##type((o)->op, rank, as, rank, bs, a, b, out, (o)->pool)
#endif

/* Slopes are a constant of the operator, or an operand that lies there. */
#if PTE_XNN_HAS_BINARY
#define PTE_XNN_CREATE_PRELU(type, o, p) PTE_XNN_CREATE_BINARY(prelu, type, o, )
#define PTE_XNN_PREPARE_PRELU(type, o, p)                                                          \
    PTE_XNN_PREPARE_BINARY(prelu, type, o, 2, ((const size_t[]){(size_t)(p)->n, (size_t)(p)->c}),  \
                           ((const size_t[]){1, (size_t)(p)->c}))
#define PTE_XNN_SETUP_PRELU(type, o, p, out, in)                                                   \
    ((void)(p), xnn_setup_binary_elementwise_nd((o)->op, in, (o)->own, out))
#else
#define PTE_XNN_CREATE_PRELU(type, o, p)                                                           \
    xnn_create_prelu_nc_##type((size_t)(p)->c, (size_t)(p)->c, (size_t)(p)->c, (o)->own, 0,        \
                               &(o)->op)
#define PTE_XNN_PREPARE_PRELU(type, o, p)                                                          \
    PTE_XNN_SETUP_PRELU(type, o, p, (void *)(o), (const void *)(p))
#define PTE_XNN_SETUP_PRELU(type, o, p, out, in)                                                   \
    xnn_setup_prelu_nc_##type((o)->op, (size_t)(p)->n, in, out, (o)->pool)
#endif

/* ---- Reductions: of any axes, or means of the middle one of three ---------------------------- */

#if PTE_XNN_HAS_REDUCE
#define PTE_XNN_CREATE_REDUCE(name, type, o, p)                                                    \
    ((void)(p),                                                                                    \
     xnn_create_reduce_nd(xnn_reduce_##name, PTE_XNN_DATATYPE_##type, NULL, NULL, 0, &(o)->op))
#define PTE_XNN_PREPARE_REDUCE(type, o, p, bytes)                                                  \
    pte_xnn_reshape_reduce((o)->op, p, bytes, (o)->pool)
#define PTE_XNN_SETUP_REDUCE(type, o, p, workspace, out, in)                                       \
    ((void)(p), xnn_setup_reduce_nd((o)->op, workspace, in, out))

PTE_INLINE enum xnn_status pte_xnn_reshape_reduce(xnn_operator_t op, const pte_xnn_reduce *p,
                                                  size_t *workspace, pthreadpool_t pool)
{
    size_t extent[PTE_XNN_RANK], axes = 0;
    int64_t axis[PTE_XNN_RANK];

    for (int k = 0; k < PTE_XNN_RANK; k++) {
        extent[k] = (size_t)p->extent[k];
        if (p->axes >> k & 1)
            axis[axes++] = k;
    }
    return xnn_reshape_reduce_nd(op, axes, axis, PTE_XNN_RANK, extent, workspace, pool);
}
#else
#define PTE_XNN_CREATE_REDUCE(name, type, o, p)                                                    \
    xnn_create_global_average_pooling_nwc_##type((size_t)(p)->extent[3], (size_t)(p)->extent[3],   \
                                                 (size_t)(p)->extent[3], -INFINITY, INFINITY, 0,   \
                                                 &(o)->op)
#define PTE_XNN_PREPARE_REDUCE(type, o, p, bytes)                                                  \
    PTE_XNN_SETUP_REDUCE(type, o, p, NULL, (void *)(o), (const void *)(p))
#define PTE_XNN_SETUP_REDUCE(type, o, p, workspace, out, in)                                       \
    ((void)(workspace),                                                                            \
     xnn_setup_global_average_pooling_nwc_##type((o)->op, (size_t)(p)->extent[1],                  \
                                                 (size_t)(p)->extent[2], in, out, (o)->pool))
#endif

/* ---- Names ---------------------------------------------------------------------------------- */

/* The transposed convolution of 2022 has one scale for all channels. */
#if PTE_XNN_HAS_QC8W
#define PTE_XNN_CONV_S8                convolution2d_nhwc_qs8_qc8w
#define PTE_XNN_DECONV_S8              deconvolution2d_nhwc_qs8_qc8w
#define PTE_XNN_DECONV_SCALE(scale, n) scale
#else
#define PTE_XNN_CONV_S8                convolution2d_nhwc_qc8
#define PTE_XNN_DECONV_S8              deconvolution2d_nhwc_qs8
#define PTE_XNN_DECONV_SCALE(scale, n) pte_xnn_scale_of_all(scale, n)

/* 0, which XNNPACK refuses, if there is none. */
PTE_INLINE float pte_xnn_scale_of_all(const float *scale, int32_t n)
{
    for (int32_t i = 1; i < n; i++)
        if (scale[i] != scale[0])
            return 0;
    return scale[0];
}
#endif

#endif
