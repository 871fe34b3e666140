/* SPDX-License-Identifier: 0BSD
 * A call of an XNNPACK delegate becomes the canonical steps of its nodes. */
#include "import.h"
#include "model.h"
#include "xnn.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

const int xnn_same_order[XNN_MAX_RANK] = {0, 1, 2, 3, 4, 5};
const int xnn_nchw[4] = {0, 3, 1, 2};

/* -- fields of a node -- */

static const XnnField *field(Call *c, const char *name)
{
    for (int i = 0; i < c->row->nargs; i++)
        if (strcmp(c->row->arg[i].name, name) == 0)
            return &c->xnn->node->field[i];
    bug("%s has no field '%s'", c->row->name, name);
}

uint32_t xnn_uint(Call *c, const char *name)
{
    return field(c, name)->number;
}

float xnn_float(Call *c, const char *name)
{
    return field(c, name)->real;
}

int xnn_uints(Call *c, const char *name, uint32_t *out, int n)
{
    const XnnField *f = field(c, name);
    if (n >= 0 && f->list.count != n)
        refuse(c, "'%s' has %d elements instead of %d", name, f->list.count, n);
    memcpy(out, f->list.item, (size_t)f->list.count * sizeof *out);
    return f->list.count;
}

void xnn_flags(Call *c, uint32_t known)
{
    uint32_t flags = xnn_uint(c, "flags");
    if (flags & ~known)
        refuse(c, "flags 0x%x are not there yet", (unsigned)(flags & ~known));
}

bool xnn_clamps(const Call *c)
{
    return !isinf(c->xnn->node->lo) || !isinf(c->xnn->node->hi);
}

Expr *xnn_clamped(const Call *c, Expr *e)
{
    const XnnNode *n = c->xnn->node;
    if (!isinf(n->lo))
        e = expr_new(E_MAX, F32, e, expr_float((double)n->lo, F32), NULL);
    if (!isinf(n->hi))
        e = expr_new(E_MIN, F32, e, expr_float((double)n->hi, F32), NULL);
    return e;
}

void xnn_clamp(const Call *c, Step *s)
{
    s->has_clamp = xnn_clamps(c);
    s->lo = c->xnn->node->lo;
    s->hi = c->xnn->node->hi;
}

/* -- tensors -- */

const XnnValue *xnn_value(Call *c, const char *name)
{
    return field(c, name)->value;
}

DType xnn_dtype(Call *c, const XnnValue *v)
{
    switch (v->type) {
    case XNN_FP32:
        return F32;
    case XNN_FP16:
        return F16;
    case XNN_BF16:
        return BF16;
    case XNN_QINT8:
    case XNN_QCINT8:
    case XNN_QDINT8:
    case XNN_QCINT4: /* as constant() unpacks them */
    case XNN_QBINT4:
        return I8;
    case XNN_QUINT8:
        return U8;
    case XNN_QINT32:
    case XNN_QCINT32:
    case XNN_INT32:
        return I32;
    default:
        refuse(c, "value %u has a type that such a node does not take", (unsigned)v->id);
    }
}

/* Pairs of 4 bits, the first in the lower half, around 8. */
static const void *unpacked(Call *c, const XnnValue *v)
{
    int64_t n = 1;
    for (int i = 0; i < v->rank; i++)
        n *= v->dim[i];
    if (v->rank < 1 || v->dim[v->rank - 1] % 2)
        refuse(c, "value %u has rows of an odd number of half bytes", (unsigned)v->id);
    int8_t *bytes = NEW(int8_t, n);
    for (int64_t i = 0; i < n; i++)
        bytes[i] = (int8_t)((v->data.data[i / 2] >> (i % 2 ? 4 : 0) & 15) - 8);
    return bytes;
}

static XnnTensor constant(Call *c, const XnnValue *v, const char *role)
{
    bool nibbles = v->type == XNN_QCINT4 || v->type == XNN_QBINT4;
    const void *data = nibbles ? unpacked(c, v) : v->data.data;
    XnnTensor t = {.value = value_const(c->g, xnn_dtype(c, v), v->rank, v->dim, data)};
    memcpy(t.order, xnn_same_order, sizeof t.order);
    t.value->role = role;
    t.value->buffer->origin = v->data.data;
    return t;
}

XnnTensor xnn_tensor(Call *c, const char *name)
{
    const XnnValue *v = xnn_value(c, name);
    XnnTensor *t = &c->xnn->tensor[v - c->xnn->graph->value];
    if (!t->value && v->constant)
        *t = constant(c, v, name);
    if (!t->value)
        refuse(c, "'%s' is value %u, which nothing has computed before", name, (unsigned)v->id);
    return *t;
}

static Value *in_order(Call *c, const char *name, const XnnTensor *t, int rank, const int *axes)
{
    int order[XNN_MAX_RANK];
    bool same = true;
    need_rank(c, name, t->value, rank);
    for (int i = 0; i < rank; i++) {
        order[i] = t->order[axes[i]];
        same = same && order[i] == i;
    }
    return same ? t->value : view_axes(c, t->value, rank, order);
}

