/* SPDX-License-Identifier: 0BSD
 * Nodes of an XNNPACK delegate's graph: products, softmax, means, resampling. */
#include "graph/build.h"
#include "import/build/copy.h"
#include "import/build/gemm.h"
#include "import/build/norm.h"
#include "import/build/reduce.h"
#include "import/build/resample.h"
#include "import/call/arguments.h"
#include "import/call/call.h"
#include "import/call/demands.h"
#include "import/xnnpack/node.h"
#include "import/xnnpack/requantise.h"
#include "import/xnnpack/rows.h"

#include <math.h>
#include <string.h>

/* Converts operand, weights and bias to one type, since the kernels take one: the result's, if the
 * operand has it, else f32. Is true in the first case. */
static bool one_float_type(Call *c, Value **in, Value **filter, Value **bias, const Value *out)
{
    DType type = out->type.dtype;
    bool same = (*in)->type.dtype == type;
    if (!same)
        type = F32;
    *in = as_dtype(c, *in, type);
    *filter = as_dtype(c, *filter, type);
    *bias = *bias ? as_dtype(c, *bias, type) : NULL;
    return same;
}

static bool are_floats(const Value *in, const Value *filter, const Value *bias)
{
    return dtype_is_float((int)in->type.dtype) && dtype_is_float((int)filter->type.dtype) &&
           (!bias || dtype_is_float((int)bias->type.dtype));
}

void lower_xnn_fully_connected(Call *c)
{
    enum { TRANSPOSED = 1 };
    static const int swap[] = {1, 0};
    Value *in = row_major(c, xnn_in(c, "input1")), *filter = xnn_in(c, "filter");
    Value *bias = xnn_value(c, "bias") ? xnn_in(c, "bias") : NULL;
    int rank = in->type.rank;
    Size *dim[MAX_RANK] = {0};
    xnn_flags(c, TRANSPOSED);
    need_rank(c, "filter", filter, 2);
    if (rank < 1)
        refuse(c, "the operand has no axis");
    bool transposed = xnn_uint(c, "flags") & TRANSPOSED;
    need_equal(c, "features", in->type.dim[rank - 1], filter->type.dim[!transposed]);
    memcpy(dim, in->type.dim, sizeof dim);
    dim[rank - 1] = filter->type.dim[transposed];
    if (bias)
        need_length(c, "bias", bias, dim[rank - 1]);
    Value *out = xnn_out(c, "output", rank, dim, xnn_same_order), *wide = out;
    QuantKind quant = xnn_value(c, "input1")->quant;
    if (quant == Q_NONE && !are_floats(in, filter, bias))
        refuse(c, "its operand is not quantised, so filter and bias must be of floats as it is");
    if (quant == Q_NONE && !one_float_type(c, &in, &filter, &bias, out))
        wide = wide_result(c, out);
    Value *sums = xnn_signed_result(c, wide);
    filter = xnn_signed(c, filter);
    filter = transposed ? filter : view_axes(c, filter, 2, swap);
    Step *s = gemm_step(c, as_rows(c, xnn_signed(c, in)), filter, bias, sums);
    if (quant == Q_TOKEN)
        xnn_requantise_filtered(c, s, xnn_place(c, "input1"), 1);
    else if (quant == Q_TENSOR)
        xnn_requantise(c, s, known_size(c, dim[rank - 1]));
    else
        xnn_clamp(c, s);
    xnn_finish_unsigned(c, sums, wide);
    narrow_result(c, wide, out);
}

/* Views the leading axes of a row-major matrix as one. */
static Value *one_batch(Call *c, Value *v)
{
    int rank = v->type.rank;
    Size *dim[] = {size_const(1), v->type.dim[rank - 2], v->type.dim[rank - 1]};
    for (int i = 0; i < rank - 2; i++)
        dim[0] = size_op(S_MUL, dim[0], v->type.dim[i]);
    return reshaped(c, v, 3, dim);
}

/* Returns `v` as [batch, rows, columns], its leading axes broadcast to those of the result. */
static Value *batches(Call *c, Value *v, int rank, Size *const *dim)
{
    int axis[XNN_MAX_RANK], missing = rank - v->type.rank;
    Size *whole[MAX_RANK] = {0};
    bool same = true;
    for (int i = 0; i < rank; i++) {
        axis[i] = i < missing ? -1 : i - missing;
        whole[i] = i < rank - 2 ? dim[i] : v->type.dim[i - missing];
        same = same && (i >= rank - 2 || (i >= missing && v->type.dim[i - missing] == dim[i]));
    }
    if (same)
        return one_batch(c, row_major(c, v));
    Value *out = value_new(c->g, v->type.dtype, rank, whole);
    copy_to(c, view_axes(c, v, rank, axis), out);
    return one_batch(c, out);
}

enum { TRANSPOSE_B = 1 };

/* Multiplies rows that are quantised when the program runs by one constant matrix, whose columns
 * have a scale each. */
