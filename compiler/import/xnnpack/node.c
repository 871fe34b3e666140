/* SPDX-License-Identifier: 0BSD
 * Fields, operands and results of a node of an XNNPACK graph. */
#include "import/xnnpack/node.h"
#include "graph/build.h"
#include "import/build/copy.h"
#include "import/call/arguments.h"
#include "import/call/call.h"
#include "import/call/demands.h"
#include "import/call/steps.h"
#include "model.h"
#include "read/derived.h"

#include <math.h>
#include <string.h>

const int xnn_same_order[XNN_MAX_RANK] = {0, 1, 2, 3, 4, 5};

const int xnn_nchw[4] = {0, 3, 1, 2};

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
    return expr_clamped(e, n->lo, n->hi);
}

void xnn_clamp(const Call *c, Step *s)
{
    s->has_clamp = xnn_clamps(c);
    s->lo = c->xnn->node->lo;
    s->hi = c->xnn->node->hi;
}

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

/* Returns bytes for pairs of 4 bits, the first in the lower half, each 8 more than it means. */
static const void *unpacked(Call *c, const XnnValue *v)
{
    int64_t n = 1;
    for (int i = 0; i < v->rank; i++)
        n *= v->dim[i];
    if (v->rank < 1 || v->dim[v->rank - 1] % 2)
        refuse(c, "value %u has rows of an odd number of half bytes", (unsigned)v->id);
    const void **at = derived_bytes(c->g->model->program, "nibbles", v->data.data, (uint64_t)n);
    if (!at)
        refuse(c, "value %u uses bytes that too many others use", (unsigned)v->id);
    if (*at)
        return *at;
    int8_t *bytes = NEW(int8_t, n);
    for (int64_t i = 0; i < n; i++)
        bytes[i] = (int8_t)((v->data.data[i / 2] >> (i % 2 ? 4 : 0) & 15) - 8);
    return *at = bytes;
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

XnnTensor *xnn_place(Call *c, const char *name)
{
    return &c->xnn->tensor[xnn_value(c, name) - c->xnn->graph->value];
}

XnnTensor xnn_tensor(Call *c, const char *name)
{
    const XnnValue *v = xnn_value(c, name);
    XnnTensor *t = xnn_place(c, name);
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

void xnn_bind_tensor(Call *c, const char *name, XnnTensor t)
{
    XnnTensor *place = xnn_place(c, name);
    if (place->value)
        refuse(c, "'%s' is value %u, which is computed already", name,
               (unsigned)xnn_value(c, name)->id);
    *place = t;
    if (t.value->slot < 0 && !value_is_const(t.value))
        t.value->slot = c->xnn->first_slot + (int)(xnn_value(c, name) - c->xnn->graph->value);
}

void xnn_bind(Call *c, const char *name, Value *v, const int *order)
{
    XnnTensor t = {.value = v};
    memcpy(t.order, order, sizeof t.order);
    xnn_bind_tensor(c, name, t);
}

/* Returns the most elements of a result whose sizes vary, for which the graph gives its size at the
 * bounds; 0 if the sizes are constant. */
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
    for (int i = 0; i < rank; i++) {
        order[axes[i]] = i;
        from_outside[axes[i]] = (uint8_t)i;
    }
    layout_from_dim_order(v, from_outside);
    v->max_elements = bound_elements(c, file, rank, dim);
    xnn_bind(c, name, v, order);
    return v;
}

Named xnn_real(Call *c, const char *role, float number)
{
    Value *v = weight_scalar(c, F32, (double)number);
    v->role = role;
    return (Named){.name = role, .value = v};
}

Named xnn_integer(Call *c, const char *role, double number)
{
    Value *v = weight_scalar(c, I32, number);
    v->role = role;
    return (Named){.name = role, .value = v};
}

bool xnn_is_quantised(const XnnValue *v)
{
    return v->type == XNN_QINT8 || v->type == XNN_QUINT8;
}

static int least_of(const XnnValue *v)
{
    return v->type == XNN_QUINT8 ? 0 : -128;
}

static int most_of(const XnnValue *v)
{
    return v->type == XNN_QUINT8 ? 255 : 127;
}

/* Returns `real` as an element of `v`, rounded after the zero point is added. */
int xnn_quantised(const XnnValue *v, float real)
{
    float scaled = real / v->scale;
    float at = scaled + (float)v->zero;
    return (int)lrintf(fminf(fmaxf(at, (float)least_of(v)), (float)most_of(v)));
}

int xnn_least(const Call *c, const XnnValue *v)
{
    return xnn_quantised(v, c->xnn->node->lo);
}

int xnn_most(const Call *c, const XnnValue *v)
{
    return xnn_quantised(v, c->xnn->node->hi);
}

void xnn_need_same_scale(Call *c, const char *a, const char *b)
{
    const XnnValue *x = xnn_value(c, a), *y = xnn_value(c, b);
    if (x->type != y->type || x->scale != y->scale || x->zero != y->zero)
        refuse(c, "'%s' and '%s' are quantised in different ways", a, b);
}