Value *xnn_in_order(Call *c, const char *name, int rank, const int *axes)
{
    XnnTensor t = xnn_tensor(c, name);
    return in_order(c, name, &t, rank, axes);
}

Value *xnn_weight(Call *c, const char *name, int rank, const int *axes, DType like)
{
    if (!xnn_value(c, name))
        return NULL;
    XnnTensor t = xnn_tensor(c, name);
    if (dtype_is_float((int)t.value->type.dtype) && dtype_is_float((int)like))
        t.value = as_dtype(c, t.value, like);
    return in_order(c, name, &t, rank, axes);
}

Value *xnn_in(Call *c, const char *name)
{
    return xnn_in_order(c, name, xnn_tensor(c, name).value->type.rank, xnn_same_order);
}

/* -- results -- */

void xnn_bind_tensor(Call *c, const char *name, XnnTensor t)
{
    XnnTensor *place = &c->xnn->tensor[xnn_value(c, name) - c->xnn->graph->value];
    if (place->value)
        refuse(c, "'%s' is value %u, which is computed already", name,
               (unsigned)xnn_value(c, name)->id);
    *place = t;
}

void xnn_bind(Call *c, const char *name, Value *v, const int *order)
{
    XnnTensor t = {.value = v};
    memcpy(t.order, order, sizeof t.order);
    xnn_bind_tensor(c, name, t);
}

/* What the graph says of a tensor whose sizes vary is its size at the bounds. */
static int64_t bound_elements(Call *c, const XnnValue *v, int rank, Size *const *dim)
{
    int64_t n = 1;
    bool dynamic = false;
    for (int i = 0; i < rank; i++)
        dynamic = dynamic || !size_is_const(dim[i]);
    if (!dynamic)
        return 0;
    if (v->rank != rank)
        refuse(c, "value %u has rank %d in the file, but its operands give it %d", (unsigned)v->id,
               v->rank, rank);
    for (int i = 0; i < rank; i++)
        n *= v->dim[i];
    return n;
}

Value *xnn_out(Call *c, const char *name, int rank, Size *const *dim, const int *axes)
{
    const XnnValue *file = xnn_value(c, name);
    int order[XNN_MAX_RANK] = {0};
    uint8_t from_outside[MAX_RANK] = {0};
    Value *v = value_new(c->g, xnn_dtype(c, file), rank, dim);
    if (rank > XNN_MAX_RANK)
        refuse(c, "the result has %d axes; XNNPACK's tensors have at most %d", rank, XNN_MAX_RANK);
    for (int i = 0; i < rank; i++) {
        order[axes[i]] = i;
        from_outside[axes[i]] = (uint8_t)i;
    }
    layout_from_dim_order(v, from_outside);
    v->max_elements = bound_elements(c, file, rank, dim);
    xnn_bind(c, name, v, order);
    return v;
}

/* -- the call -- */

static Call delegate_call(Import *im, int index, const OpRow *row, const XnnCall *x, int node)
{
    Call c = new_call(im, index, row);
    c.xnn = x;
    c.where = fmt_text("%s: method '%s', instruction %d, delegate %d, node %d, %s",
                       im->g->model->program->path, printable(im->g->name), index,
                       im->m->instr[index].index, node, row->name);
    return c;
}

static const FileTensor *argument(Call *c, const XnnValue *v)
{
    if (v->external >= (uint32_t)c->nargs)
        refuse(c, "value %u is argument %u of the call, which has %d", (unsigned)v->id,
               (unsigned)v->external, c->nargs);
    const FileValue *f = &c->im->m->value[c->args[v->external]];
    if (f->kind != FV_TENSOR || f->tensor->rank > XNN_MAX_RANK)
        refuse(c, "argument %u of the call is no tensor that XNNPACK can take",
               (unsigned)v->external);
    return f->tensor;
}

static Value *row_in_order(Call *c, const XnnTensor *t, int rank)
{
    return view_axes(c, t->value, rank, t->order);
}

/* XNNPACK sees an argument's axes in the order in which they lie in memory. */
static void read_argument(Call *c, const XnnValue *v, XnnTensor *t)
{
    const FileTensor *f = argument(c, v);
    t->value = read_slot(c->im, c->im->current, c->args[v->external]);
    for (int i = 0; i < f->rank; i++)
        t->order[i] = f->dim_order[i];
    if (t->value->type.dtype != xnn_dtype(c, v))
        refuse(c, "argument %u of the call is %s, but value %u is %s", (unsigned)v->external,
               dtype_name((int)t->value->type.dtype), (unsigned)v->id,
               dtype_name((int)xnn_dtype(c, v)));
    if (v->quantise_rows)
        *t = xnn_quantise_rows(c, row_in_order(c, t, f->rank), 1);
}

static bool has_layout_of(const Value *v, const Value *like)
{
    for (int i = 0; i < v->type.rank; i++)
        if (v->layout.stride[i] != like->layout.stride[i])
            return false;
    return v->type.dtype == like->type.dtype;
}

