/* SPDX-License-Identifier: 0BSD
 * Nodes of an XNNPACK delegate's graph with a sliding window. */
#include "xnn.h"

#include <string.h>

/* N, C, H, W among XNNPACK's N, H, W, C. */
static const int nchw[] = {0, 3, 1, 2};

/* Paddings may differ on both sides; what lies outside is not read, so only the result's size tells
 * the one at the end. */
typedef struct NodeWindow {
    Window w;
    int64_t end[2];
} NodeWindow;

static int64_t window_field(Call *c, const char *name, int64_t lowest)
{
    int64_t n = xnn_uint(c, name);
    if (n < lowest || n > INT16_MAX)
        refuse(c, "%s %lld makes no sense", name, (long long)n);
    return n;
}

static NodeWindow node_window(Call *c, const char *const kernel[2], const char *const stride[2])
{
    NodeWindow n = {.w.rank = 2};
    for (int i = 0; i < 2; i++) {
        n.w.kernel[i] = window_field(c, kernel[i], 1);
        n.w.stride[i] = window_field(c, stride[i], 1);
        n.w.dilation[i] = window_field(c, i ? "dilation_width" : "dilation_height", 1);
        n.w.pad[i] = window_field(c, i ? "padding_left" : "padding_top", 0);
        n.end[i] = window_field(c, i ? "padding_right" : "padding_bottom", 0);
    }
    return n;
}

static NodeWindow conv_window_of(Call *c)
{
    static const char *const kernel[] = {"kernel_height", "kernel_width"};
    static const char *const stride[] = {"subsampling_height", "subsampling_width"};
    return node_window(c, kernel, stride);
}

/* Number of window positions. */
static Size *positions(Call *c, Size *in, const NodeWindow *n, int i)
{
    int64_t reach = n->w.dilation[i] * (n->w.kernel[i] - 1) + 1;
    Size *span = size_op(S_ADD, in, size_const(n->w.pad[i] + n->end[i] - reach));
    Size *out = size_op(S_ADD, size_op(S_FDIV, span, size_const(n->w.stride[i])), size_const(1));
    if (out->hi <= 0)
        refuse(c, "the window is larger than the padded input");
    return out;
}

static void check_filter(Call *c, const Value *weight, const NodeWindow *n)
{
    for (int i = 0; i < 2; i++)
        need_equal(c, "the filter's extent", weight->type.dim[2 + i], size_const(n->w.kernel[i]));
}

static void convolve(Call *c, Value *weight, int64_t groups)
{
    NodeWindow n = conv_window_of(c);
    Value *in = xnn_in_order(c, "input1", 4, nchw);
    Value *bias = xnn_value(c, "bias") ? xnn_in(c, "bias") : NULL;
    check_filter(c, weight, &n);
    if (groups < 1 || known_size(c, weight->type.dim[0]) % groups)
        refuse(c, "the output channels do not divide into %lld groups", (long long)groups);
    need_equal(c, "channels", in->type.dim[1],
               size_op(S_MUL, weight->type.dim[1], size_const(groups)));
    Size *dim[] = {in->type.dim[0], weight->type.dim[0], positions(c, in->type.dim[2], &n, 0),
                   positions(c, in->type.dim[3], &n, 1)};
    if (bias)
        need_length(c, "bias", bias, dim[1]);
    Step *s =
        conv_into(c, in, weight, bias, &n.w, groups, false, xnn_out(c, "output", 4, dim, nchw));
    s->has_clamp = xnn_clamps(c);
    s->lo = c->xnn->node->lo;
    s->hi = c->xnn->node->hi;
}

/* Filters are stored [O,H,W,I]. */
void lower_xnn_conv(Call *c)
{
    xnn_flags(c, 0);
    convolve(c, xnn_in_order(c, "filter", 4, nchw), xnn_uint(c, "groups"));
}

/* Filters are stored [1,H,W,O]. */
void lower_xnn_depthwise_conv(Call *c)
{
    static const int channels_first[] = {3, 0, 1, 2};
    xnn_flags(c, 0);
    convolve(c, xnn_in_order(c, "filter", 4, channels_first), xnn_uint(c, "groups"));
}
