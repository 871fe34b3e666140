/* SPDX-License-Identifier: 0BSD
 * Arithmetic of complex numbers, whose real and imaginary parts lie along a last axis of their own.
 */
#include "graph/build.h"
#include "import/build/copy.h"
#include "import/build/gemm.h"
#include "import/build/reduce.h"
#include "import/call/arguments.h"
#include "import/call/call.h"
#include "import/call/demands.h"
#include "import/call/steps.h"

/* Views the real (0) or the imaginary (1) part of each number. */
static Value *part_of(Call *c, Value *numbers, int part)
{
    Type type = numbers->type;
    type.rank--;
    return value_view(c->g, numbers, &type, &numbers->layout, size_const(part));
}

/* Views a part of each number, with an axis of one element in the place of the parts. */
static Value *either_part(Call *c, Value *numbers, int part)
{
    Type type = numbers->type;
    type.dim[type.rank - 1] = size_const(1);
    return value_view(c->g, numbers, &type, &numbers->layout, size_const(part));
}

/* Selects `re` for the real parts, `im` for the imaginary ones, which lie along `axis` of the
 * result. */
static Expr *by_part(int axis, Expr *re, Expr *im)
{
    Expr *real = expr_new(E_EQ, I32, expr_cast(expr_axis(axis), I32), expr_int(0, I32), NULL);
    return expr_new(E_SELECT, re->type, real, re, im);
}

static void map_parts(Call *c, Value *out, const Named *named, const char *re, const char *im)
{
    Value *in[MAX_RANK];
    int n = named_values(named, in);
    DType type = loaded_dtype(out);
    emit_map(
        c, out, n, in,
        by_part(out->type.rank - 1, expr_over(c, named, type, re), expr_over(c, named, type, im)));
}

typedef struct Operands {
    Value *self, *other, *out;
} Operands;

/* Reads "self" and "other", and makes the result "out" of the shape that they broadcast to. */
static Operands arg_operands(Call *c)
{
    Value *in[] = {arg_tensor(c, "self"), arg_tensor(c, "other")};
    Size *dim[MAX_RANK] = {0};
    int rank;
    if (!arg_is_complex(c, "self") || !arg_is_complex(c, "other") ||
        in[0]->type.dtype != in[1]->type.dtype)
        refuse(c, "the operands must be complex numbers of one type; the program converts them");
    broadcast_dims(c, 2, in, &rank, dim);
    return (Operands){in[0], in[1], arg_out(c, "out", rank, dim)};
}

void lower_view_as_real(Call *c)
{
    Value *in = arg_tensor(c, "self");
    if (!arg_is_complex(c, "self"))
        refuse(c, "'self' is not complex");
    copy_to(c, in, arg_out(c, "out", in->type.rank, in->type.dim));
}

void lower_conj(Call *c)
{
    static const double signs[] = {1, -1};
    Value *in = arg_tensor(c, "self"), *out = arg_out(c, "out", in->type.rank, in->type.dim);
    DType type = float_dtype(in);
    Value *sign = weight_numbers(c, type, 1, (int64_t[]){2}, signs);
    sign->role = "signs";
    map_over(c, out, (Named[]){{.name = "x", .value = in}, {.name = "sign", .value = sign}, {0}},
             "x * sign");
}

/* Turns real numbers into complex ones. */
static void add_parts(Call *c, Value *in)
{
    int axis[MAX_RANK], rank = in->type.rank;
    Size *dim[MAX_RANK];
    if (rank == MAX_RANK)
        refuse(c, "the operand has as many axes as there may be");
    for (int i = 0; i < rank; i++) {
        axis[i] = i;
        dim[i] = in->type.dim[i];
    }
    axis[rank] = -1;
    dim[rank] = size_const(2);
    Value *out = arg_out(c, "out", rank + 1, dim);
    map_parts(c, out, (Named[]){{.name = "x", .value = view_axes(c, in, rank + 1, axis)}, {0}},
              "out(x)", "out(0)");
}

/* Converts between complex and real types, of which a complex number keeps its real part, and among
 * complex ones. */
void lower_complex_convert(Call *c)
{
    Value *in = arg_tensor(c, "self");
    bool from = arg_is_complex(c, "self"), to = arg_is_complex(c, "out");
    if (!from) {
        add_parts(c, in);
        return;
    }
    Value *kept = to ? in : part_of(c, in, 0);
    copy_to(c, kept, arg_out(c, "out", kept->type.rank, kept->type.dim));
}

void lower_complex_abs(Call *c)
{
    Value *in = arg_tensor(c, "self"), *re = part_of(c, in, 0), *im = part_of(c, in, 1);
    map_over(c, arg_out(c, "out", re->type.rank, re->type.dim),
             (Named[]){{.name = "re", .value = re}, {.name = "im", .value = im}, {0}},
             "sqrt(re * re + im * im)");
}

