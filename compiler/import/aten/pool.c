/* SPDX-License-Identifier: 0BSD
 * Pooling over three axes, by way of pooling over two: planes first, then their depths; and
 * adaptive pooling, whose windows follow from the result's sizes. */
#include "import/build/pool.h"
#include "graph/build.h"
#include "graph/patterns.h"
#include "import/build/conv.h"
#include "import/build/copy.h"
#include "import/build/expr.h"
#include "import/build/lookup.h"
#include "import/build/norm.h"
#include "import/build/resample.h"
#include "import/build/sort.h"
#include "import/call/arguments.h"
#include "import/call/call.h"
#include "import/call/demands.h"
#include "import/call/steps.h"

#include <string.h>

/* Returns `v`, [..., A, B], as [1, all before, A, B], in the kernels' type. */
static Value *as_planes(Call *c, Value *v)
{
    int rank = v->type.rank;
    Size *n = size_const(1);
    for (int i = 0; i < rank - 2; i++)
        n = size_op(S_MUL, n, v->type.dim[i]);
    return reshaped(c, row_major(c, as_dtype(c, v, kernel_type(v))), 4,
                    (Size *[]){size_const(1), n, v->type.dim[rank - 2], v->type.dim[rank - 1]});
}

/* Views `planes`, what became of the planes of `volume`, [..., D, H, W], as [1, .., D, OH * OW]. */
static Value *as_depths(Call *c, Value *planes, const Value *volume)
{
    Size *const *d = planes->type.dim, *n = size_const(1);
    int depth = volume->type.rank - 3;
    for (int i = 0; i < depth; i++)
        n = size_op(S_MUL, n, volume->type.dim[i]);
    return reshaped(c, planes, 4,
                    (Size *[]){d[0], n, volume->type.dim[depth], size_op(S_MUL, d[2], d[3])});
}

/* Pools over the last two of four axes; `index`, if it is not NULL, gets where the maxima are. */
static Step *pool_into(Call *c, PoolOp op, Value *in, const Window *w, Value *out, Value *index)
{
    Step *s = emit_step(c, K_POOL, 1, index ? 2 : 1);
    s->pool = op;
    s->win = *w;
    s->in[0] = in;
    s->out[0] = out;
    if (index)
        s->out[1] = index;
    step_append(c->block, s);
    return s;
}

static Step *pool(Call *c, PoolOp op, Value *in, const Window *w, bool ceil_mode)
{
    Size *dim[4];
    pooled_dims(c, w, in, ceil_mode, dim);
    return pool_into(c, op, in, w, value_new(c->g, in->type.dtype, 4, dim),
                     op == POOL_MAX ? value_new(c->g, I64, 4, dim) : NULL);
}

static void copy_reshaped(Call *c, Value *v, Value *out)
{
    copy_to(c, reshaped(c, v, out->type.rank, out->type.dim), out);
}

static Window depths_of(const Window *w)
{
    return (Window){.rank = 2,
                    .kernel = {w->kernel[0], 1},
                    .stride = {w->stride[0], 1},
                    .pad = {w->pad[0], 0},
                    .dilation = {w->dilation[0], 1}};
}

typedef struct Volume {
    Value *in;
    int rank;
    Size *pooled[MAX_RANK]; /* the result's extents */
    Step *planes, *depths;
} Volume;

/* Appends both steps, in the order of the head of this file: planes, then depths. */
static Volume pool_volume(Call *c, PoolOp op)
{
    Volume v = {.in = arg_tensor(c, "self")};
    Window w = {0}, planes, depths;
    bool ceil_mode = arg_bool(c, "ceil_mode");
    v.rank = v.in->type.rank;
    if (v.rank != 4 && v.rank != 5)
        refuse(c, "'self' has rank %d, not 4 or 5", v.rank);
    need_known_volume(c, v.in);
    pool_window(c, &w, 3);
    planes = plane_window(&w);
    depths = depths_of(&w);
    pooled_dims(c, &w, v.in, ceil_mode, v.pooled);
    v.planes = pool(c, op, as_planes(c, v.in), &planes, ceil_mode);
    v.depths = pool(c, op, as_depths(c, v.planes->out[0], v.in), &depths, ceil_mode);
    return v;
}

/* Takes the average of averages: the number of elements under a window is a product over its
 * axes. */
void lower_avg_pool3d(Call *c)
{
    Volume v = pool_volume(c, POOL_AVG);
    need_real(c, v.in);
    v.planes->count_pad = v.depths->count_pad = arg_bool(c, "count_include_pad");
    v.depths->divisor = arg_divisor(c);
    v.planes->divisor = v.depths->divisor != 0; /* a sum */
    copy_reshaped(c, v.depths->out[0], arg_out(c, "out", v.rank, v.pooled));
}

/* Returns where the maximum of each window lies in its volume: `depth` says in which plane's
 * window, `plane` where in the plane. */
