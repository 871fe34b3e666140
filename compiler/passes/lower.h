/* SPDX-License-Identifier: 0BSD
 * What several families of lowerings share. */
#ifndef LOWER_H
#define LOWER_H

#include "call.h"

/* -- lower_fill.c -- */
Expr *fill_value(Call *c, const char *name, DType type);

/* -- lower_map.c: expressions over values under names of the lowering's own -- */
typedef struct Named {
    const char *name; /* NULL ends the list */
    Value *value;     /* NULL: the number, a literal */
    double number;
    bool none; /* an argument that is not given */
} Named;
/* The text as in operator rows; operands are numbered in the order of the values. */
Expr *expr_over(Call *c, const Named *named, DType out, const char *text);
int named_values(const Named *named, Value **in);
Value *map_over(Call *c, Value *out, const Named *named, const char *text);
Value *number_of(Call *c, Size *n); /* i64 */
Named named_size(Call *c, const char *name, Size *n);
/* A size in an expression: a number, or one more operand. */
Expr *expr_size(Call *c, Size *n, DType type, Value **in, int *nin);

/* -- lower_move.c -- */
void row_strides(const Value *v, Size **stride); /* of a value's axes in its row-major order */
Step *move_step(Call *c, Value *out, int nin, Value *const *in, int npieces);
/* Once its pieces are set. Where strides cannot say it, as those of other layouts than row-major at
 * sizes of run time, copies bring operands to row-major order and the result back. */
void append_move(Call *c, Step *s);
/* The whole of `out` from operand `src`, with the source's strides still to be set. */
Piece whole_piece(int src, const Value *out);
/* Puts operand k behind the one before along `axis` of the result; with `new_axis`, operands lack
 * that axis. */
void join(Call *c, int n, Value **in, int axis, bool new_axis, Value *out);
/* Fills the result, then copies the operand into its middle; negative padding crops. */
void pad_to(Call *c, Value *in, const int64_t *before, const int64_t *after, Expr *fill,
            Value *out);
/* Copies, also into another element type or order of the axes: elementwise, so that it fuses. */
void copy_to(Call *c, Value *in, Value *out);
Value *row_major(Call *c, Value *v); /* a copy, where memory has another order */
Value *reshaped(Call *c, Value *v, int rank, Size *const *dim); /* a row-major value's bytes */
DType float_dtype(const Value *v);                              /* f64 stays, all else is f32 */
/* Kernels without a form for half floats work on floats. */
Value *widened(Call *c, Value *v);
Value *result_as(Call *c, Value *out, DType type); /* for what narrow_result() brings to `out` */
Value *row_major_result(Call *c, Value *out, DType type); /* the same, in row-major order */
Value *wide_result(Call *c, Value *out);
void narrow_result(Call *c, Value *wide, Value *out);

/* -- lower_view.c: arguments that say which part of `v` -- */
typedef struct Slice {
    int axis;
    Size *start, *count;
    int64_t step;
} Slice;
bool is_number(Call *c, const char *name); /* that the program computes, not made of sizes */
Slice arg_slice(Call *c, const Value *v);  /* dim, start, end, step */
/* How many of start, start + step, ... are below end; step > 0. */
Size *steps_between(Size *start, Size *end, int64_t step);
Size *arg_index(Call *c, const Value *v, int *axis); /* dim, index */
Value *slice_of(Call *c, Value *in, int axis, Size *start, Size *count);

/* -- lower_strided.c -- */
/* offset, dim1, dim2: rank, extents and row-major places in `v` of what the diagonal is. */
int arg_diagonal(Call *c, const Value *v, Size **dim, Size **stride, Size **at);

/* -- lower_lookup.c -- */
void emit_lookup(Call *c, Value *out, int nin, Value *const *in, Expr *e);
/* An operand's element, or one of those, with `position` instead along the operand's axis. */
Expr *element_at(Expr *element, int axis, Expr *position);
Expr *i32_number(int64_t n);
Expr *i32_op(ExprOp op, Expr *a, Expr *b);

/* -- lower_conv.c -- */
void conv_window(Call *c, Window *w, int rank);               /* stride, padding, dilation */
void kernel_extents(Call *c, Window *w, const Value *weight); /* of the axes after the first two */
Size *window_size(Size *in, const Window *w, int axis, bool ceil_mode); /* number of positions */
/* Weights are [O, I / groups, ...], transposed [I, O / groups, ...]. */
Step *conv_into(Call *c, Value *in, Value *weight, Value *bias, const Window *w, int64_t groups,
                bool transposed, Value *out);
/* in->type.dim[1] channels, `weight` as above. */
void need_groups(Call *c, const Value *in, const Value *weight, int64_t groups);
/* With a convolution's other arguments; the sums are of the operands' type, the file's result `out`
 * may be of another. */
Value *convolved(Call *c, Value *in, Value *weight, Value *bias, bool transposed, Value **out);
void convolution_by(Call *c, Value *weight, bool transposed); /* into the result */

/* Arguments kernel_size, stride, padding, dilation; the shape over its last axes; divisor_override
 * or 0. */
void pool_window(Call *c, Window *w, int rank);
void pooled_dims(Call *c, const Window *w, const Value *in, bool ceil_mode, Size **dim);
int64_t arg_divisor(Call *c);
/* Of four axes; `nin` is 2 if bytes are clamped. */
Step *pool_planes(Call *c, PoolOp op, Value *in, int nin, const Window *w, Value *out,
                  Value *indices);

/* -- lower_conv3d.c: [N, C, D, H, W] -- */
void need_known_volume(Call *c, const Value *in); /* the last three axes */
Window plane_window(const Window *w);             /* the last two of the three axes */
void convolve_volume(Call *c, Value *in, Value *weight, Value *bias, const Window *w,
                     int64_t groups, Value *out);
