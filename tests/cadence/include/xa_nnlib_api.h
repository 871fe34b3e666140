/* SPDX-License-Identifier: 0BSD
 * What our calls need of nnlib's interface, for the stand-ins; a model is built with the library's
 * own header. */
#ifndef XA_NNLIB_API_H
#define XA_NNLIB_API_H

typedef signed char WORD8;
typedef int WORD32;
typedef float FLOAT32;
typedef void VOID;

WORD32 xa_nn_matmul_f32xf32_f32(FLOAT32 *restrict out, const FLOAT32 *restrict mat1,
                                const FLOAT32 *restrict mat2, const FLOAT32 *restrict bias,
                                WORD32 rows, WORD32 cols, WORD32 row_stride, WORD32 vec_count,
                                WORD32 vec_offset, WORD32 out_offset, WORD32 out_stride);

/* -- convolutions -- */

WORD32 xa_nn_conv2d_std_getsize(WORD32 input_height, WORD32 input_width, WORD32 input_channels,
                                WORD32 kernel_height, WORD32 kernel_width, WORD32 kernel_channels,
                                WORD32 y_stride, WORD32 y_padding, WORD32 x_stride,
                                WORD32 x_padding, WORD32 out_height, WORD32 out_width,
                                WORD32 out_channels, WORD32 input_precision,
                                WORD32 kernel_precision, WORD32 dilation_height,
                                WORD32 dilation_width, WORD32 out_data_format);
WORD32 xa_nn_conv2d_std_f32(FLOAT32 *restrict out, const FLOAT32 *restrict inp,
                            const FLOAT32 *restrict kernel, const FLOAT32 *restrict bias,
                            WORD32 input_height, WORD32 input_width, WORD32 input_channels,
                            WORD32 kernel_height, WORD32 kernel_width, WORD32 out_channels,
                            WORD32 x_stride, WORD32 y_stride, WORD32 x_padding, WORD32 y_padding,
                            WORD32 out_height, WORD32 out_width, WORD32 out_data_format,
                            VOID *scratch);

WORD32 xa_nn_conv2d_depthwise_getsize(WORD32 input_height, WORD32 input_width,
                                      WORD32 input_channels, WORD32 kernel_height,
                                      WORD32 kernel_width, WORD32 channels_multiplier,
                                      WORD32 x_stride, WORD32 y_stride, WORD32 x_padding,
                                      WORD32 y_padding, WORD32 out_height, WORD32 out_width,
                                      WORD32 precision, WORD32 inp_data_format);
WORD32 xa_nn_conv2d_depthwise_f32(FLOAT32 *restrict out, const FLOAT32 *restrict kernel,
                                  const FLOAT32 *restrict inp, const FLOAT32 *restrict bias,
                                  WORD32 input_height, WORD32 input_width, WORD32 input_channels,
                                  WORD32 kernel_height, WORD32 kernel_width,
                                  WORD32 channels_multiplier, WORD32 x_stride, WORD32 y_stride,
                                  WORD32 x_padding, WORD32 y_padding, WORD32 out_height,
                                  WORD32 out_width, WORD32 inp_data_format, WORD32 out_data_format,
                                  VOID *scratch);

WORD32 xa_nn_dilated_conv2d_depthwise_getsize(WORD32 input_height, WORD32 input_width,
                                              WORD32 input_channels, WORD32 kernel_height,
                                              WORD32 kernel_width, WORD32 channels_multiplier,
                                              WORD32 dilation_height, WORD32 dilation_width,
                                              WORD32 x_stride, WORD32 y_stride, WORD32 x_padding,
                                              WORD32 y_padding, WORD32 out_height, WORD32 out_width,
                                              WORD32 precision, WORD32 inp_data_format);
WORD32 xa_nn_dilated_conv2d_depthwise_f32(
    FLOAT32 *restrict out, const FLOAT32 *restrict kernel, const FLOAT32 *restrict inp,
    const FLOAT32 *restrict bias, WORD32 input_height, WORD32 input_width, WORD32 input_channels,
    WORD32 kernel_height, WORD32 kernel_width, WORD32 channels_multiplier, WORD32 dilation_height,
    WORD32 dilation_width, WORD32 x_stride, WORD32 y_stride, WORD32 x_padding, WORD32 y_padding,
    WORD32 out_height, WORD32 out_width, WORD32 inp_data_format, WORD32 out_data_format,
    VOID *scratch);

/* -- pools -- */

WORD32 xa_nn_maxpool_getsize(WORD32 input_channels, WORD32 inp_precision, WORD32 out_precision,
                             WORD32 input_height, WORD32 input_width, WORD32 kernel_height,
                             WORD32 kernel_width, WORD32 x_stride, WORD32 y_stride,
                             WORD32 x_padding, WORD32 y_padding, WORD32 out_height,
                             WORD32 out_width, WORD32 inp_data_format, WORD32 out_data_format);
