/* SPDX-License-Identifier: 0BSD
 * Which elementwise steps, pools and softmaxes XNNPACK takes, and the parameters that it needs.
 * It reads behind its operands, so that they are no constants. */
#include "backends/xnnpack/compiler/takes_maps.h"
#include "backends/xnnpack/compiler/takes.h"
#include "graph/build.h"
#include "graph/constants.h"
#include "graph/layouts.h"
#include "graph/rewrite.h"
#include "kernels/elementwise.h"
#include "pte_xnn_features.h"
#include "pte_xnn_kernels.h"

#include <math.h>

/* Are the result and the first `operands` operands tensors of `type`? */
static bool are_tensors(const Step *s, int operands, DType type)
{
    bool fit = is_whole(s->out[0], type);
    for (int i = 0; i < operands; i++)
        fit = fit && xnnpack_operand(s->in[i]) && s->in[i]->type.dtype == type;
    return fit;
}

static bool is_unary(const Step *s, DType type)
{
    return map_is_unary(s, type) && are_tensors(s, 1, type);
}

bool xnnpack_takes_unary(const Step *s, DType type, const char *text)
{
    return is_unary(s, type) && map_computes(s, text);
}

/* Returns the first number in `e` other than 0, or 0. XNNPACK wants a factor to be positive and
 * normal. */
static double find_factor(const Expr *e)
{
    double factor = e->op == E_CONST && e->type == F32 ? e->d : 0;
    for (int i = 0; i < 3 && factor == 0; i++)
        factor = e->arg[i] ? find_factor(e->arg[i]) : 0;
    return factor;
}

static bool computes_by(const Step *s, const char *text, float *factor)
{
    *factor = (float)find_factor(map_expression(s));
    return isnormal(*factor) && *factor > 0 && map_computes(s, fmt_text(text, (double)*factor));
}

static bool is_leaky_relu(const Step *s, float *factor)
{
    return computes_by(s, "x >= 0 ? x : x * %.9g", factor);
}

static bool is_elu(const Step *s, float *factor)
{
    return computes_by(s, "x >= 0 ? x : %.9g * expm1(x)", factor) ||
           computes_by(s, "x <= 0 ? expm1(x) * %.9g : x", factor);
}

bool xnnpack_takes_leaky_relu(const Step *s, DType type)
{
    float factor;
    return is_unary(s, type) && is_leaky_relu(s, &factor);
}

bool xnnpack_takes_elu(const Step *s)
{
    float factor;
    return is_unary(s, F32) && is_elu(s, &factor);
}

float xnnpack_factor(const Step *s)
{
    float factor;
    return is_leaky_relu(s, &factor) || is_elu(s, &factor) ? factor : 0;
}

bool xnnpack_takes_hardswish(const Step *s, DType type)
{
    return is_unary(s, type) && (map_computes(s, "x * min(max(x * 0.16666667 + 0.5, 0), 1)") ||
                                 map_computes(s, "x * min(max(x + 3, 0), 6) / 6"));
}

bool xnnpack_takes_clamp(const Step *s, DType type)
{
    float lo, hi;
    return is_unary(s, type) && map_clamps(s, &lo, &hi);
}

int64_t xnnpack_row(const Value *v)
{
    return size_value(v->type.dim[layout_is_row_major(v) ? v->type.rank - 1 : 1]);
}

/* Is `v` a constant with one slope for all elements, or one for each element of the innermost axis?
 */
static bool are_slopes(const Value *v, const Value *out, DType type)
{
    int axis = layout_is_row_major(out) ? out->type.rank - 1 : 1;
    int at = axis - (out->type.rank - v->type.rank);
    if (!value_is_known(v) || v->type.dtype != type)
        return false;
    if (value_numel(v) == size_const(1))
        return true;
    return at >= 0 && value_numel(v) == v->type.dim[at] && v->type.dim[at] == out->type.dim[axis] &&
           v->layout.stride[at] == size_const(1);
}

