/* SPDX-License-Identifier: 0BSD
 * What an elementwise step computes, as libraries name it. */
#include "kernels/elementwise.h"
#include "graph/build.h"
#include "graph/exprparse.h"
#include "graph/rewrite.h"

#include <math.h>
#include <string.h>

bool is_whole(const Value *v, DType type)
{
    return !v->scalar && v->type.dtype == type && value_is_static(v) && value_numel(v)->lo > 0 &&
           value_numel(v)->narrow;
}

bool map_is_unary(const Step *s, DType type)
{
    return s->nin == 1 && is_whole(s->in[0], type) && is_whole(s->out[0], type) &&
           layout_is_dense(s->in[0]) && same_places(s->in[0], s->out[0]);
}

/* Returns the expression of a map, without the last rounding to half floats, which are widened when
 * they are read. */
const Expr *map_expression(const Step *s)
{
    bool rounds = s->out[0]->type.dtype == F16 && s->expr->op == E_CAST && s->expr->type == F16;
    return rounds && s->expr->arg[0]->type == F32 ? s->expr->arg[0] : s->expr;
}

typedef struct Names {
    const Step *step;
    const char *const *name;
} Names;

static Expr *named_operand(ExprEnv *env, const char *name)
{
    const Names *n = env->context;
    int i = 0;
    while (n->name && strcmp(n->name[i], name) != 0)
        i++;
    DType type = n->step->in[i]->type.dtype;
    return expr_in(i, type == F16 ? F32 : type);
}

static Expr *cast_of(ExprEnv *env, const char *name, Expr *arg)
{
    static const DType types[] = {I8, I32, F32};
    (void)env;
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (strcmp(name, dtype_name((int)types[i])) == 0)
            return expr_cast(arg, types[i]);
    return NULL;
}

bool map_computes_of(const Step *s, const char *const *name, const char *text)
{
    Names n = {s, name};
    ExprEnv env = {.operand = named_operand, .call = cast_of, .context = &n, .asks = true};
    const Expr *want = expr_parse(text, &env);
    return !env.misfit && expr_equal(map_expression(s), want);
}

bool map_computes(const Step *s, const char *text)
{
    return map_computes_of(s, NULL, text);
}

const Expr *map_unclamped(const Step *s, float *lo, float *hi)
{
    *lo = -INFINITY;
    *hi = INFINITY;
    return peel_clamp(map_expression(s), lo, hi);
}

/* Does the map clamp its operand, and do nothing else? Without any clamp it would be a copy. */
bool map_clamps(const Step *s, float *lo, float *hi)
{
    const Expr *inside = map_unclamped(s, lo, hi);
    return inside != map_expression(s) && inside->op == E_IN && *lo < *hi;
}

bool map_is_binary(const Step *s, ExprOp op)
{
    float lo, hi;
    const Value *out = s->out[0];
    const Expr *e = map_unclamped(s, &lo, &hi);
    if (s->nin != 2 || !(lo < hi) || e->op != op || e->type != F32 || !is_whole(out, F32) ||
        !layout_is_dense(out))
        return false;
    for (int i = 0; i < 2; i++)
        if (!is_whole(s->in[i], F32) || !same_places(s->in[i], out) || e->arg[i]->op != E_IN ||
            e->arg[i]->index != i)
            return false;
    return true;
}

bool softmax_is_whole(const Step *s)
{
    return is_whole(s->in[0], F32) && is_whole(s->out[0], F32) && s->fn != FN_LOG_SOFTMAX;
}

bool map_is_function(const Step *s, const char *text)
{
    return map_is_unary(s, F32) && map_computes(s, text);
}

bool map_is_clamp(const Step *s)
{
    float lo, hi;
    return map_is_unary(s, F32) && map_clamps(s, &lo, &hi);
}
