/* SPDX-License-Identifier: 0BSD
 * Which elementwise steps, pools and softmaxes XNNPACK takes, and the parameters that it needs.
 * It reads behind its operands, so that they are no constants. */
#include "fuse.h"
#include "kernel.h"
#include "pack_xnn.h"
#include "pte_xnn_features.h"
#include "pte_xnn_kernels.h"
#include "vector.h"

#include <math.h>
#include <string.h>

static bool is_tensor(const Value *v)
{
    return !v->scalar && v->type.dtype == F32 && value_is_static(v) && value_numel(v)->lo > 0 &&
           value_numel(v)->narrow;
}

static bool is_operand(const Value *v)
{
    return is_tensor(v) && !value_is_const(value_root((Value *)v));
}

/* -- of one operand -- */

static bool is_unary(const Step *s)
{
    return s->nin == 1 && is_operand(s->in[0]) && is_tensor(s->out[0]) &&
           layout_is_dense(s->in[0]) && same_places(s->in[0], s->out[0]);
}

static Expr *only_operand(ExprEnv *env, const char *name)
{
    (void)env;
    (void)name;
    return expr_in(0, F32);
}

static Expr *no_function(ExprEnv *env, const char *name, Expr *arg)
{
    (void)env;
    (void)name;
    (void)arg;
    return NULL;
}

static bool computes(const Step *s, const char *text)
{
    ExprEnv env = {.operand = only_operand, .call = no_function, .where = ""};
    return expr_equal(s->expr, expr_parse(text, &env));
}

bool xnnpack_takes_unary(const Step *s, const char *text)
{
    return is_unary(s) && computes(s, text);
}

bool xnnpack_takes_hardswish(const Step *s)
{
    return is_unary(s) && (computes(s, "x * min(max(x + 3, 0), 6) * 0.16666667") ||
                           computes(s, "x * min(max(x + 3, 0), 6) / 6"));
}

/* All that is around the operand; without any clamp, it would be a copy. */
bool xnnpack_clamps(const Step *s, float *lo, float *hi)
{
    *lo = -INFINITY;
    *hi = INFINITY;
    const Expr *inside = peel_clamp(s->expr, lo, hi);
    return inside != s->expr && inside->op == E_IN && *lo < *hi;
}

bool xnnpack_takes_clamp(const Step *s)
{
    float lo, hi;
    return is_unary(s) && xnnpack_clamps(s, &lo, &hi);
}

/* -- of two -- */

/* As XNNPACK gets them: of the result's axes from the outermost in memory on. */
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

/* Versions that have a function for each operation clamp sums, differences, products, quotients. */
static const Expr *find_bounds(const Step *s, XnnPair *pair)
{
    pair->lo = -INFINITY;
    pair->hi = INFINITY;
    const Expr *inside = PTE_XNN_HAS_BINARY ? s->expr : peel_clamp(s->expr, &pair->lo, &pair->hi);
    return inside->op == E_MAX || inside->op == E_MIN ? s->expr : inside;
}

XnnPair xnnpack_pair(const Step *s)
{
    XnnPair pair;
    find_pair(s, &pair);
    find_bounds(s, &pair);
    return pair;
}

bool xnnpack_takes_binary(const Step *s, ExprOp op)
{
    XnnPair pair;
    if (s->nin != 2 || !is_operand(s->in[0]) || !is_operand(s->in[1]) || !is_tensor(s->out[0]))
        return false;
    const Expr *e = find_bounds(s, &pair);
    return e->op == op && e->type == F32 && e->arg[0]->op == E_IN && e->arg[0]->index == 0 &&
           e->arg[1]->op == E_IN && e->arg[1]->index == 1 && pair.lo < pair.hi &&
           find_pair(s, &pair);
}

/* -- pools, means of pictures, softmax -- */

static bool is_picture(const Value *v)
{
    return v->type.rank >= 3 && v->type.rank <= 4 && channels_last(v);
}

/* XNNPACK divides by the number of elements that are no padding, and has no window of one. */
bool xnnpack_takes_pool(const Step *s, PoolOp pool)
{
    const Window *w = &s->win;
    bool padded = false, dilated = false;
    int64_t taps = 1;
    for (int i = 0; i < w->rank; i++) {
        padded |= w->pad[i] != 0;
        dilated |= w->dilation[i] != 1;
        taps *= w->kernel[i];
    }
    bool mean = pool == POOL_AVG;
    return s->pool == pool && w->rank <= 2 && (s->nout == 1 || !s->out[1]) && s->nin == 1 &&
           is_operand(s->in[0]) && is_tensor(s->out[0]) && is_picture(s->in[0]) &&
           is_picture(s->out[0]) && taps > 1 && (!s->has_clamp || s->lo < s->hi) &&
           (!mean || (s->divisor == 0 && !dilated && (!padded || !s->count_pad)));
}

/* Over the rows and columns of pictures: a window as large as those. */
bool xnnpack_takes_mean(const Step *s)
{
    const Value *in = s->in[0];
    uint32_t pixels = in->type.rank == 4 ? 0xc : 0x4;
    return s->nin == 1 && s->reduce == R_MEAN && s->axes == pixels && s->expr->op == E_IN &&
           !s->post && is_operand(in) && is_tensor(s->out[0]) && is_picture(in) &&
           layout_is_row_major(s->out[0]) &&
           size_value(value_numel(in)) > size_value(value_numel(s->out[0]));
}

bool xnnpack_takes_softmax(const Step *s)
{
    return is_operand(s->in[0]) && is_tensor(s->out[0]) && s->fn[0] != 'l';
}
