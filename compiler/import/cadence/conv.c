/* SPDX-License-Identifier: 0BSD
 * Operators of the cadence library with a sliding window. */
#include "import/build/conv.h"
#include "graph/build.h"
#include "import/build/copy.h"
#include "import/build/pool.h"
#include "import/build/window.h"
#include "import/cadence/quantised.h"
#include "import/cadence/rows.h"
#include "import/call/arguments.h"
#include "import/call/call.h"
#include "import/call/demands.h"
#include "import/call/steps.h"

#include <string.h>

/* These orders of axes are for a window over one axis and for a window over two. */
static const int to_planes[][4] = {{0, 2, 1}, {0, 3, 1, 2}};
static const int from_planes[][4] = {{0, 2, 1}, {0, 2, 3, 1}};
static const int depthwise_planes[][4] = {{1, -1, 0}, {2, -1, 0, 1}}; /* stored [K..., O] */

static Value *as_planes(Call *c, Value *v, bool last)
{
    return last ? view_axes(c, v, v->type.rank, to_planes[v->type.rank - 3]) : v;
}

static Value *weight_planes(Call *c, Value *v, int rank, bool last)
{
    return last && v->type.rank == rank - 1 ? view_axes(c, v, rank, depthwise_planes[rank - 3])
                                            : as_planes(c, v, last);
}

/* Returns a value for the result's planes, which lie in the order of `out`. */
static Value *planes_of(Call *c, Value *out, bool last)
{
    return last ? value_like(c->g, as_planes(c, out, last)) : out;
}

static void put_planes(Call *c, Value *planes, Value *out)
{
    if (planes != out)
        copy_to(c, view_axes(c, planes, out->type.rank, from_planes[out->type.rank - 3]), out);
}

typedef struct Conv {
    Value *in, *weight, *bias, *out; /* as the file has them */
    Window window;
    int64_t groups;
    bool last; /* channels last */
} Conv;

static Step *convolve(Call *c, const Conv *k, Value *in, Value *weight, Value *bias, Value *out)
{
    Value *planes = planes_of(c, out, k->last);
    Step *s =
        conv_into(c, as_planes(c, in, k->last), weight_planes(c, weight, k->in->type.rank, k->last),
                  bias, &k->window, k->groups, false, planes);
    put_planes(c, planes, out);
    return s;
}

/* Convolves bytes: the sum times one factor, then times another, for the reference rounds in
 * between. */
static void convolve_bytes(Call *c, const Conv *k)
{
    int64_t in_zero = cad_integer(c, "input_zero_point"), zero = arg_int(c, "out_zero_point"),
            weight_zero = cad_integer(c, "weight_zero_point"), two = 2;
    Value *in = cad_signed(c, k->in, &in_zero), *weight = cad_signed(c, k->weight, &weight_zero);
    Value *bytes = cad_signed_result(c, k->out, &zero);
    double factor[] = {cad_number(c, "bias_scale"), cad_inverse(c, arg_float(c, "out_scale"))};
    Step *s = convolve(c, k, in, weight, k->bias, bytes);
    s->in[CONV_MULT] = weight_numbers(c, F32, 1, &two, factor);
    s->in[CONV_MULT]->role = "scale";
    s->in[CONV_QUANT] = weight_ints(c, 5, (int64_t[]){-in_zero, zero, -128, 127, -weight_zero});
    s->in[CONV_QUANT]->role = "range";
    s->requant = RQ_F32_TWICE;
    cad_unsign(c, bytes, k->out);
}

static void convolve_wide(Call *c, const Conv *k)
{
    double scale = cad_number(c, "bias_scale");
    Value *sum = value_new(c->g, F32, k->out->type.rank, k->out->type.dim);
    convolve(c, k, cad_dequantised(c, k->in, cad_integer(c, "input_zero_point"), NULL),
             cad_dequantised(c, k->weight, cad_integer(c, "weight_zero_point"), NULL),
             as_dtype(c, k->bias, F32), sum);
    cad_quantise(c, sum, &scale, cad_inverse(c, arg_float(c, "out_scale")),
                 arg_int(c, "out_zero_point"), k->out);
}

