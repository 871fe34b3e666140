/* SPDX-License-Identifier: 0BSD
 * Elements picked and written by an index for each of them, alone or together with those there. */
#include "graph/build.h"
#include "graph/pieces.h"
#include "import/build/copy.h"
#include "import/build/move.h"
#include "import/build/reduce.h"
#include "import/build/rows.h"
#include "import/call/arguments.h"
#include "import/call/call.h"
#include "import/call/demands.h"
#include "import/call/steps.h"

#include <math.h>
#include <string.h>

static void need_within(Call *c, const char *what, Size *n, Size *most)
{
    if (n != most && n->hi > most->lo)
        need_equal(c, what, size_op(S_MIN, n, most), n);
}

/* Returns a linear position in `self` for each element of the index, which names its place along
 * `axis`. */
static Value *element_position(Call *c, const Value *self, int axis, Value *index)
{
    Size *stride[MAX_RANK];
    row_strides(self, stride);
    if (index->type.rank != self->type.rank)
        refuse(c, "the index has rank %d, not %d", index->type.rank, self->type.rank);
    OperandList in = {0};
    PUSH(in.item, in.count, index);
    Expr *element = expr_in(0, I64), *position = element;
    for (int i = 0; i < self->type.rank; i++) {
        if (i != axis)
            need_within(c, fmt_text("index and operand in axis %d", i), index->type.dim[i],
                        self->type.dim[i]);
        Expr *by = expr_size(c, stride[i], I64, &in);
        Expr *term = expr_new(E_MUL, I64, i == axis ? element : expr_axis(i), by, NULL);
        position = i ? expr_new(E_ADD, I64, position, term, NULL) : term;
    }
    Expr *n = expr_size(c, self->type.dim[axis], I64, &in);
    Expr *inside = expr_new(E_AND, BOOL, expr_new(E_LE, BOOL, expr_int(0, I64), element, NULL),
                            expr_new(E_LT, BOOL, element, n, NULL), NULL);
    Expr *outside = expr_size(c, value_numel(self), I64, &in);
    Value *out = value_new(c->g, I64, index->type.rank, index->type.dim);
    return emit_map(c, out, in.count, in.item, expr_new(E_SELECT, I64, inside, position, outside));
}

static Value *flat(Call *c, Value *v)
{
    Size *n = value_numel(v);
    return reshaped(c, row_major(c, v), 1, &n);
}

void lower_gather(Call *c)
{
    Value *self = with_axis(c, arg_tensor(c, "self")), *index = arg_as_indices(c, "index");
    int axis = wrap_axis(c, arg_int(c, "dim"), self->type.rank);
    Value *position = element_position(c, self, axis, with_axis(c, index));
    gather_rows(c, flat(c, self), position, 0,
                arg_out(c, "out", index->type.rank, index->type.dim));
}

/* Views the part of `src` that the index has elements for. */
static Value *part_for(Call *c, Value *src, const Value *index)
{
    Type type = {.dtype = src->type.dtype, .rank = index->type.rank};
    for (int i = 0; i < type.rank; i++) {
        type.dim[i] = index->type.dim[i];
        if (src->type.rank != type.rank)
            refuse(c, "the index has rank %d, the source %d", type.rank, src->type.rank);
        need_within(c, fmt_text("indices and elements in axis %d", i), type.dim[i],
                    src->type.dim[i]);
    }
    return value_view(c->g, src, &type, &src->layout, size_const(0));
}

/* Names one element of `self` for each of the index. Both have an axis, even if they are numbers in
 * the program; the result has `rank` axes. */
typedef struct Scattered {
    Value *self, *index, *position;
    int rank;
} Scattered;

static Scattered arg_scattered(Call *c)
{
    Value *self = arg_tensor(c, "self");
    Scattered s = {.self = with_axis(c, self),
                   .index = with_axis(c, arg_as_indices(c, "index")),
                   .rank = self->type.rank};
    int axis = wrap_axis(c, arg_int(c, "dim"), s.self->type.rank);
    s.position = element_position(c, s.self, axis, s.index);
    return s;
}

static Value *scattered_out(Call *c, const Scattered *s)
{
    return arg_out(c, "out", s->rank, s->self->type.dim);
}

static Value *arg_source(Call *c, const Scattered *s)
{
    return part_for(c, with_axis(c, arg_tensor(c, "src")), s->index);
}

void lower_scatter(Call *c)
{
    Scattered s = arg_scattered(c);
    Value *src;
    if (has_arg(c, "src")) {
        src = arg_source(c, &s);
    } else {
        src = value_new(c->g, s.self->type.dtype, s.index->type.rank, s.index->type.dim);
        emit_map(c, src, 0, NULL, fill_value(c, "value", loaded_dtype(src)));
    }
    scatter_rows(c, flat(c, s.self), s.position, src, 0, FN_REPLACE, scattered_out(c, &s));
}