static Value *volume_index(Call *c, Value *depth, Value *plane, const Value *volume)
{
    Size *const *d = volume->type.dim + volume->type.rank - 2;
    Value *out = value_like(c->g, depth);
    OperandList in = {0};
    PUSH(in.item, in.count, plane);
    PUSH(in.item, in.count, depth);
    Expr *across = expr_size(c, plane->type.dim[3], I64, &in);
    Expr *area = expr_size(c, size_op(S_MUL, d[0], d[1]), I64, &in);
    Expr *at = expr_new(E_DIV, I64, expr_in(1, I64), across, NULL);
    Expr *inside = element_at(expr_in(0, I64), 2, expr_cast(at, I32));
    Expr *before = expr_new(E_MUL, I64, at, area, NULL);
    emit_lookup(c, out, in.count, in.item, expr_new(E_ADD, I64, before, inside, NULL));
    return out;
}

void lower_max_pool3d(Call *c)
{
    Volume v = pool_volume(c, POOL_MAX);
    Value *plane = as_depths(c, v.planes->out[1], v.in);
    copy_reshaped(c, v.depths->out[0], arg_out(c, "out", v.rank, v.pooled));
    copy_reshaped(c, volume_index(c, v.depths->out[1], plane, v.in),
                  arg_out_indices(c, v.rank, v.pooled));
}

static int64_t window_start(int64_t i, int64_t n, int64_t m)
{
    return i * n / m;
}

static int64_t window_end(int64_t i, int64_t n, int64_t m)
{
    return ((i + 1) * n + m - 1) / m;
}

static void need_adaptive(Call *c, const Size *n, const Size *m)
{
    int64_t from = known_size(c, n), to = known_size(c, m);
    if (from < 1 || to < 1 || from > INT16_MAX || to > INT16_MAX)
        refuse(c, "adaptive pooling of %lld elements to %lld", (long long)from, (long long)to);
}

/* Sets `dim` to the shape of the result, whose last `axes` sizes are arguments, and returns its
 * rank. */
static int adaptive_dims(Call *c, const Value *in, int axes, Size **dim)
{
    int rank = in->type.rank;
    memcpy(dim, in->type.dim, sizeof in->type.dim);
    if (rank != axes + 1 && rank != axes + 2)
        refuse(c, "'self' has rank %d, not %d or %d", rank, axes + 1, axes + 2);
    if (arg_sizes(c, "output_size", dim + rank - axes, axes) != axes)
        refuse(c, "%d output sizes are expected", axes);
    for (int i = rank - axes; i < rank; i++)
        need_adaptive(c, in->type.dim[i], dim[i]);
    return rank;
}

/* Averages with windows of equal size if the sizes divide, else with a window for each output. */
static void average(Call *c, Value *in, Value *out)
{
    Window w = {.rank = 2, .kernel = {1, 1}, .stride = {1, 1}, .dilation = {1, 1}};
    bool even = true;
    for (int i = 0; i < 2; i++) {
        Size *from = in->type.dim[2 + i], *to = out->type.dim[2 + i];
        if (from == to)
            continue;
        even &= known_size(c, from) % known_size(c, to) == 0;
        w.kernel[i] = w.stride[i] = size_value(from) / size_value(to);
    }
    if (even)
        pool_into(c, POOL_AVG, in, &w, out, NULL);
    else
        average_adaptively(c, in, out);
}

void lower_adaptive_avg_pool2d(Call *c)
{
    Value *in = arg_tensor(c, "self");
    Size *dim[MAX_RANK] = {0};
    int rank = adaptive_dims(c, in, 2, dim);
    Value *out = arg_out(c, "out", rank, dim);
    Value *from = rank == 4 ? widened(c, in) : as_planes(c, in);
    Value *wide = rank == 4 ? wide_result(c, out)
                            : value_new(c->g, from->type.dtype, 4,
                                        (Size *[]){size_const(1), dim[0], dim[1], dim[2]});
    average(c, from, wide);
    if (rank == 4)
        narrow_result(c, wide, out);
    else
        copy_reshaped(c, wide, out);
}

void lower_adaptive_avg_pool3d(Call *c)
{
    Value *in = arg_tensor(c, "self");
    Size *dim[MAX_RANK] = {0};
    int rank = adaptive_dims(c, in, 3, dim);
    Value *out = arg_out(c, "out", rank, dim), *volume = as_planes(c, in);
    need_real(c, in);
    Size *const *v = volume->type.dim, *rows = dim[rank - 2], *columns = dim[rank - 1];
    DType type = volume->type.dtype;
    Value *planes = value_new(c->g, type, 4, (Size *[]){v[0], v[1], rows, columns});
    average(c, volume, planes);
    Value *depths = as_depths(c, planes, in);
    Size *const *d = depths->type.dim;
    Value *result = value_new(c->g, type, 4, (Size *[]){d[0], d[1], dim[rank - 3], d[3]});
    average(c, depths, result);
    copy_reshaped(c, result, out);
}

/* Describes how windows that are not equally long, or that overlap, become so: each is written out,
 * its last element as often as others have more. */
typedef struct Spread {
    int64_t outputs, window;
    int32_t *from; /* place in the axis of each element written out; NULL: all as they are */
} Spread;