void convolve_volume_transposed(Call *c, Value *in, Value *weight, Value *bias, const Window *w,
                                int64_t groups, Value *out);

/* -- lower_resample.c -- */
typedef struct Resample { /* along one axis */
    Size *in, *out;
    float ratio;     /* input elements for one output element; */
    Value *measured; /* if not NULL, this number instead */
    bool corners;
} Resample;
void need_extents(Call *c, const Resample *r); /* at least one element before and after */
/* Rows (r[0]) and columns (r[1]); `out` is [N, C, r[0].out, r[1].out]. */
void resample_bilinear(Call *c, Value *in, const Resample r[2], Value *out);
/* What its step computes, with tables of rows, then of columns, as operands: of the first of two
 * neighbours, and of the weight of the next. last: the operand's last row and column. */
enum { RESAMPLE_FIRST = 1, RESAMPLE_WEIGHT = 3, RESAMPLE_OPERANDS = 5 };
Expr *bilinear_expr(const Value *in, Expr *const last[2]);
/* Over the last two of four axes, or, where the columns stay as many, over rows. */
void average_adaptively(Call *c, Value *in, Value *out);
/* A constant with one element for each row (k = 0) or column of a plane. */
Value *axis_table(Call *c, DType type, int64_t n, int k, const void *data, const char *role);

/* -- lower_index.c -- */
Value *embedding_out(Call *c, const Value *index, Size *columns); /* [index..., columns] */
Value *arg_as_indices(Call *c, const char *name);                 /* i64, row-major */
void gather_rows(Call *c, Value *in, Value *index, int axis, Value *out);
/* `in` with rows along `axis` that become what `how` says, "replace" by those of `src`, "add" to
 * them, "mul", "max" or "min" with them. */
void scatter_rows(Call *c, Value *in, Value *index, Value *src, int axis, const char *how,
                  Value *out);
/* Where `start` or `index` is a number that the program computes. */
void slice_at_number(Call *c, Value *in, int axis, int64_t step, Value *out);
void replace_at_number(Call *c, Value *in, Value *src, int axis, int64_t step, Value *out);
void select_at_number(Call *c, Value *in, int axis, Value *out);
void select_scatter_at_number(Call *c, Value *in, Value *src, int axis, Value *out);
Value *arg_as_index(Call *c, const char *name); /* an integer, as an index of one element */

/* -- lower_sort.c -- */
DType kernel_type(const Value *in); /* that kernels have: small integers as i32, halves as float */
/* As many of the first in the order along `axis` as the results have, and where they were. */
void order_into(Call *c, Value *in, int axis, bool largest, Value *values, Value *indices);

/* -- lower_cache.c -- */
/* The new version of the cache `name`, with `rows` from the position "start_pos" on. */
Value *write_cache(Call *c, const char *name, Value *rows);

/* -- lower_compact.c -- */
/* An i64 number of the program as a size from here on; outside of 0 to `most` the call ends with a
 * status, unless it is `counted`, so that it cannot be. */
Size *computed_size(Call *c, Value *number, int64_t most, bool counted);
/* Masks are bool and row-major. */
/* The rows of `in`, one for each element of the mask, where it holds; of no `in`, their positions.
 */
void compact(Call *c, Value *in, Value *mask, Value *out);
Value *true_positions(Call *c, Value *mask); /* i64 [n] */
/* The result "out": the parts of `in` for which the mask over its first axes holds. */
Value *masked_rows_out(Call *c, Value *in, Value *mask);

/* -- lower_norm.c -- */
void softmax(Call *c, Value *in, int axis, Value *out); /* of floats */
/* With the arguments normalized_shape, weight, bias and eps. */
void layer_norm(Call *c, Value *in, Value *out);
void need_real(Call *c, const Value *in); /* floats, for which there are means */

/* -- lower_linear.c -- */
void multiply(Call *c, Value *a, Value *b, Value *out); /* [batch,] rows, columns */
Step *gemm_step(Call *c, Value *a, Value *b, Value *add, Value *out);
Value *as_rows(Call *c, Value *v); /* all leading axes as rows: [..., K] -> [rows, K] */

/* -- lower_torchao.c -- */
Value *arg_packed(Call *c, const char *name, int rank); /* constant bytes, that ptec unpacks */

/* -- lower_quant.c -- */
/* The result "out": rows of `weight` that "indices" names, each number less its group's zero point
 * (NULL: 0), times its scale. Numbers of less than 8 bits lie in bytes, the first lowest, of 4 bits
 * highest, each half their range above what they mean. */
void embed(Call *c, Value *weight, int bits, Value *scales, Value *zeros);
/* The least (R_MIN) or greatest of the data and of 0, which must be representable. */
Value *extreme_or_zero(Call *c, ReduceOp op, Value *in, uint32_t axes, int rank, Size *const *dim);

/* -- lower_reduce.c -- */
uint32_t arg_axes(Call *c, const char *name, int rank); /* bit per axis; None or []: all */
/* The shape without those axes; keepdim leaves one element of each. */
int reduced_dims(const Value *in, uint32_t axes, bool keepdim, Size **dim);
/* `e` over the values, of which the first has the reduced axes. */
Step *reduce_step(Call *c, ReduceOp op, const Named *named, Expr *e, uint32_t axes, Value *out);
uint32_t all_axes(int rank);
/* A result without the reduced axes, seen with one element in each of them. */
Value *with_axes(Call *c, Value *v, const Value *in, uint32_t axes);
void running_sum(Call *c, Value *in, uint32_t axes, Value *out); /* along one axis */

#endif
