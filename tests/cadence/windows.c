/* SPDX-License-Identifier: 0BSD
 * Stand-ins for nnlib's convolutions and pools. Before and after each, what it works in is rubbish.
 */
#include "standin.h"

#include <math.h>
#include <string.h>

enum { F32 = -1, S8 = 8 };

static void spoil(VOID *scratch, const Window *w)
{
    memset(scratch, 0xa5, (size_t)room_of(w));
}

/* What holds for all: of elements of so many bytes. */
static void check(const char *function, const Window *w, const VOID *out, const VOID *inp,
                  const VOID *scratch, size_t bytes)
{
    size_t ins = (size_t)w->h * (size_t)w->w * (size_t)w->c * bytes;
    size_t outs = (size_t)w->oh * (size_t)w->ow * (size_t)w->oc * bytes;
    size_t room = (size_t)room_of(w);
#define HOLDS(condition) demand(function, condition, #condition)
    HOLDS(w->h > 0 && w->w > 0 && w->c > 0 && w->oc > 0 && w->oh > 0 && w->ow > 0);
    HOLDS(w->kh > 0 && w->kw > 0 && w->kh <= w->h && w->kw <= w->w);
    HOLDS(w->sh > 0 && w->sw > 0 && w->ph >= 0 && w->pw >= 0 && w->dh > 0 && w->dw > 0);
    HOLDS(is_aligned(out, bytes) && is_aligned(inp, bytes) && is_aligned(scratch, 16));
    HOLDS(is_apart(out, outs, inp, ins));
    HOLDS(is_apart(scratch, room, inp, ins) && is_apart(scratch, room, out, outs));
#undef HOLDS
}

/* The tap's place in the picture, channel 0; or NULL, in the padding. */
static const FLOAT32 *at(const Window *w, const FLOAT32 *inp, WORD32 oy, WORD32 ox, WORD32 ky,
                         WORD32 kx)
{
    WORD32 y = oy * w->sh - w->ph + ky * w->dh, x = ox * w->sw - w->pw + kx * w->dw;
    bool inside = y >= 0 && y < w->h && x >= 0 && x < w->w;
    return inside ? inp + (y * w->w + x) * w->c : NULL;
}

/* -- convolutions: pictures channels last -- */

/* kernel: [kh][kw][oc] of a depthwise one, else [oc][kh][kw][c] */
static FLOAT32 sum_of(const Window *w, const FLOAT32 *inp, const FLOAT32 *kernel, WORD32 oy,
                      WORD32 ox, WORD32 filter)
{
    FLOAT32 sum = 0;
    for (WORD32 ky = 0; ky < w->kh; ky++)
        for (WORD32 kx = 0; kx < w->kw; kx++) {
            const FLOAT32 *pixel = at(w, inp, oy, ox, ky, kx);
            WORD32 tap = ky * w->kw + kx;
            if (pixel && w->kind != STD)
                sum += pixel[filter / (w->oc / w->c)] * kernel[tap * w->oc + filter];
            for (WORD32 k = 0; pixel && w->kind == STD && k < w->c; k++)
                sum += pixel[k] * kernel[(filter * w->kh * w->kw + tap) * w->c + k];
        }
    return sum;
}

static WORD32 convolve(const char *function, const Window *w, FLOAT32 *out, const FLOAT32 *inp,
                       const FLOAT32 *kernel, const FLOAT32 *bias, VOID *scratch)
{
    check(function, w, out, inp, scratch, sizeof *out);
    demand(function, is_aligned(kernel, 16) && is_aligned(bias, sizeof *bias), "weights");
    spoil(scratch, w);
    for (WORD32 y = 0; y < w->oh; y++)
        for (WORD32 x = 0; x < w->ow; x++)
            for (WORD32 k = 0; k < w->oc; k++)
                *out++ = sum_of(w, inp, kernel, y, x, k) + bias[k];
    spoil(scratch, w);
    return 0;
}

