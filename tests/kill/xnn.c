/* SPDX-License-Identifier: 0BSD
 * Nodes of an XNNPACK delegate that ignore or confuse their fields: others stand there instead. */
#include "kill.h"
#include "read/xnn_graph.h"

#include <math.h>

/* One field of one node. */
typedef struct NodeField {
    const Case *c;
    XnnNode *node;
    int index;
} NodeField;

static const OpArg *arg_of(const NodeField *f)
{
    return &f->node->row->arg[f->index];
}

static void record_field(const NodeField *f, Outcome outcome, const char *other)
{
    record(f->c, f->node->row->name, arg_of(f)->name, outcome, "%s", other);
}

static void alter_number(const NodeField *f, uint32_t *number)
{
    uint32_t old = *number;
    *number = old + 1;
    Outcome outcome = judge_program(f->c);
    if (outcome != KILLED && old > 0) {
        *number = old - 1;
        Outcome below = judge_program(f->c);
        outcome = below == REFUSED ? outcome : below;
    }
    *number = old;
    record_field(f, outcome, fmt_text("a neighbour of %u", old));
}

static void alter_real(const NodeField *f)
{
    float *real = &f->node->field[f->index].real, old = *real;
    *real = 2 * old + 1;
    record_field(f, judge_program(f->c), fmt_text("%g instead of %g", (double)*real, (double)old));
    *real = old;
}

static void confuse_tensor(const NodeField *f)
{
    const XnnValue **value = &f->node->field[f->index].value, *old = *value;
    for (int i = f->index + 1; i < f->node->row->nargs; i++) {
        const OpArg *arg = &f->node->row->arg[i];
        const XnnValue **other = &f->node->field[i].value, *second = *other;
        if (arg->type != ARG_TENSOR || arg->written || !second || second == old ||
            second->type != old->type)
            continue;
        *value = second;
        *other = old;
        record(f->c, f->node->row->name, fmt_text("swap:%s,%s", arg_of(f)->name, arg->name),
               judge_program(f->c), "the other order");
        *value = old;
        *other = second;
    }
    if (!arg_of(f)->optional)
        return;
    *value = NULL;
    record_field(f, judge_program(f->c), "none instead of a tensor");
    *value = old;
}

static void kill_field(const NodeField *f)
{
    XnnField *field = &f->node->field[f->index];
    switch (arg_of(f)->type) {
    case ARG_INT:
        alter_number(f, &field->number);
        break;
    case ARG_FLOAT:
        alter_real(f);
        break;
    case ARG_INT_LIST:
        for (int i = 0; i < field->list.count; i++)
            alter_number(f, &field->list.item[i]);
        break;
    default:
        if (field->value && !arg_of(f)->written)
            confuse_tensor(f);
    }
}

static void drop_bound(const Case *c, XnnNode *n, float *bound, float infinity, const char *kind)
{
    float old = *bound;
    if (isinf(old))
        return;
    *bound = infinity;
    record(c, n->row->name, kind, judge_program(c), "no bound instead of %g", (double)old);
    *bound = old;
}

void kill_xnn(const Case *c, XnnGraph *g)
{
    for (XnnNode *n = g->node; n < g->node + g->nnodes; n++) {
        for (int i = 0; i < n->row->nargs; i++)
            kill_field(&(NodeField){c, n, i});
        drop_bound(c, n, &n->lo, -(float)INFINITY, "least");
        drop_bound(c, n, &n->hi, (float)INFINITY, "most");
    }
}
