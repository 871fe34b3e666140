/* SPDX-License-Identifier: 0BSD
 * Stand-ins for the functions of CMSIS-NN that models call: they check every argument against what
 * the library documents, then compute the result in the plainest way. */
#include "standin.h"

/* -- convolutions -- */

typedef struct Conv { /* by whatever function */
    const char *function;
    int32_t input_offset, output_offset;
    cmsis_nn_tile stride, padding, dilation;
    cmsis_nn_activation activation;
    const cmsis_nn_per_channel_quant_params *quant;
    const cmsis_nn_dims *in_dims, *filter_dims, *out_dims;
    const int8_t *in, *filter;
    const int32_t *bias;
    int8_t *out;
    bool depthwise;
} Conv;

static void check_conv(const Conv *c, const cmsis_nn_dims *bias)
{
    const cmsis_nn_dims *in = c->in_dims, *filter = c->filter_dims, *out = c->out_dims;
#define HOLDS(condition) demand(c->function, condition, #condition)
    HOLDS(count(in) > 0 && count(filter) > 0 && count(out) > 0);
    HOLDS(c->in && c->filter && c->out);
    HOLDS(is_apart(c->in, count(in), c->out, count(out)));
    HOLDS(is_offset(c->input_offset, c->output_offset));
    HOLDS(is_range(&c->activation));
    HOLDS(is_word(c->quant->multiplier) && is_word(c->quant->shift));
    HOLDS(!c->bias || is_word(c->bias));
    HOLDS(bias->n == 1 && bias->h == 1 && bias->w == 1 && bias->c == out->c);
    HOLDS(in->n == out->n);
    HOLDS(is_result(in->h, filter->h, c->stride.h, c->padding.h, c->dilation.h, out->h));
    HOLDS(is_result(in->w, filter->w, c->stride.w, c->padding.w, c->dilation.w, out->w));
    HOLDS(c->depthwise
              ? filter->n == 1 && filter->c == out->c
              : filter->n == out->c && in->c % filter->c == 0 && out->c % (in->c / filter->c) == 0);
#undef HOLDS
}

/* Where a filter's weight is. */
static int8_t weight_of(const Conv *c, int32_t filter, int32_t y, int32_t x, int32_t channel)
{
    const cmsis_nn_dims *d = c->filter_dims;
    int32_t tap = y * d->w + x;
    return c->depthwise ? c->filter[tap * d->c + filter]
                        : c->filter[(filter * d->h * d->w + tap) * d->c + channel];
}

static int32_t sum_of(const Conv *c, int32_t n, int32_t oy, int32_t ox, int32_t filter)
{
    const cmsis_nn_dims *in = c->in_dims, *window = c->filter_dims;
    int32_t channels = c->depthwise ? 1 : window->c;
    int32_t first = filter / (c->out_dims->c / (in->c / channels)) * channels;
    uint32_t sum = c->bias ? (uint32_t)c->bias[filter] : 0;
    for (int32_t ky = 0; ky < window->h; ky++)
        for (int32_t kx = 0; kx < window->w; kx++) {
            int32_t y = oy * c->stride.h - c->padding.h + ky * c->dilation.h;
            int32_t x = ox * c->stride.w - c->padding.w + kx * c->dilation.w;
            if (y < 0 || y >= in->h || x < 0 || x >= in->w)
                continue;
            const int8_t *at = c->in + ((n * in->h + y) * in->w + x) * in->c + first;
            for (int32_t k = 0; k < channels; k++)
                sum += (uint32_t)((at[k] + c->input_offset) * weight_of(c, filter, ky, kx, k));
        }
    return (int32_t)sum;
}

static arm_cmsis_nn_status convolve(const Conv *c, const cmsis_nn_context *ctx,
                                    const cmsis_nn_dims *bias_dims, int32_t room)
{
    const cmsis_nn_dims *out = c->out_dims;
    check_conv(c, bias_dims);
    demand(c->function, room == 0 || is_word(ctx->buf), "ctx->buf where bytes are needed");
    demand(c->function, ctx->size >= room, "ctx->size is enough");
    if (ctx->buf)
        demand(c->function,
               is_apart(ctx->buf, (size_t)ctx->size, c->in, count(c->in_dims)) &&
                   is_apart(ctx->buf, (size_t)ctx->size, c->out, count(out)),
               "ctx->buf apart from input and output");
    spoil(ctx);
    int8_t *to = c->out;
    for (int32_t n = 0; n < out->n; n++)
        for (int32_t y = 0; y < out->h; y++)
            for (int32_t x = 0; x < out->w; x++)
                for (int32_t k = 0; k < out->c; k++)
                    *to++ = requantised(sum_of(c, n, y, x, k), c->quant->multiplier[k],
                                        c->quant->shift[k], c->output_offset, &c->activation);
    spoil(ctx);
    return ARM_CMSIS_NN_SUCCESS;
}

