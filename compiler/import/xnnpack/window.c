/* SPDX-License-Identifier: 0BSD
 * Nodes of an XNNPACK delegate's graph with a sliding window. */
#include "import/build/window.h"
#include "graph/build.h"
#include "import/build/conv.h"
#include "import/build/copy.h"
#include "import/build/gemm.h"
#include "import/build/reduce.h"
#include "import/call/arguments.h"
#include "import/call/call.h"
#include "import/call/demands.h"
#include "import/call/steps.h"
#include "import/xnnpack/node.h"
#include "import/xnnpack/requantise.h"
#include "import/xnnpack/rows.h"

#include <string.h>

/* Holds a window whose paddings may differ on both sides; padding is not read, so only the result's
 * size depends on `end`, that at the end. */
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

static NodeWindow node_window(Call *c, const char *const kernel[2], const char *const stride[2],
                              bool dilated)
{
    NodeWindow n = {.w.rank = 2};
    for (int i = 0; i < 2; i++) {
        n.w.kernel[i] = window_field(c, kernel[i], 1);
        n.w.stride[i] = window_field(c, stride[i], 1);
        n.w.dilation[i] =
            dilated ? window_field(c, i ? "dilation_width" : "dilation_height", 1) : 1;
        n.w.pad[i] = window_field(c, i ? "padding_left" : "padding_top", 0);
        n.end[i] = window_field(c, i ? "padding_right" : "padding_bottom", 0);
    }
    return n;
}

static NodeWindow conv_window_of(Call *c)
{
    static const char *const kernel[] = {"kernel_height", "kernel_width"};
    static const char *const stride[] = {"subsampling_height", "subsampling_width"};
    return node_window(c, kernel, stride, true);
}

/* Returns the number of window positions along axis `i` of the window, over `in` elements. */
static Size *positions(Call *c, Size *in, const NodeWindow *n, int i)
{
    int64_t reach = n->w.dilation[i] * (n->w.kernel[i] - 1) + 1;
    Size *span = size_op(S_ADD, in, size_const(n->w.pad[i] + n->end[i] - reach));
    return need_positions(
        c, size_op(S_ADD, size_op(S_FDIV, span, size_const(n->w.stride[i])), size_const(1)));
}

static void check_filter(Call *c, const Value *weight, const NodeWindow *n)
{
    for (int i = 0; i < 2; i++)
        need_equal(c, "the filter's extent", weight->type.dim[2 + i], size_const(n->w.kernel[i]));
}

/* Adds to the step the node's output range, or for quantised tensors the way back to 8 bits. */
static void finish_conv(Call *c, Step *s)
{
    if (xnn_value(c, "input1")->quant == Q_TOKEN)
        xnn_requantise_filtered(c, s, xnn_place(c, "input1"), 3);
    else if (xnn_value(c, "output")->quant != Q_NONE)
        xnn_requantise(c, s, known_size(c, s->out[0]->type.dim[1]));
    else
        xnn_clamp(c, s);
}

/* Is the node a product of each pixel with the filter, for which XNNPACK quantises each pixel by
 * itself? It looks at the window alone, not at the Convert node's axes. */
static bool is_product_of_pixels(Call *c, const NodeWindow *n, int64_t groups)
{
    const XnnValue *filter = xnn_value(c, "filter");
    bool one = xnn_value(c, "input1")->quant == Q_TOKEN && groups == 1 && filter->rank == 4;
    for (int i = 0; i < 2; i++)
        one = one && n->w.kernel[i] == 1 && n->w.stride[i] == 1 && !n->w.pad[i] && !n->end[i];
    return one && filter->dim[0] + filter->dim[3] > 2;
}

static void multiply_pixels(Call *c)
{
    XnnTensor in = xnn_pixel_rows(c);
    Value *filter = xnn_in(c, "filter"), *bias = xnn_weight(c, "bias", 1, xnn_same_order, F32);
    need_rank(c, "input1", in.value, 4);
    need_equal(c, "channels", in.value->type.dim[3], filter->type.dim[3]);
    Size *const *d = in.value->type.dim, *channels = filter->type.dim[0];
    if (bias)
        need_length(c, "bias", bias, channels);
    Value *out = xnn_out(c, "output", 4, (Size *[]){d[0], d[1], d[2], channels}, xnn_same_order);
    filter = reshaped(c, filter, 2, (Size *[]){channels, d[3]});
    Step *s = gemm_step(c, as_rows(c, in.value), view_axes(c, filter, 2, (int[]){1, 0}), bias, out);
    xnn_requantise_filtered(c, s, &in, 1);
}

