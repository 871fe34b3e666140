/* SPDX-License-Identifier: 0BSD
 * Scales and zero points as the program has them: of the operators that quantise, and of the values
 * in XNNPACK's graphs. */
#include "emit/text/scales.h"
#include "read/xnn_graph.h"

#include <string.h>

typedef struct ScaleList {
    Scale *item;
    int count;
    int *reader; /* of a call, the first one behind it that reads its last argument, or itself */
} ScaleList;

static void add_scale(ScaleList *list, Scale s, double low, double high)
{
    s.from = (low - (double)s.zero) * s.scale;
    s.to = (high - (double)s.zero) * s.scale;
    PUSH(list->item, list->count, s);
}

/* Widens the range of scales by those at `data`. */
static void set_scales(Scale *s, const float *data, int64_t n)
{
    s->scales = n;
    for (int64_t i = 0; i < n; i++) {
        float x;
        memcpy(&x, data + i, sizeof x);
        s->scale = i == 0 || x < s->scale ? x : s->scale;
        s->largest = i == 0 || x > s->largest ? x : s->largest;
    }
}

static int *first_readers(const FileMethod *m)
{
    int *reader = NEW(int, m->ninstrs), *next = NEW(int, m->nvalues);
    for (int i = 0; i < m->nvalues; i++)
        next[i] = -1;
    for (int i = m->ninstrs; i-- > 0;) {
        const FileInstr *in = &m->instr[i];
        const int last = in->nargs ? in->args[in->nargs - 1] : -1;
        reader[i] = is_of_file(m, last) && next[last] >= 0 ? next[last] : i;
        for (int k = 0; k < in->nargs; k++)
            if (is_of_file(m, in->args[k]))
                next[in->args[k]] = i;
    }
    return reader;
}

/* Names the input that the call quantises, or the output that it dequantises, or NULL. */
static const char *border_of(const FileMethod *m, const FileInstr *call, bool dequantises)
{
    const int out = call->args[call->nargs - 1];
    for (int i = 0; i < m->ninputs && !dequantises; i++)
        if (m->input[i] == call->args[0])
            return fmt_text("input %d", i);
    for (int i = 0; i < m->noutputs && dequantises; i++)
        if (m->output[i] == out)
            return fmt_text("output %d", i);
    return NULL;
}

/* Notes (in, scale, zero point, lowest, highest, ...): a call by tensor. The bytes are the operand
 * of a call that dequantises, else its result, the last argument. */
static void add_by_tensor(ScaleList *list, const FileMethod *m, int at, bool dequantises)
{
    const FileInstr *call = &m->instr[at];
    const int slot = call->args[dequantises ? 0 : call->nargs - 1];
    const FileValue *v = &m->value[slot], *arg[4];
    for (int i = 0; i < 4; i++)
        arg[i] = &m->value[call->args[i + 1]];
    if (v->kind != FV_TENSOR || arg[0]->kind != FV_DOUBLE || arg[1]->kind != FV_INT ||
        arg[2]->kind != FV_INT || arg[3]->kind != FV_INT)
        return;
    Scale s = {.tensor = fmt_text("value %d", slot),
               .border = border_of(m, call, dequantises),
               .slot = slot,
               .instr = v->tensor->constant ? list->reader[at] : at,
               .type = dtype_name(v->tensor->dtype),
               .constant = v->tensor->constant,
               .largest = arg[0]->d,
               .scale = arg[0]->d,
               .scales = 1,
               .zero = arg[1]->i};
    add_scale(list, s, (double)arg[2]->i, (double)arg[3]->i);
}

/* Notes (in, scales, ...): a call by channel. */
static void add_by_channel(ScaleList *list, const FileMethod *m, int at)
{
    const FileInstr *call = &m->instr[at];
    const FileValue *v = &m->value[call->args[0]], *scales = &m->value[call->args[1]];
    if (v->kind != FV_TENSOR || scales->kind != FV_TENSOR || scales->tensor->dtype != F32 ||
        !scales->tensor->has_data || scales->tensor->data.size < scales->tensor->bytes)
        return;
    Scale s = {.tensor = fmt_text("value %d", call->args[0]),
               .slot = call->args[0],
               .instr = list->reader[at],
               .type = dtype_name(v->tensor->dtype),
               .constant = v->tensor->constant};
    set_scales(&s, (const float *)(const void *)scales->tensor->data.data,
               (int64_t)(scales->tensor->bytes / sizeof(float)));
    add_scale(list, s, 0, 0);
}

