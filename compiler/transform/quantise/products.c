/* SPDX-License-Identifier: 0BSD
 * Convolutions and matrix products of dequantised numbers whose result is quantised: sums of
 * integers, one rounding behind them. */
#include "transform/quantise/products.h"
#include "graph/build.h"
#include "graph/constants.h"
#include "graph/quantised.h"
#include "graph/rewrite.h"

#include <math.h>
#include <stdlib.h>

enum { MOST_CLAMPS = 4 };

typedef struct Tail {
    Step *map[MOST_CLAMPS + 1]; /* the last one quantises */
    int count;
    float lo, hi;
    Quantise quantise;
} Tail;

static bool is_result_of(const Expr *e, const Step *reader, const Step *s)
{
    return e->op == E_IN && reader->in[e->index] == s->out[0];
}

static bool find_tail(const OnlyReader *r, Step *s, Tail *t)
{
    *t = (Tail){.lo = -INFINITY, .hi = INFINITY};
    for (Step *m; t->count <= MOST_CLAMPS && (m = only_map(r, s)); s = m) {
        t->map[t->count++] = m;
        bool last = match_quantise(m, &t->quantise);
        const Expr *inside = peel_clamp(last ? t->quantise.real : m->expr, &t->lo, &t->hi);
        if (!is_result_of(inside, m, s))
            return false;
        if (last)
            return m->out[0]->type.dtype != U8;
    }
    return false;
}

/* Returns the axis along which a constant varies among the `rank` axes to which it broadcasts. */
enum { NO_AXIS = -1, SEVERAL_AXES = -2 };
static int varying_axis(const Value *v, int rank)
{
    int axis = NO_AXIS;
    for (int i = 0; i < v->type.rank; i++)
        if (v->type.dim[i] != size_const(1))
            axis = axis == NO_AXIS ? rank - v->type.rank + i : SEVERAL_AXES;
    return axis;
}

/* Writes the scale of each channel of the weights to `scale`. Returns false if scales vary along
 * another axis, or are too large or too small. `weight` is the dequantised tensor or a view of it,
 * its channels along `axis`. */
static bool channel_scales(const Dequantise *d, const Value *weight, int axis, int64_t channels,
                           float *scale)
{
    const Value *whole = d->step->out[0];
    int64_t index[MAX_RANK] = {0};
    int along = varying_axis(d->scale, whole->type.rank);
    if (along == SEVERAL_AXES || value_numel(weight) != value_numel(whole) ||
        (along >= 0 && (weight->type.dim[axis] != whole->type.dim[along] ||
                        weight->layout.stride[axis] != whole->layout.stride[along])))
        return false;
    for (int64_t c = 0; c < channels; c++) {
        if (along >= 0) /* the groups of a transposed convolution share theirs */
            index[along] = c % size_value(whole->type.dim[along]);
        scale[c] = (float)const_element(d->scale, index, whole->type.rank).d;
        if (scale[c] != 0 && !is_moderate(scale[c]))
            return false;
    }
    return true;
}

static bool is_zero(const Value *v)
{
    const uint8_t *p = const_data(v);
    int64_t bytes = value_bound_bytes(v);
    if (!layout_is_dense(v))
        return false;
    while (bytes > 0 && p[bytes - 1] == 0)
        bytes--;
    return bytes == 0;
}

typedef struct Product {
    Step *s;
    Dequantise in, weight;
    Tail tail;
    int channel_axis;         /* of the weights */
    int64_t channels;         /* of the result */
    float *multiplier, *bias; /* of a channel's sum, in steps of the result */
} Product;

static bool is_row(const Value *v, int64_t n)
{
    return value_is_known(v) && v->type.dtype == F32 && v->type.rank > 0 &&
           value_numel(v) == size_const(n) && v->type.dim[v->type.rank - 1] == size_const(n);
}

static double number_in_row(const Value *v, int64_t n)
{
    int64_t index[MAX_RANK] = {0};
    index[v->type.rank - 1] = n;
    return const_element(v, index, v->type.rank).d;
}

static bool has_integer_form(const Step *s)
{
    if ((s->kind != K_CONV && s->kind != K_GEMM) || s->requant != RQ_NONE || s->has_clamp)
        return false;
    return s->kind == K_CONV ||
           (s->in[GEMM_B]->type.rank == 2 && s->alpha == 1 && (s->beta == 1 || !s->in[GEMM_C]));
}

/* Does the type of `v`, signed integers, have the zero point? */
static bool is_within(float zero, const Value *v)
{
    return v->type.dtype == I16 ? zero >= INT16_MIN && zero <= INT16_MAX
                                : zero >= INT8_MIN && zero <= INT8_MAX;
}

/* Is the product plain: its zero points numbers of the types, that of 16-bit integers 0, sums of
 * bytes within 32 bits, its results growing with the sums? */
