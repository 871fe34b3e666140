/* SPDX-License-Identifier: 0BSD
 * What our calls need of CMSIS-NN's interface, for the stand-ins; a model is built with the
 * library's own header. */
#ifndef ARM_NNFUNCTIONS_H
#define ARM_NNFUNCTIONS_H

#include <stdbool.h>
#include <stdint.h>

typedef enum {
    ARM_CMSIS_NN_SUCCESS = 0,
    ARM_CMSIS_NN_ARG_ERROR = -1,
    ARM_CMSIS_NN_NO_IMPL_ERROR = -2,
    ARM_CMSIS_NN_FAILURE = -3
} arm_cmsis_nn_status;

typedef struct {
    int32_t w, h;
} cmsis_nn_tile;

typedef struct {
    void *buf;
    int32_t size;
} cmsis_nn_context;

typedef struct {
    int32_t n, h, w, c;
} cmsis_nn_dims;

typedef struct {
    int32_t *multiplier, *shift;
} cmsis_nn_per_channel_quant_params;

typedef struct {
    int32_t multiplier, shift;
} cmsis_nn_per_tensor_quant_params;

typedef struct {
    int32_t min, max;
} cmsis_nn_activation;

typedef struct {
    int32_t input_offset, output_offset;
    cmsis_nn_tile stride, padding, dilation;
    cmsis_nn_activation activation;
} cmsis_nn_conv_params;

typedef struct {
    int32_t input_offset, output_offset, ch_mult;
    cmsis_nn_tile stride, padding, dilation;
    cmsis_nn_activation activation;
} cmsis_nn_dw_conv_params;

typedef struct {
    cmsis_nn_tile stride, padding;
    cmsis_nn_activation activation;
} cmsis_nn_pool_params;

typedef struct {
    int32_t input_offset, filter_offset, output_offset;
    cmsis_nn_activation activation;
} cmsis_nn_fc_params;

typedef struct {
    const bool adj_x, adj_y;
    cmsis_nn_fc_params fc_params;
} cmsis_nn_bmm_params;

int32_t arm_convolve_s8_get_buffer_size(const cmsis_nn_dims *in, const cmsis_nn_dims *filter);
arm_cmsis_nn_status arm_convolve_s8(const cmsis_nn_context *ctx, const cmsis_nn_conv_params *p,
                                    const cmsis_nn_per_channel_quant_params *quant,
                                    const cmsis_nn_dims *in_dims, const int8_t *in,
                                    const cmsis_nn_dims *filter_dims, const int8_t *filter,
                                    const cmsis_nn_dims *bias_dims, const int32_t *bias,
                                    const cmsis_nn_dims *upscale_dims,
                                    const cmsis_nn_dims *out_dims, int8_t *out);
int32_t arm_convolve_1x1_s8_fast_get_buffer_size(const cmsis_nn_dims *in);
arm_cmsis_nn_status arm_convolve_1x1_s8_fast(const cmsis_nn_context *ctx,
                                             const cmsis_nn_conv_params *p,
                                             const cmsis_nn_per_channel_quant_params *quant,
                                             const cmsis_nn_dims *in_dims, const int8_t *in,
                                             const cmsis_nn_dims *filter_dims, const int8_t *filter,
                                             const cmsis_nn_dims *bias_dims, const int32_t *bias,
                                             const cmsis_nn_dims *out_dims, int8_t *out);
arm_cmsis_nn_status arm_convolve_1x1_s8(const cmsis_nn_context *ctx, const cmsis_nn_conv_params *p,
                                        const cmsis_nn_per_channel_quant_params *quant,
                                        const cmsis_nn_dims *in_dims, const int8_t *in,
                                        const cmsis_nn_dims *filter_dims, const int8_t *filter,
                                        const cmsis_nn_dims *bias_dims, const int32_t *bias,
                                        const cmsis_nn_dims *out_dims, int8_t *out);
arm_cmsis_nn_status arm_depthwise_conv_s8(const cmsis_nn_context *ctx,
                                          const cmsis_nn_dw_conv_params *p,
                                          const cmsis_nn_per_channel_quant_params *quant,
                                          const cmsis_nn_dims *in_dims, const int8_t *in,
                                          const cmsis_nn_dims *filter_dims, const int8_t *filter,
                                          const cmsis_nn_dims *bias_dims, const int32_t *bias,
                                          const cmsis_nn_dims *out_dims, int8_t *out);
int32_t arm_depthwise_conv_s8_opt_get_buffer_size(const cmsis_nn_dims *in,
                                                  const cmsis_nn_dims *filter);
arm_cmsis_nn_status arm_depthwise_conv_s8_opt(
    const cmsis_nn_context *ctx, const cmsis_nn_dw_conv_params *p,
    const cmsis_nn_per_channel_quant_params *quant, const cmsis_nn_dims *in_dims, const int8_t *in,
    const cmsis_nn_dims *filter_dims, const int8_t *filter, const cmsis_nn_dims *bias_dims,
    const int32_t *bias, const cmsis_nn_dims *out_dims, int8_t *out);
arm_cmsis_nn_status arm_depthwise_conv_3x3_s8(
    const cmsis_nn_context *ctx, const cmsis_nn_dw_conv_params *p,
    const cmsis_nn_per_channel_quant_params *quant, const cmsis_nn_dims *in_dims, const int8_t *in,
    const cmsis_nn_dims *filter_dims, const int8_t *filter, const cmsis_nn_dims *bias_dims,
    const int32_t *bias, const cmsis_nn_dims *out_dims, int8_t *out);
int32_t arm_fully_connected_s8_get_buffer_size(const cmsis_nn_dims *filter);
arm_cmsis_nn_status arm_fully_connected_s8(const cmsis_nn_context *ctx, const cmsis_nn_fc_params *p,
                                           const cmsis_nn_per_tensor_quant_params *quant,
                                           const cmsis_nn_dims *in_dims, const int8_t *in,
                                           const cmsis_nn_dims *filter_dims, const int8_t *filter,
                                           const cmsis_nn_dims *bias_dims, const int32_t *bias,
                                           const cmsis_nn_dims *out_dims, int8_t *out);
arm_cmsis_nn_status arm_batch_matmul_s8(const cmsis_nn_context *ctx, const cmsis_nn_bmm_params *p,
                                        const cmsis_nn_per_tensor_quant_params *quant,
                                        const cmsis_nn_dims *a_dims, const int8_t *a,
                                        const cmsis_nn_dims *b_dims, const int8_t *b,
                                        const cmsis_nn_dims *out_dims, int8_t *out);
arm_cmsis_nn_status arm_max_pool_s8(const cmsis_nn_context *ctx, const cmsis_nn_pool_params *p,
                                    const cmsis_nn_dims *in_dims, const int8_t *in,
                                    const cmsis_nn_dims *filter_dims, const cmsis_nn_dims *out_dims,
                                    int8_t *out);

#endif
