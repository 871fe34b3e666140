/* SPDX-License-Identifier: 0BSD
 * Operators of the cadence library on quantised numbers, element by element or along rows. */
#include "import/cadence/quantised.h"
#include "graph/build.h"
#include "graph/constants.h"
#include "import/build/copy.h"
#include "import/build/gemm.h"
#include "import/build/norm.h"
#include "import/call/arguments.h"
#include "import/call/call.h"
#include "import/call/demands.h"
#include "import/call/steps.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

bool cad_is_tensor(Call *c, const char *name)
{
    for (int i = 0; i < c->row->nargs; i++)
        if (strcmp(c->row->arg[i].name, name) == 0)
            return c->row->arg[i].type == ARG_TENSOR;
    return false;
}

/* Returns the number of a constant tensor, which has one, or all the same. */
static double only_number(Call *c, const char *name, const Value *v)
{
    static const int64_t first[MAX_RANK] = {0};
    if (!value_is_known(v))
        refuse(c, "'%s' must be known when the program is compiled", name);
    int64_t size = (int64_t)dtype_bytes((int)v->type.dtype), n = size_value(value_numel(v));
    const uint8_t *data = const_in_row_order(v);
    for (int64_t i = 1; i < n; i++)
        if (memcmp(data, data + i * size, (size_t)size) != 0)
            refuse(c, "'%s' has different numbers, which ptec does not take here", name);
    ExprNumber number = const_element(v, first, v->type.rank);
    return dtype_is_float((int)v->type.dtype) ? number.d : (double)number.i;
}

double cad_number(Call *c, const char *name)
{
    if (!cad_is_tensor(c, name)) {
        for (int i = 0; i < c->row->nargs; i++)
            if (strcmp(c->row->arg[i].name, name) == 0 && c->row->arg[i].type == ARG_INT)
                return (double)arg_int(c, name);
        return arg_float(c, name);
    }
    return only_number(c, name, arg_tensor(c, name));
}

int64_t cad_integer(Call *c, const char *name)
{
    double d = cad_number(c, name);
    if (!(fabs(d) <= INT32_MAX))
        refuse(c, "'%s' is %.17g, not from -%d to %d", name, d, INT32_MAX, INT32_MAX);
    return (int64_t)d;
}

Named cad_real(Call *c, const char *role, double number)
{
    Value *v = weight_scalar(c, F32, number);
    v->role = role;
    return (Named){.name = role, .value = v};
}

Named cad_zero(Call *c, const char *role, int64_t number)
{
    Value *v = weight_scalar(c, I32, (double)number);
    v->role = role;
    return (Named){.name = role, .value = v};
}

double cad_inverse(Call *c, double scale)
{
    double inverse = (double)(float)(1 / scale);
    if (!isfinite(inverse) || inverse == 0)
        refuse(c, "a scale of %g makes no sense", scale);
    return inverse;
}

/* Returns the factor in the reference's order and with the kernels' sign, which the reference has
 * negated. */
double cad_out_factor(Call *c)
{
    double multiplier = (double)cad_integer(c, "out_multiplier");
    return cad_inverse(c, 1 / (multiplier * 0x1p-31 * ldexp(1, (int)cad_integer(c, "out_shift"))));
}

static void need_integers(Call *c, const Value *v)
{
    if (!dtype_is_int((int)v->type.dtype) || dtype_bytes((int)v->type.dtype) > 4)
        refuse(c, "%s holds no quantised numbers", dtype_name((int)v->type.dtype));
}

double cad_least(Call *c, const Value *v)
{
    need_integers(c, v);
    bool has_sign = v->type.dtype == I8 || v->type.dtype == I16 || v->type.dtype == I32;
    return has_sign ? -ldexp(1, 8 * (int)dtype_bytes((int)v->type.dtype) - 1) : 0;
}

double cad_most(Call *c, const Value *v)
{
    return cad_least(c, v) + ldexp(1, 8 * (int)dtype_bytes((int)v->type.dtype)) - 1;
}

Value *cad_dequantised(Call *c, Value *in, int64_t zero, const double *scale)
{
    need_integers(c, in);
    return map_over(
        c, value_new(c->g, F32, in->type.rank, in->type.dim),
        (Named[]){{.name = "x", .value = in},
                  cad_zero(c, "zero", zero),
                  scale ? cad_real(c, "scale", *scale) : (Named){.name = "scale", .none = true},
                  {0}},
        "(f32(x) - f32(zero)) * scale");
}

#define QUANTISED(real) "out(min(fmax(rint((" real ") * inverse) + f32(zero), least), most))"