/* Lowers a convolution, where `filter` says which axes of the stored filter are O, I, H, W. */
static void convolve(Call *c, const int *filter)
{
    NodeWindow n = conv_window_of(c);
    int64_t groups = xnn_uint(c, "groups");
    if (is_product_of_pixels(c, &n, groups)) {
        multiply_pixels(c);
        return;
    }
    Value *in = xnn_in_order(c, "input1", 4, xnn_nchw);
    Value *weight = xnn_weight(c, "filter", 4, filter, in->type.dtype);
    Value *bias = xnn_weight(c, "bias", 1, xnn_same_order, in->type.dtype);
    check_filter(c, weight, &n);
    if (groups < 1 || known_size(c, weight->type.dim[0]) % groups)
        refuse(c, "the output channels do not divide into %lld groups", (long long)groups);
    need_equal(c, "channels", in->type.dim[1],
               size_op(S_MUL, weight->type.dim[1], size_const(groups)));
    Size *dim[] = {in->type.dim[0], weight->type.dim[0], positions(c, in->type.dim[2], &n, 0),
                   positions(c, in->type.dim[3], &n, 1)};
    if (bias)
        need_length(c, "bias", bias, dim[1]);
    Value *out = xnn_out(c, "output", 4, dim, xnn_nchw), *bytes = xnn_signed_result(c, out);
    finish_conv(c, conv_into(c, xnn_signed(c, in), xnn_signed(c, weight), bias, &n.w, groups, false,
                             bytes));
    xnn_finish_unsigned(c, bytes, out);
}

/* Lowers a convolution, whose filter is stored [O,H,W,I]. */
void lower_xnn_conv(Call *c)
{
    xnn_flags(c, 0);
    convolve(c, xnn_nchw);
}

/* Lowers a depthwise convolution, whose filter is stored [1,H,W,O]. */
void lower_xnn_depthwise_conv(Call *c)
{
    static const int channels_first[] = {3, 0, 1, 2};
    xnn_flags(c, 0);
    convolve(c, channels_first);
}

/* Returns the number of positions that the windows of a transposed convolution reach along axis
 * `i`. */
static Size *reached(Call *c, Size *in, const NodeWindow *n, int i)
{
    int64_t reach = n->w.dilation[i] * (n->w.kernel[i] - 1) + 1 + n->w.out_pad[i];
    Size *first = size_op(S_MUL, size_op(S_ADD, in, size_const(-1)), size_const(n->w.stride[i]));
    return need_positions(c, size_op(S_ADD, first, size_const(reach - n->w.pad[i] - n->end[i])));
}

/* Returns the filter as [I, O, H, W], the order needed; it is stored [groups * O, H, W, I /
 * groups]. */
static Value *transposed_filter(Call *c, int64_t groups, DType like)
{
    static const int group_first[] = {0, 4, 1, 2, 3};
    Value *stored = xnn_weight(c, "filter", 4, xnn_same_order, like);
    int64_t channels = known_size(c, stored->type.dim[0]);
    if (groups < 1 || channels % groups)
        refuse(c, "the output channels do not divide into %lld groups", (long long)groups);
    Size *h = stored->type.dim[1], *w = stored->type.dim[2], *in = stored->type.dim[3];
    Size *g = size_const(groups), *out = size_const(channels / groups);
    Value *split = reshaped(c, stored, 5, (Size *[]){g, out, h, w, in});
    Value *ordered = row_major(c, view_axes(c, split, 5, group_first));
    return reshaped(c, ordered, 4, (Size *[]){size_op(S_MUL, g, in), out, h, w});
}

void lower_xnn_conv_transpose(Call *c)
{
    NodeWindow n = conv_window_of(c);
    int64_t groups = xnn_uint(c, "groups");
    Value *in = xnn_in_order(c, "input1", 4, xnn_nchw);
    Value *weight = transposed_filter(c, groups, in->type.dtype);
    Value *bias = xnn_weight(c, "bias", 1, xnn_same_order, in->type.dtype);
    xnn_flags(c, 0);
    check_filter(c, weight, &n);
    for (int i = 0; i < 2; i++)
        n.w.out_pad[i] = window_field(c, i ? "adjustment_width" : "adjustment_height", 0);
    need_equal(c, "channels", in->type.dim[1], weight->type.dim[0]);
    Size *dim[] = {in->type.dim[0], size_op(S_MUL, weight->type.dim[1], size_const(groups)),
                   reached(c, in->type.dim[2], &n, 0), reached(c, in->type.dim[3], &n, 1)};
    if (bias)
        need_length(c, "bias", bias, dim[1]);
    Value *out = xnn_out(c, "output", 4, dim, xnn_nchw), *bytes = xnn_signed_result(c, out);
    finish_conv(
        c, conv_into(c, xnn_signed(c, in), xnn_signed(c, weight), bias, &n.w, groups, true, bytes));
    xnn_finish_unsigned(c, bytes, out);
}