/* The arguments, which all functions call alike. */
#define CONV(is_depthwise)                                                                         \
    {                                                                                              \
        .function = __func__, .input_offset = p->input_offset, .output_offset = p->output_offset,  \
        .stride = p->stride, .padding = p->padding, .dilation = p->dilation,                       \
        .activation = p->activation, .quant = quant, .in_dims = in_dims,                           \
        .filter_dims = filter_dims, .out_dims = out_dims, .in = in, .filter = filter,              \
        .bias = bias, .out = out, .depthwise = is_depthwise                                        \
    }

int32_t arm_convolve_s8_get_buffer_size(const cmsis_nn_dims *in, const cmsis_nn_dims *filter)
{
    return room_of_conv(in, filter);
}

arm_cmsis_nn_status arm_convolve_s8(const cmsis_nn_context *ctx, const cmsis_nn_conv_params *p,
                                    const cmsis_nn_per_channel_quant_params *quant,
                                    const cmsis_nn_dims *in_dims, const int8_t *in,
                                    const cmsis_nn_dims *filter_dims, const int8_t *filter,
                                    const cmsis_nn_dims *bias_dims, const int32_t *bias,
                                    const cmsis_nn_dims *upscale_dims,
                                    const cmsis_nn_dims *out_dims, int8_t *out)
{
    const Conv c = CONV(false);
    DEMAND(!upscale_dims);
    return convolve(&c, ctx, bias_dims, room_of_conv(in_dims, filter_dims));
}

/* Without Helium, armclang's build copies two positions, of numbers of 16 bits. */
int32_t arm_convolve_1x1_s8_fast_get_buffer_size(const cmsis_nn_dims *in)
{
#ifdef ARM_MATH_MVEI
    (void)in;
    return 0;
#else
    return 2 * in->c * (int32_t)sizeof(int16_t);
#endif
}

static void check_1x1(const char *function, const Conv *c)
{
    demand(function, c->filter_dims->h == 1 && c->filter_dims->w == 1, "a window of 1x1");
    demand(function, c->filter_dims->c == c->in_dims->c, "one group");
    demand(function, c->padding.h == 0 && c->padding.w == 0, "no padding");
}

arm_cmsis_nn_status arm_convolve_1x1_s8_fast(const cmsis_nn_context *ctx,
                                             const cmsis_nn_conv_params *p,
                                             const cmsis_nn_per_channel_quant_params *quant,
                                             const cmsis_nn_dims *in_dims, const int8_t *in,
                                             const cmsis_nn_dims *filter_dims, const int8_t *filter,
                                             const cmsis_nn_dims *bias_dims, const int32_t *bias,
                                             const cmsis_nn_dims *out_dims, int8_t *out)
{
    const Conv c = CONV(false);
    check_1x1(__func__, &c);
    DEMAND(p->stride.w == 1 && p->stride.h == 1);
    return convolve(&c, ctx, bias_dims, arm_convolve_1x1_s8_fast_get_buffer_size(in_dims));
}

arm_cmsis_nn_status arm_convolve_1x1_s8(const cmsis_nn_context *ctx, const cmsis_nn_conv_params *p,
                                        const cmsis_nn_per_channel_quant_params *quant,
                                        const cmsis_nn_dims *in_dims, const int8_t *in,
                                        const cmsis_nn_dims *filter_dims, const int8_t *filter,
                                        const cmsis_nn_dims *bias_dims, const int32_t *bias,
                                        const cmsis_nn_dims *out_dims, int8_t *out)
{
    const Conv c = CONV(false);
    check_1x1(__func__, &c);
    return convolve(&c, ctx, bias_dims, 0);
}

arm_cmsis_nn_status arm_depthwise_conv_s8(const cmsis_nn_context *ctx,
                                          const cmsis_nn_dw_conv_params *p,
                                          const cmsis_nn_per_channel_quant_params *quant,
                                          const cmsis_nn_dims *in_dims, const int8_t *in,
                                          const cmsis_nn_dims *filter_dims, const int8_t *filter,
                                          const cmsis_nn_dims *bias_dims, const int32_t *bias,
                                          const cmsis_nn_dims *out_dims, int8_t *out)
{
    const Conv c = CONV(true);
    DEMAND(in_dims->c * p->ch_mult == out_dims->c);
    return convolve(&c, ctx, bias_dims, 0);
}

int32_t arm_depthwise_conv_s8_opt_get_buffer_size(const cmsis_nn_dims *in,
                                                  const cmsis_nn_dims *filter)
{
    return room_of_depthwise(in, filter);
}