void cad_quantise(Call *c, Value *in, const double *first, double factor, int64_t zero, Value *out)
{
    map_over(
        c, out,
        (Named[]){{.name = "x", .value = in},
                  first ? cad_real(c, "first", *first) : (Named){.name = "first", .none = true},
                  cad_real(c, "inverse", factor),
                  cad_zero(c, "zero", zero),
                  {.name = "least", .number = cad_least(c, out)},
                  {.name = "most", .number = cad_most(c, out)},
                  {0}},
        QUANTISED("x * first"));
}

void lower_cad_quantize(Call *c)
{
    Value *in = arg_tensor(c, "input");
    map_over(c, arg_out(c, "out", in->type.rank, in->type.dim),
             (Named[]){{.name = "x", .value = in},
                       cad_real(c, "inverse", cad_inverse(c, arg_float(c, "scale"))),
                       cad_zero(c, "zero", arg_int(c, "zero_point")),
                       {.name = "least", .number = (double)arg_int(c, "quant_min")},
                       {.name = "most", .number = (double)arg_int(c, "quant_max")},
                       {0}},
             QUANTISED("f32(x)"));
}

void lower_cad_dequantize(Call *c)
{
    Value *in = arg_tensor(c, "input");
    double scale = arg_float(c, "scale");
    copy_to(c, cad_dequantised(c, in, arg_int(c, "zero_point"), &scale),
            arg_out(c, "out", in->type.rank, in->type.dim));
}

void lower_cad_requantize(Call *c)
{
    Value *in = arg_tensor(c, "input"), *out = arg_out(c, "out", in->type.rank, in->type.dim);
    double scale = cad_number(c, "in_scale");
    cad_quantise(c, cad_dequantised(c, in, cad_integer(c, "in_zero_point"), &scale), NULL,
                 cad_inverse(c, cad_number(c, "out_scale")), cad_integer(c, "out_zero_point"), out);
}

/* Writes a function of the operands, quantised by `factor`. */
static void map_quantised(Call *c, Value *out, const Named *operand, double factor,
                          const char *text)
{
    enum { MOST = 6, RESULT = 4 };
    Named named[MOST + RESULT + 1] = {{0}};
    int n = 0;
    for (; operand[n].name; n++)
        named[n] = operand[n];
    named[n++] = cad_real(c, "inverse", factor);
    named[n++] = cad_zero(c, "zero", arg_int(c, "out_zero_point"));
    named[n++] = (Named){.name = "least", .number = cad_least(c, out)};
    named[n++] = (Named){.name = "most", .number = cad_most(c, out)};
    map_over(c, out, named, text);
}

static void binary(Call *c, const char *text)
{
    Value *in[] = {arg_tensor(c, "X"), arg_tensor(c, "Y")};
    Size *dim[MAX_RANK] = {0};
    int rank;
    broadcast_dims(c, 2, in, &rank, dim);
    Value *out = arg_out(c, "out", rank, dim);
    need_integers(c, in[0]);
    need_integers(c, in[1]);
    map_quantised(c, out,
                  (Named[]){{.name = "x", .value = in[0]},
                            {.name = "y", .value = in[1]},
                            cad_real(c, "x_scale", cad_number(c, "X_scale")),
                            cad_real(c, "y_scale", cad_number(c, "Y_scale")),
                            cad_zero(c, "x_zero", cad_integer(c, "X_zero_point")),
                            cad_zero(c, "y_zero", cad_integer(c, "Y_zero_point")),
                            {0}},
                  cad_inverse(c, arg_float(c, "out_scale")), text);
}

void lower_cad_add(Call *c)
{
    binary(c, QUANTISED("(f32(x) - f32(x_zero)) * x_scale + (f32(y) - f32(y_zero)) * y_scale"));
}

void lower_cad_mul(Call *c)
{
    binary(c, QUANTISED("((f32(x) - f32(x_zero)) * x_scale) * ((f32(y) - f32(y_zero)) * y_scale)"));
}

static void with_scalar(Call *c, const char *text)
{
    Value *in = arg_tensor(c, "X"), *out = arg_out(c, "out", in->type.rank, in->type.dim);
    need_integers(c, in);
    map_quantised(c, out,
                  (Named[]){{.name = "x", .value = in},
                            cad_real(c, "x_scale", cad_number(c, "X_scale")),
                            cad_zero(c, "x_zero", cad_integer(c, "X_zero_point")),
                            cad_real(c, "y", arg_float(c, "Y")),
                            {0}},
                  cad_inverse(c, arg_float(c, "out_scale")), text);
}

