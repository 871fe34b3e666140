/* SPDX-License-Identifier: 0BSD
 * Parameters of kernels that call a library. */
#include "maps.h"
#include "pack_xnn.h"
#include "params.h"
#include "vector.h"

/* The room is that of its scratch; of a product, of the sums behind the biases. */
void params_cmsis_conv2d(const Step *s, Params *p)
{
    const Value *scratch = kernel_scratch(s), *bias = s->in[GEMM_C], *out = s->out[0];
    params_mcu_conv2d(s, p);
    if (scratch)
        field(p, "room", value_numel(scratch));
    else if (s->kind == K_GEMM && bias && value_numel(bias) != out->type.dim[out->type.rank - 1])
        field(p, "room", size_op(S_MUL, value_numel(bias), size_const(2)));
}

void params_xa_window(const Step *s, Params *p)
{
    const Value *scratch = kernel_scratch(s);
    picture_fields(s, p);
    field_int(p, "planes", !channels_last(s->in[0]));
    if (scratch)
        field(p, "room", value_numel(scratch));
    clamp_fields(s, p);
}

/* Of rows that were quantised one by one. */
void params_xnn_product(const Step *s, Params *p)
{
    const Value *b = s->in[GEMM_B];
    const Value *out = s->out[0];
    Size *n = out->type.dim[out->type.rank - 1];
    field(p, "m", size_op(S_FDIV, value_numel(out), n));
    field(p, "k", size_op(S_FDIV, value_numel(b), n));
    field(p, "n", n);
    clamp_fields(s, p);
}

/* So much padding behind the image that its last window ends with it, or none. */
static int64_t pad_behind(const Step *s, int i)
{
    const Window *w = &s->win;
    int64_t window = window2(w, w->dilation, i, 1) * (window2(w, w->kernel, i, 1) - 1) + 1;
    int64_t last = (size_value(extent4(s->out[0], i + 2)) - 1) * window2(w, w->stride, i, 1);
    int64_t pad = last + window - window2(w, w->pad, i, 0) - size_value(extent4(s->in[0], i + 2));
    return pad > 0 ? pad : 0;
}

/* Of the result, what is cut off at its end, or added. */
static void transposed_fields(const Step *s, Params *p)
{
    static const char *const cut[] = {"bottom", "right"}, *const more[] = {"more_h", "more_w"};
    for (int i = 0; i < s->win.rank; i++) {
        int64_t behind = xnnpack_rows_behind(s, i);
        int axis = 2 - s->win.rank + i;
        field_int(p, behind < 0 ? cut[axis] : more[axis], behind < 0 ? -behind : behind);
    }
}

void params_xnn_conv2d(const Step *s, Params *p)
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

/* Means of whole pictures too, each a window. */
void params_xnn_pool2d(const Step *s, Params *p)
{
    static const char *const dims[] = {"n", "c", "h", "w"};
    const Value *in = s->in[0];
    Window w = window_of(s);
    for (int i = 0; i < 4; i++)
        field(p, dims[i], extent4(in, i));
    padded_window_fields(p, &w, (const char *const[]){"top", "left"});
    if (s->kind == K_POOL) {
        field_int(p, "bottom", pad_behind(s, 0));
        field_int(p, "right", pad_behind(s, 1));
    }
    clamp_fields(s, p);
}

static void bounds(Params *p, float lo, float hi)
{
    field_float(p, "lo", (double)lo);
    field_float(p, "hi", (double)hi);
}

void params_xnn_unary(const Step *s, Params *p)
{
    float lo, hi;
    field(p, "n", value_numel(s->out[0]));
    if (map_clamps(s, &lo, &hi))
        bounds(p, lo, hi);
}

void params_xa_map(const Step *s, Params *p)
{
    float lo, hi;
    field(p, "n", value_numel(s->out[0]));
    map_unclamped(s, &lo, &hi);
    if (s->nin == 2 || map_clamps(s, &lo, &hi))
        bounds(p, lo, hi);
}

void params_g3_map(const Step *s, Params *p)
{
    params_xa_map(s, p);
}

void params_xnn_binary(const Step *s, Params *p)
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

void params_g3_mean(const Step *s, Params *p)
{
    const Value *in = s->in[0];
    int first = 0, end;
    while (!(s->axes >> first & 1))
        first++;
    for (end = first; s->axes >> end & 1;)
        end++;
    field(p, "outer", product(in, 0, first));
    field(p, "n", product(in, first, end));
    field(p, "inner", product(in, end, in->type.rank));
}

void params_xnn_softmax(const Step *s, Params *p)
{
    const Value *in = s->in[0];
    int axis = in->type.rank - 1;
    while (axis > 0 && !(s->axes >> axis & 1))
        axis--;
    field(p, "outer", product(in, 0, axis));
    field(p, "n", product(in, axis, in->type.rank));
}
