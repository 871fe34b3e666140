/* SPDX-License-Identifier: 0BSD
 * What needs no step at run time vanishes: moves that strides can say become views, clones become
 * their operand, constants are computed, unused steps go. */
#include "ptec.h"

#include <string.h>

/* -- who accepts an operand that is not row-major -- */

typedef struct Readers {
    bool *refuses; /* by value id: some reader needs row-major memory */
} Readers;

static bool takes_strides(const Step *s)
{
    return s->kind == K_MAP || s->kind == K_REDUCE || s->kind == K_GEMM || s->kind == K_CONV ||
           s->kind == K_POOL;
}

static void note_refusal(Value **place, Step *reader, void *context)
{
    Readers *r = context;
    if (!reader || !takes_strides(reader))
        r->refuses[(*place)->id] = true;
    for (Value *v = (*place)->view_of; v; v = v->view_of) /* a view says where the bytes lie */
        r->refuses[v->id] = true;
}

/* -- views -- */

/* What was forwarded just before, seen by this step already. */
static void forward_operands(Step *s)
{
    for (int i = 0; i < s->nin; i++)
        while (s->in[i] && s->in[i]->forward)
            s->in[i] = s->in[i]->forward;
}

/* `v` as the strides of a single piece see operand `in`; NULL if strides cannot say it. */
static Value *view_of_piece(Graph *g, const Step *s)
{
    const Piece *p = s->piece;
    Value *in = s->in[p->src], *out = s->out[0];
    bool dynamic = false;
    for (int i = 0; i < out->type.rank; i++)
        dynamic |= !size_is_const(out->type.dim[i]);
    if (p->rank == 1 && p->src_stride[0] == size_const(1) && size_is_const(p->src_offset) &&
        layout_is_row_major(in) && layout_is_row_major(out))
        return value_view(g, in, &out->type, &out->layout, p->src_offset);
    if (dynamic || p->rank != out->type.rank || !layout_is_row_major(in))
        return NULL;
    Layout layout = {.kind = L_STRIDED};
    for (int i = 0; i < p->rank; i++)
        layout.stride[i] = p->src_stride[i];
    return size_is_const(p->src_offset) ? value_view(g, in, &out->type, &layout, p->src_offset)
                                        : NULL;
}

static bool covers_result(const Step *s)
{
    const Piece *p = s->piece;
    Size *n = size_const(1);
    for (int i = 0; i < p->rank; i++)
        n = size_op(S_MUL, n, p->extent[i]);
    return s->npieces == 1 && p->src >= 0 && p->dst_offset == size_const(0) &&
           n == value_numel(s->out[0]);
}

static void elide_move(Graph *g, Step *s, const Readers *r)
{
    if (s->kind != K_MOVE || !covers_result(s))
        return;
    Value *view = view_of_piece(g, s);
    if (!view || (r->refuses[s->out[0]->id] && !layout_is_row_major(view)))
        return;
    view->slot = s->out[0]->slot;
    view->max_elements = s->out[0]->max_elements;
    value_forward(s->out[0], view);
    step_remove(s);
}

static bool is_copy(const Step *s)
{
    return s->kind == K_MAP && s->expr->op == E_IN && s->nin == 1 && !s->in[0]->scalar &&
           s->in[0]->type.dtype == s->out[0]->type.dtype &&
           s->in[0]->type.rank == s->out[0]->type.rank;
}

static void elide_copy(Step *s, const Readers *r)
{
    if (!is_copy(s))
        return;
    Value *in = s->in[0], *out = s->out[0];
    for (int i = 0; i < in->type.rank; i++)
        if (in->type.dim[i] != out->type.dim[i])
            return;
    if (r->refuses[out->id] && !layout_is_row_major(in))
        return;
    value_forward(out, in);
    step_remove(s);
}

