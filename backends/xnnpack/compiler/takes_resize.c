/* SPDX-License-Identifier: 0BSD
 * Which bilinear resamplings XNNPACK takes: those whose tables say what it computes by itself. */
#include "backends/xnnpack/compiler/takes_resize.h"
#include "backends/xnnpack/compiler/takes.h"
#include "graph/build.h"
#include "graph/constants.h"
#include "graph/layouts.h"
#include "graph/patterns.h"
#include "kernels/elementwise.h"

#include <math.h>

enum { FIRST_AXIS = 2 };

/* Returns where in `n` elements XNNPACK reads for element `i` of `m`. */
static double position(XnnResize resize, int64_t i, int64_t n, int64_t m)
{
    double at = resize == RESIZE_CORNERS ? (double)i * (double)(n - 1) / (double)(m > 1 ? m - 1 : 1)
                : resize == RESIZE_LEGACY ? (double)i * (double)n / (double)m
                                          : ((double)i + 0.5) * (double)n / (double)m - 0.5;
    return fmin(fmax(at, 0), (double)(n - 1));
}

/* Do the step's tables say the positions of `resize`? They may differ by the roundings of a few
 * floats as large as the positions. */
static bool has_positions(const Step *s, XnnResize resize)
{
    for (int k = 0; k < 2; k++) {
        const int32_t *first = const_data(s->in[RESAMPLE_FIRST + k]);
        const float *weight = const_data(s->in[RESAMPLE_WEIGHT + k]);
        int64_t n = size_value(s->in[0]->type.dim[FIRST_AXIS + k]);
        int64_t m = size_value(s->out[0]->type.dim[FIRST_AXIS + k]);
        for (int64_t i = 0; i < m; i++) {
            double at = fmin(first[i] + (double)weight[i], (double)(n - 1));
            if (!(fabs(at - position(resize, i, n, m)) <= 4e-7 * (double)n))
                return false;
        }
    }
    return true;
}

XnnResize xnnpack_resize(const Step *s)
{
    XnnResize resize = RESIZE_CENTRES;
    while (resize != RESIZE_OTHER && !has_positions(s, resize))
        resize++;
    return resize;
}

static bool has_tables(const Step *s)
{
    for (int i = RESAMPLE_FIRST; i < RESAMPLE_OPERANDS; i++) {
        int k = (i - RESAMPLE_FIRST) % 2;
        const Value *v = s->in[i];
        if (!value_is_const(v) || v->type.dtype != (i < RESAMPLE_WEIGHT ? I32 : F32) ||
            !layout_is_row_major(v) || value_numel(v) != s->out[0]->type.dim[FIRST_AXIS + k])
            return false;
    }
    return true;
}

bool xnnpack_takes_resize(const Step *s)
{
    if (s->kind != K_LOOKUP || s->nin != RESAMPLE_OPERANDS)
        return false;
    const Value *in = s->in[0], *out = s->out[0];
    DType type = in->type.dtype;
    if (in->type.rank != 4 || out->type.rank != 4 || (type != F32 && type != F16) ||
        out->type.dtype != type || !xnnpack_operand(in) || !xnnpack_tensor(out) || !has_tables(s))
        return false;
    Expr *last[2];
    for (int k = 0; k < 2; k++)
        last[k] = expr_int(size_value(in->type.dim[FIRST_AXIS + k]) - 1, I32);
    return expr_equal(map_expression(s), bilinear_expr(in, last)) &&
           xnnpack_resize(s) != RESIZE_OTHER;
}

bool xnnpack_resizes_in_order(const Step *s, DType type)
{
    return xnnpack_takes_resize(s) && s->in[0]->type.dtype == type && channels_last(s->in[0]) &&
           channels_last(s->out[0]);
}