static void quantised_conv(Call *c, bool last)
{
    Conv k = {.in = arg_tensor(c, "input"),
              .weight = arg_tensor(c, "weight"),
              .bias = arg_tensor(c, "bias"),
              .groups = arg_int(c, "groups"),
              .last = last};
    int rank = k.in->type.rank;
    if (rank != 3 && rank != 4)
        refuse(c, "convolutions over %d axes are not there", rank - 2);
    if (!last || k.weight->type.rank != rank - 1)
        need_rank(c, "weight", k.weight, rank);
    Value *in = as_planes(c, k.in, last), *weight = weight_planes(c, k.weight, rank, last);
    Size *dim[MAX_RANK] = {in->type.dim[0], weight->type.dim[0]}, *stored[MAX_RANK] = {0};
    conv_window(c, &k.window, rank - 2);
    kernel_extents(c, &k.window, weight);
    need_groups(c, in, weight, k.groups);
    need_length(c, "bias", k.bias, dim[1]);
    if (k.bias->type.dtype != I32)
        refuse(c, "the bias must be i32");
    for (int i = 2; i < rank; i++)
        dim[i] = window_size(c, in->type.dim[i], &k.window, i - 2, false);
    for (int i = 0; i < rank; i++)
        stored[i] = dim[last ? from_planes[rank - 3][i] : i];
    k.out = arg_out(c, "out", rank, stored);
    bool bytes =
        dtype_bytes((int)k.in->type.dtype) == 1 && dtype_bytes((int)k.weight->type.dtype) == 1;
    if (bytes)
        convolve_bytes(c, &k);
    else
        convolve_wide(c, &k);
}

void lower_cad_conv(Call *c)
{
    quantised_conv(c, false);
}

void lower_cad_conv_last(Call *c)
{
    quantised_conv(c, true);
}

void lower_cad_conv_either(Call *c)
{
    quantised_conv(c, arg_bool(c, "channel_last"));
}

static void max_pool(Call *c, bool last)
{
    Value *in = arg_tensor(c, "input");
    Size *dim[MAX_RANK] = {0}, *stored[MAX_RANK] = {0};
    Window w = {0};
    need_rank(c, "input", in, 4);
    in = as_planes(c, in, last);
    pool_window(c, &w, 2);
    pooled_dims(c, &w, in, arg_bool(c, "ceil_mode"), dim);
    for (int i = 0; i < 4; i++)
        stored[i] = dim[last ? from_planes[1][i] : i];
    Value *out = arg_out(c, "out", 4, stored), *planes = planes_of(c, out, last);
    pool_planes(c, POOL_MAX, in, in->type.dtype == I8 ? 2 : 1, &w, planes, NULL);
    put_planes(c, planes, out);
}

void lower_cad_max_pool(Call *c)
{
    max_pool(c, false);
}

void lower_cad_max_pool_last(Call *c)
{
    max_pool(c, true);
}

/* Averages windows. If there is a zero point, the padding is part of windows: it holds the zero
 * point, or zeros if it is not to count. */
void lower_cad_avg_pool(Call *c)
{
    Value *in = arg_tensor(c, "input");
    bool quantised = arg_given(c, "in_zero_point"), count = arg_bool(c, "count_include_pad");
    Size *dim[MAX_RANK] = {0};
    Window w = {0};
    if (arg_bool(c, "channel_last"))
        refuse(c, "channels last, which the reference does not take either");
    need_rank(c, "input", in, 4);
    pool_window(c, &w, 2);
    if (quantised) {
        int64_t zero = count ? cad_integer(c, "in_zero_point") : 0;
        in = cad_padded(c, in, w.pad, w.pad, expr_number((double)zero, loaded_dtype(in)));
        in = cad_dequantised(c, in, 0, NULL);
        memset(w.pad, 0, sizeof w.pad);
    }
    pooled_dims(c, &w, in, arg_bool(c, "ceil_mode"), dim);
    Value *out = arg_out(c, "out", 4, dim);
    Value *mean = quantised ? value_new(c->g, F32, 4, dim) : out;
    Step *s = pool_planes(c, POOL_AVG, in, 1, &w, mean, NULL);
    s->count_pad = count;
    s->divisor = arg_divisor(c);
    if (quantised)
        map_over(c, out,
                 (Named[]){{.name = "x", .value = mean},
                           {.name = "least", .number = cad_least(c, out)},
                           {.name = "most", .number = cad_most(c, out)},
                           {0}},
                 "out(min(max(rint(x), least), most))");
}