static void elide(Graph *g)
{
    Readers r = {.refuses = NEW(bool, g->nvalues)};
    for_reads(g, note_refusal, &r);
    for (int i = 0; i < g->noutputs; i++)
        if (g->output[i].given)
            r.refuses[g->output[i].value->id] = false;
    FOR_BLOCKS(b, g)
    FOR_STEPS(s, b)
    {
        forward_operands(s);
        elide_move(g, s, &r);
        if (s->block)
            elide_copy(s, &r);
    }
    forward_uses(g);
}

/* -- constants -- */

enum { ALWAYS_FOLD = 256 }; /* bytes: below this a larger constant is cheaper than code */

typedef struct Elements {
    const Step *s;
    int rank;
    int64_t index[MAX_RANK]; /* of the result */
} Elements;

static ExprNumber load_as(DType type, const uint8_t *p)
{
    switch (type) {
    case BOOL:
    case U8:
        return (ExprNumber){.i = *p};
    case I8:
        return (ExprNumber){.i = (int8_t)*p};
    case I16: {
        int16_t n;
        memcpy(&n, p, sizeof n);
        return (ExprNumber){.i = n};
    }
    case I32: {
        int32_t n;
        memcpy(&n, p, sizeof n);
        return (ExprNumber){.i = n};
    }
    case I64: {
        int64_t n;
        memcpy(&n, p, sizeof n);
        return (ExprNumber){.i = n};
    }
    default: {
        float f;
        memcpy(&f, p, sizeof f);
        return (ExprNumber){.d = (double)f};
    }
    }
}

static bool loads(DType type)
{
    return type == BOOL || type == U8 || type == I8 || type == I16 || type == I32 || type == I64 ||
           type == F32;
}

static void store_as(DType type, uint8_t *p, ExprNumber n)
{
    float f = (float)n.d;
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

/* Where the bytes of a constant's view start. */
static const uint8_t *const_bytes(const Value *v)
{
    int64_t at = 0;
    for (const Value *w = v; w->view_of; w = w->view_of)
        at += size_value(w->offset) * (int64_t)dtype_bytes((int)w->type.dtype);
    return (const uint8_t *)value_root((Value *)v)->buffer->data + at;
}

ExprNumber const_element(const Value *v, const int64_t *index, int rank)
{
    int64_t at = 0;
    for (int i = 0; i < v->type.rank; i++) {
        int64_t k = index[rank - v->type.rank + i];
        if (size_value(v->type.dim[i]) > 1)
            at += k * size_value(v->layout.stride[i]);
    }
    return load_as(v->type.dtype, const_bytes(v) + at * (int64_t)dtype_bytes((int)v->type.dtype));
}

static ExprNumber load_operand(void *from, int operand)
{
    const Elements *e = from;
    return const_element(e->s->in[operand], e->index, e->rank);
}

/* A constant computed from other constants must not take more flash than they do. */
static bool fits(int64_t bytes, int64_t in_bytes)
{
    return bytes <= in_bytes || bytes <= ALWAYS_FOLD;
}

/* Elements of `e` over the operands of `s`, for a result of the type of `out`. */
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
    return value_const(g, e->type, rank, dim, data);
}

static bool foldable(const Step *s)
{
    if (s->kind != K_MAP || s->nin == 0 || s->effect || !expr_foldable(s->expr) ||
        !loads(s->out[0]->type.dtype) || !layout_is_row_major(s->out[0]))
        return false;
    int64_t in_bytes = 0;
    for (int i = 0; i < s->nin; i++) {
        Value *root = value_root(s->in[i]);
        if (!value_is_const(root) || !loads(s->in[i]->type.dtype))
            return false;
        in_bytes += root->uses == 1 ? root->buffer->bound : 0;
    }
    return fits(value_bound_bytes(s->out[0]), in_bytes);
}

static void fold(Graph *g, Step *s)
{
    Value *c = evaluate(g, s, s->expr, s->out[0]);
    c->role = value_root(s->in[0])->role;
    value_forward(s->out[0], c);
    step_remove(s);
}

/* -- constant parts of expressions -- */