/* The arguments, which all functions call alike. */
#define WINDOW(what, is_planes, filters, apart_h, apart_w)                                         \
    {                                                                                              \
        .kind = what, .planes = is_planes, .h = input_height, .w = input_width,                    \
        .c = input_channels, .oc = filters, .oh = out_height, .ow = out_width,                     \
        .kh = kernel_height, .kw = kernel_width, .sh = y_stride, .sw = x_stride, .ph = y_padding,  \
        .pw = x_padding, .dh = apart_h, .dw = apart_w                                              \
    }

WORD32 xa_nn_conv2d_std_getsize(WORD32 input_height, WORD32 input_width, WORD32 input_channels,
                                WORD32 kernel_height, WORD32 kernel_width, WORD32 kernel_channels,
                                WORD32 y_stride, WORD32 y_padding, WORD32 x_stride,
                                WORD32 x_padding, WORD32 out_height, WORD32 out_width,
                                WORD32 out_channels, WORD32 input_precision,
                                WORD32 kernel_precision, WORD32 dilation_height,
                                WORD32 dilation_width, WORD32 out_data_format)
{
    Window w = WINDOW(STD, false, out_channels, dilation_height, dilation_width);
    DEMAND(kernel_channels == input_channels && out_data_format == 0);
    DEMAND(input_precision == F32 && kernel_precision == F32);
    return room_of(&w);
}

WORD32 xa_nn_conv2d_std_f32(FLOAT32 *out, const FLOAT32 *inp, const FLOAT32 *kernel,
                            const FLOAT32 *bias, WORD32 input_height, WORD32 input_width,
                            WORD32 input_channels, WORD32 kernel_height, WORD32 kernel_width,
                            WORD32 out_channels, WORD32 x_stride, WORD32 y_stride, WORD32 x_padding,
                            WORD32 y_padding, WORD32 out_height, WORD32 out_width,
                            WORD32 out_data_format, VOID *scratch)
{
    Window w = WINDOW(STD, false, out_channels, 1, 1);
    DEMAND(input_channels % 2 == 0 && x_stride <= kernel_width && out_data_format == 0);
    DEMAND(is_aligned(out, 16) && is_aligned(inp, 16) && is_aligned(bias, 16));
    return convolve(__func__, &w, out, inp, kernel, bias, scratch);
}

WORD32 xa_nn_conv2d_depthwise_getsize(WORD32 input_height, WORD32 input_width,
                                      WORD32 input_channels, WORD32 kernel_height,
                                      WORD32 kernel_width, WORD32 channels_multiplier,
                                      WORD32 x_stride, WORD32 y_stride, WORD32 x_padding,
                                      WORD32 y_padding, WORD32 out_height, WORD32 out_width,
                                      WORD32 precision, WORD32 inp_data_format)
{
    Window w = WINDOW(DEPTHWISE, false, input_channels * channels_multiplier, 1, 1);
    DEMAND(precision == F32 && inp_data_format == 0);
    return room_of(&w);
}

WORD32 xa_nn_conv2d_depthwise_f32(FLOAT32 *out, const FLOAT32 *kernel, const FLOAT32 *inp,
                                  const FLOAT32 *bias, WORD32 input_height, WORD32 input_width,
                                  WORD32 input_channels, WORD32 kernel_height, WORD32 kernel_width,
                                  WORD32 channels_multiplier, WORD32 x_stride, WORD32 y_stride,
                                  WORD32 x_padding, WORD32 y_padding, WORD32 out_height,
                                  WORD32 out_width, WORD32 inp_data_format, WORD32 out_data_format,
                                  VOID *scratch)
{
    Window w = WINDOW(DEPTHWISE, false, input_channels * channels_multiplier, 1, 1);
    DEMAND(x_stride <= kernel_width && y_stride <= kernel_height && is_aligned(inp, 8));
    DEMAND(inp_data_format == 0 && out_data_format == 0);
    return convolve(__func__, &w, out, inp, kernel, bias, scratch);
}