/* Appends a pool. Padding counts neither in a maximum nor in a mean. */
static void pool(Call *c, PoolOp op, int nout)
{
    enum { KEEP_DIMS = 0x40 };
    static const char *const kernel[] = {"pooling_height", "pooling_width"};
    static const char *const stride[] = {"stride_height", "stride_width"};
    Value *in = xnn_in_order(c, "input", 4, xnn_nchw);
    NodeWindow n = node_window(c, kernel, stride, op == POOL_MAX);
    xnn_flags(c, KEEP_DIMS);
    Size *dim[] = {in->type.dim[0], in->type.dim[1], positions(c, in->type.dim[2], &n, 0),
                   positions(c, in->type.dim[3], &n, 1)};
    Value *out = xnn_out(c, "output", 4, dim, xnn_nchw);
    const XnnValue *file = xnn_value(c, "output");
    Step *s = emit_step(c, K_POOL, xnn_is_quantised(file) ? 2 : 1, nout);
    s->pool = op;
    s->win = n.w;
    s->in[0] = widened(c, in);
    s->out[0] = wide_result(c, out);
    if (xnn_is_quantised(file)) {
        xnn_need_same_scale(c, "input", "output");
        s->in[1] = weight_ints(c, 2, (int64_t[]){xnn_least(c, file), xnn_most(c, file)});
    } else {
        xnn_clamp(c, s);
    }
    step_append(c->block, s);
    narrow_result(c, s->out[0], out);
}

void lower_xnn_avg_pool(Call *c)
{
    pool(c, POOL_AVG, 1);
}

void lower_xnn_max_pool(Call *c)
{
    pool(c, POOL_MAX, 2);
}

/* Views rows and columns as windows that neither overlap nor leave gaps: [N, C, OH, KH, OW, KW]. */
static Value *windows(Call *c, Value *in, const int64_t kernel[2])
{
    Type type = {.dtype = in->type.dtype, .rank = 6};
    Layout layout = {.kind = L_STRIDED};
    for (int i = 0; i < 2; i++) {
        type.dim[i] = in->type.dim[i];
        layout.stride[i] = in->layout.stride[i];
    }
    for (int i = 0; i < 2; i++) {
        Size *k = size_const(kernel[i]), *stride = in->layout.stride[2 + i];
        type.dim[2 + 2 * i] = size_op(S_FDIV, in->type.dim[2 + i], k);
        type.dim[3 + 2 * i] = k;
        layout.stride[2 + 2 * i] = size_op(S_MUL, stride, k);
        layout.stride[3 + 2 * i] = stride;
        need_least(c, i ? "columns under a window" : "rows under a window", in->type.dim[2 + i],
                   kernel[i]);
    }
    return value_view(c->g, in, &type, &layout, size_const(0));
}

/* Writes maxima and where in its window each lies. */
void lower_xnn_argmax_pool(Call *c)
{
    static const char *const pads[] = {"padding_top", "padding_right", "padding_bottom",
                                       "padding_left"};
    enum { WINDOW_AXES = 1 << 3 | 1 << 5 };
    Value *in = xnn_in_order(c, "input", 4, xnn_nchw);
    int64_t kernel[] = {window_field(c, "pooling_height", 1), window_field(c, "pooling_width", 1)};
    xnn_flags(c, 0);
    for (int i = 0; i < 4; i++)
        if (xnn_uint(c, pads[i]))
            refuse(c, "padding is not there yet");
    in = windows(c, in, kernel);
    Size *dim[] = {in->type.dim[0], in->type.dim[1], in->type.dim[2], in->type.dim[4]};
    Expr *element = expr_in(0, loaded_dtype(in));
    Named named[] = {{.name = "in", .value = in}, {0}};
    reduce_step(c, R_MAX, named, element, WINDOW_AXES,
                xnn_out(c, "output_value", 4, dim, xnn_nchw));
    reduce_step(c, R_ARGMAX, named, element, WINDOW_AXES,
                xnn_out(c, "output_index", 4, dim, xnn_nchw));
}
