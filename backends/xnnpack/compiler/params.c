/* SPDX-License-Identifier: 0BSD
 * From a step to the parameter struct of its XNNPACK operator. */
#include "backends/xnnpack/compiler/params.h"
#include "backends/xnnpack/compiler/takes.h"
#include "backends/xnnpack/compiler/takes_maps.h"
#include "backends/xnnpack/compiler/takes_resize.h"
#include "graph/build.h"
#include "graph/layouts.h"
#include "kernels/elementwise.h"
#include "kernels/fields.h"

#include <math.h>

/* Sets the parameters of a product whose rows were quantised one by one. */
static void set_xnn_product(const Step *s, Params *p)
{
    const Value *a = s->in[GEMM_A], *out = s->out[0];
    Size *k = a->type.dim[a->type.rank - 1], *n = out->type.dim[out->type.rank - 1];
    Size *scales = size_op(S_FDIV, value_numel(s->in[GEMM_MULT]), n);
    field(p, "m", size_op(S_FDIV, value_numel(out), n));
    field(p, "k", k);
    field(p, "n", n);
    field(p, "block", size_op(S_FDIV, k, scales));
    clamp_fields(s, p);
}

const ParamType params_xnn_product = {.name = "pte_xnn_product", .set = set_xnn_product};

static void set_xnn_matmul(const Step *s, Params *p)
{
    const Value *b = s->in[GEMM_B];
    Size *const *dim = b->type.dim + b->type.rank - 2;
    field(p, "batch", b->type.rank == 3 ? b->type.dim[0] : size_const(1));
    field(p, "m", s->in[GEMM_A]->type.dim[b->type.rank - 2]);
    field(p, "k", dim[0]);
    field(p, "n", dim[1]);
    field_int(p, "columns_first", !layout_is_row_major(b));
}

const ParamType params_xnn_matmul = {.name = "pte_xnn_matmul", .set = set_xnn_matmul};

/* Returns the rows (i = 0) or columns (i = 1) of padding behind the image with which its last
 * window ends; 0 if it ends before. */
static int64_t pad_behind(const Step *s, int i)
{
    const Window *w = &s->win;
    int64_t window = window2(w, w->dilation, i, 1) * (window2(w, w->kernel, i, 1) - 1) + 1;
    int64_t last = (size_value(extent4(s->out[0], i + 2)) - 1) * window2(w, w->stride, i, 1);
    int64_t pad = last + window - window2(w, w->pad, i, 0) - size_value(extent4(s->in[0], i + 2));
    return pad > 0 ? pad : 0;
}

/* Sets how many rows and columns of a transposed convolution's result are cut off at its end, or
 * added there. */
static void transposed_fields(const Step *s, Params *p)
{
    static const char *const cut[] = {"bottom", "right"}, *const more[] = {"more_h", "more_w"};
    for (int i = 0; i < s->win.rank; i++) {
        int64_t behind = xnnpack_rows_behind(s, i);
        int axis = 2 - s->win.rank + i;
        field_int(p, behind < 0 ? cut[axis] : more[axis], behind < 0 ? -behind : behind);
    }
}

static void set_xnn_conv2d(const Step *s, Params *p)
{
    const Value *in = s->in[CONV_IN];
    static const char *const dims[] = {"n", "c", "h", "w"};
    if (s->kind == K_GEMM) {
        product_fields(s, p, false);
        clamp_fields(s, p);
        return;
    }
    for (int i = 0; i < 4; i++)
        field(p, dims[i], extent4(in, i));
    field(p, "oc", extent4(s->out[0], 1));
    padded_window_fields(p, &s->win, (const char *const[]){"top", "left"});
    if (s->transposed) {
        transposed_fields(s, p);
    } else {
        field_int(p, "bottom", pad_behind(s, 0));
        field_int(p, "right", pad_behind(s, 1));
        field_int(p, "depthwise", is_depthwise(s));
    }
    field_int(p, "groups", s->groups);
    clamp_fields(s, p);
}

const ParamType params_xnn_conv2d = {.name = "pte_xnn_conv2d", .set = set_xnn_conv2d};