WORD32 xa_nn_dilated_conv2d_depthwise_getsize(WORD32 input_height, WORD32 input_width,
                                              WORD32 input_channels, WORD32 kernel_height,
                                              WORD32 kernel_width, WORD32 channels_multiplier,
                                              WORD32 dilation_height, WORD32 dilation_width,
                                              WORD32 x_stride, WORD32 y_stride, WORD32 x_padding,
                                              WORD32 y_padding, WORD32 out_height, WORD32 out_width,
                                              WORD32 precision, WORD32 inp_data_format)
{
    Window w = WINDOW(DILATED, false, input_channels * channels_multiplier, dilation_height,
                      dilation_width);
    DEMAND(precision == F32 && inp_data_format == 0);
    return room_of(&w);
}

WORD32 xa_nn_dilated_conv2d_depthwise_f32(
    FLOAT32 *out, const FLOAT32 *kernel, const FLOAT32 *inp, const FLOAT32 *bias,
    WORD32 input_height, WORD32 input_width, WORD32 input_channels, WORD32 kernel_height,
    WORD32 kernel_width, WORD32 channels_multiplier, WORD32 dilation_height, WORD32 dilation_width,
    WORD32 x_stride, WORD32 y_stride, WORD32 x_padding, WORD32 y_padding, WORD32 out_height,
    WORD32 out_width, WORD32 inp_data_format, WORD32 out_data_format, VOID *scratch)
{
    Window w = WINDOW(DILATED, false, input_channels * channels_multiplier, dilation_height,
                      dilation_width);
    DEMAND(inp_data_format == 0 && out_data_format == 0);
    return convolve(__func__, &w, out, inp, kernel, bias, scratch);
}

/* -- pools -- */

static FLOAT32 element(const Window *w, const VOID *inp, WORD32 i)
{
    return w->kind == MAX_8 ? ((const WORD8 *)inp)[i] : ((const FLOAT32 *)inp)[i];
}

static void put(const Window *w, VOID *out, WORD32 i, FLOAT32 v)
{
    if (w->kind == MAX_8)
        ((WORD8 *)out)[i] = (WORD8)v;
    else
        ((FLOAT32 *)out)[i] = v;
}

/* The largest element, or the mean, of what is no padding. */
static FLOAT32 pooled(const Window *w, const VOID *inp, WORD32 oy, WORD32 ox, WORD32 channel)
{
    FLOAT32 most = -INFINITY, sum = 0;
    WORD32 count = 0, between = w->planes ? 1 : w->c, first = w->planes ? w->h * w->w : 1;
    for (WORD32 y = oy * w->sh - w->ph; y < oy * w->sh - w->ph + w->kh; y++)
        for (WORD32 x = ox * w->sw - w->pw; x < ox * w->sw - w->pw + w->kw; x++) {
            if (y < 0 || y >= w->h || x < 0 || x >= w->w)
                continue;
            FLOAT32 v = element(w, inp, channel * first + (y * w->w + x) * between);
            most = isnan(v) || v > most ? v : most;
            sum += v;
            count++;
        }
    return w->kind == AVG ? sum / (FLOAT32)count : most;
}

static WORD32 pool(const char *function, const Window *w, VOID *out, const VOID *inp, VOID *scratch)
{
    WORD32 between = w->planes ? 1 : w->c, first = w->planes ? w->oh * w->ow : 1;
    check(function, w, out, inp, scratch, w->kind == MAX_8 ? sizeof(WORD8) : sizeof(FLOAT32));
    spoil(scratch, w);
    for (WORD32 k = 0; k < w->c; k++)
        for (WORD32 y = 0; y < w->oh; y++)
            for (WORD32 x = 0; x < w->ow; x++)
                put(w, out, k * first + (y * w->ow + x) * between, pooled(w, inp, y, x, k));
    spoil(scratch, w);
    return 0;
}

