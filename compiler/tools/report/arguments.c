/* SPDX-License-Identifier: 0BSD
 * The part of the summary on what a caller passes to a method and what it keeps between calls. */
#include "tools/report/arguments.h"
#include "graph/build.h"
#include "tools/report/html.h"

#include <string.h>

bool has_border(const Graph *g)
{
    bool any = false;
    for (int i = 0; i < g->ninputs; i++)
        any |= g->input[i].border != NULL;
    for (int i = 0; i < g->noutputs; i++)
        any |= g->output[i].border != NULL;
    return any;
}

/* Adds an argument of the generated function, and in small print the type that `file`, the
 * program's own, has instead. */
static void add_argument(Text *t, const char *what, int i, const Arg *a, const FileValue *file,
                         bool scales)
{
    const FileTensor *x = a->file->kind == FV_TENSOR ? a->file->tensor : NULL;
    text_add(t, "<tr><td>%s %d</td><td>", what, i);
    if (!a->given)
        text_add(t, "fixed by the program, not passed");
    else
        text_add(t, "%s", x ? dtype_name((int)a->value->type.dtype) : "a number");
    for (int k = 0; x && a->given && k < x->rank; k++)
        text_add(t, "%s%lld", k ? "&#215;" : " ", (long long)x->size[k]);
    if (x && x->dynamism == DYN_BOUND)
        text_add(t, ", at most");
    if (a->border)
        text_add(t, " <small>%s in the program</small>", dtype_name(file->tensor->dtype));
    text_add(t, "</td>");
    add_number_cell(t, a->given ? value_bound_bytes(a->value) : 0);
    if (a->border)
        text_add(t, "<td class=\"n\">%.9g</td><td class=\"n\">%d</td>", (double)a->border->scale,
                 (int)a->border->zero);
    else if (scales)
        text_add(t, "<td></td><td></td>");
}

/* Does the value lie in such a buffer, or is it the number? */
static bool is_in(const Value *v, const Value *number, BufferKind kind, int index)
{
    const Buffer *b = v ? value_root((Value *)v)->buffer : NULL;
    return v && (b ? b->kind == kind && b->index == index : v == number);
}

/* Does a branch depend on it? */
static bool decides(const Graph *g, const Value *number, BufferKind kind, int index)
{
    bool any = false;
    FOR_BLOCKS(b, g)
        any |= is_in(b->cond, number, kind, index);
    return any;
}

/* Adds a cell of the steps that read what lies in the buffer, or the number that has none, and a
 * cell of those that write it. */
static void add_users(Text *t, const MethodFacts *f, const Value *number, BufferKind kind,
                      int index)
{
    int *reader = NULL, *writer = NULL, nreaders = 0, nwriters = 0;
    for (int i = 0; i < f->g->nsteps; i++) {
        const Step *s = f->step[i].step;
        bool reads = false, writes = false;
        for (int k = 0; k < s->nin; k++)
            reads |= is_in(s->in[k], number, kind, index) && reads_operand(s, k);
        for (int k = 0; k < s->nout; k++)
            writes |= is_in(s->out[k], number, kind, index);
        if (reads)
            PUSH(reader, nreaders, i);
        if (writes)
            PUSH(writer, nwriters, i);
    }
    text_add(t, "<td class=\"read\">");
    add_step_links(t, f, reader, nreaders);
    if (decides(f->g, number, kind, index))
        text_add(t, "%sa branch", nreaders ? ", " : "");
    else if (kind == B_INPUT && !nreaders)
        text_add(t, "no step");
    text_add(t, "</td><td class=\"written\">");
    add_step_links(t, f, writer, nwriters);
    text_add(t, "</td></tr>\n");
}

static void add_state(Text *t, const MethodFacts *f)
{
    static const char *const heading[] = {"state", "#bytes", "#offset", "read by", "written by"};
    const Graph *g = f->g;
    if (!g->nstate)
        return;
    table_start(t, "states", heading, 5);
    for (int i = 0; i < g->nstate; i++) {
        const State *state = &g->model->state[g->state[i].state];
        text_add(t, "<tr>");
        add_cell(t, html(state->buffer->name));
        add_number_cell(t, state->buffer->bound);
        add_number_cell(t, state->buffer->offset);
        add_users(t, f, NULL, B_STATE, g->state[i].state);
    }
    table_end(t);
}

static bool same_type(const Arg *a, const Arg *b)
{
    if (!a->given || !b->given || a->file->kind != FV_TENSOR || b->file->kind != FV_TENSOR ||
        a->value->type.dtype != b->value->type.dtype ||
        a->file->tensor->rank != b->file->tensor->rank)
        return false;
    return memcmp(a->file->tensor->size, b->file->tensor->size,
                  (size_t)a->file->tensor->rank * sizeof *a->file->tensor->size) == 0;
}

/* Says which outputs may be meant as inputs of the next call: the method has no state, and more
 * inputs than one. */
static void add_hand_over(Text *t, const Graph *g)
{
    Text pairs = {0};
    bool *taken = NEW(bool, g->noutputs);
    for (int i = 0; i < g->ninputs && g->ninputs > 1 && !g->nstate; i++)
        for (int k = 0; k < g->noutputs; k++)
            if (!taken[k] && same_type(&g->input[i], &g->output[k])) {
                text_add(&pairs, "%soutput %d on to input %d", pairs.size ? ", " : "", k, i);
                taken[k] = true;
                break;
            }
    if (pairs.size)
        text_add(t,
                 "<p class=\"note\">No state is kept between calls. These have the same type and "
                 "shape, so that a caller that wants memory may pass %s.</p>\n",
                 pairs.data);
}

void add_arguments(Text *t, const MethodFacts *f)
{
    static const char *const plain[] = {"argument", "type", "#bytes", "read by", "written by"};
    static const char *const border[] = {"argument",    "type",    "#bytes",    "#scale",
                                         "#zero point", "read by", "written by"};
    const Graph *g = f->g;
    const FileMethod *m = g->method;
    table_start(t, "arguments", has_border(g) ? border : plain, has_border(g) ? 7 : 5);
    for (int i = 0; i < g->ninputs; i++) {
        add_argument(t, "input", i, &g->input[i], &m->value[m->input[i]], has_border(g));
        add_users(t, f, g->input[i].value, B_INPUT, i);
    }
    for (int i = 0; i < g->noutputs; i++) {
        add_argument(t, "output", i, &g->output[i], &m->value[m->output[i]], has_border(g));
        add_users(t, f, g->output[i].value, B_OUTPUT, i);
    }
    table_end(t);
    add_state(t, f);
    add_hand_over(t, g);
}
