/* SPDX-License-Identifier: 0BSD
 * From a step to the parameter struct of its kernel. Zero fields are left out. */
#include "kernels/fields.h"
#include "graph/build.h"
#include "graph/layouts.h"
#include "kernels/elementwise.h"

#include <math.h>

void field(Params *p, const char *name, Size *size)
{
    if (size_is_const(size) && size_value(size) == 0)
        return;
    Param f = {.field = name, .size = size};
    PUSH(p->param, p->count, f);
}

void field_int(Params *p, const char *name, int64_t n)
{
    field(p, name, size_const(n));
}

void field_float(Params *p, const char *name, double number)
{
    Param f = {.field = name, .number = number};
    PUSH(p->param, p->count, f);
}

void clamp_fields(const Step *s, Params *p)
{
    if (s->requant != RQ_NONE && s->requant != RQ_ROWS)
        return; /* its bounds lie with the weights */
    field_float(p, "lo", s->has_clamp ? (double)s->lo : -(double)INFINITY);
    field_float(p, "hi", s->has_clamp ? (double)s->hi : (double)INFINITY);
}

void bounds(Params *p, float lo, float hi)
{
    field_float(p, "lo", (double)lo);
    field_float(p, "hi", (double)hi);
}

/* Returns the extent of axis `i` of a [N,C,H,W] operand; 1-d operands have no H. */
Size *extent4(const Value *v, int i)
{
    if (v->type.rank == 4)
        return v->type.dim[i];
    return i == 2 ? size_const(1) : v->type.dim[i == 3 ? 2 : i];
}

int64_t window2(const Window *w, const int64_t *list, int i, int64_t absent)
{
    if (w->rank == 2)
        return list[i];
    return i == 0 ? absent : list[0];
}

void padded_window_fields(Params *p, const Window *w, const char *const pads[2])
{
    field_int(p, "kh", window2(w, w->kernel, 0, 1));
    field_int(p, "kw", window2(w, w->kernel, 1, 1));
    field_int(p, "sh", window2(w, w->stride, 0, 1));
    field_int(p, "sw", window2(w, w->stride, 1, 1));
    field_int(p, pads[0], window2(w, w->pad, 0, 0));
    field_int(p, pads[1], window2(w, w->pad, 1, 0));
    field_int(p, "dh", window2(w, w->dilation, 0, 1));
    field_int(p, "dw", window2(w, w->dilation, 1, 1));
}

void window_fields(Params *p, const Window *w)
{
    padded_window_fields(p, w, (const char *const[]){"ph", "pw"});
}

void product_fields(const Step *s, Params *p, bool sized)
{
    static const char *const one[] = {"kh", "kw", "sh", "sw", "dh", "dw", "groups"};
    const Value *a = s->in[GEMM_A], *out = s->out[0];
    int last = a->type.rank - 1;
    field(p, "n", last == 2 ? a->type.dim[0] : size_const(1));
    field(p, "c", a->type.dim[last]);
    field(p, "w", a->type.dim[last - 1]);
    if (sized)
        field(p, "ow", a->type.dim[last - 1]);
    field(p, "oc", out->type.dim[out->type.rank - 1]);
    field_int(p, "h", 1);
    if (sized)
        field_int(p, "oh", 1);
    for (size_t i = 0; i < sizeof one / sizeof *one; i++)
        field_int(p, one[i], 1);
}

Window window_of(const Step *s)
{
    Window w = s->win;
    for (int i = 0; s->kind == K_REDUCE && i < s->in[0]->type.rank - 2; i++) {
        w.rank = i + 1;
        w.kernel[i] = size_value(s->in[0]->type.dim[i + 2]);
        w.stride[i] = w.dilation[i] = 1;
    }
    return w;
}

/* Adds the fields of a window over tensors whose order in memory the kernel knows. */
void picture_fields(const Step *s, Params *p)
{
    static const char *const dims[] = {"n", "c", "h", "w"}, *const results[] = {"oc", "oh", "ow"};
    Size *const one[] = {s->in[0]->type.dim[1], size_const(1), size_const(1)};
    Window w = window_of(s);
    for (int i = 0; i < 4; i++)
        field(p, dims[i], extent4(s->in[0], i));
    for (int i = 0; i < 3; i++)
        field(p, results[i], s->kind == K_REDUCE ? one[i] : extent4(s->out[0], i + 1));
    window_fields(p, &w);
}

void byte_sums_fields(const Step *s, Params *p)
{
    if (s->kind == K_GEMM) {
        product_fields(s, p, true);
        return;
    }
    picture_fields(s, p);
    field_int(p, "groups", kernel_groups(s));
}

void map_fields(const Step *s, Params *p)
{
    float lo, hi;
    field(p, "n", value_numel(s->out[0]));
    map_unclamped(s, &lo, &hi);
    if (s->nin == 2 || map_clamps(s, &lo, &hi))
        bounds(p, lo, hi);
}

Size *product(const Value *v, int from, int to)
{
    Size *n = size_const(1);
    for (int i = from; i < to; i++)
        n = size_op(S_MUL, n, v->type.dim[i]);
    return n;
}
