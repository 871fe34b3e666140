/* SPDX-License-Identifier: 0BSD
 * Expressions that several steps have in common and that others recognise. */
#include "graph/patterns.h"
#include "graph/build.h"

Expr *element_at(Expr *element, int axis, Expr *position)
{
    Expr *e = expr_new(E_AT, element->type, element, position, NULL);
    e->index = axis;
    return e;
}

Expr *i32_number(int64_t n)
{
    return expr_int(n, I32);
}

Expr *i32_op(ExprOp op, Expr *a, Expr *b)
{
    return expr_new(op, I32, a, b, NULL);
}

/* Makes a * (1 - weight) + b * weight. */
static Expr *mixed(Expr *a, Expr *b, Expr *weight)
{
    DType type = a->type;
    weight = expr_cast(weight, type);
    Expr *rest = expr_new(E_SUB, type, expr_float(1, type), weight, NULL);
    return expr_new(E_ADD, type, expr_new(E_MUL, type, a, rest, NULL),
                    expr_new(E_MUL, type, b, weight, NULL), NULL);
}

Expr *bilinear_expr(const Value *in, Expr *const last[2])
{
    Expr *at[2][2]; /* of rows, of columns: the first neighbour and the next */
    for (int k = 0; k < 2; k++) {
        at[k][0] = expr_in(RESAMPLE_FIRST + k, I32);
        at[k][1] = i32_op(E_MIN, i32_op(E_ADD, at[k][0], i32_number(1)), last[k]);
    }
    Expr *element = expr_in(0, loaded_dtype(in)), *row[2];
    for (int y = 0; y < 2; y++) {
        Expr *corner[2];
        for (int x = 0; x < 2; x++)
            corner[x] = expr_cast(element_at(element_at(element, 2, at[0][y]), 3, at[1][x]),
                                  float_dtype(in));
        row[y] = mixed(corner[0], corner[1], expr_in(RESAMPLE_WEIGHT + 1, F32));
    }
    return mixed(row[0], row[1], expr_in(RESAMPLE_WEIGHT, F32));
}
