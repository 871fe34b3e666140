/* SPDX-License-Identifier: 0BSD
 * `ptec show`: what a program contains, for a person to read. */
#include "tools/show.h"
#include "base/digest.h"
#include "base/grid.h"
#include "base/words.h"
#include "graph/foreign.h"
#include "read/kinds.h"
#include "read/pte.h"
#include "read/xnn_graph.h"

#include <stdlib.h>
#include <string.h>

static const char *shape_text(const FileTensor *x)
{
    Text t = {0};
    text_add(&t, x->rank ? "" : "scalar");
    for (int i = 0; i < x->rank; i++)
        text_add(&t, "%s%lld", i ? "x" : "", (long long)x->size[i]);
    return t.data;
}

static const char *order_text(const FileTensor *x)
{
    Text t = {0};
    bool row_major = true;
    for (int i = 0; i < x->rank; i++) {
        text_add(&t, "%s%d", i ? "," : "order ", x->dim_order[i]);
        row_major = row_major && x->dim_order[i] == i;
    }
    return row_major ? "" : t.data;
}

static void add_note(Text *t, const char *note)
{
    if (*note)
        text_add(t, "%s%s", t->size ? "; " : "", note);
}

/* Lists what is special about a tensor: its order in memory, its dynamism, its name. */
static const char *tensor_notes(const FileTensor *x)
{
    size_t element = dtype_bytes(x->dtype);
    Text t = {0};
    add_note(&t, order_text(x));
    if (x->dynamism == DYN_BOUND && element)
        add_note(&t, fmt_text("dynamic, up to %s", plural(x->bytes / element, "element")));
    add_note(&t, x->fqn ? printable(x->fqn) : "");
    return t.data ? t.data : "";
}

static void add_argument(Grid *g, const char *what, int i, const FileValue *v)
{
    grid_add(g, fmt_text("%s %d", what, i));
    bool tensor = v->kind == FV_TENSOR;
    grid_add(g, tensor ? dtype_name(v->tensor->dtype) : kind_name(v->kind));
    if (tensor)
        grid_add(g, shape_text(v->tensor));
    else if (v->kind == FV_INT || v->kind == FV_BOOL)
        grid_add(g, fmt_text("%lld", (long long)v->i));
    else if (v->kind == FV_DOUBLE)
        grid_add(g, fmt_text("%.9g", v->d));
    else
        grid_add(g, v->kind == FV_STRING ? printable((const char *)v->string.data) : "");
    grid_add(g, tensor ? tensor_notes(v->tensor) : "");
}

static void show_arguments(Text *out, const FileMethod *m)
{
    Grid g = {.align = "llll"};
    for (int i = 0; i < m->ninputs; i++)
        add_argument(&g, "input", i, &m->value[m->input[i]]);
    for (int i = 0; i < m->noutputs; i++)
        add_argument(&g, "output", i, &m->value[m->output[i]]);
    grid_print(out, &g);
}

typedef struct Count {
    const char *name;
    int count;
} Count;

static int compare_counts(const void *a, const void *b)
{
    const Count *x = a, *y = b;
    return x->count != y->count ? y->count - x->count : strcmp(x->name, y->name);
}

static void show_instructions(Text *out, const FileMethod *m)
{
    static const char *const names[] = {
        [FI_KERNEL_CALL] = "operator call",
        [FI_DELEGATE_CALL] = "delegate call",
        [FI_MOVE_CALL] = "move",
        [FI_JUMP_FALSE_CALL] = "jump",
        [FI_FREE_CALL] = "free",
    };
    uint64_t count[FI_FREE_CALL + 1] = {0};
    for (int i = 0; i < m->ninstrs; i++)
        count[m->instr[i].kind]++;
    text_add(out, "  %s, %s", plural((uint64_t)m->nvalues, "value"),
             plural((uint64_t)m->ninstrs, "instruction"));
    const char *separator = ": ";
    for (int k = FI_KERNEL_CALL; k <= FI_FREE_CALL; k++) {
        if (count[k]) {
            text_add(out, "%s%s", separator, plural(count[k], names[k]));
            separator = ", ";
        }
    }
    text_add(out, "\n");
}