WORD32 xa_nn_maxpool_f32(FLOAT32 *restrict out, const FLOAT32 *restrict inp, WORD32 input_height,
                         WORD32 input_width, WORD32 input_channels, WORD32 kernel_height,
                         WORD32 kernel_width, WORD32 x_stride, WORD32 y_stride, WORD32 x_padding,
                         WORD32 y_padding, WORD32 out_height, WORD32 out_width,
                         WORD32 inp_data_format, WORD32 out_data_format, VOID *scratch);
WORD32 xa_nn_maxpool_8(WORD8 *restrict out, const WORD8 *restrict inp, WORD32 input_height,
                       WORD32 input_width, WORD32 input_channels, WORD32 kernel_height,
                       WORD32 kernel_width, WORD32 x_stride, WORD32 y_stride, WORD32 x_padding,
                       WORD32 y_padding, WORD32 out_height, WORD32 out_width,
                       WORD32 inp_data_format, WORD32 out_data_format, VOID *scratch);

WORD32 xa_nn_avgpool_getsize(WORD32 input_channels, WORD32 inp_precision, WORD32 out_precision,
                             WORD32 input_height, WORD32 input_width, WORD32 kernel_height,
                             WORD32 kernel_width, WORD32 x_stride, WORD32 y_stride,
                             WORD32 x_padding, WORD32 y_padding, WORD32 out_height,
                             WORD32 out_width, WORD32 inp_data_format, WORD32 out_data_format);
WORD32 xa_nn_avgpool_f32(FLOAT32 *restrict out, const FLOAT32 *restrict inp, WORD32 input_height,
                         WORD32 input_width, WORD32 input_channels, WORD32 kernel_height,
                         WORD32 kernel_width, WORD32 x_stride, WORD32 y_stride, WORD32 x_padding,
                         WORD32 y_padding, WORD32 out_height, WORD32 out_width,
                         WORD32 inp_data_format, WORD32 out_data_format, VOID *scratch);

/* -- vectors -- */

WORD32 xa_nn_vec_activation_min_max_f32_f32(FLOAT32 *restrict out, const FLOAT32 *restrict vec,
                                            FLOAT32 activation_min, FLOAT32 activation_max,
                                            WORD32 vec_length);
WORD32 xa_nn_vec_softmax_f32_f32(FLOAT32 *restrict out, const FLOAT32 *restrict vec,
                                 WORD32 vec_length);
WORD32 xa_nn_vec_sigmoid_f32_f32(FLOAT32 *restrict out, const FLOAT32 *restrict vec,
                                 WORD32 vec_length);
WORD32 xa_nn_vec_tanh_f32_f32(FLOAT32 *restrict out, const FLOAT32 *restrict vec,
                              WORD32 vec_length);
WORD32 xa_nn_elm_abs_f32_f32(FLOAT32 *restrict out, const FLOAT32 *restrict inp, WORD32 num_elm);
WORD32 xa_nn_elm_neg_f32_f32(FLOAT32 *restrict out, const FLOAT32 *restrict inp, WORD32 num_elm);
WORD32 xa_nn_elm_floor_f32_f32(FLOAT32 *restrict out, const FLOAT32 *restrict inp, WORD32 num_elm);
WORD32 xa_nn_elm_ceil_f32_f32(FLOAT32 *restrict out, const FLOAT32 *restrict inp, WORD32 num_elm);
WORD32 xa_nn_elm_round_f32_f32(FLOAT32 *restrict out, const FLOAT32 *restrict inp, WORD32 num_elm);
WORD32 xa_nn_elm_square_f32_f32(FLOAT32 *restrict out, const FLOAT32 *restrict inp, WORD32 num_elm);
WORD32 xa_nn_elm_sqrt_f32_f32(FLOAT32 *restrict out, const FLOAT32 *restrict inp, WORD32 num_elm);
WORD32 xa_nn_elm_rsqrt_f32_f32(FLOAT32 *restrict out, const FLOAT32 *restrict inp, WORD32 num_elm);
WORD32 xa_nn_elm_logn_f32_f32(FLOAT32 *restrict out, const FLOAT32 *restrict inp, WORD32 num_elm);
WORD32 xa_nn_elm_sine_f32_f32(FLOAT32 *restrict out, const FLOAT32 *restrict inp, WORD32 num_elm);
WORD32 xa_nn_elm_cosine_f32_f32(FLOAT32 *restrict out, const FLOAT32 *restrict inp, WORD32 num_elm);
WORD32 xa_nn_elm_add_f32xf32_f32(FLOAT32 *restrict out, const FLOAT32 *restrict inp1,
                                 const FLOAT32 *restrict inp2, WORD32 num_elm);
WORD32 xa_nn_elm_sub_f32xf32_f32(FLOAT32 *restrict out, const FLOAT32 *restrict inp1,
                                 const FLOAT32 *restrict inp2, WORD32 num_elm);
WORD32 xa_nn_elm_mul_f32xf32_f32(FLOAT32 *restrict out, const FLOAT32 *restrict inp1,
                                 const FLOAT32 *restrict inp2, WORD32 num_elm);
WORD32 xa_nn_elm_div_f32xf32_f32(FLOAT32 *restrict out, const FLOAT32 *restrict inp1,
                                 const FLOAT32 *restrict inp2, WORD32 num_elm);

#endif