bool xnnpack_takes_prelu(const Step *s, DType type)
{
    static const char *const orders[][2] = {{"x", "slope"}, {"slope", "x"}};
    static const char *const texts[] = {"x >= 0 ? x : x * slope", "x >= 0 ? x : slope * x",
                                        "x > 0 ? x : x * slope", "x > 0 ? x : slope * x"};
    const Value *out = s->out[0];
    if (s->nin != 2 || out->type.rank < 1 || !is_whole(out, type))
        return false;
    int x = value_is_const(value_root(s->in[0]));
    const Value *in = s->in[x];
    bool picture = out->type.rank >= 3 && out->type.rank <= 4 && channels_last(out);
    if (!xnnpack_operand(in) || in->type.dtype != type || !same_places(in, out) ||
        !(layout_is_row_major(out) || picture) || !are_slopes(s->in[!x], out, type))
        return false;
    bool computes = false;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        computes |= map_computes_of(s, orders[x], texts[i]);
    return computes;
}

/* Writes the extents of `v` to `to` as XNNPACK gets them: along the result's axes, from the
 * outermost in memory on. Returns false if `v` does not lie in that order. */
static bool find_extents(int64_t *to, const Value *v, const Value *out, bool last)
{
    static const int planes[] = {0, 1, 2, 3}, pixels[] = {0, 2, 3, 1}, row[] = {0, -1, 2, 1};
    int rank = out->type.rank, less = rank - v->type.rank;
    for (int i = 0; i < PTE_XNN_RANK; i++) {
        int axis = !last ? planes[i] - (PTE_XNN_RANK - rank) : rank == 4 ? pixels[i] : row[i];
        to[i] = axis < less ? 1 : size_value(v->type.dim[axis - less]);
    }
    return last ? v->type.rank == rank && channels_last(v) : layout_is_row_major(v);
}

static bool find_pair(const Step *s, XnnPair *pair)
{
    const Value *a = s->in[0], *b = s->in[1], *out = s->out[0];
    int rank = out->type.rank;
    bool last = !layout_is_row_major(out);
    if (same_places(a, out) && same_places(b, out) && layout_is_dense(out)) {
        for (int i = 0; i < PTE_XNN_RANK - 1; i++)
            pair->a[i] = pair->b[i] = 1;
        pair->a[PTE_XNN_RANK - 1] = pair->b[PTE_XNN_RANK - 1] = size_value(value_numel(out));
        return true;
    }
    return rank <= PTE_XNN_RANK && (!last || (rank >= 3 && channels_last(out))) &&
           find_extents(pair->a, a, out, last) && find_extents(pair->b, b, out, last);
}

/* Returns what the map computes inside of a clamp that XNNPACK can apply, and sets the bounds.
 * Versions that have a function for each operation clamp sums, differences, products, quotients. */
static const Expr *find_bounds(const Step *s, XnnPair *pair)
{
    pair->lo = -INFINITY;
    pair->hi = INFINITY;
    const Expr *all = map_expression(s);
    const Expr *inside = PTE_XNN_HAS_BINARY ? all : peel_clamp(all, &pair->lo, &pair->hi);
    return inside->op == E_MAX || inside->op == E_MIN ? all : inside;
}

XnnPair xnnpack_pair(const Step *s)
{
    XnnPair pair;
    find_pair(s, &pair);
    find_bounds(s, &pair);
    return pair;
}

bool xnnpack_takes_binary(const Step *s, DType type, ExprOp op)
{
    XnnPair pair;
    if (s->nin != 2 || !are_tensors(s, 2, type))
        return false;
    const Expr *e = find_bounds(s, &pair);
    return e->op == op && e->type == F32 && e->arg[0]->op == E_IN && e->arg[0]->index == 0 &&
           e->arg[1]->op == E_IN && e->arg[1]->index == 1 && pair.lo < pair.hi &&
           find_pair(s, &pair);
}