static void show_operators(Text *out, const FileMethod *m)
{
    Count *counts = NEW(Count, m->nops);
    for (int i = 0; i < m->nops; i++)
        counts[i].name = printable(op_text(&m->op[i]));
    for (int i = 0; i < m->ninstrs; i++)
        if (m->instr[i].kind == FI_KERNEL_CALL)
            counts[m->instr[i].index].count++;
    qsort(counts, (size_t)m->nops, sizeof *counts, compare_counts);
    Grid g = {.align = "rl"};
    for (int i = 0; i < m->nops; i++) {
        grid_add(&g, grouped((uint64_t)counts[i].count));
        grid_add(&g, counts[i].name);
    }
    text_add(out, m->nops ? "  operators\n" : "");
    grid_print(out, &g);
}

/* Lists the nodes of a graph, those of one kind together. */
static void show_nodes(Text *out, const XnnGraph *g)
{
    Count *counts = NEW(Count, g->nnodes);
    int n = 0;
    for (int i = 0; i < g->nnodes; i++) {
        int k = 0;
        while (k < n && strcmp(counts[k].name, g->node[i].row->name) != 0)
            k++;
        n += k == n;
        counts[k].name = g->node[i].row->name;
        counts[k].count++;
    }
    qsort(counts, (size_t)n, sizeof *counts, compare_counts);
    Grid grid = {.align = "rl"};
    for (int i = 0; i < n; i++) {
        grid_add(&grid, grouped((uint64_t)counts[i].count));
        grid_add(&grid, counts[i].name);
    }
    grid_print(out, &grid);
}

static void show_delegates(Text *out, const FileMethod *m)
{
    Grid g = {.align = "rlrll"};
    for (int i = 0; i < m->ndelegates; i++) {
        const FileDelegate *d = &m->delegate[i];
        Text specs = {0};
        text_add(&specs, "%s", d->nspecs ? "specs" : "");
        for (int s = 0; s < d->nspecs; s++) {
            text_add(&specs, " %s (%s)", printable(d->spec[s].key),
                     plural(d->spec[s].value.size, "byte"));
        }
        grid_add(&g, fmt_text("%d", i));
        grid_add(&g, printable(d->id));
        grid_add(&g, plural(d->blob.size, "byte"));
        grid_add(&g, d->in_segment ? "in a segment" : "inline");
        grid_add(&g, specs.data);
    }
    text_add(out, m->ndelegates ? "  delegates\n" : "");
    grid_print(out, &g);
    for (int i = 0; i < m->ndelegates; i++) {
        if (m->delegate[i].xnn) {
            text_add(out, "  nodes of delegate %d\n", i);
            show_nodes(out, m->delegate[i].xnn);
        }
    }
}

static void show_memory(Text *out, const FileMethod *m)
{
    Grid g = {.align = "rrl"};
    for (int i = 1; i < m->narenas; i++) {
        uint64_t tensors = 0;
        for (int v = 0; v < m->nvalues; v++) {
            const FileTensor *x = m->value[v].tensor;
            tensors += x && x->planned && x->memory == i;
        }
        grid_add(&g, fmt_text("%d", i));
        grid_add(&g, plural(m->arena_bytes[i], "byte"));
        grid_add(&g, fmt_text("for %s", plural(tensors, "tensor")));
    }
    text_add(out, m->narenas > 1 ? "  memories\n" : "");
    grid_print(out, &g);
}

/* Orders values by the bytes that they name: those with the same bytes are one weight, for which
 * the first value stands. */
static int byte_order(const FileTensor *x, const FileTensor *y)
{
    if (x->data.data != y->data.data)
        return x->data.data < y->data.data ? -1 : 1;
    return (x->bytes > y->bytes) - (x->bytes < y->bytes);
}

static int value_order(const FileValue *x, const FileValue *y)
{
    return (x > y) - (x < y);
}

