/* SPDX-License-Identifier: 0BSD
 * Operators of the cortex_m dialect that are elementwise but for a table or a float in between. */
#include "lower.h"

#include <math.h>

/* One entry of the table for each of the 256 values of a byte. */
void lower_cm_activation(Call *c)
{
    Value *operand[] = {arg_tensor(c, "input"), arg_tensor(c, "lut")};
    Value *out = arg_out(c, "out", operand[0]->type.rank, operand[0]->type.dim);
    need_length(c, "lut", operand[1], size_const(256));
    if (operand[0]->type.dtype != I8 || operand[0]->type.rank == 0)
        refuse(c, "a table is looked up for a tensor of i8");
    Expr *at = i32_op(E_ADD, expr_cast(expr_in(0, I8), I32), i32_number(128));
    emit_lookup(c, out, 2, operand, element_at(expr_in(1, operand[1]->type.dtype), 0, at));
}

static Value *quant_float(Call *c, const char *name)
{
    Value *v = weight_scalar(c, F32, arg_float(c, name));
    v->role = name;
    return v;
}

static Value *quant_int(Call *c, const char *name)
{
    Value *v = weight_scalar(c, I32, (double)arg_int(c, name));
    v->role = name;
    return v;
}

/* The quotient in float, rescaled; x / 0 = 0. */
void lower_cm_div(Call *c)
{
    Value *a = arg_tensor(c, "self"), *b = arg_tensor(c, "other");
    if (a->type.dtype != b->type.dtype || (a->type.dtype != I8 && a->type.dtype != I16))
        refuse(c, "division of %s by %s", dtype_name((int)a->type.dtype),
               dtype_name((int)b->type.dtype));
    double most = a->type.dtype == I8 ? INT8_MAX : INT16_MAX;
    map_over(
        c, arg_out(c, "out", a->type.rank, a->type.dim),
        (Named[]){{.name = "a", .value = a},
                  {.name = "b", .value = b},
                  {.name = "za", .value = quant_int(c, "self_zero_point")},
                  {.name = "zb", .value = quant_int(c, "other_zero_point")},
                  {.name = "zero", .value = quant_int(c, "output_zero_point")},
                  {.name = "scale", .value = quant_float(c, "output_scale")},
                  {.name = "least", .number = -most - 1},
                  {.name = "most", .number = most},
                  {0}},
        "out(min(max(rint((i32(b) == zb ? f32(0) : f32(i32(a) - za) / f32(i32(b) - zb)) * scale)"
        " + f32(zero), least), most))");
}

/* In float, as the dialect defines it: the multiplier and shift stand for a scale. */
void lower_cm_softmax(Call *c)
{
    Value *in = arg_tensor(c, "input");
    int64_t shift = arg_int(c, "input_shift");
    if (shift < -31 || shift > 31)
        refuse(c, "a shift by %lld makes no sense", (long long)shift);
    double scale = ldexp((double)arg_int(c, "input_multiplier"),
                         (int)shift - 31 - 26); /* 5 integer bits of 31 */
    if (in->type.dtype != I8 || !(scale > 0) || arg_int(c, "output_zero_point") != -128)
        refuse(c, "a softmax of i8 needs a positive scale and the zero point -128");
    Value *out = arg_out(c, "out", in->type.rank, in->type.dim);
    Value *real = value_new(c->g, F32, in->type.rank, in->type.dim);
    Value *share = value_new(c->g, F32, in->type.rank, in->type.dim);
    Value *scale_value = weight_scalar(c, F32, scale);
    scale_value->role = "input_scale";
    map_over(c, real,
             (Named[]){{.name = "x", .value = in},
                       {.name = "zero", .value = quant_int(c, "input_zero_point")},
                       {.name = "scale", .value = scale_value},
                       {0}},
             "f32(i32(x) - zero) * scale");
    softmax(c, real, wrap_axis(c, arg_int(c, "dim"), in->type.rank), share);
    map_over(c, out, (Named[]){{.name = "share", .value = share}, {0}},
             "out(min(max(rint(share * 256) - 128, -128), 127))");
}