void lower_cad_add_scalar(Call *c)
{
    with_scalar(c, QUANTISED("(f32(x) - f32(x_zero)) * x_scale + y"));
}

void lower_cad_mul_scalar(Call *c)
{
    with_scalar(c, QUANTISED("((f32(x) - f32(x_zero)) * x_scale) * y"));
}

void lower_cad_relu(Call *c)
{
    Value *in = arg_tensor(c, "X"), *out = arg_out(c, "out", in->type.rank, in->type.dim);
    map_quantised(c, out,
                  (Named[]){{.name = "x", .value = in},
                            cad_zero(c, "x_zero", cad_integer(c, "X_zero_point")),
                            {0}},
                  cad_out_factor(c), QUANTISED("max(f32(x) - f32(x_zero), 0)"));
}

static bool has_bytes(const Value *v)
{
    return v->type.dtype == I8 || v->type.dtype == U8;
}

Value *cad_signed(Call *c, Value *v, int64_t *zero)
{
    if (v->type.dtype == I8)
        return v;
    *zero -= 128;
    Value *bytes = value_new(c->g, I8, v->type.rank, v->type.dim);
    return map_over(c, bytes, (Named[]){{.name = "x", .value = v}, {0}}, "out(i32(x) - 128)");
}

Value *cad_signed_result(Call *c, Value *out, int64_t *zero)
{
    if (*zero < INT16_MIN || *zero > INT16_MAX)
        refuse(c, "a zero point of %" PRId64 " is far from all bytes", *zero);
    if (out->type.dtype == I8)
        return out;
    if (out->type.dtype != U8)
        refuse(c, "a product of bytes gives bytes, not %s", dtype_name((int)out->type.dtype));
    *zero -= 128;
    return value_new(c->g, I8, out->type.rank, out->type.dim);
}

void cad_unsign(Call *c, Value *bytes, Value *out)
{
    if (bytes != out)
        map_over(c, out, (Named[]){{.name = "x", .value = bytes}, {0}}, "out(i32(x) + 128)");
}

typedef struct Product {
    const char *a_zero, *b_zero;
    Value *a, *b, *bias;  /* [batch,] rows, columns; the bias for each column, or NULL */
    Value *out, *product; /* the file's result; the same with two or three axes */
} Product;

/* Multiplies bytes in integers; if the weights have no zero point, by the kernels that most
 * backends have. */
static void multiply_bytes(Call *c, const Product *p, double factor)
{
    int64_t a_zero = cad_integer(c, p->a_zero), b_zero = cad_integer(c, p->b_zero),
            zero = arg_int(c, "out_zero_point");
    Value *a = cad_signed(c, p->a, &a_zero), *b = cad_signed(c, p->b, &b_zero);
    Value *bytes = cad_signed_result(c, p->product, &zero);
    Step *s = gemm_step(c, a, b, p->bias, bytes);
    int64_t columns = known_size(c, b->type.dim[b->type.rank - 1]), two = 2;
    double *each = NEW(double, columns);
    for (int64_t i = 0; i < columns; i++)
        each[i] = factor;
    bool plain = b_zero == 0;
    s->requant = plain ? RQ_F32_RNE : RQ_F32_TWICE;
    s->in[GEMM_MULT] = plain ? weight_numbers(c, F32, 1, &columns, each)
                             : weight_numbers(c, F32, 1, &two, (double[]){factor, 1});
    s->in[GEMM_MULT]->role = "scale";
    s->in[GEMM_QUANT] = weight_ints(c, 5, (int64_t[]){-a_zero, zero, -128, 127, -b_zero});
    s->in[GEMM_QUANT]->role = "range";
    cad_unsign(c, bytes, p->product);
}

static void multiply_wide(Call *c, const Product *p, double factor)
{
    Value *sum = value_new(c->g, F32, p->product->type.rank, p->product->type.dim);
    gemm_step(c, cad_dequantised(c, p->a, cad_integer(c, p->a_zero), NULL),
              cad_dequantised(c, p->b, cad_integer(c, p->b_zero), NULL),
              p->bias ? as_dtype(c, p->bias, F32) : NULL, sum);
    cad_quantise(c, sum, NULL, factor, arg_int(c, "out_zero_point"), p->product);
}

static void quantised_product(Call *c, const Product *p)
{
    double factor = cad_out_factor(c);
    if (has_bytes(p->a) && has_bytes(p->b))
        multiply_bytes(c, p, factor);
    else
        multiply_wide(c, p, factor);
    if (p->product != p->out)
        copy_to(c, reshaped(c, p->product, p->out->type.rank, p->out->type.dim), p->out);
}

