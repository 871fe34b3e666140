/* SPDX-License-Identifier: 0BSD
 * What our calls need of its interface, for the stand-ins; a model is built with the library's own
 * header. */
#ifndef XA_NNLIB_KERNELS_API_H
#define XA_NNLIB_KERNELS_API_H

typedef int WORD32;
typedef float FLOAT32;

WORD32 xa_nn_softmax_f32_f32(FLOAT32 *out, const FLOAT32 *inp, const WORD32 *inp_shape,
                             WORD32 num_inp_dims, WORD32 *axis);
WORD32 xa_nn_native_layer_norm_f32_f32(FLOAT32 *out, FLOAT32 *mean, FLOAT32 *std,
                                       const FLOAT32 *inp, const WORD32 *inp_shape,
                                       WORD32 num_inp_dims, WORD32 axis, const FLOAT32 *weight,
                                       const FLOAT32 *bias, FLOAT32 eps);
WORD32 xa_nn_mean_f32_f32(FLOAT32 *restrict out, const WORD32 *out_shape, WORD32 num_out_dims,
                          const FLOAT32 *restrict inp, const WORD32 *inp_shape, WORD32 num_inp_dims,
                          const WORD32 *axis, WORD32 num_axis_dims);
WORD32 xa_nn_elm_clamp_scalar_f32_f32(FLOAT32 *restrict out, const FLOAT32 *restrict inp,
                                      FLOAT32 min, FLOAT32 max, WORD32 num_elm);
WORD32 xa_nn_sigmoid_f32_f32(FLOAT32 *out, const FLOAT32 *inp, WORD32 vec_length);
WORD32 xa_nn_tanh_f32_f32(FLOAT32 *out, const FLOAT32 *inp, WORD32 vec_length);
WORD32 xa_nn_elm_exp_f32_f32(FLOAT32 *restrict out, const FLOAT32 *inp, WORD32 num_elm);
WORD32 xa_nn_elm_sqrt_f32_f32(FLOAT32 *out, const FLOAT32 *inp, WORD32 num_elm);
WORD32 xa_nn_elm_rsqrt_f32_f32(FLOAT32 *out, const FLOAT32 *inp, WORD32 num_elm);
WORD32 xa_nn_elm_add_f32xf32_f32(FLOAT32 *out, const FLOAT32 *inp1, const FLOAT32 *inp2,
                                 FLOAT32 alpha, WORD32 num_elm);
WORD32 xa_nn_elm_sub_f32xf32_f32(FLOAT32 *out, const FLOAT32 *inp1, const FLOAT32 *inp2,
                                 FLOAT32 alpha, WORD32 num_elm);
WORD32 xa_nn_elm_mul_f32xf32_f32(FLOAT32 *restrict out, const FLOAT32 *restrict inp1,
                                 const FLOAT32 *restrict inp2, WORD32 num_elm);
WORD32 xa_nn_elm_div_f32xf32_f32(FLOAT32 *out, const FLOAT32 *inp1, const FLOAT32 *inp2,
                                 WORD32 mode, WORD32 num_elm);

#endif
