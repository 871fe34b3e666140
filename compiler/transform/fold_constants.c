/* SPDX-License-Identifier: 0BSD
 * Constants are computed here, with the runtime's own arithmetic, as long as they do not grow. */
#include "transform/fold_constants.h"
#include "graph/build.h"
#include "graph/constants.h"

#include "pte_math.h"

#include <string.h>

enum { ALWAYS_FOLD = 256 }; /* bytes: below this a larger constant is cheaper than code */

typedef struct Elements {
    const Step *s;
    int rank;
    int64_t index[MAX_RANK]; /* of the result */
} Elements;

static bool loads(DType type)
{
    return type == BOOL || type == U8 || type == I8 || type == I16 || type == I32 || type == I64 ||
           type == F32;
}

static bool is_half(DType type)
{
    return type == F16 || type == BF16;
}

static void store_as(DType type, uint8_t *p, ExprNumber n)
{
    float f = (float)n.d;
    uint16_t half = type == F16 ? pte_f16_from_f32(f) : pte_bf16_from_f32(f);
    if (is_half(type)) {
        memcpy(p, &half, sizeof half);
        return;
    }
    int32_t i32 = (int32_t)n.i;
    int16_t i16 = (int16_t)n.i;
    uint8_t byte = (uint8_t)n.i;
    switch (dtype_is_float((int)type) ? F32 : type) {
    case F32:
        memcpy(p, &f, sizeof f);
        break;
    case I64:
        memcpy(p, &n.i, sizeof n.i);
        break;
    case I32:
        memcpy(p, &i32, sizeof i32);
        break;
    case I16:
        memcpy(p, &i16, sizeof i16);
        break;
    default:
        *p = byte;
    }
}

static ExprNumber load_operand(void *from, int operand)
{
    const Elements *e = from;
    return const_element(e->s->in[operand], e->index, e->rank);
}

/* Does the constant fit? One computed from others must not take more flash than they do. */
static bool fits(int64_t bytes, int64_t in_bytes)
{
    return bytes <= in_bytes || bytes <= ALWAYS_FOLD;
}

/* Returns a constant of the elements of `e` over the operands of `s`, for a result of the shape of
 * `out`. */
static Value *evaluate(Graph *g, const Step *s, const Expr *e, const Value *out)
{
    int rank = out->type.rank;
    int64_t dim[MAX_RANK], count = 1;
    for (int i = 0; i < rank; i++)
        count *= dim[i] = size_value(out->type.dim[i]);
    size_t size = dtype_bytes((int)e->type);
    uint8_t *data = NEW(uint8_t, (size_t)count * size);
    Elements at = {.s = s, .rank = rank};
    for (int64_t n = 0; n < count; n++) {
        store_as(e->type, data + (size_t)n * size, expr_eval(e, load_operand, &at));
        for (int i = rank; i-- > 0 && ++at.index[i] == dim[i];)
            at.index[i] = 0;
    }
    return value_made(g, e->type, rank, dim, data);
}

/* Can the step's result be stored in a constant? Half floats only where they are rounded once, at
 * the end. */
static bool stores(const Step *s)
{
    DType type = s->out[0]->type.dtype;
    return loads(type) || (is_half(type) && s->expr->op == E_CAST && s->expr->arg[0]->type == F32);
}

/* Does `v` hold several bytes? Weights of 8 bits stay as they are until it is clear that nobody
 * computes with them. */
static bool is_bytes(const Value *v)
{
    return has_8_bits(v) && value_numel(v) != size_const(1);
}

static bool foldable(const Step *s, bool bytes)
{
    if (s->kind != K_MAP || s->nin == 0 || s->effect || !expr_foldable(s->expr) || !stores(s) ||
        !value_is_static(s->out[0]) || !layout_is_row_major(s->out[0]))
        return false;
    int64_t in_bytes = 0;
    for (int i = 0; i < s->nin; i++) {
        Value *root = value_root(s->in[i]);
        if (!value_is_known(s->in[i]) || !loads(s->in[i]->type.dtype) ||
            (!bytes && is_bytes(s->in[i])))
            return false;
        in_bytes += root->uses == 1 ? root->buffer->bound : 0;
    }
    return fits(value_bound_bytes(s->out[0]), in_bytes);
}