static void multiply_rows(Call *c)
{
    static const int swap[] = {1, 0};
    XnnTensor in = xnn_tensor(c, "input1");
    const XnnValue *file = xnn_value(c, "input2");
    Value *a = row_major(c, xnn_in(c, "input1")), *b = xnn_in(c, "input2");
    int rank = a->type.rank, lead = b->type.rank - 2;
    bool transposed = xnn_uint(c, "flags") & TRANSPOSE_B;
    if (rank < 2 || lead < 0)
        refuse(c, "an operand is no matrix");
    if (b->type.rank > rank ||
        value_numel(b) != size_op(S_MUL, b->type.dim[lead], b->type.dim[lead + 1]))
        refuse(c, "a scale for each channel of several matrices is not there yet");
    b = reshaped(c, b, 2, &b->type.dim[lead]);
    b = transposed ? b : row_major(c, view_axes(c, b, 2, swap));
    need_equal(c, "inner sizes of the product", a->type.dim[rank - 1], b->type.dim[1]);
    Size *dim[MAX_RANK] = {0};
    memcpy(dim, a->type.dim, sizeof dim);
    dim[rank - 1] = b->type.dim[0];
    Value *out = xnn_out(c, "output", rank, dim, xnn_same_order);
    Step *s = gemm_step(c, as_rows(c, a), view_axes(c, b, 2, swap), NULL, out);
    xnn_requantise_rows(c, s, &in, 1, file, lead + !transposed);
}

void lower_xnn_batch_multiply(Call *c)
{
    static const int swap[] = {0, 2, 1};
    Value *a = xnn_in(c, "input1"), *b = xnn_in(c, "input2"), *in[] = {a, b};
    Size *dim[MAX_RANK] = {0};
    int rank;
    xnn_flags(c, TRANSPOSE_B);
    if (xnn_value(c, "input1")->quant == Q_TOKEN) {
        multiply_rows(c);
        return;
    }
    if (xnn_value(c, "input2")->quant != Q_NONE)
        refuse(c, "products of two matrices of bytes are not there yet");
    if (a->type.rank < 2 || b->type.rank < 2)
        refuse(c, "an operand is no matrix");
    bool transposed = xnn_uint(c, "flags") & TRANSPOSE_B;
    for (int k = 0; k < 2; k++) { /* the leading axes broadcast, the last two do not matter here */
        int axis[XNN_MAX_RANK];
        for (int i = 0; i < in[k]->type.rank; i++)
            axis[i] = i < in[k]->type.rank - 2 ? i : -1;
        in[k] = view_axes(c, in[k], in[k]->type.rank, axis);
    }
    broadcast_dims(c, 2, in, &rank, dim);
    a = batches(c, a, rank, dim);
    b = batches(c, b, rank, dim);
    b = transposed ? view_axes(c, b, 3, swap) : b;
    need_equal(c, "inner sizes of the product", a->type.dim[2], b->type.dim[1]);
    dim[rank - 2] = a->type.dim[1];
    dim[rank - 1] = b->type.dim[2];
    Value *out = xnn_out(c, "output", rank, dim, xnn_same_order);
    if (rank == 3) {
        multiply(c, a, b, out);
        return;
    }
    Value *product = value_new(c->g, out->type.dtype, 3,
                               (Size *[]){a->type.dim[0], a->type.dim[1], b->type.dim[2]});
    multiply(c, a, b, product);
    copy_to(c, reshaped(c, product, rank, dim), out);
}

static Value *product_of(Call *c, Value *a, Value *b)
{
    Size *const *m = a->type.dim, *const *n = b->type.dim;
    Value *out = value_new(c->g, F32, 3, (Size *[]){m[0], m[1], n[2]});
    multiply(c, a, b, out);
    return out;
}

/* Lowers attention, which the format defines and the reference's runtime does not know:
 * softmax(query * scale * key^T + mask) * value. Heads of queries may share those of keys. */
