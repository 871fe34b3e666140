/* SPDX-License-Identifier: 0BSD
 * Quantisation and what computes with quantised numbers. */
#include "lower.h"

void lower_dequantize_channel(Call *c)
{
    Value *in = arg_tensor(c, "input"), *operand[3] = {in}, *zero = arg_maybe(c, "zero_points");
    int rank = in->type.rank, at = wrap_axis(c, arg_int(c, "axis"), rank), axis[MAX_RANK], n = 2;
    for (int i = 0; i < rank - at; i++)
        axis[i] = i == 0 ? 0 : -1;
    operand[1] = view_axes(c, arg_tensor(c, "scales"), rank - at, axis);
    Expr *scale = expr_cast(expr_in(1, operand[1]->type.dtype), F32);
    Expr *e = expr_cast(expr_in(0, in->type.dtype), I32);
    if (zero) {
        operand[n++] = view_axes(c, zero, rank - at, axis);
        e = expr_new(E_SUB, I32, e, expr_cast(expr_in(2, zero->type.dtype), I32), NULL);
    }
    e = expr_new(E_MUL, F32, expr_cast(e, F32), scale, NULL);
    emit_map(c, arg_out(c, "out", rank, in->type.dim), n, operand, e);
}