static int32_t integer_of(const Value *v)
{
    return *(const int32_t *)const_data(v);
}

static float real_of(const Value *v)
{
    return *(const float *)const_data(v);
}

/* Has the step two operands of bytes and constants that XNNPACK takes? */
static bool are_bytes(const Step *s, int nin)
{
    XnnPair pair;
    if (s->nin != nin || !are_tensors(s, 2, I8) || !find_pair(s, &pair))
        return false;
    for (int i = 2; i < nin; i++)
        if (!value_is_const(s->in[i]) || value_numel(s->in[i]) != size_const(1))
            return false;
    return true;
}

/* Versions that have one function for all operations do not clamp. */
static bool takes_bounds(int32_t lo, int32_t hi)
{
    return PTE_XNN_HAS_BINARY ? lo == INT8_MIN && hi == INT8_MAX : lo < hi;
}

/* Does XNNPACK take the sum, or (sign -1) the difference? The larger factor has 21 bits, so that
 * XNNPACK finds both again in their scales. */
bool xnnpack_takes_sum_s8(const Step *s, int sign)
{
    enum { A, B, FACTOR_A, FACTOR_B, BIAS, SHIFT, ZERO, LO, HI, OPERANDS };
    static const char *const names[OPERANDS] = {"a",     "b",    "factor_a", "factor_b", "bias",
                                                "shift", "zero", "lo",       "hi"};
    if (!are_bytes(s, OPERANDS) || !takes_bounds(integer_of(s->in[LO]), integer_of(s->in[HI])))
        return false;
    int64_t a = integer_of(s->in[FACTOR_A]), b = (int64_t)sign * integer_of(s->in[FACTOR_B]);
    int64_t larger = a > b ? a : b;
    return a > 0 && b > 0 && larger >= 1 << 20 && larger < 1 << 21 &&
           map_computes_of(s, names,
                           "i8(min(max(shr(i32(a) * factor_a + i32(b) * factor_b + bias, shift) + "
                           "zero, lo), hi))");
}

bool xnnpack_takes_product_s8(const Step *s)
{
    enum { A, B, ZERO_A, ZERO_B, SCALE, ZERO, ABOVE, BELOW, OPERANDS };
    static const char *const names[OPERANDS] = {"a",     "b",    "zero_a", "zero_b",
                                                "scale", "zero", "above",  "below"};
    if (!are_bytes(s, OPERANDS) ||
        !map_computes_of(
            s, names,
            "i8(i32(rint(fmax(fmin(f32((i32(a) - zero_a) * (i32(b) - zero_b)) * scale, "
            "above), below))) + zero)"))
        return false;
    float scale = real_of(s->in[SCALE]);
    int32_t zero = integer_of(s->in[ZERO]);
    return scale >= 0x1p-16f && scale < 0x1p8f &&
           takes_bounds((int32_t)real_of(s->in[BELOW]) + zero,
                        (int32_t)real_of(s->in[ABOVE]) + zero);
}

static bool is_picture(const Value *v)
{
    return v->type.rank >= 3 && v->type.rank <= 4 && channels_last(v);
}

/* Does XNNPACK take the windows of the pool? It has no window of one element. */
static bool is_pool(const Step *s, PoolOp pool, DType type)
{
    return s->pool == pool && s->win.rank <= 2 && (s->nout == 1 || !s->out[1]) &&
           are_tensors(s, 1, type) && is_picture(s->in[0]) && is_picture(s->out[0]) &&
           taps_of(s) > 1;
}

/* Does XNNPACK take the pool? It divides averages by the number of elements that are no padding. */
bool xnnpack_takes_pool(const Step *s, PoolOp pool, DType type)
{
    bool padded = false, dilated = false;
    for (int i = 0; i < s->win.rank; i++) {
        padded |= s->win.pad[i] != 0;
        dilated |= s->win.dilation[i] != 1;
    }
    return s->nin == 1 && is_pool(s, pool, type) && (!s->has_clamp || s->lo < s->hi) &&
           (pool == POOL_MAX || (s->divisor == 0 && !dilated && (!padded || !s->count_pad)));
}