static bool is_format(WORD32 inp_data_format, WORD32 out_data_format)
{
    return inp_data_format == out_data_format && (inp_data_format == 0 || inp_data_format == 1);
}

WORD32 xa_nn_maxpool_getsize(WORD32 input_channels, WORD32 inp_precision, WORD32 out_precision,
                             WORD32 input_height, WORD32 input_width, WORD32 kernel_height,
                             WORD32 kernel_width, WORD32 x_stride, WORD32 y_stride,
                             WORD32 x_padding, WORD32 y_padding, WORD32 out_height,
                             WORD32 out_width, WORD32 inp_data_format, WORD32 out_data_format)
{
    Window w =
        WINDOW(inp_precision == S8 ? MAX_8 : MAX, inp_data_format == 1, input_channels, 1, 1);
    DEMAND(is_format(inp_data_format, out_data_format));
    DEMAND(inp_precision == out_precision && (inp_precision == S8 || inp_precision == F32));
    return room_of(&w);
}

WORD32 xa_nn_maxpool_f32(FLOAT32 *out, const FLOAT32 *inp, WORD32 input_height, WORD32 input_width,
                         WORD32 input_channels, WORD32 kernel_height, WORD32 kernel_width,
                         WORD32 x_stride, WORD32 y_stride, WORD32 x_padding, WORD32 y_padding,
                         WORD32 out_height, WORD32 out_width, WORD32 inp_data_format,
                         WORD32 out_data_format, VOID *scratch)
{
    Window w = WINDOW(MAX, inp_data_format == 1, input_channels, 1, 1);
    DEMAND(is_format(inp_data_format, out_data_format));
    return pool(__func__, &w, out, inp, scratch);
}

WORD32 xa_nn_maxpool_8(WORD8 *out, const WORD8 *inp, WORD32 input_height, WORD32 input_width,
                       WORD32 input_channels, WORD32 kernel_height, WORD32 kernel_width,
                       WORD32 x_stride, WORD32 y_stride, WORD32 x_padding, WORD32 y_padding,
                       WORD32 out_height, WORD32 out_width, WORD32 inp_data_format,
                       WORD32 out_data_format, VOID *scratch)
{
    Window w = WINDOW(MAX_8, inp_data_format == 1, input_channels, 1, 1);
    DEMAND(is_format(inp_data_format, out_data_format));
    return pool(__func__, &w, out, inp, scratch);
}

WORD32 xa_nn_avgpool_getsize(WORD32 input_channels, WORD32 inp_precision, WORD32 out_precision,
                             WORD32 input_height, WORD32 input_width, WORD32 kernel_height,
                             WORD32 kernel_width, WORD32 x_stride, WORD32 y_stride,
                             WORD32 x_padding, WORD32 y_padding, WORD32 out_height,
                             WORD32 out_width, WORD32 inp_data_format, WORD32 out_data_format)
{
    Window w = WINDOW(AVG, inp_data_format == 1, input_channels, 1, 1);
    DEMAND(is_format(inp_data_format, out_data_format));
    DEMAND(inp_precision == F32 && out_precision == F32);
    return room_of(&w);
}

WORD32 xa_nn_avgpool_f32(FLOAT32 *out, const FLOAT32 *inp, WORD32 input_height, WORD32 input_width,
                         WORD32 input_channels, WORD32 kernel_height, WORD32 kernel_width,
                         WORD32 x_stride, WORD32 y_stride, WORD32 x_padding, WORD32 y_padding,
                         WORD32 out_height, WORD32 out_width, WORD32 inp_data_format,
                         WORD32 out_data_format, VOID *scratch)
{
    Window w = WINDOW(AVG, inp_data_format == 1, input_channels, 1, 1);
    DEMAND(is_format(inp_data_format, out_data_format));
    return pool(__func__, &w, out, inp, scratch);
}