/* Returns the role of a folded constant: ROLE_folded if its numbers changed, ROLE if only their
 * type did. */
static const char *folded_role(const char *role, const Expr *e)
{
    while (e->op == E_CAST)
        e = e->arg[0];
    return role && e->op != E_IN ? fmt_text("%s_folded", role) : role;
}

static void fold(Graph *g, Step *s)
{
    Value *c = evaluate(g, s, s->expr, s->out[0]);
    c->role = folded_role(value_root(s->in[0])->role, s->expr);
    value_forward(s->out[0], c);
    step_remove(s);
}

typedef struct Part {
    Step *s;
    bool of_bytes; /* may read constants of 8 bits */
    Value *shape;  /* the largest operand of the part */
    bool constant; /* all operands are constants of this shape or of one element */
    const char *role;
    int operands;
    int64_t bytes; /* of the operands */
} Part;

static void scan_part(Part *p, const Expr *e)
{
    for (int i = 0; i < expr_info[e->op].arity; i++)
        scan_part(p, e->arg[i]);
    if (e->op == E_AXIS)
        p->constant = false;
    if (e->op != E_IN)
        return;
    Value *v = p->s->in[e->index];
    p->operands++;
    p->bytes += value_bound_bytes(v);
    p->role = p->role ? p->role : value_root(v)->role;
    p->constant &=
        !v->scalar && value_is_known(v) && loads(v->type.dtype) && (p->of_bytes || !is_bytes(v));
    if (!p->constant || (p->shape && size_value(value_numel(v)) == 1))
        return;
    bool same =
        !p->shape || size_value(value_numel(p->shape)) == 1 || p->shape->type.rank == v->type.rank;
    for (int i = 0; same && p->shape && p->shape->type.rank == v->type.rank && i < v->type.rank;
         i++)
        same = v->type.dim[i] == p->shape->type.dim[i];
    p->constant &= same;
    p->shape = v;
}

static int64_t part_bytes(const Part *p, const Expr *e)
{
    return size_value(value_numel(p->shape)) * (int64_t)dtype_bytes((int)e->type);
}

/* Replaces each of the largest parts of the expression that depend on constants only by one
 * constant. */
static Expr *fold_parts(Graph *g, Step *s, Expr *e, bool bytes)
{
    if (expr_info[e->op].arity == 0)
        return e;
    Part p = {.s = s, .of_bytes = bytes, .constant = true};
    scan_part(&p, e);
    if (p.constant && p.operands > 0 && expr_foldable(e) && loads(e->type) &&
        fits(part_bytes(&p, e), p.bytes)) {
        Value *v = evaluate(g, s, e, p.shape);
        v->role = folded_role(p.role, e);
        PUSH(s->in, s->nin, v);
        return expr_in(s->nin - 1, e->type);
    }
    for (int i = 0; i < expr_info[e->op].arity; i++)
        e->arg[i] = fold_parts(g, s, e->arg[i], bytes);
    return e;
}

void fold_constants(Graph *g, bool bytes)
{
    count_uses(g);
    FOR_BLOCKS(b, g)
        FOR_STEPS(s, b) {
            forward_operands(s);
            if (s->kind != K_MAP)
                continue;
            if (foldable(s, bytes)) {
                fold(g, s);
            } else if (s->expr->op != E_IN) {
                Value **in = s->in;
                s->in = NULL;
                for (int i = 0, n = 0; i < s->nin; i++)
                    PUSH(s->in, n, in[i]);
                s->expr = fold_parts(g, s, s->expr, bytes);
                drop_operands(s);
            }
        }
    forward_uses(g);
}