void lower_scatter_add(Call *c)
{
    Scattered s = arg_scattered(c);
    Value *src = arg_source(c, &s);
    scatter_rows(c, flat(c, s.self), s.position, src, 0, FN_ADD, scattered_out(c, &s));
}

typedef struct Way { /* a way of reducing */
    const char *name;
    StepFunction how;
    double start; /* the number that changes nothing */
} Way;

static const Way *arg_way(Call *c)
{
    static const Way ways[] = {{"sum", FN_ADD, 0},
                               {"mean", FN_ADD, 0},
                               {"prod", FN_MUL, 1},
                               {"amax", FN_MAX, -INFINITY},
                               {"amin", FN_MIN, INFINITY}};
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++)
        if (arg_is(c, "reduce", ways[i].name))
            return &ways[i];
    refuse(c, "there is no such way to reduce");
}

/* Returns a copy of `to` with `number` in all elements that an index names. */
static Value *reset_named(Call *c, const Scattered *s, Value *to, double number)
{
    Value *src = value_new(c->g, to->type.dtype, s->index->type.rank, s->index->type.dim);
    Value *out = value_like(c->g, to);
    emit_map(c, src, 0, NULL, expr_number(number, loaded_dtype(src)));
    scatter_rows(c, to, s->position, src, 0, FN_REPLACE, out);
    return out;
}

/* Returns how many numbers are added up in each element, at least 1. */
static Value *count_named(Call *c, const Scattered *s, Value *like)
{
    Value *start = value_new(c->g, I64, 1, like->type.dim), *sum = value_like(c->g, start);
    Value *ones = value_new(c->g, I64, s->index->type.rank, s->index->type.dim);
    emit_map(c, start, 0, NULL, expr_int(arg_bool(c, "include_self"), I64));
    emit_map(c, ones, 0, NULL, expr_int(1, I64));
    scatter_rows(c, start, s->position, ones, 0, FN_ADD, sum);
    return map_over(c, value_like(c->g, sum), (Named[]){{.name = "n", .value = sum}, {0}},
                    "max(n, 1)");
}

/* Reduces floats as such, half ones as float, and all integers as i64. */
void lower_scatter_reduce(Call *c)
{
    Scattered s = arg_scattered(c);
    const Way *way = arg_way(c);
    DType type = loaded_dtype(s.self);
    type = dtype_is_float((int)type) ? type : I64;
    Value *src = as_dtype(c, arg_source(c, &s), type);
    Value *line = flat(c, as_dtype(c, s.self, type)), *out = scattered_out(c, &s);
    Value *reduced = value_like(c->g, line);
    Value *base = arg_bool(c, "include_self") ? line : reset_named(c, &s, line, way->start);
    scatter_rows(c, base, s.position, src, 0, way->how, reduced);
    if (strcmp(way->name, "mean") == 0)
        reduced = map_over(c, value_like(c->g, reduced),
                           (Named[]){{.name = "sum", .value = reduced},
                                     {.name = "n", .value = count_named(c, &s, line)},
                                     {0}},
                           dtype_is_float((int)type) ? "sum / out(n)" : "floordiv(sum, n)");
    copy_to(c, reshaped(c, reduced, out->type.rank, out->type.dim), out);
}

/* Writes elements as if all axes of `self` were one. */
void lower_put(Call *c)
{
    Value *self = arg_tensor(c, "self"), *index = arg_tensor(c, "index");
    Value *source = arg_tensor(c, "source");
    need_equal(c, "elements", value_numel(index), value_numel(source));
    scatter_rows(c, flat(c, self), flat(c, index), flat(c, source), 0,
                 arg_bool(c, "accumulate") ? FN_ADD : FN_REPLACE,
                 arg_out(c, "out", self->type.rank, self->type.dim));
}

/* Replaces the k-th masked element by the k-th of `source`: k is a running sum over the mask. */
void lower_masked_scatter(Call *c)
{
    Value *operand[] = {arg_tensor(c, "self"), arg_tensor(c, "mask")};
    Value *source = arg_tensor(c, "source"), *count, *picked;
    Size *dim[MAX_RANK] = {0}, *n;
    int rank;
    broadcast_dims(c, 2, operand, &rank, dim);
    Value *mask = value_new(c->g, BOOL, rank, dim);
    copy_to(c, operand[1], mask);
    n = value_numel(mask);
    count = value_new(c->g, I64, 1, &n);
    picked = value_new(c->g, source->type.dtype, rank, dim);
    Value *line = flat(c, mask);
    running_sum(c, line, 1, count);
    Value *position = value_new(c->g, I64, 1, &n);
    map_over(c, position,
             (Named[]){{.name = "count", .value = count}, {.name = "mask", .value = line}, {0}},
             "mask ? count - 1 : i64(0)");
    gather_rows(c, flat(c, source), position, 0, picked);
    map_over(c, arg_out(c, "out", rank, dim),
             (Named[]){{.name = "self", .value = operand[0]},
                       {.name = "mask", .value = mask},
                       {.name = "picked", .value = picked},
                       {0}},
             "mask ? out(picked) : out(self)");
}