/* The program's tensor has an order of axes of its own; indices are wider there. */
static void write_argument(Call *c, const XnnValue *v, const XnnTensor *t)
{
    const FileTensor *f = argument(c, v);
    int slot = c->args[v->external], order[XNN_MAX_RANK] = {0};
    bool same = true;
    if (!t->value)
        refuse(c, "no node computes value %u, an output", (unsigned)v->id);
    if (f->constant)
        refuse(c, "argument %u of the call is a constant, but the delegate writes it",
               (unsigned)v->external);
    if (t->value->type.rank != f->rank)
        refuse(c, "argument %u of the call has rank %d, but value %u has %d", (unsigned)v->external,
               f->rank, (unsigned)v->id, t->value->type.rank);
    for (int i = 0; i < f->rank; i++)
        order[f->dim_order[i]] = t->order[i];
    for (int i = 0; i < f->rank; i++)
        same = same && order[i] == i;
    Value *out = same ? t->value : view_axes(c, t->value, f->rank, order);
    Value *like = value_of_tensor(c->g, f);
    for (int i = 0; i < f->rank; i++) {
        Size *n = out->type.dim[i];
        if (f->dynamism != DYN_STATIC)
            like->type.dim[i] = n;
        else if (n->lo > f->size[i] || n->hi < f->size[i])
            refuse(c,
                   "axis %d of argument %u has %" PRId64 " elements in the file, but the graph "
                   "gives it %" PRId64,
                   i, (unsigned)v->external, f->size[i], n->hi);
        else if (!size_is_const(n))
            size_force(c->g, n, like->type.dim[i]);
    }
    layout_from_dim_order(like, f->dim_order);
    bool own = out->def && out->slot < 0 && has_layout_of(out, like);
    if (!own)
        emit_map(c, like, 1, &out, expr_in(0, loaded_dtype(out)));
    like = own ? out : like;
    like->slot = slot;
    like->source = f->fqn;
    if (f->dynamism != DYN_STATIC)
        like->max_elements = (int64_t)(f->bytes / dtype_bytes(f->dtype));
    write_slot(c->im, c->im->current, slot, like);
}

#define MAP(id, schema, expr)
#define LOWER(id, function, schema) void lower_xnn_##function(Call *c);
#define ABSENT(id, schema)
#include "operators/xnnpack.def"
#undef MAP
#undef LOWER

static const Lowering lowerings[] = {
#define MAP(id, schema, expr)       [id] = NULL,
#define LOWER(id, function, schema) [id] = lower_xnn_##function,
#include "operators/xnnpack.def"
#undef MAP
#undef LOWER
#undef ABSENT
};

static bool is_weight(const OpArg *arg)
{
    return strcmp(arg->name, "filter") == 0 || strcmp(arg->name, "bias") == 0;
}

/* Conversions and products change how a tensor is quantised; all other nodes keep to one way. */
static void need_one_kind(Call *c)
{
    const XnnValue *first = NULL;
    Lowering lower = lowerings[c->row->number];
    bool changes =
        lower == lower_xnn_convert || lower == lower_xnn_conv || lower == lower_xnn_fully_connected;
    for (int i = 0; i < c->row->nargs; i++) {
        const OpArg *arg = &c->row->arg[i];
        const XnnValue *v = arg->type == ARG_TENSOR ? c->xnn->node->field[i].value : NULL;
        if (!v || is_weight(arg))
            continue;
        first = first ? first : v;
        bool rows = v->quant == Q_TOKEN && changes;
        if ((v->quant != Q_NONE && v->quant != Q_TENSOR && !rows) ||
            (v->quant != first->quant && !changes))
            refuse(c, "its tensors are quantised in ways that ptec does not combine yet");
    }
}

static void lower_node(Call *c)
{
    need_one_kind(c);
    if (c->row->map)
        lower_xnn_map_as(c, c->row->map);
    else
        lowerings[c->row->number](c);
}

void import_xnn(Import *im, int index)
{
    static const OpRow boundary = {.name = "XnnpackBackend"};
    const XnnGraph *g = im->m->delegate[im->m->instr[index].index].xnn;
    XnnCall x = {.graph = g, .tensor = NEW(XnnTensor, g->nvalues)};
    Call c = delegate_call(im, index, &boundary, &x, 0);
    c.where = fmt_text("%s: method '%s', instruction %d, delegate %d", im->g->model->program->path,
                       printable(im->g->name), index, im->m->instr[index].index);
    for (int i = 0; i < g->nvalues; i++)
        if (g->value[i].input)
            read_argument(&c, &g->value[i], &x.tensor[i]);
    for (int i = 0; i < g->nnodes; i++) {
        x.node = &g->node[i];
        Call node = delegate_call(im, index, x.node->row, &x, i);
        lower_node(&node);
    }
    for (int i = 0; i < g->nvalues; i++)
        if (g->value[i].output)
            write_argument(&c, &g->value[i], &x.tensor[i]);
}