static int by_bytes(const void *a, const void *b)
{
    const FileValue *x = *(FileValue *const *)a, *y = *(FileValue *const *)b;
    int order = byte_order(x->tensor, y->tensor);
    return order ? order : value_order(x, y);
}

static int by_size(const void *a, const void *b)
{
    const FileValue *x = *(FileValue *const *)a, *y = *(FileValue *const *)b;
    uint64_t m = x->tensor->bytes, n = y->tensor->bytes;
    return m == n ? value_order(x, y) : m < n ? 1 : -1;
}

static FileValue **find_weights(const FileMethod *m, int *count)
{
    FileValue **all = NEW(FileValue *, m->nvalues);
    int n = 0;
    for (int i = 0; i < m->nvalues; i++)
        if (m->value[i].tensor && m->value[i].tensor->has_data)
            all[n++] = &m->value[i];
    qsort(all, (size_t)n, sizeof(FileValue *), by_bytes);
    *count = 0;
    const FileTensor *last = NULL;
    for (int i = 0; i < n; i++) {
        if (!last || byte_order(last, all[i]->tensor) != 0) {
            last = all[i]->tensor;
            all[(*count)++] = all[i];
        }
    }
    qsort(all, (size_t)*count, sizeof(FileValue *), by_size);
    return all;
}

static void add_weights_of(Grid *g, FileValue *const *weight, int count, int dtype)
{
    uint64_t bytes = 0, tensors = 0;
    for (int i = 0; i < count; i++) {
        if (weight[i]->tensor->dtype == dtype) {
            bytes += weight[i]->tensor->bytes;
            tensors++;
        }
    }
    if (tensors) {
        grid_add(g, plural(bytes, "byte"));
        grid_add(g, dtype_name(dtype));
        grid_add(g, fmt_text("in %s", plural(tensors, "tensor")));
    }
}

static void show_weights(Text *out, const FileMethod *m)
{
    enum { LARGEST = 5, DTYPES = 128 };
    int count;
    FileValue **weight = find_weights(m, &count);
    Grid sums = {.align = "rll"}, largest = {.align = "rllll"};
    for (int dtype = 0; dtype < DTYPES; dtype++)
        add_weights_of(&sums, weight, count, dtype);
    for (int i = 0; i < count && i < LARGEST; i++) {
        const FileTensor *x = weight[i]->tensor;
        grid_add(&largest, plural(x->bytes, "byte"));
        grid_add(&largest, fmt_text("value %d", (int)(weight[i] - m->value)));
        grid_add(&largest, dtype_name(x->dtype));
        grid_add(&largest, shape_text(x));
        grid_add(&largest, tensor_notes(x));
    }
    text_add(out, count ? "  weights\n" : "");
    grid_print(out, &sums);
    text_add(out, count ? "  largest weights\n" : "");
    grid_print(out, &largest);
}

static void show_named(Text *out, const Program *p)
{
    uint64_t bytes = 0;
    for (int i = 0; i < p->nnamed; i++)
        bytes += p->named[i].data.size;
    if (p->nnamed) {
        text_add(out, "\nnamed data %s, %s\n", plural((uint64_t)p->nnamed, "piece"),
                 plural(bytes, "byte"));
    }
}

void show(const Bundle *b, Text *out)
{
    const Program *p = b->program;
    char digest[65];
    sha256_hex(p->file.data, p->file.size, digest);
    text_add(out, "%s\n", printable(p->path));
    text_add(out, "program %s, sha256 %s\n", plural(p->file.size, "byte"), digest);
    for (int i = 0; i < p->nmethods; i++) {
        const FileMethod *m = &p->method[i];
        text_add(out, "\nmethod %s\n", printable(m->name));
        show_arguments(out, m);
        show_instructions(out, m);
        show_operators(out, m);
        show_delegates(out, m);
        show_memory(out, m);
        show_weights(out, m);
    }
    show_named(out, p);
    for (int i = 0; i < b->nsuites; i++) {
        text_add(out, "\nrecorded %s of method %s\n", plural((uint64_t)b->suite[i].ntests, "case"),
                 printable(b->suite[i].method));
    }
}