static Spread spread(int64_t n, int64_t m)
{
    Spread s = {.outputs = m, .window = 1};
    for (int64_t i = 0; i < m; i++) {
        int64_t size = window_end(i, n, m) - window_start(i, n, m);
        s.window = size > s.window ? size : s.window;
    }
    if (n % m == 0)
        return s;
    s.from = NEW(int32_t, m * s.window);
    for (int64_t i = 0; i < m * s.window; i++) {
        int64_t at = window_start(i / s.window, n, m) + i % s.window;
        int64_t last = window_end(i / s.window, n, m) - 1;
        s.from[i] = (int32_t)(at < last ? at : last);
    }
    return s;
}

static Value *line_table(Call *c, const Spread *s, int64_t n)
{
    int32_t *from = s->from;
    if (!from) {
        from = NEW(int32_t, n);
        for (int64_t i = 0; i < n; i++)
            from[i] = (int32_t)i;
    }
    return axis_table(c, I32, s->from ? s->outputs * s->window : n, 1, from, "from");
}

/* Turns the step's positions in what was written out into positions in planes of `columns`. */
static Value *gathered_index(Call *c, Value *index, const Spread s[2], int64_t rows,
                             int64_t columns)
{
    Value *operand[] = {index, line_table(c, &s[0], rows), line_table(c, &s[1], columns)};
    Expr *width = expr_int(s[1].from ? s[1].outputs * s[1].window : columns, I64);
    Expr *row = expr_new(E_DIV, I64, expr_in(0, I64), width, NULL);
    Expr *start = expr_new(E_MUL, I64, row, width, NULL);
    Expr *column = expr_new(E_SUB, I64, expr_in(0, I64), start, NULL);
    row = expr_cast(element_at(expr_in(1, I32), 0, expr_cast(row, I32)), I64);
    column = expr_cast(element_at(expr_in(2, I32), 0, expr_cast(column, I32)), I64);
    row = expr_new(E_MUL, I64, row, expr_int(columns, I64), NULL);
    Value *out = value_like(c->g, index);
    emit_lookup(c, out, 3, operand, expr_new(E_ADD, I64, row, column, NULL));
    return out;
}

typedef struct Maxima {
    Value *value, *index;
} Maxima;

static Maxima adaptive_max(Call *c, Value *in, Size *rows, Size *columns)
{
    int64_t n[] = {known_size(c, in->type.dim[2]), known_size(c, in->type.dim[3])};
    Spread s[] = {spread(n[0], known_size(c, rows)), spread(n[1], known_size(c, columns))};
    Window w = {.rank = 2,
                .kernel = {s[0].window, s[1].window},
                .stride = {s[0].window, s[1].window},
                .dilation = {1, 1}};
    bool even = !s[0].from && !s[1].from;
    if (!even) {
        Value *operand[3] = {in};
        int used = 1;
        Size *dim[4];
        memcpy(dim, in->type.dim, sizeof dim);
        Expr *e = expr_in(0, in->type.dtype);
        for (int k = 0; k < 2; k++) {
            if (!s[k].from)
                continue;
            int64_t count = s[k].outputs * s[k].window;
            dim[2 + k] = size_const(count);
            operand[used] = axis_table(c, I32, count, k, s[k].from, k ? "columns" : "rows");
            e = element_at(e, 2 + k, expr_in(used++, I32));
        }
        Value *wide = value_new(c->g, in->type.dtype, 4, dim);
        emit_lookup(c, wide, used, operand, e);
        in = wide;
    }
    Step *p = pool(c, POOL_MAX, in, &w, false);
    return (Maxima){p->out[0], even ? p->out[1] : gathered_index(c, p->out[1], s, n[0], n[1])};
}

void lower_adaptive_max_pool2d(Call *c)
{
    Value *in = arg_tensor(c, "self");
    Size *dim[MAX_RANK] = {0};
    int rank = adaptive_dims(c, in, 2, dim);
    Value *out = arg_out(c, "out", rank, dim), *indices = arg_out_indices(c, rank, dim);
    Maxima m = adaptive_max(c, as_planes(c, in), dim[rank - 2], dim[rank - 1]);
    copy_reshaped(c, m.value, out);
    copy_reshaped(c, m.index, indices);
}

void lower_adaptive_max_pool3d(Call *c)
{
    Value *in = arg_tensor(c, "self");
    Size *dim[MAX_RANK] = {0};
    int rank = adaptive_dims(c, in, 3, dim);
    Value *out = arg_out(c, "out", rank, dim), *indices = arg_out_indices(c, rank, dim);
    Maxima planes = adaptive_max(c, as_planes(c, in), dim[rank - 2], dim[rank - 1]);
    Value *depths = as_depths(c, planes.value, in);
    Maxima m = adaptive_max(c, depths, dim[rank - 3], depths->type.dim[3]);
    copy_reshaped(c, m.value, out);
    copy_reshaped(c, volume_index(c, m.index, as_depths(c, planes.index, in), in), indices);
}
