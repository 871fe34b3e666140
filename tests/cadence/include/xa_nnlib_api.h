/* SPDX-License-Identifier: 0BSD
 * What our calls need of nnlib's interface, for the stand-in; a model is built with the library's
 * own header. */
#ifndef XA_NNLIB_API_H
#define XA_NNLIB_API_H

typedef int WORD32;
typedef float FLOAT32;

WORD32 xa_nn_matmul_f32xf32_f32(FLOAT32 *out, const FLOAT32 *mat1, const FLOAT32 *mat2,
                                const FLOAT32 *bias, WORD32 rows, WORD32 cols, WORD32 row_stride,
                                WORD32 vec_count, WORD32 vec_offset, WORD32 out_offset,
                                WORD32 out_stride);

#endif
