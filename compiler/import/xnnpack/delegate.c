/* SPDX-License-Identifier: 0BSD
 * A call of an XNNPACK delegate becomes the canonical steps of its nodes. */
#include "import/xnnpack/delegate.h"
#include "base/words.h"
#include "graph/build.h"
#include "graph/forced.h"
#include "graph/foreign.h"
#include "import/call/arguments.h"
#include "import/call/call.h"
#include "import/call/demands.h"
#include "import/call/slots.h"
#include "import/call/state.h"
#include "import/call/steps.h"
#include "import/xnnpack/clamps.h"
#include "import/xnnpack/map.h"
#include "import/xnnpack/node.h"
#include "import/xnnpack/rows.h"
#include "model.h"
#include "read/xnnpack.h"

#include <inttypes.h>
#include <string.h>

static Call delegate_call(Import *im, int index, const OpRow *row, const XnnCall *x, int node)
{
    Call c = new_call(im, index, row);
    c.xnn = x;
    c.handle = x->node ? x->node->handle : 0;
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

static const char *shape_text(int rank, const int64_t *size)
{
    const char *text = "";
    for (int i = 0; i < rank; i++)
        text = fmt_text("%s%s%" PRId64, text, i ? "x" : "", size[i]);
    return text;
}

/* Are they the same extents in another order? */
static bool are_permuted(const int64_t *a, const int64_t *b, int rank)
{
    bool taken[MAX_RANK] = {false};
    for (int i = 0; i < rank; i++) {
        int k = 0;
        while (k < rank && (taken[k] || a[k] != b[i]))
            k++;
        if (k == rank)
            return false;
        taken[k] = true;
    }
    return memcmp(a, b, (size_t)rank * sizeof *a) != 0;
}

/* Returns what refusals say where the graph does not have an argument as it lies in memory, or
 * NULL. The exporter writes such files for tensors of one channel, whose order of axes it takes for
 * another one; elementwise nodes do not mind. */
static const char *contradiction(Call *c, const XnnGraph *g)
{
    for (int i = 0; i < g->nvalues; i++) {
        const XnnValue *v = &g->value[i];
        if ((!v->input && !v->output) || v->external >= (uint32_t)c->nargs)
            continue;
        const FileTensor *f = c->im->m->value[c->args[v->external]].tensor;
        int64_t size[MAX_RANK];
        if (c->im->m->value[c->args[v->external]].kind != FV_TENSOR || f->rank != v->rank ||
            f->dynamism != DYN_STATIC)
            continue;
        for (int k = 0; k < f->rank; k++)
            size[k] = f->size[f->dim_order[k]];
        if (are_permuted(size, v->dim, f->rank))
            return fmt_text("; the exporter's file contradicts itself: argument %u lies in memory "
                            "as %s, but the graph has %s",
                            (unsigned)v->external, shape_text(f->rank, size),
                            shape_text(v->rank, v->dim));
    }
    return NULL;
}

static Value *row_in_order(Call *c, const XnnTensor *t, int rank)
{
    return view_axes(c, t->value, rank, t->order);
}

/* Reads an argument. XNNPACK sees its axes in the order in which they lie in memory. */
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

/* Writes a result. The program's tensor has an order of axes of its own; indices are wider
 * there. */
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
    bool own = out->def && !is_of_file(c->im->m, out->slot) && has_layout_of(out, like);
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
#include "operators/xnnpack.def"
#undef MAP
#undef LOWER

static const Lowering lowerings[] = {
#define MAP(id, schema, expr)       [id] = NULL,
#define LOWER(id, function, schema) [id] = lower_xnn_##function,
#include "operators/xnnpack.def"
#undef MAP
#undef LOWER
};

static bool is_weight(const OpArg *arg)
{
    return strcmp(arg->name, "filter") == 0 || strcmp(arg->name, "bias") == 0;
}

/* Refuses a node that mixes ways of quantising. Only conversions and products change the way;
 * weights may have one of their own. */
static void need_one_kind(Call *c)
{
    const XnnValue *first = NULL;
    Lowering lower = lowerings[c->row->number];
    bool changes = lower == lower_xnn_convert || lower == lower_xnn_conv ||
                   lower == lower_xnn_conv_transpose || lower == lower_xnn_fully_connected ||
                   lower == lower_xnn_batch_multiply;
    for (int i = 0; i < c->row->nargs; i++) {
        const OpArg *arg = &c->row->arg[i];
        const XnnValue *v = arg->type == ARG_TENSOR ? c->xnn->node->field[i].value : NULL;
        if (!v || is_weight(arg) || (lower == lower_xnn_batch_multiply && v->constant))
            continue;
        first = first ? first : v;
        bool rows = v->quant == Q_TOKEN && changes;
        if ((v->quant != Q_NONE && !xnn_is_quantised(v) && !rows) ||
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
    XnnCall x = {.graph = g,
                 .tensor = NEW(XnnTensor, g->nvalues),
                 .first_slot = delegate_slots(im->g->method, index)};
    Call c = delegate_call(im, index, &boundary, &x, 0);
    c.where = fmt_text("%s: method '%s', instruction %d, delegate %d", im->g->model->program->path,
                       printable(im->g->name), index, im->m->instr[index].index);
    c.doubt = contradiction(&c, g);
    for (int i = 0; i < g->nvalues; i++)
        if (g->value[i].input)
            read_argument(&c, &g->value[i], &x.tensor[i]);
    XnnNode *nodes = xnn_nodes_with_clamps(g);
    for (int i = 0; i < g->nnodes; i++) {
        if (!nodes[i].row)
            continue;
        x.node = &nodes[i];
        Call node = delegate_call(im, index, x.node->row, &x, i);
        node.doubt = c.doubt;
        lower_node(&node);
    }
    for (int i = 0; i < g->nvalues; i++)
        if (g->value[i].output)
            write_argument(&c, &g->value[i], &x.tensor[i]);
}
