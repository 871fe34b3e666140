/* SPDX-License-Identifier: 0BSD
 * Expressions of random operations, constants and operands, before and after use_ranges(): the same
 * values, and nothing beyond a type where C's operators and casts stand. */
#include "emit/text/ranges.h"
#include "emit/text/cexpr.h"
#include "graph/build.h"
#include "pte_math.h"
#include "unit.h"

#include <math.h>

enum { OPERANDS = 6, EXPRESSIONS = 50000, CALLS = 20 };

static const DType types[] = {I8, U8, I16, I32, F32, F32, I32, I64};

static int below(int n)
{
    return (int)(unit_random() % (uint64_t)n);
}

/* Numbers of any size, and those at the ends of types. */
static double any_number(void)
{
    static const double some[] = {0,     -0.0,   1,          -1,       0.5,  127,   128,
                                  -128,  -129,   255,        256,      300,  32767, -32768,
                                  65536, 0x1p30, 0x1p31,     -0x1p31,  1e-9, 1e9,   0x1p127,
                                  -1e38, 1e-45,  2147483520, INFINITY, NAN};
    double small = (double)below(2001) / 100 - 10;
    return below(3) ? small : some[below(sizeof some / sizeof *some)];
}

static ExprNumber number_of(double d, DType type)
{
    Expr *e = expr_number(d, type);
    return (ExprNumber){.d = e->d, .i = e->i};
}

/* -- expressions -- */

static Value *operand[OPERANDS];
static ExprNumber held[OPERANDS]; /* by constants */

static void make_operands(Graph *g)
{
    for (int i = 0; i < OPERANDS; i++) {
        DType type = i < 3 ? (DType[]){I8, U8, F32}[i] : below(2) ? F32 : I32;
        operand[i] = value_new(g, type, 0, NULL);
        if (i < 3)
            continue;
        held[i] = number_of(any_number(), type);
        float *f = NEW(float, 1);
        int32_t *n = NEW(int32_t, 1);
        *f = (float)held[i].d;
        *n = (int32_t)held[i].i;
        operand[i] = value_const(g, type, 0, NULL, type == F32 ? (void *)f : (void *)n);
    }
}

static Expr *random_expr(DType type, int depth);

static Expr *leaf(DType type)
{
    int i = below(OPERANDS);
    if (below(3))
        return expr_cast(expr_in(i, operand[i]->type.dtype), type);
    return expr_number(any_number(), type);
}

static Expr *clamp(Expr *e)
{
    static const double ends[] = {-128, 127, 0, 255, -300, 300, -0.5, 100, -100, 0x1p22};
    bool wins = below(2);
    int first = below(2);
    for (int i = 0; i < 2; i++)
        e = expr_new(i != first ? (wins ? E_FMIN : E_MIN)
                     : wins     ? E_FMAX
                                : E_MAX,
                     e->type, e, expr_number(ends[below(10)], e->type), NULL);
    return e;
}

static Expr *rounded(Expr *e)
{
    return expr_new(E_RINT, F32, e, NULL, NULL);
}

static Expr *random_expr(DType type, int depth)
{
    bool real = type == F32;
    if (depth == 0)
        return leaf(type);
    switch (below(6)) {
    case 0:
        return expr_cast(random_expr(types[below(8)], depth - 1), type);
    case 1:
        return real ? clamp(random_expr(type, depth - 1))
                    : expr_new(E_ABS, type, random_expr(type, depth - 1), NULL, NULL);
    case 2:
        return real ? rounded(random_expr(F32, depth - 1))
                    : expr_cast(rounded(clamp(random_expr(F32, depth - 1))), type);
    default: {
        ExprOp op = (ExprOp[]){E_ADD, E_SUB, E_MUL}[below(3)];
        return expr_new(op, type, random_expr(type, depth - 1), random_expr(type, depth - 1), NULL);
    }
    }
}

/* -- their values -- */

static ExprNumber load(void *numbers, int i)
{
    return ((ExprNumber *)numbers)[i];
}

static bool is_in(double d, DType type)
{
    switch (type) {
    case I8:
        return d >= INT8_MIN && d <= INT8_MAX;
    case U8:
        return d >= 0 && d <= UINT8_MAX;
    case I16:
        return d >= INT16_MIN && d <= INT16_MAX;
    case I32:
        return d >= INT32_MIN && d <= INT32_MAX;
    default:
        return d >= -0x1p63 && d < 0x1p63;
    }
}

static bool is_below_2_22(const Expr *e, ExprNumber *numbers)
{
    return fabs(expr_eval(e, load, numbers).d) < 0x1p22;
}

static bool is_short(const Expr *e, ExprNumber *numbers)
{
    return is_in((double)expr_eval(e, load, numbers).i, I16);
}

/* Are the bounds of a rounded clamp, and short factors, what their functions ask for? */
static bool is_met(const Expr *e, ExprNumber *numbers)
{
    if (e->within) {
        const Expr *clamp = e->arg[0]->arg[0];
        return is_below_2_22(clamp->arg[1], numbers) &&
               is_below_2_22(clamp->arg[0]->arg[1], numbers);
    }
    return !e->shorts || (is_short(e->arg[0], numbers) && is_short(e->arg[1], numbers));
}

/* Do operators and casts of C, where they stand, stay in their types? */
static bool is_defined(const Expr *e, ExprNumber *numbers)
{
    for (int i = 0; i < expr_info[e->op].arity; i++)
        if (!is_defined(e->arg[i], numbers))
            return false;
    if (!is_met(e, numbers))
        return false;
    if (!e->bounded)
        return true;
    ExprNumber a = expr_eval(e->arg[0], load, numbers);
    if (e->op == E_CAST)
        return is_in(trunc(a.d), e->type);
    int64_t x = a.i, y = expr_eval(e->arg[1], load, numbers).i;
    int64_t exact = e->op == E_ADD ? x + y : e->op == E_SUB ? x - y : x * y;
    return exact >= INT32_MIN && exact <= INT32_MAX;
}

static bool is_same(ExprNumber a, ExprNumber b, DType type)
{
    if (type != F32)
        return a.i == b.i;
    return (isnan(a.d) && isnan(b.d)) || a.d == b.d; /* a clamp may give either zero */
}

static Expr *copy_of(const Expr *e)
{
    return rounded_products(e, false, false);
}

static void test_expression(Graph *g)
{
    make_operands(g);
    DType type = types[below(8)];
    Expr *e =
        expr_cast(below(2) ? clamp(random_expr(F32, below(4))) : random_expr(type, below(5)), type);
    Expr *ranged = copy_of(e);
    use_ranges(ranged, below(4) ? operand : NULL);
    for (int call = 0; call < CALLS; call++) {
        ExprNumber numbers[OPERANDS];
        for (int i = 0; i < OPERANDS; i++)
            numbers[i] = i < 3 ? number_of(i == 2 ? any_number() : (double)below(256) - 128 * !i,
                                           operand[i]->type.dtype)
                               : held[i];
        Text t = {0};
        bool defined = is_defined(ranged, numbers);
        bool same =
            defined && is_same(expr_eval(e, load, numbers), expr_eval(ranged, load, numbers), type);
        if (!same)
            expr_print(&t, e);
        CHECK(defined, "beyond a type: %s", t.data);
        CHECK(same, "other values: %s", t.data);
    }
}

int main(void)
{
    for (int i = 0; i < EXPRESSIONS; i++) {
        Graph g = {0};
        test_expression(&g);
        free_all();
    }
    return unit_result("ranges");
}