/* Sets the parameters of a pool; means of whole pictures are pools with one window each. */
static void set_xnn_pool2d(const Step *s, Params *p)
{
    static const char *const dims[] = {"n", "c", "h", "w"};
    Step pool = *s;
    const Value *in = s->in[0];
    for (int i = 0; s->kind == K_REDUCE && i < in->type.rank - 2; i++) {
        pool.win.rank = i + 1;
        pool.win.kernel[i] = size_value(in->type.dim[i + 2]);
        pool.win.stride[i] = pool.win.dilation[i] = 1;
    }
    for (int i = 0; i < 4; i++)
        field(p, dims[i], extent4(in, i));
    padded_window_fields(p, &pool.win, (const char *const[]){"top", "left"});
    if (s->kind == K_POOL) {
        field_int(p, "bottom", pad_behind(s, 0));
        field_int(p, "right", pad_behind(s, 1));
    }
    clamp_fields(s, p);
}

const ParamType params_xnn_pool2d = {.name = "pte_xnn_pool2d", .set = set_xnn_pool2d};

static void set_xnn_resize(const Step *s, Params *p)
{
    static const char *const dims[] = {"n", "c", "h", "w"};
    XnnResize resize = xnnpack_resize(s);
    for (int i = 0; i < 4; i++)
        field(p, dims[i], s->in[0]->type.dim[i]);
    field(p, "oh", s->out[0]->type.dim[2]);
    field(p, "ow", s->out[0]->type.dim[3]);
    field_int(p, "corners", resize == RESIZE_CORNERS);
    field_int(p, "from_first", resize == RESIZE_LEGACY);
}

const ParamType params_xnn_resize = {.name = "pte_xnn_resize", .set = set_xnn_resize};

static void set_xnn_unary(const Step *s, Params *p)
{
    float lo, hi;
    field(p, "n", value_numel(s->out[0]));
    float factor = xnnpack_factor(s);
    if (map_clamps(s, &lo, &hi))
        bounds(p, lo, hi);
    else if (factor != 0)
        bounds(p, factor, INFINITY);
}

const ParamType params_xnn_unary = {.name = "pte_xnn_unary", .set = set_xnn_unary};

static void set_xnn_binary(const Step *s, Params *p)
{
    static const char *const a[] = {"a[0]", "a[1]", "a[2]", "a[3]"};
    static const char *const b[] = {"b[0]", "b[1]", "b[2]", "b[3]"};
    XnnPair pair = xnnpack_pair(s);
    for (int i = 0; i < PTE_XNN_RANK; i++)
        field_int(p, a[i], pair.a[i]);
    for (int i = 0; i < PTE_XNN_RANK; i++)
        field_int(p, b[i], pair.b[i]);
    bounds(p, pair.lo, pair.hi);
}

const ParamType params_xnn_binary = {.name = "pte_xnn_binary", .set = set_xnn_binary};

static void set_xnn_softmax(const Step *s, Params *p)
{
    const Value *in = s->in[0];
    int axis = in->type.rank - 1;
    while (axis > 0 && !(s->axes >> axis & 1))
        axis--;
    field(p, "outer", product(in, 0, axis));
    field(p, "n", product(in, axis, in->type.rank));
}

const ParamType params_xnn_softmax = {.name = "pte_xnn_softmax", .set = set_xnn_softmax};

static void set_xnn_prelu(const Step *s, Params *p)
{
    const Value *out = s->out[0];
    int slope = value_is_const(value_root(s->in[0])) ? 0 : 1;
    int64_t row = xnnpack_row(out);
    field_int(p, "n", size_value(value_numel(out)) / row);
    field_int(p, "c", row);
    field_int(p, "shared", value_numel(s->in[slope]) == size_const(1));
}

const ParamType params_xnn_prelu = {.name = "pte_xnn_prelu", .set = set_xnn_prelu};

static void set_xnn_reduce(const Step *s, Params *p)
{
    static const char *const extent[] = {"extent[0]", "extent[1]", "extent[2]", "extent[3]"};
    XnnReduce r = xnnpack_reduce(s);
    for (int i = 0; i < PTE_XNN_RANK; i++)
        field_int(p, extent[i], r.extent[i]);
    field_int(p, "axes", (int64_t)r.axes);
}

const ParamType params_xnn_reduce = {.name = "pte_xnn_reduce", .set = set_xnn_reduce};
