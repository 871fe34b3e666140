/* SPDX-License-Identifier: 0BSD
 * A step takes over the work of the one that reads it: clamps go into the epilogue, elementwise
 * chains (batch norm and the activation behind it) into one loop. */
#include "transform/fuse.h"
#include "graph/build.h"
#include "graph/constants.h"
#include "graph/rewrite.h"

#include <math.h>

static bool has_epilogue(const Step *s)
{
    bool kind = s->kind == K_CONV || s->kind == K_GEMM || s->kind == K_POOL;
    return kind && s->requant == RQ_NONE && s->out[0]->type.dtype == F32 && !s->has_clamp;
}

static bool fuse_clamp(Step *s, Step *map)
{
    float lo = -INFINITY, hi = INFINITY;
    if (!has_epilogue(s) || map->out[0]->type.dtype != F32)
        return false;
    const Expr *e = peel_clamp(map->expr, &lo, &hi);
    if (e->op != E_IN || e->index != operand_of(map, s->out[0]) || e->type != F32)
        return false;
    s->lo = lo;
    s->hi = hi;
    s->has_clamp = true;
    take_over(s, map);
    return true;
}

static int64_t const_int(const Step *s, const Expr *e)
{
    return const_element(s->in[e->index], (int64_t[MAX_RANK]){0}, 0).i;
}

static bool is_const_int(const Step *s, const Expr *e)
{
    const Value *v = e->op == E_IN ? s->in[e->index] : NULL;
    return v && value_is_known(v) && v->type.dtype == I32 && v->type.rank == 0;
}

/* Matches min(max(byte of operand `operand`, lo), hi), back to a byte. */
static bool match_byte_clamp(const Step *map, int operand, int64_t *lo, int64_t *hi)
{
    const Expr *min = map->expr->op == E_CAST ? map->expr->arg[0] : map->expr;
    const Expr *max = min->op == E_MIN ? min->arg[0] : min;
    if (min->op != E_MIN || max->op != E_MAX || max->arg[0]->op != E_CAST ||
        max->arg[0]->arg[0]->op != E_IN || max->arg[0]->arg[0]->index != operand ||
        !is_const_int(map, max->arg[1]) || !is_const_int(map, min->arg[1]))
        return false;
    *lo = const_int(map, max->arg[1]);
    *hi = const_int(map, min->arg[1]);
    return true;
}

static int32_t within(int32_t n, int64_t lo, int64_t hi)
{
    return (int32_t)(n < lo ? lo : n > hi ? hi : n);
}

/* Narrows the step's own range, { .., .., lowest, highest }, to that of the clamp behind it. */
static bool fuse_byte_clamp(Graph *g, Step *s, Step *map)
{
    int64_t lo, hi;
    bool kind = s->kind == K_CONV || s->kind == K_GEMM;
    bool ranged = requantises_by_float(s);
    if (!kind || !ranged || map->out[0]->type.dtype != s->out[0]->type.dtype ||
        !match_byte_clamp(map, operand_of(map, s->out[0]), &lo, &hi))
        return false;
    const Value *old = s->in[CONV_QUANT];
    int32_t *range = NEW(int32_t, 4);
    for (int64_t i = 0; i < 4; i++)
        range[i] = (int32_t)const_element(old, (int64_t[MAX_RANK]){i}, 1).i;
    range[2] = within(range[2], lo, hi);
    range[3] = within(range[3], lo, hi);
    s->in[CONV_QUANT] = value_const(g, I32, 1, (int64_t[]){4}, range);
    s->in[CONV_QUANT]->role = old->role;
    take_over(s, map);
    return true;
}

/* Limits what a fused step may grow to; copies: nodes of the expression that are computed again. */
enum { MAX_OPERANDS = 12, MAX_NODES = 64, MAX_SOURCES = 32, MAX_COPIES = 8 };

static bool is_cheap(const Expr *e)
{
    bool cheap = e->op <= E_CAST || e->op == E_ADD || e->op == E_SUB || e->op == E_MUL ||
                 e->op == E_MIN || e->op == E_MAX || e->op == E_NEG || e->op == E_ABS;
    for (int i = 0; i < expr_info[e->op].arity; i++)
        cheap = cheap && is_cheap(e->arg[i]);
    return cheap;
}

static int sources(const Step *s)
{
    int n = 0;
    for (const Source *from = &s->source; from; from = from->also)
        n++;
    return n;
}

/* Does the map stay small if it computes the expression of `s` wherever it read its result? Long
 * chains stay apart, and what is read several times must be small. */
static bool stays_small(const Step *s, const Step *map)
{
    int reads = expr_reads(map->expr, operand_of(map, s->out[0])), own = expr_nodes(s->expr);
    int copies = (reads - 1) * own;
    return (copies <= 0 || (copies <= MAX_COPIES && is_cheap(s->expr))) &&
           expr_nodes(map->expr) + reads * (own - 1) <= MAX_NODES &&
           sources(s) + sources(map) <= MAX_SOURCES;
}

/* The consumer computes the producer's expression where it read its result. */
static bool fuse_maps(Step *s, Step *map)
{
    if (s->kind != K_MAP || s->effect || s->nin + map->nin - 1 > MAX_OPERANDS)
        return false;
    if (expr_uses(s->expr, E_AXIS) || expr_uses(map->expr, E_AXIS) || !stays_small(s, map))
        return false;
    if (loaded_dtype(s->out[0]) != s->out[0]->type.dtype)
        return false; /* the consumer widens the half float that this map rounds to */
    read_through(map, s->out[0], s->nin, s->in, s->expr);
    put_source_first(map, s);
    step_remove(s);
    return true;
}

void fuse(Graph *g)
{
    OnlyReader r = only_readers(g);
    FOR_BLOCKS(b, g)
        FOR_STEPS(s, b) {
            for (Step *map; s->nout > 0 && s->out[0] && (map = only_map(&r, s));)
                if (!fuse_clamp(s, map) && !fuse_byte_clamp(g, s, map))
                    break;
            Step *map = s->nout > 0 && s->out[0] ? only_map(&r, s) : NULL;
            if (map)
                fuse_maps(s, map);
            s_next = s->block ? s->next : s_next;
        }
}
