/* SPDX-License-Identifier: 0BSD
 * XNNPACK makes a clamp part of the node before it, if nobody else reads that node's result. This
 * shows in bytes: they are rounded once, to the scale of the clamp's result. */
#include "import/xnnpack/clamps.h"
#include "base/util.h"

#include <math.h>
#include <string.h>

static bool is_a(const XnnNode *n, const char *name)
{
    return strcmp(n->row->name, name) == 0;
}

static bool takes_clamps(const XnnNode *n)
{
    return is_a(n, "xnnpack::FullyConnected") || is_a(n, "xnnpack::Conv2d") ||
           is_a(n, "xnnpack::DepthwiseConv2d") || is_a(n, "xnnpack::ConvTranspose2d") ||
           is_a(n, "xnnpack::Clamp");
}

static int result_field(const XnnNode *n)
{
    int i = 0;
    while (!n->row->arg[i].written)
        i++;
    return i;
}

/* Says of each value of the graph who computes it, and how many operands it is. */
typedef struct Uses {
    XnnNode **before; /* NULL: a node that does not clamp, or none */
    int *readers;
} Uses;

static Uses uses_of(const XnnGraph *g, XnnNode *node)
{
    Uses u = {NEW(XnnNode *, g->nvalues), NEW(int, g->nvalues)};
    for (int i = 0; i < g->nvalues; i++)
        u.readers[i] = g->value[i].output;
    for (int i = 0; i < g->nnodes; i++)
        for (int k = 0; k < node[i].row->nargs; k++) {
            const OpArg *arg = &node[i].row->arg[k];
            const XnnValue *v = arg->type == ARG_TENSOR ? node[i].field[k].value : NULL;
            if (v && arg->written)
                u.before[v - g->value] = takes_clamps(&node[i]) ? &node[i] : NULL;
            else if (v)
                u.readers[v - g->value]++;
        }
    return u;
}

XnnNode *xnn_nodes_with_clamps(const XnnGraph *g)
{
    XnnNode *node = NEW(XnnNode, g->nnodes);
    for (int i = 0; i < g->nnodes; i++) {
        size_t nfields = (size_t)g->node[i].row->nargs;
        node[i] = g->node[i];
        node[i].field = NEW(XnnField, nfields);
        memcpy(node[i].field, g->node[i].field, nfields * sizeof *node[i].field);
    }
    Uses u = uses_of(g, node);
    for (int i = 0; i < g->nnodes; i++) {
        if (!is_a(&node[i], "xnnpack::Clamp"))
            continue;
        const XnnValue *from = node[i].field[0].value, *to = node[i].field[1].value;
        XnnNode *before = u.before[from - g->value];
        if (!before || u.readers[from - g->value] != 1 || from->quant != Q_TENSOR ||
            node[i].field[2].number != 0) /* flags, to be refused */
            continue;
        before->field[result_field(before)].value = to;
        before->lo = fmaxf(before->lo, node[i].lo);
        before->hi = fminf(before->hi, node[i].hi);
        u.before[to - g->value] = before;
        node[i].row = NULL;
    }
    return node;
}
