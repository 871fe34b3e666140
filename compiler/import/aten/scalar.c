/* SPDX-License-Identifier: 0BSD
 * Numbers that the program computes. What is made of sizes alone stays an expression over sizes, of
 * which extents can be made too; every other number is a tensor of rank 0, so that joins, loops and
 * elementwise operators treat it like any other value. */
#include "graph/build.h"
#include "import/build/copy.h"
#include "import/build/expr.h"
#include "import/call/arguments.h"
#include "import/call/call.h"
#include "import/call/demands.h"

#include <string.h>

static void bind_size(Call *c, Size *size)
{
    out_scalar(c, I64)->size = size;
}

void lower_sym_size(Call *c)
{
    Value *in = arg_tensor(c, "self");
    int axis = wrap_axis(c, arg_int(c, "dim"), in->type.rank);
    if (in->type.rank == 0)
        refuse(c, "a 0-d tensor has no sizes");
    bind_size(c, in->type.dim[axis]);
}

void lower_sym_numel(Call *c)
{
    bind_size(c, value_numel(arg_tensor(c, "self")));
}

static DType arg_number_type(Call *c, const char *name)
{
    Value *v = arg_scalar(c, name);
    if (v)
        return v->type.dtype;
    return arg_is_float(c, name) ? F64 : arg_is_bool(c, name) ? BOOL : I64;
}

static Named number(Call *c, const char *name)
{
    Value *v = arg_scalar(c, name);
    return (Named){.name = name, .value = v, .number = v ? 0 : arg_float(c, name)};
}

static void compute(Call *c, DType type, const Named *named, const char *text)
{
    map_over(c, out_number(c, type), named, text);
}

/* Is an operation on the two too long for a size? Sizes are spelt out wherever they are used:
 * longer ones are computed as numbers. */
static bool is_long(const Size *a, const Size *b)
{
    return a->operations + b->operations > 64;
}

/* Returns the result of an operation on sizes and integers; NULL if the operands are others, or if
 * it is not known that the reference, which divides towards zero, means the same. */
static Size *size_result(Call *c, int kind, bool divides)
{
    if (kind < 0 || !arg_is_size(c, "a") || !arg_is_size(c, "b"))
        return NULL;
    Size *a = arg_size(c, "a"), *b = arg_size(c, "b");
    if (is_long(a, b) || (divides && (a->lo < 0 || b->lo <= 0)))
        return NULL;
    return size_op((SizeKind)kind, a, b);
}

void lower_number_binary(Call *c)
{
    enum { NO_SIZE = -1 };
    static const struct {
        const char *name, *ints, *floats; /* texts for operands of that type */
        int size;
        bool boolean;
    } ops[] = {
        {"add.Scalar", "i64(a) + i64(b)", "f64(a) + f64(b)", S_ADD, false},
        {"mul.Scalar", "i64(a) * i64(b)", "f64(a) * f64(b)", S_MUL, false},
        {"sub.Scalar", "i64(a) - i64(b)", "f64(a) - f64(b)", NO_SIZE, false},
        {"sym_max.Scalar", "max(i64(a), i64(b))", "max(f64(a), f64(b))", S_MAX, false},
        {"sym_min.Scalar", "min(i64(a), i64(b))", "min(f64(a), f64(b))", S_MIN, false},
        {"floordiv.Scalar", "floordiv(i64(a), i64(b))", "floordiv(f64(a), f64(b))", S_FDIV, false},
        {"floordiv.int", "i64(a) / i64(b)", NULL, S_FDIV, false},
        {"mod.Scalar", "fmod(i64(a), i64(b))", NULL, S_MOD, false},
        {"mod.int", "fmod(i64(a), i64(b))", NULL, S_MOD, false},
        {"eq.Scalar", "i64(a) == i64(b)", "f64(a) == f64(b)", NO_SIZE, true},
        {"ge.Scalar", "i64(a) >= i64(b)", "f64(a) >= f64(b)", NO_SIZE, true},
        {"gt.Scalar", "i64(a) > i64(b)", "f64(a) > f64(b)", NO_SIZE, true},
        {"le.Scalar", "i64(a) <= i64(b)", "f64(a) <= f64(b)", NO_SIZE, true},
        {"lt.Scalar", "i64(a) < i64(b)", "f64(a) < f64(b)", NO_SIZE, true}};
    const char *name = strstr(c->row->name, "::") + 2;
    for (size_t i = 0; i < sizeof ops / sizeof *ops; i++) {
        if (strcmp(ops[i].name, name) != 0)
            continue;
        bool real = arg_number_type(c, "a") == F64 || arg_number_type(c, "b") == F64;
        Size *size = size_result(c, ops[i].size,
                                 strcmp(name, "floordiv.Scalar") != 0 &&
                                     (ops[i].size == S_FDIV || ops[i].size == S_MOD));
        if (size) {
            bind_size(c, size);
            return;
        }
        if (real && !ops[i].floats)
            refuse(c, "the operands must be integers");
        compute(c,
                ops[i].boolean ? BOOL
                : real         ? F64
                               : I64,
                (Named[]){number(c, "a"), number(c, "b"), {0}}, real ? ops[i].floats : ops[i].ints);
    }
}