static void check_fast(const char *function, const Conv *c, const cmsis_nn_dw_conv_params *p)
{
    demand(function, p->ch_mult == 1 && c->in_dims->c == c->out_dims->c, "one filter a channel");
    demand(function, c->in_dims->n == 1, "one image");
    demand(function, p->dilation.w == 1 && p->dilation.h == 1, "no dilation");
}

arm_cmsis_nn_status arm_depthwise_conv_s8_opt(
    const cmsis_nn_context *ctx, const cmsis_nn_dw_conv_params *p,
    const cmsis_nn_per_channel_quant_params *quant, const cmsis_nn_dims *in_dims, const int8_t *in,
    const cmsis_nn_dims *filter_dims, const int8_t *filter, const cmsis_nn_dims *bias_dims,
    const int32_t *bias, const cmsis_nn_dims *out_dims, int8_t *out)
{
    const Conv c = CONV(true);
    check_fast(__func__, &c, p);
    return convolve(&c, ctx, bias_dims, room_of_depthwise(in_dims, filter_dims));
}

arm_cmsis_nn_status arm_depthwise_conv_3x3_s8(
    const cmsis_nn_context *ctx, const cmsis_nn_dw_conv_params *p,
    const cmsis_nn_per_channel_quant_params *quant, const cmsis_nn_dims *in_dims, const int8_t *in,
    const cmsis_nn_dims *filter_dims, const int8_t *filter, const cmsis_nn_dims *bias_dims,
    const int32_t *bias, const cmsis_nn_dims *out_dims, int8_t *out)
{
    const Conv c = CONV(true);
    check_fast(__func__, &c, p);
    DEMAND(filter_dims->h == 3 && filter_dims->w == 3);
    DEMAND(p->padding.h <= 1 && p->padding.w <= 1);
    return convolve(&c, ctx, bias_dims, room_of_depthwise(in_dims, filter_dims));
}

/* -- products -- */

int32_t arm_fully_connected_s8_get_buffer_size(const cmsis_nn_dims *filter)
{
    return room_of_product(filter);
}

static uint32_t sum_of_row(const int8_t *in, int32_t offset, const int8_t *weight, int32_t n)
{
    uint32_t sum = 0;
    for (int32_t k = 0; k < n; k++)
        sum += (uint32_t)(((in ? in[k] : 0) + offset) * weight[k]);
    return sum;
}

/* The buffer has, for each result, its bias and what an input of zeros adds to that. */
static void check_sums(const cmsis_nn_context *ctx, int32_t offset, const cmsis_nn_dims *d,
                       const int8_t *filter, const int32_t *bias)
{
    const int32_t *sums = ctx->buf;
    if (room_of_product(d) == 0 && ctx->size == 0) {
        DEMAND(!sums);
        return;
    }
    DEMAND(is_word(sums) && ctx->size >= room_of_product(d));
    for (int32_t i = 0; i < d->c; i++)
        DEMAND((uint32_t)sums[i] ==
               (bias ? (uint32_t)bias[i] : 0) + sum_of_row(NULL, offset, filter + i * d->n, d->n));
}

arm_cmsis_nn_status arm_fully_connected_s8(const cmsis_nn_context *ctx, const cmsis_nn_fc_params *p,
                                           const cmsis_nn_per_tensor_quant_params *quant,
                                           const cmsis_nn_dims *in_dims, const int8_t *in,
                                           const cmsis_nn_dims *filter_dims, const int8_t *filter,
                                           const cmsis_nn_dims *bias_dims, const int32_t *bias,
                                           const cmsis_nn_dims *out_dims, int8_t *out)
{
    int32_t terms = filter_dims->n, results = filter_dims->c;
    DEMAND(in && filter && out && (!bias || is_word(bias)));
    DEMAND(is_offset(p->input_offset, p->output_offset) && p->filter_offset == 0);
    DEMAND(is_range(&p->activation));
    DEMAND(in_dims->h * in_dims->w * in_dims->c == terms && in_dims->n == out_dims->n);
    DEMAND(out_dims->h == 1 && out_dims->w == 1 && out_dims->c == results);
    DEMAND(bias_dims->c == results);
    DEMAND(is_apart(in, count(in_dims), out, count(out_dims)));
    check_sums(ctx, p->input_offset, filter_dims, filter, bias);
    for (int32_t n = 0; n < in_dims->n; n++)
        for (int32_t i = 0; i < results; i++) {
            const int8_t *weight = filter + i * terms;
            uint32_t sum = sum_of_row(in + n * terms, p->input_offset, weight, terms);
            if (bias)
                sum += (uint32_t)bias[i];
            *out++ = requantised((int32_t)sum, quant->multiplier, quant->shift, p->output_offset,
                                 &p->activation);
        }
    return ARM_CMSIS_NN_SUCCESS;
}