static void add(Call *c, const char *text)
{
    Operands o = arg_operands(c);
    map_over(c, o.out,
             (Named[]){{.name = "self", .value = o.self},
                       {.name = "other", .value = o.other},
                       {.name = "alpha", .number = arg_float(c, "alpha")},
                       {0}},
             text);
}

void lower_complex_add(Call *c)
{
    add(c, "self + alpha * other");
}

void lower_complex_sub(Call *c)
{
    add(c, "self - alpha * other");
}

/* Computes a number from (a + b i) and (c + d i); `re` and `im` are the texts of its parts. */
static void multiplicative(Call *c, const char *re, const char *im)
{
    Operands o = arg_operands(c);
    map_parts(c, o.out,
              (Named[]){{.name = "a", .value = either_part(c, o.self, 0)},
                        {.name = "b", .value = either_part(c, o.self, 1)},
                        {.name = "c", .value = either_part(c, o.other, 0)},
                        {.name = "d", .value = either_part(c, o.other, 1)},
                        {0}},
              re, im);
}

void lower_complex_mul(Call *c)
{
    multiplicative(c, "a * c - b * d", "a * d + b * c");
}

/* Gives the real part of (x + y i) / (c + d i), without an overflow of c c + d d (R. L. Smith,
 * Algorithm 116, 1962): the larger part of the divisor divides first. */
#define QUOTIENT(x, y)                                                                             \
    "c == 0 && d == 0 ? " x " / abs(c) : "                                                         \
    "abs(c) >= abs(d) ? (" x " + " y " * (d / c)) * (1 / (c + d * (d / c))) : "                    \
    "(" x " * (c / d) + " y ") * (1 / (c * (c / d) + d))"

void lower_complex_div(Call *c)
{
    if (arg_tensor(c, "self")->type.dtype == F16)
        refuse(c, "a quotient of half complex numbers");
    multiplicative(c, QUOTIENT("a", "b"), QUOTIENT("b", "-a"));
}

void lower_complex_sum(Call *c)
{
    if (!arg_is_complex(c, "self"))
        refuse(c, "a complex sum of real numbers");
    Value *in = arg_tensor(c, "self");
    Size *dim[MAX_RANK] = {0};
    uint32_t axes = arg_axes(c, "dim", in->type.rank - 1);
    int rank = reduced_dims(in, axes, arg_bool(c, "keepdim"), dim);
    Value *out = arg_out(c, "out", rank, dim);
    reduce_step(c, R_SUM, (Named[]){{"in", in, 0, false}, {0}},
                expr_cast(expr_in(0, in->type.dtype), loaded_dtype(out)), axes, out);
}

/* Returns twice the rows and the columns, [[re, im], [-im, re]] for each number: the real and
 * imaginary parts of a row, one behind the other, times this are those of a row of the product. */
static Value *as_real_matrix(Call *c, Value *b)
{
    Size *const *d = b->type.dim, *two = size_const(2);
    Value *m = value_new(c->g, b->type.dtype, 5, (Size *[]){d[0], d[1], two, d[2], two});
    Expr *part[2];
    Value *in[2];
    for (int k = 0; k < 2; k++) {
        in[k] = view_axes(c, either_part(c, b, k), 5, (int[]){0, 1, -1, 2, 3});
        part[k] = expr_in(k, loaded_dtype(b));
    }
    Expr *minus = expr_new(E_NEG, part[1]->type, part[1], NULL, NULL);
    emit_map(c, m, 2, in, by_part(2, by_part(4, part[0], part[1]), by_part(4, minus, part[0])));
    return reshaped(c, m, 3,
                    (Size *[]){d[0], size_op(S_MUL, d[1], two), size_op(S_MUL, d[2], two)});
}

void lower_complex_bmm(Call *c)
{
    Value *a = arg_tensor(c, "self"), *b = arg_tensor(c, "mat2");
    if (!arg_is_complex(c, "self") || !arg_is_complex(c, "mat2"))
        refuse(c, "a product of real and complex matrices");
    need_rank(c, "self", a, 4);
    need_rank(c, "mat2", b, 4);
    need_equal(c, "inner sizes of the product", a->type.dim[2], b->type.dim[1]);
    need_equal(c, "batches", a->type.dim[0], b->type.dim[0]);
    Size *two = size_const(2), *batch = a->type.dim[0], *rows = a->type.dim[1];
    Size *k = size_op(S_MUL, a->type.dim[2], two), *columns = b->type.dim[2];
    Value *out = arg_out(c, "out", 4, (Size *[]){batch, rows, columns, two});
    Value *product =
        value_new(c->g, out->type.dtype, 3, (Size *[]){batch, rows, size_op(S_MUL, columns, two)});
    multiply(c, reshaped(c, row_major(c, a), 3, (Size *[]){batch, rows, k}), as_real_matrix(c, b),
             product);
    copy_to(c, reshaped(c, product, 4, out->type.dim), out);
}