bool xnnpack_takes_pool_s8(const Step *s)
{
    if (!is_pool(s, POOL_MAX, I8) || s->nin > 2)
        return false;
    const Value *v = s->nin > 1 ? s->in[1] : NULL;
    const int32_t *q = v && value_is_const(v) ? const_data(v) : NULL;
    return !v || (q && q[0] < q[1]);
}

/* Does XNNPACK take the mean over the rows and columns of pictures? It is a window as large as
 * those. */
bool xnnpack_takes_mean(const Step *s)
{
    const Value *in = s->in[0];
    uint32_t pixels = in->type.rank == 4 ? 0xc : 0x4;
    return s->nin == 1 && s->reduce == R_MEAN && s->axes == pixels && s->expr->op == E_IN &&
           !s->post && are_tensors(s, 1, F32) && is_picture(in) && layout_is_row_major(s->out[0]) &&
           size_value(value_numel(in)) > size_value(value_numel(s->out[0]));
}

bool xnnpack_takes_softmax(const Step *s, DType type)
{
    return s->nin == 1 && s->in[0]->type.rank > 0 && are_tensors(s, 1, type) &&
           s->fn != FN_LOG_SOFTMAX;
}

/* Merges neighbouring axes that all go, or all stay. Returns false if too many are left for
 * XNNPACK. */
static bool merge_axes(const Step *s, XnnReduce *r)
{
    static const int pixels[] = {0, 2, 3, 1}, row[] = {0, 2, 1};
    const Value *in = s->in[0];
    int rank = in->type.rank, count = 0;
    const int *order = layout_is_row_major(in) ? NULL : rank == 4 ? pixels : row;
    int64_t extent[MAX_RANK];
    bool goes[MAX_RANK];
    for (int i = 0; i < rank; i++) {
        int axis = order ? order[i] : i;
        int64_t n = size_value(in->type.dim[axis]);
        bool g = s->axes >> axis & 1;
        if (count > 0 && (goes[count - 1] == g || n == 1)) {
            extent[count - 1] *= n;
            continue;
        }
        extent[count] = n;
        goes[count++] = g;
    }
    *r = (XnnReduce){.axes = 0};
    for (int i = 0; i < PTE_XNN_RANK && count <= PTE_XNN_RANK; i++) {
        int from = i - (PTE_XNN_RANK - count);
        r->extent[i] = from < 0 ? 1 : extent[from];
        r->axes |= from >= 0 && goes[from] ? 1u << i : 0;
    }
    return count <= PTE_XNN_RANK;
}

XnnReduce xnnpack_reduce(const Step *s)
{
    XnnReduce r;
    merge_axes(s, &r);
    return r;
}

/* Is it the only reduction of 2022's XNNPACK, that over the pixels of pictures? */
static bool is_of_pixels(const XnnReduce *r)
{
    return r->axes == 1u << (PTE_XNN_RANK - 2);
}

/* Does what stays keep its order? It does if a picture's pixels go, or if nothing is a picture. */
static bool keeps_order(const Step *s)
{
    const Value *in = s->in[0];
    uint32_t pixels = in->type.rank == 4 ? 0xc : 0x4;
    return layout_is_row_major(s->out[0]) &&
           (layout_is_row_major(in) || (is_picture(in) && s->axes == pixels));
}

bool xnnpack_takes_reduce(const Step *s, DType type, ReduceOp op)
{
    XnnReduce r;
    return s->nin == 1 && s->reduce == op && s->expr->op == E_IN && !s->post &&
           are_tensors(s, 1, type) && keeps_order(s) && merge_axes(s, &r) && r.axes != 0 &&
           (PTE_XNN_HAS_REDUCE || is_of_pixels(&r)) &&
           size_value(value_numel(s->in[0])) > size_value(value_numel(s->out[0]));
}