static int8_t product_of(const int8_t *a, const int8_t *b, int32_t n, const cmsis_nn_fc_params *p,
                         const cmsis_nn_per_tensor_quant_params *quant)
{
    uint32_t sum = 0;
    for (int32_t k = 0; k < n; k++)
        sum += (uint32_t)((a[k] + p->input_offset) * (b[k] + p->filter_offset));
    return requantised((int32_t)sum, quant->multiplier, quant->shift, p->output_offset,
                       &p->activation);
}

arm_cmsis_nn_status arm_batch_matmul_s8(const cmsis_nn_context *ctx, const cmsis_nn_bmm_params *p,
                                        const cmsis_nn_per_tensor_quant_params *quant,
                                        const cmsis_nn_dims *a_dims, const int8_t *a,
                                        const cmsis_nn_dims *b_dims, const int8_t *b,
                                        const cmsis_nn_dims *out_dims, int8_t *out)
{
    const cmsis_nn_fc_params *fc = &p->fc_params;
    const cmsis_nn_dims filter = {b_dims->c, 1, 1, b_dims->w};
    int32_t rows = a_dims->w, columns = b_dims->w, terms = a_dims->c;
    DEMAND(a && b && out && !p->adj_x && !p->adj_y);
    DEMAND(is_offset(fc->input_offset, fc->output_offset) && is_offset(fc->filter_offset, 0));
    DEMAND(is_range(&fc->activation));
    DEMAND(a_dims->h == 1 && b_dims->h == 1 && out_dims->h == 1);
    DEMAND(a_dims->n == b_dims->n && a_dims->n == out_dims->n && b_dims->c == terms);
    DEMAND(out_dims->w == rows && out_dims->c == columns);
    DEMAND(room_of_product(&filter) == 0 || is_word(ctx->buf));
    DEMAND(ctx->size >= room_of_product(&filter));
    DEMAND(is_apart(a, count(a_dims), out, count(out_dims)));
    DEMAND(is_apart(b, count(b_dims), out, count(out_dims)));
    if (ctx->buf)
        DEMAND(is_apart(ctx->buf, (size_t)ctx->size, out, count(out_dims)));
    for (int32_t n = 0; n < out_dims->n; n++)
        for (int32_t i = 0; i < rows; i++)
            for (int32_t k = 0; k < columns; k++)
                *out++ = product_of(a + (n * rows + i) * terms, b + (n * columns + k) * terms,
                                    terms, fc, quant);
    spoil(ctx);
    return ARM_CMSIS_NN_SUCCESS;
}

/* -- pooling -- */

/* Of a window from (top, left) on, of which some lies inside. */
static int8_t most_under(const cmsis_nn_dims *d, const int8_t *in, int32_t top, int32_t left,
                         const cmsis_nn_dims *window, int32_t channel)
{
    int32_t most = INT8_MIN, seen = 0;
    for (int32_t y = top; y < top + window->h; y++)
        for (int32_t x = left; x < left + window->w; x++) {
            if (y < 0 || y >= d->h || x < 0 || x >= d->w)
                continue;
            int8_t v = in[(y * d->w + x) * d->c + channel];
            most = v > most ? v : most;
            seen++;
        }
    DEMAND(seen > 0);
    return (int8_t)most;
}

arm_cmsis_nn_status arm_max_pool_s8(const cmsis_nn_context *ctx, const cmsis_nn_pool_params *p,
                                    const cmsis_nn_dims *in_dims, const int8_t *in,
                                    const cmsis_nn_dims *filter_dims, const cmsis_nn_dims *out_dims,
                                    int8_t *out)
{
    DEMAND(ctx && in && out && count(in_dims) > 0 && count(out_dims) > 0);
    DEMAND(filter_dims->h > 0 && filter_dims->w > 0);
    DEMAND(p->stride.h > 0 && p->stride.w > 0 && p->padding.h >= 0 && p->padding.w >= 0);
    DEMAND(is_range(&p->activation));
    DEMAND(in_dims->n == out_dims->n && in_dims->c == out_dims->c);
    DEMAND(is_apart(in, count(in_dims), out, count(out_dims)));
    for (int32_t n = 0; n < out_dims->n; n++, in += in_dims->h * in_dims->w * in_dims->c)
        for (int32_t y = 0; y < out_dims->h; y++)
            for (int32_t x = 0; x < out_dims->w; x++)
                for (int32_t k = 0; k < out_dims->c; k++) {
                    int32_t v = most_under(in_dims, in, y * p->stride.h - p->padding.h,
                                           x * p->stride.w - p->padding.w, filter_dims, k);
                    v = v < p->activation.min ? p->activation.min : v;
                    *out++ = (int8_t)(v > p->activation.max ? p->activation.max : v);
                }
    return ARM_CMSIS_NN_SUCCESS;
}