void lower_xnn_attention(Call *c)
{
    static const int swap[] = {0, 2, 1}, last[] = {-1, -1, -1, 0}, both[] = {-1, -1, 0, 1};
    Value *query = xnn_in(c, "query"), *key = xnn_in(c, "key"), *value = xnn_in(c, "value");
    Value *scale = xnn_in(c, "scale"), *mask = xnn_in(c, "mask");
    const Value *const floats[] = {query, key, value, scale, mask};
    xnn_flags(c, 0);
    for (int i = 0; i < 5; i++) {
        need_rank(c, c->row->arg[i].name, floats[i], i < 3 ? 4 : i - 2);
        if (floats[i]->type.dtype != F32)
            refuse(c, "'%s' is not of floats", c->row->arg[i].name);
    }
    Size *const *q = query->type.dim, *tokens = q[2], *keys = key->type.dim[2];
    need_equal(c, "depths of query and key", q[3], key->type.dim[3]);
    need_equal(c, "keys and values", keys, value->type.dim[2]);
    need_length(c, "scale", scale, q[3]);
    need_equal(c, "queries and rows of the mask", tokens, mask->type.dim[0]);
    need_equal(c, "keys and columns of the mask", keys, mask->type.dim[1]);
    const Named scaled[] = {{.name = "query", .value = query},
                            {.name = "scale", .value = view_axes(c, scale, 4, last)},
                            {0}};
    query = map_over(c, value_new(c->g, F32, 4, q), scaled, "query * scale");
    Value *pairs =
        product_of(c, batches(c, query, 4, q), view_axes(c, batches(c, key, 4, q), 3, swap));
    Size *grid[] = {q[0], q[1], tokens, keys};
    const Named masked[] = {{.name = "pairs", .value = reshaped(c, pairs, 4, grid)},
                            {.name = "mask", .value = view_axes(c, mask, 4, both)},
                            {0}};
    Value *scores = map_over(c, value_new(c->g, F32, 4, grid), masked, "pairs + mask");
    Value *weights = value_new(c->g, F32, 4, grid);
    softmax(c, scores, 3, weights);
    Value *sums = product_of(c, batches(c, weights, 4, q), batches(c, value, 4, q));
    Size *dim[] = {q[0], q[1], tokens, value->type.dim[3]};
    copy_to(c, reshaped(c, sums, 4, dim), xnn_out(c, "output", 4, dim, xnn_same_order));
}

void lower_xnn_softmax(Call *c)
{
    Value *in = xnn_in(c, "input");
    int rank = in->type.rank;
    xnn_flags(c, 0);
    if (rank < 1)
        refuse(c, "the operand has no axis");
    Value *out = xnn_out(c, "output", rank, in->type.dim, xnn_same_order);
    Value *wide = wide_result(c, out);
    softmax(c, widened(c, in), rank - 1, wide);
    narrow_result(c, wide, out);
}

/* Takes the mean over rows and columns: the two axes before the last. */
void lower_xnn_global_avg_pool(Call *c)
{
    enum { KEEP_DIMS = 0x40 };
    XnnTensor t = xnn_tensor(c, "input");
    Value *in = t.value;
    int rank = in->type.rank, axes[XNN_MAX_RANK] = {0};
    Size *dim[MAX_RANK] = {0};
    xnn_flags(c, KEEP_DIMS);
    if (!(xnn_uint(c, "flags") & KEEP_DIMS))
        refuse(c, "a mean that drops axes is not there yet");
    if (rank < 3)
        refuse(c, "the operand has no rows and columns");
    memcpy(dim, in->type.dim, sizeof dim);
    uint32_t reduced = 1u << t.order[rank - 3] | 1u << t.order[rank - 2];
    for (int i = 0; i < rank; i++)
        axes[t.order[i]] = i;
    for (int i = 0; i < rank; i++)
        dim[i] = reduced >> i & 1 ? size_const(1) : dim[i];
    Value *out = xnn_out(c, "output", rank, dim, axes);
    if (xnn_is_quantised(xnn_value(c, "output"))) {
        xnn_mean_of_bytes(c, in, reduced, out);
        return;
    }
    Step *s = reduce_step(c, R_MEAN, (Named[]){{.name = "in", .value = in}, {0}},
                          expr_cast(expr_in(0, loaded_dtype(in)), F32), reduced, out);
    if (xnn_clamps(c))
        s->post = xnn_clamped(c, expr_in(0, F32));
}

enum { LEGACY = 4, ALIGN_CORNERS = 8 };

static Resample resized(Call *c, Size *from, int64_t to, uint32_t flags)
{
    Resample r = {.in = from, .out = size_const(to), .corners = flags != 0};
    int64_t less = (flags & ALIGN_CORNERS) && to > 1;
    need_extents(c, &r);
    if (size_is_const(from))
        r.ratio = (float)(size_value(from) - less) / (float)(to - less);
    else
        r.measured = map_over(c, value_new(c->g, F32, 0, NULL),
                              (Named[]){named_size(c, "n", from),
                                        {.name = "less", .number = (double)less},
                                        {.name = "span", .number = (double)(to - less)},
                                        {0}},
                              "f32(n - less) / f32(span)");
    return r;
}

void lower_xnn_resize_bilinear(Call *c)
{
    Value *in = xnn_in_order(c, "input", 4, xnn_nchw);
    Resample r[2];
    Size *dim[] = {in->type.dim[0], in->type.dim[1], NULL, NULL};
    uint32_t flags = xnn_uint(c, "flags");
    xnn_flags(c, LEGACY | ALIGN_CORNERS);
    if (xnn_is_quantised(xnn_value(c, "input")))
        refuse(c, "resampling of quantised tensors is not there yet");
    for (int k = 0; k < 2; k++) {
        r[k] = resized(c, in->type.dim[2 + k], xnn_uint(c, k ? "new_width" : "new_height"), flags);
        dim[2 + k] = r[k].out;
    }
    resample_bilinear(c, in, r, xnn_out(c, "output", 4, dim, xnn_nchw));
}