static bool is_plain(const Product *p)
{
    const Quantise *q = &p->tail.quantise;
    const Value *in = p->in.bytes, *out = p->tail.map[p->tail.count - 1]->out[0];
    float zero = (float)zero_point_of(&p->in);
    if (in->type.dtype == I16 ? zero != 0 : out->type.dtype == I16)
        return false;
    return is_within(zero, in) && is_within(q->zero, out) && q->inverse > 0 &&
           (in->type.dtype == I16 ||
            size_value(value_numel(p->weight.bytes)) / p->channels <= INT32_MAX / (255 * 128));
}

static bool find_product(const OnlyReader *r, Step *s, Product *p)
{
    *p = (Product){.s = s};
    if (!has_integer_form(s) || !match_activation(s->in[CONV_IN], &p->in) ||
        !match_dequantise(s->in[CONV_WEIGHT], &p->weight) || !find_tail(r, s, &p->tail))
        return false;
    const Value *weight = p->weight.bytes, *out = s->out[0];
    p->channel_axis = s->kind == K_GEMM || s->transposed;
    Size *channels = out->type.dim[s->kind == K_GEMM ? out->type.rank - 1 : 1];
    if (p->in.bytes->type.dtype == U8 || weight->type.dtype != I8 || !value_is_known(weight) ||
        !size_is_const(channels))
        return false;
    p->channels = size_value(channels);
    return p->channels > 0 && is_plain(p) && (!p->weight.zero || is_zero(p->weight.zero)) &&
           (!s->in[CONV_BIAS] || is_row(s->in[CONV_BIAS], p->channels));
}

/* Limits biases: beyond, a scaled sum and a bias may take each other's overflow away. */
#define MOST_BIAS 0x1p29f

static bool find_numbers(Product *p)
{
    const Value *bias = p->s->in[CONV_BIAS];
    float *scale = NEW(float, p->channels);
    double inverse = (double)p->tail.quantise.inverse;
    p->multiplier = NEW(float, p->channels);
    p->bias = NEW(float, p->channels);
    if (!channel_scales(&p->weight, p->s->in[CONV_WEIGHT], p->channel_axis, p->channels, scale))
        return false;
    for (int64_t c = 0; c < p->channels; c++) {
        double real = bias ? number_in_row(bias, c) : 0;
        p->multiplier[c] = (float)((double)scale_of(&p->in) * (double)scale[c] * inverse);
        p->bias[c] = (float)(real * inverse);
        if (!isfinite(p->multiplier[c]) || !(fabsf(p->bias[c]) <= MOST_BIAS))
            return false;
    }
    return true;
}

/* Returns the largest sum of magnitudes of a channel's weights. `weight` may be a view. */
static int64_t largest_sum(const Value *weight, int axis)
{
    int rank = weight->type.rank;
    int64_t index[MAX_RANK] = {0}, most = 0;
    int64_t *sum = NEW(int64_t, size_value(weight->type.dim[axis]));
    for (int64_t n = size_value(value_numel(weight)); n > 0; n--) {
        sum[index[axis]] += llabs(const_element(weight, index, rank).i);
        most = sum[index[axis]] > most ? sum[index[axis]] : most;
        for (int i = rank - 1; i >= 0 && ++index[i] == size_value(weight->type.dim[i]); i--)
            index[i] = 0;
    }
    return most;
}

static Value *row_of(Graph *g, DType type, int64_t n, const void *data, const char *role)
{
    Value *v = value_const(g, type, 1, &n, data);
    v->role = role;
    return v;
}

static void set_constants(Graph *g, Product *p)
{
    const Tail *t = &p->tail;
    Value **in = p->s->in, *bias = in[CONV_BIAS];
    int32_t *range = NEW(int32_t, 4);
    range[0] = -zero_point_of(&p->in);
    range[1] = (int32_t)t->quantise.zero;
    range[2] = (int32_t)quantised(&t->quantise, t->lo);
    range[3] = (int32_t)quantised(&t->quantise, t->hi);
    if (bias) {
        in[CONV_BIAS] = row_of(g, F32, p->channels, p->bias, value_root(bias)->role);
        in[CONV_BIAS]->source = value_root(bias)->source;
    }
    in[CONV_MULT] = row_of(g, F32, p->channels, p->multiplier, "scale");
    in[CONV_QUANT] = row_of(g, I32, 4, range, "range");
}

static void make_integer(Graph *g, Product *p)
{
    Step *s = p->s;
    Value *in = bytes_behind(g, s->in[CONV_IN], &p->in);
    Value *weight = bytes_behind(g, s->in[CONV_WEIGHT], &p->weight);
    if (!in || !weight || !find_numbers(p))
        return;
    s->in[CONV_IN] = in;
    s->in[CONV_WEIGHT] = weight;
    set_constants(g, p);
    s->requant = RQ_F32_BIAS;
    s->wide_sums = in->type.dtype == I16 &&
                   largest_sum(weight, p->channel_axis) > INT32_MAX / -(int64_t)INT16_MIN;
    for (int i = 0; i < p->tail.count; i++)
        take_over(s, p->tail.map[i]);
}

void quantise_products(Graph *g)
{
    OnlyReader r = only_readers(g);
    Product p;
    FOR_BLOCKS(b, g)
        FOR_STEPS(s, b) {
            if (find_product(&r, s, &p))
                make_integer(g, &p);
            s_next = s->next;
        }
}