/* Finds for each value the node that writes it, or, of a constant, the first that reads it. */
static const XnnNode **nodes_of_values(const XnnGraph *g)
{
    const XnnNode **node = NEW(const XnnNode *, g->nvalues);
    for (int i = 0; i < g->nnodes; i++)
        for (int k = 0; k < g->node[i].row->nargs; k++) {
            const XnnValue *v = g->node[i].field[k].value;
            const OpArg *arg = &g->node[i].row->arg[k];
            if (arg->type == ARG_TENSOR && v && arg->written != v->constant && !node[v - g->value])
                node[v - g->value] = &g->node[i];
        }
    return node;
}

static const char *describe_node(const XnnGraph *g, const XnnNode *node)
{
    return node ? fmt_text("node %d, %s", (int)(node - g->node), node->row->name) : "input";
}

static void add_xnn_values(ScaleList *list, const XnnGraph *g, int delegate)
{
    const XnnNode **node = nodes_of_values(g);
    for (int i = 0; i < g->nvalues; i++) {
        const XnnValue *v = &g->value[i];
        const bool is_unsigned = v->type == XNN_QUINT8;
        Scale s = {.tensor = fmt_text("value %u of delegate %d", (unsigned)v->id, delegate),
                   .slot = -1,
                   .node = describe_node(g, node[i]),
                   .type = is_unsigned            ? "u8"
                           : v->type == XNN_QINT8 ? "i8"
                                                  : "packed",
                   .constant = v->constant,
                   .scale = (double)v->scale,
                   .largest = (double)v->scale,
                   .scales = 1,
                   .zero = v->zero};
        const int64_t channels = v->axis >= 0 && v->axis < v->rank ? v->dim[v->axis] : 0;
        if (v->quant == Q_TENSOR && (is_unsigned || v->type == XNN_QINT8)) {
            add_scale(list, s, is_unsigned ? 0 : -128, is_unsigned ? 255 : 127);
        } else if (v->quant == Q_CHANNEL && (v->type == XNN_QCINT8 || v->type == XNN_QCINT4)) {
            s.type = v->type == XNN_QCINT8 ? "i8" : "i4";
            s.zero = 0;
            set_scales(&s, v->scales, channels);
            add_scale(list, s, 0, 0);
        }
    }
}

/* Keeps the first of what several calls say of one tensor, and that it is an input or output. */
static void drop_doubles(ScaleList *list)
{
    Dict seen = {0};
    int n = 0;
    for (int i = 0; i < list->count; i++) {
        int *at = dict_number(&seen, list->item[i].tensor);
        if (*at < 0) {
            *at = n;
            list->item[n++] = list->item[i];
        } else if (list->item[i].border) {
            list->item[*at].border = list->item[i].border;
        }
    }
    list->count = n;
}

Scale *find_scales(const FileMethod *m, int *count)
{
    ScaleList list = {.reader = first_readers(m)};
    for (int i = 0; i < m->ninstrs; i++) {
        const FileInstr *call = &m->instr[i];
        if (call->kind == FI_DELEGATE_CALL && m->delegate[call->index].xnn)
            add_xnn_values(&list, m->delegate[call->index].xnn, call->index);
        if (call->kind != FI_KERNEL_CALL || call->nargs < 6)
            continue;
        const char *op = m->op[call->index].name;
        if (strstr(op, "::dequantize_per_channel"))
            add_by_channel(&list, m, i);
        else if (strstr(op, "quantize_per_tensor"))
            add_by_tensor(&list, m, i, strstr(op, "::dequantize") != NULL);
    }
    drop_doubles(&list);
    *count = list.count;
    return list.item;
}
