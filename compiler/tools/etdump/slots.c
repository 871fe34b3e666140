/* SPDX-License-Identifier: 0BSD
 * Which values of two programs are the same. */
#include "tools/etdump/slots.h"
#include "base/pairs.h"
#include "emit/text/sources.h"
#include "read/pte.h"
#include "read/xnnpack.h"
#include "tools/exec/tensor.h"

#include <string.h>

static const FileTensor *tensor_in(const FileMethod *m, int slot)
{
    return is_of_file(m, slot) && m->value[slot].kind == FV_TENSOR ? m->value[slot].tensor : NULL;
}

static const XnnGraph *graph_in(const FileMethod *m, int instr)
{
    const FileInstr *in = &m->instr[instr];
    return in->kind == FI_DELEGATE_CALL ? m->delegate[in->index].xnn : NULL;
}

/* Lists the results of a node's graph in the order of the call's arguments. */
static int *outputs_of(const FileInstr *in, const XnnGraph *g, int *count)
{
    int *list = NULL;
    for (int k = 0; k < in->nargs; k++)
        for (int i = 0; i < g->nvalues; i++)
            if (g->value[i].output && g->value[i].external == (uint32_t)k)
                PUSH(list, *count, in->args[k]);
    return list;
}

int *slots_computed(const FileMethod *m, int instr, int *count)
{
    *count = 0;
    if (instr < 0)
        return NULL;
    const FileInstr *in = &m->instr[instr];
    const XnnGraph *g = graph_in(m, instr);
    int *list = NULL;
    if (g)
        return outputs_of(in, g, count);
    if (in->kind != FI_KERNEL_CALL || !in->nargs || !is_of_file(m, in->args[in->nargs - 1]))
        return NULL;
    const int last = in->args[in->nargs - 1];
    const FileValue *v = &m->value[last];
    if (v->kind == FV_TENSOR_LIST)
        for (int i = 0; i < v->count; i++)
            PUSH(list, *count, (int)v->items[i]);
    else
        PUSH(list, *count, last);
    return list;
}

static const XnnValue *inner_value(const FileMethod *m, int slot)
{
    for (int i = 0; i < m->ninstrs; i++) {
        const XnnGraph *g = graph_in(m, i);
        const int first = g ? delegate_slots(m, i) : 0;
        if (g && slot >= first && slot < first + g->nvalues)
            return &g->value[slot - first];
    }
    return NULL;
}

/* Finds what the bytes of a value mean: (byte - zero) * scale. */
static bool find_scale(const FileMethod *m, int slot, double *scale, int64_t *zero)
{
    const XnnValue *v = is_of_file(m, slot) ? NULL : inner_value(m, slot);
    if (v && v->quant == Q_TENSOR) {
        *scale = (double)v->scale;
        *zero = v->zero;
        return true;
    }
    for (int i = 0; i < m->ninstrs && is_of_file(m, slot); i++) {
        const FileInstr *in = &m->instr[i];
        if (!dequantises(m, in) || in->args[0] != slot)
            continue;
        *scale = m->value[in->args[1]].d;
        *zero = m->value[in->args[2]].i;
        return true;
    }
    return false;
}

const CaseValue *value_as_reals(const FileMethod *m, int slot, const CaseValue *v)
{
    double scale;
    int64_t zero;
    const FileTensor *t = &v->tensor;
    if (v->kind != FV_TENSOR || dtype_bytes(t->dtype) != 1 || t->dtype == BOOL ||
        !find_scale(m, slot, &scale, &zero))
        return v;
    CaseValue *real = NEW(CaseValue, 1);
    const int64_t n = tensor_count(t);
    float *data = NEW(float, n);
    for (int64_t i = 0; i < n; i++)
        data[i] = (float)((double)(tensor_integer(t->dtype, t->data.data, i) - zero) * scale);
    *real = *v;
    real->tensor.dtype = F32;
    real->tensor.data = (Bytes){(const uint8_t *)data, (size_t)n * sizeof *data};
    return real;
}

static void add_shape_of(Text *t, const FileTensor *x)
{
    text_add(t, " %s", dtype_name(x->dtype));
    for (int i = 0; i < x->rank; i++)
        text_add(t, "x%lld", (long long)x->size[i]);
}

static void add_call(Text *t, const FileMethod *m, const FileInstr *in)
{
    text_add(t, "%d ", (int)in->kind);
    if (in->kind == FI_KERNEL_CALL)
        text_add(t, "%s", op_text(&m->op[in->index]));
    else if (in->kind == FI_DELEGATE_CALL)
        text_add(t, "%s", m->delegate[in->index].id);
}

static PairEntry entry_of(const FileMethod *m, const FileInstr *in)
{
    Text exact = {0}, alike = {0};
    add_call(&exact, m, in);
    add_call(&alike, m, in);
    for (int k = 0; k < in->nargs; k++) {
        const FileTensor *x = tensor_in(m, in->args[k]);
        if (!x)
            continue;
        add_shape_of(&exact, x);
        if (k == in->nargs - 1)
            add_shape_of(&alike, x);
        if (x->constant && x->fqn)
            text_add(&exact, " %s", x->fqn);
    }
    return (PairEntry){text_string(&exact), text_string(&alike), -1, 0};
}

static PairSide side_of(const FileMethod *m)
{
    PairSide s = {.n = m->ninstrs, .entry = NEW(PairEntry, m->ninstrs)};
    for (int i = 0; i < m->ninstrs; i++)
        s.entry[i] = entry_of(m, &m->instr[i]);
    return s;
}

/* Pairs the values inside of two delegates, if they have the same nodes. */
static void pair_inner(const FileMethod *a, int ia, const FileMethod *b, int ib, int *slot)
{
    const XnnGraph *ga = graph_in(a, ia), *gb = graph_in(b, ib);
    bool same = ga && gb && ga->nvalues == gb->nvalues && ga->nnodes == gb->nnodes;
    for (int i = 0; same && i < ga->nnodes; i++)
        same = ga->node[i].row == gb->node[i].row;
    for (int i = 0; same && i < gb->nvalues; i++)
        slot[delegate_slots(b, ib) + i] = delegate_slots(a, ia) + i;
}

int *pair_slots(const FileMethod *a, const FileMethod *b)
{
    PairSide side[2] = {side_of(a), side_of(b)};
    const int n = delegate_slots(b, b->ninstrs);
    int *slot = NEW(int, n);
    pair_unique(side);
    pair_alike(side);
    for (int i = 0; i < n; i++)
        slot[i] = NO_SLOT;
    for (int ib = 0; ib < b->ninstrs; ib++) {
        const int ia = side[1].entry[ib].partner;
        int na, nb;
        if (ia < 0)
            continue;
        const int *of_a = slots_computed(a, ia, &na);
        const int *of_b = slots_computed(b, ib, &nb);
        for (int i = 0; na == nb && i < nb; i++)
            slot[of_b[i]] = of_a[i];
        pair_inner(a, ia, b, ib, slot);
    }
    return slot;
}
