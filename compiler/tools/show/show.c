/* SPDX-License-Identifier: 0BSD
 * `ptec show`: what a program contains, for a person to read. */
#include "tools/show/show.h"
#include "base/digest.h"
#include "base/grid.h"
#include "base/words.h"
#include "graph/foreign.h"
#include "read/kinds.h"
#include "tools/program_facts.h"

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

static void show_instructions(Text *out, const FileMethod *m)
{
    InstructionCounts count = count_instructions(m);
    text_add(out, "  %s, %s", plural((uint64_t)m->nvalues, "value"),
             plural((uint64_t)m->ninstrs, "instruction"));
    const char *separator = ": ";
    for (int k = FI_KERNEL_CALL; k <= FI_FREE_CALL; k++) {
        if (count.of[k]) {
            text_add(out, "%s%s", separator, plural(count.of[k], instruction_name(k)));
            separator = ", ";
        }
    }
    text_add(out, "\n");
}

static void show_counts(Text *out, Counts counts)
{
    Grid g = {.align = "rl"};
    for (int i = 0; i < counts.count; i++) {
        grid_add(&g, grouped((uint64_t)counts.item[i].count));
        grid_add(&g, counts.item[i].name);
    }
    grid_print(out, &g);
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
            show_counts(out, count_nodes(m->delegate[i].xnn));
        }
    }
}

static void show_memory(Text *out, const FileMethod *m)
{
    Grid g = {.align = "rrl"};
    for (int i = 1; i < m->narenas; i++) {
        grid_add(&g, fmt_text("%d", i));
        grid_add(&g, plural(m->arena_bytes[i], "byte"));
        grid_add(&g, fmt_text("for %s", plural(tensors_in_memory(m, i), "tensor")));
    }
    text_add(out, m->narenas > 1 ? "  memories\n" : "");
    grid_print(out, &g);
}

static void add_weights_of(Grid *g, WeightsSum sum, int dtype)
{
    if (!sum.tensors)
        return;
    grid_add(g, plural(sum.bytes, "byte"));
    grid_add(g, dtype_name(dtype));
    grid_add(g, fmt_text("in %s", plural(sum.tensors, "tensor")));
}

static void show_weights(Text *out, const FileMethod *m)
{
    enum { LARGEST = 5 };
    int count;
    FileValue **weight = find_weights(m, &count);
    Grid sums = {.align = "rll"}, largest = {.align = "rllll"};
    for (int dtype = 0; dtype < DTYPES; dtype++)
        add_weights_of(&sums, sum_weights(weight, count, dtype), dtype);
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
        text_add(out, m->nops ? "  operators\n" : "");
        show_counts(out, count_operators(m));
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
