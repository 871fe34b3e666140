/* SPDX-License-Identifier: 0BSD
 * What differs between versions of XNNPACK, as the build has found them (pte_xnn_features.h): how
 * its functions are called, not what they compute. */
#ifndef PTE_XNN_API_H
#define PTE_XNN_API_H

#include "pte_xnn_features.h"

#include <xnnpack.h>

/* ---- Weights, with or without a cache ------------------------------------------------------ */

#if PTE_XNN_HAS_CACHE
#define PTE_XNN_CACHED(x) (x)->cache ? (x)->cache->weights : NULL,
struct pte_xnn_cache {
    xnn_weights_cache_t weights;
};
#else
#define PTE_XNN_CACHED(x)
#endif

/* ---- Sizes, told once or with the operands -------------------------------------------------- */

/* PREPARE is called once, so that no run allocates. Where sizes come with the operands it passes
 * any pointers: nothing is read. */
#if PTE_XNN_HAS_RESHAPE
#define PTE_XNN_PREPARE_CONV(type, o, p)                                                           \
    xnn_reshape_convolution2d_nhwc_##type((o)->op, (size_t)(p)->n, (size_t)(p)->h, (size_t)(p)->w, \
                                          &(o)->workspace, &(size_t){0}, &(size_t){0}, NULL)
#define PTE_XNN_SETUP_CONV(type, o, p, workspace, out, in)                                         \
    ((void)(p), xnn_setup_convolution2d_nhwc_##type((o)->op, workspace, in, out))
#else
#define PTE_XNN_PREPARE_CONV(type, o, p)                                                           \
    PTE_XNN_SETUP_CONV(type, o, p, NULL, (void *)(o), (const void *)(p))
#define PTE_XNN_SETUP_CONV(type, o, p, workspace, out, in)                                         \
    ((void)(workspace),                                                                            \
     xnn_setup_convolution2d_nhwc_##type((o)->op, (size_t)(p)->n, (size_t)(p)->h, (size_t)(p)->w,  \
                                         in, out, NULL))
#endif

/* ---- Names ---------------------------------------------------------------------------------- */

#if PTE_XNN_HAS_QC8W
#define PTE_XNN_CREATE_CONV_QC8  xnn_create_convolution2d_nhwc_qs8_qc8w
#define PTE_XNN_PREPARE_CONV_QC8 PTE_XNN_PREPARE_CONV(qs8_qc8w, o, p)
#define PTE_XNN_SETUP_CONV_QC8   PTE_XNN_SETUP_CONV(qs8_qc8w, o, p, workspace, out, in)
#else
#define PTE_XNN_CREATE_CONV_QC8  xnn_create_convolution2d_nhwc_qc8
#define PTE_XNN_PREPARE_CONV_QC8 PTE_XNN_PREPARE_CONV(qc8, o, p)
#define PTE_XNN_SETUP_CONV_QC8   PTE_XNN_SETUP_CONV(qc8, o, p, workspace, out, in)
#endif

#endif