/* Lowers a difference; that of two sizes is a size too. */
void lower_number_sub(Call *c)
{
    if (arg_is_size(c, "a") && arg_is_size(c, "b") && !is_long(arg_size(c, "a"), arg_size(c, "b")))
        bind_size(
            c, size_op(S_ADD, arg_size(c, "a"), size_op(S_MUL, arg_size(c, "b"), size_const(-1))));
    else
        lower_number_binary(c);
}

void lower_number_truediv(Call *c)
{
    compute(c, F64, (Named[]){number(c, "a"), number(c, "b"), {0}}, "f64(a) / f64(b)");
}

void lower_number_neg(Call *c)
{
    if (arg_is_size(c, "a"))
        bind_size(c, size_op(S_MUL, arg_size(c, "a"), size_const(-1)));
    else
        compute(c, arg_number_type(c, "a"), (Named[]){number(c, "a"), {0}}, "-a");
}

void lower_number_unary(Call *c)
{
    static const struct {
        const char *name, *text;
        DType type;
    } ops[] = {
        {"ceil.Scalar", "i64(ceil(f64(a)))", I64}, {"round.Scalar", "i64(rint(f64(a)))", I64},
        {"trunc.Scalar", "i64(f64(a))", I64},      {"sym_int.Scalar", "i64(f64(a))", I64},
        {"sym_float.Scalar", "f64(a)", F64},       {"sym_not.Scalar", "!bool(a)", BOOL}};
    const char *name = strstr(c->row->name, "::") + 2;
    for (size_t i = 0; i < sizeof ops / sizeof *ops; i++)
        if (strcmp(ops[i].name, name) == 0)
            compute(c, ops[i].type, (Named[]){number(c, "a"), {0}}, ops[i].text);
}

void lower_number_choice(Call *c)
{
    DType a = arg_number_type(c, "a"), b = arg_number_type(c, "b");
    if (a != b)
        refuse(c, "both results must have one type, not %s and %s", dtype_name((int)a),
               dtype_name((int)b));
    compute(c, a, (Named[]){number(c, "cond"), number(c, "a"), number(c, "b"), {0}},
            "bool(cond) ? out(a) : out(b)");
}

/* Writes the first element of a tensor as a number. */
void lower_number_of_tensor(Call *c)
{
    Value *in = arg_tensor(c, "self");
    DType type = in->type.dtype == BOOL ? BOOL : dtype_is_float((int)in->type.dtype) ? F64 : I64;
    if (value_numel(in)->lo < 1)
        refuse(c, "the tensor may be empty");
    Value *first = reshaped(c, row_major(c, in), 0, NULL);
    compute(c, type, (Named[]){{.name = "x", .value = first}, {0}}, "out(x)");
}