void lower_cad_linear(Call *c)
{
    Value *in = arg_tensor(c, "src"), *weight = arg_tensor(c, "weight");
    Value *bias = arg_tensor(c, "bias");
    Size *dim[MAX_RANK] = {0};
    int rank = in->type.rank;
    need_rank(c, "weight", weight, 2);
    if (rank == 0)
        refuse(c, "the operand of a linear layer has no axis");
    need_equal(c, "features", in->type.dim[rank - 1], weight->type.dim[1]);
    need_length(c, "bias", bias, weight->type.dim[0]);
    if (bias->type.dtype != I32)
        refuse(c, "the bias must be i32");
    memcpy(dim, in->type.dim, sizeof dim);
    dim[rank - 1] = weight->type.dim[0];
    Product p = {.a_zero = "src_zero_point", .b_zero = "weight_zero_point", .bias = bias};
    p.a = as_rows(c, row_major(c, in));
    p.b = view_axes(c, weight, 2, (int[]){1, 0});
    p.out = p.product = arg_out(c, "out", rank, dim);
    if (rank != 2)
        p.product =
            value_new(c->g, p.out->type.dtype, 2, (Size *[]){p.a->type.dim[0], dim[rank - 1]});
    quantised_product(c, &p);
}

/* Returns `v` with its leading axes as one, of one element if it has none. */
static Value *one_batch(Call *c, Value *v)
{
    int rank = v->type.rank;
    Size *dim[] = {size_const(1), v->type.dim[rank - 2], v->type.dim[rank - 1]};
    for (int i = 0; i < rank - 2; i++)
        dim[0] = size_op(S_MUL, dim[0], v->type.dim[i]);
    return reshaped(c, row_major(c, v), 3, dim);
}

void lower_cad_matmul(Call *c)
{
    Value *a = arg_tensor(c, "X"), *b = arg_tensor(c, "Y");
    bool transposed = arg_bool(c, "transposed");
    int rank = a->type.rank;
    Size *dim[MAX_RANK] = {0};
    if (rank < 2)
        refuse(c, "'X' is no matrix");
    need_rank(c, "Y", b, rank);
    for (int i = 0; i < rank - 2; i++)
        need_equal(c, "batches", a->type.dim[i], b->type.dim[i]);
    memcpy(dim, a->type.dim, sizeof dim);
    Product p = {.a_zero = "X_zero_point", .b_zero = "Y_zero_point"};
    p.a = one_batch(c, a);
    p.b = one_batch(c, b);
    if (transposed)
        p.b = view_axes(c, p.b, 3, (int[]){0, 2, 1});
    need_equal(c, "inner sizes of the product", p.a->type.dim[2], p.b->type.dim[1]);
    dim[rank - 1] = p.b->type.dim[2];
    p.out = p.product = arg_out(c, "out", rank, dim);
    if (rank != 3)
        p.product = value_new(c->g, p.out->type.dtype, 3,
                              (Size *[]){p.a->type.dim[0], dim[rank - 2], dim[rank - 1]});
    quantised_product(c, &p);
}

void lower_cad_layer_norm(Call *c)
{
    Value *in = arg_tensor(c, "input"), *out = arg_out(c, "out", in->type.rank, in->type.dim);
    double scale = cad_number(c, "in_scale");
    Value *normed = value_new(c->g, F32, in->type.rank, in->type.dim);
    layer_norm(c, cad_dequantised(c, in, cad_integer(c, "in_zero_point"), &scale), normed);
    cad_quantise(c, normed, NULL, cad_inverse(c, arg_float(c, "output_scale")),
                 arg_int(c, "output_zero_point"), out);
}

void lower_cad_softmax(Call *c)
{
    Value *in = arg_tensor(c, "input"), *out = arg_out(c, "out", in->type.rank, in->type.dim);
    double scale = cad_number(c, "in_scale");
    if (arg_int(c, "mask_type") != 0)
        refuse(c, "'mask' is not there yet; the reference takes none either");
    Value *real = cad_dequantised(c, in, cad_integer(c, "in_zero_point"), &scale);
    Value *share = value_like(c->g, real);
    softmax(c, real, wrap_axis(c, arg_int(c, "dim"), in->type.rank), share);
    cad_quantise(c, share, NULL, cad_inverse(c, cad_number(c, "out_scale")),
                 cad_integer(c, "out_zero_point"), out);
}