typedef struct Part {
    Step *s;
    Value *shape;  /* of the operands in the part: the largest */
    bool constant; /* all of them are constants of this shape or of one element */
    const char *role;
    int operands;
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
    p->role = p->role ? p->role : value_root(v)->role;
    p->constant &= !v->scalar && value_is_const(value_root(v)) && loads(v->type.dtype);
    if (!p->constant || (p->shape && size_value(value_numel(v)) == 1))
        return;
    bool same = !p->shape || size_value(value_numel(p->shape)) == 1 ||
                p->shape->type.rank == v->type.rank;
    for (int i = 0; same && p->shape && p->shape->type.rank == v->type.rank && i < v->type.rank; i++)
        same = v->type.dim[i] == p->shape->type.dim[i];
    p->constant &= same;
    p->shape = v;
}

/* Replaces the largest parts of the expression that only constants make by a constant each. */
static Expr *fold_parts(Graph *g, Step *s, Expr *e)
{
    if (expr_info[e->op].arity == 0)
        return e;
    Part p = {.s = s, .constant = true};
    scan_part(&p, e);
    if (p.constant && p.operands > 0 && expr_foldable(e) && loads(e->type)) {
        Value *v = evaluate(g, s, e, p.shape);
        v->role = p.role;
        PUSH(s->in, s->nin, v);
        return expr_in(s->nin - 1, e->type);
    }
    for (int i = 0; i < expr_info[e->op].arity; i++)
        e->arg[i] = fold_parts(g, s, e->arg[i]);
    return e;
}

static void mark_operands(const Expr *e, bool *used)
{
    if (e->op == E_IN)
        used[e->index] = true;
    for (int i = 0; i < expr_info[e->op].arity; i++)
        mark_operands(e->arg[i], used);
}

/* Operands that the expression no longer reads go. */
static void drop_operands(Step *s)
{
    bool *used = NEW(bool, s->nin);
    Expr **with = NEW(Expr *, s->nin);
    int n = 0;
    mark_operands(s->expr, used);
    for (int i = 0; i < s->nin; i++) {
        if (!used[i])
            continue;
        with[i] = expr_in(n, loaded_dtype(s->in[i]));
        s->in[n++] = s->in[i];
    }
    if (n < s->nin)
        s->expr = expr_substitute(s->expr, with);
    s->nin = n;
}

static void fold_constants(Graph *g)
{
    count_uses(g);
    FOR_BLOCKS(b, g)
    FOR_STEPS(s, b)
    {
        forward_operands(s);
        if (s->kind != K_MAP)
            continue;
        if (foldable(s)) {
            fold(g, s);
        } else if (s->expr->op != E_IN) {
            Value **in = s->in;
            s->in = NULL;
            for (int i = 0, n = 0; i < s->nin; i++)
                PUSH(s->in, n, in[i]);
            s->expr = fold_parts(g, s, s->expr);
            drop_operands(s);
        }
    }
    forward_uses(g);
}

/* -- dead code -- */

static bool is_needed(const Step *s)
{
    if (s->effect)
        return true;
    for (int i = 0; i < s->nout; i++)
        if (s->out[i] && s->out[i]->uses > 0)
            return true;
    return false;
}

/* From the last step to the first, so that what only dead steps read is dead in the same walk. */
void remove_dead_steps(Graph *g)
{
    count_uses(g);
    Block **block = NEW(Block *, g->nblocks);
    int n = 0;
    FOR_BLOCKS(b, g)
    block[n++] = b;
    while (n-- > 0)
        for (Step *s = block[n]->last, *prev; s; s = prev) {
            prev = s->prev;
            if (is_needed(s))
                continue;
            for (int i = 0; i < s->nin; i++)
                for (Value *v = s->in[i]; v; v = v->view_of)
                    v->uses--;
            step_remove(s);
        }
}

void simplify(Graph *g)
{
    remove_dead_steps(g);
    fold_constants(g);
    elide(g);
    remove_dead_steps(g);
}
