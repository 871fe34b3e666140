/* SPDX-License-Identifier: 0BSD
 * What a step shows when it is opened. The target of links is within, since browsers open what a
 * target is in. */
#include "tools/report/opened.h"
#include "base/grid.h"
#include "emit/text/labels.h"
#include "graph/build.h"
#include "graph/constants.h"
#include "graph/dump_whole.h"
#include "graph/kernel.h"
#include "plan/strips/rows.h"
#include "tools/report/html.h"
#include "tools/report/refused.h"
#include "tools/report/words.h"

#include <string.h>

static void add_line(Text *t, const char *term, const char *markup)
{
    if (*markup)
        text_add(t, "<dt>%s</dt><dd>%s</dd>\n", term, markup);
}

static const char *operators_text(const Step *s)
{
    Text t = {0};
    for (const Source *from = &s->source; from; from = from->also)
        text_add(&t, "%s%s&#160;<small>instruction&#160;%d</small>", t.size ? ", " : "",
                 html(from->op), from->instr);
    return t.data;
}

static void add_type(Text *t, const Value *v)
{
    text_add(t, "%s", dtype_name((int)v->type.dtype));
    for (int i = 0; i < v->type.rank && !v->scalar; i++) {
        Text size = {0};
        size_print(&size, v->type.dim[i]);
        text_add(t, "%s%s", i ? "&#215;" : " ", html(text_string(&size)));
        if (!size_is_const(v->type.dim[i]))
            text_add(t, " (%s at most)", number_text(v->type.dim[i]->hi));
    }
}

static void add_element(Text *t, const Value *v)
{
    ExprNumber x = const_element(v, (int64_t[MAX_RANK]){0}, v->type.rank);
    if (dtype_is_float((int)v->type.dtype))
        text_add(t, ", the number %.9g", x.d);
    else
        text_add(t, ", the number %lld", (long long)x.i);
}

/* Names what an in-place result destroys: the result of a step, or an input or state. */
static const char *overwritten_text(const MethodFacts *f, const Value *v)
{
    const char *maker = value_maker(f, v);
    const Buffer *b = value_root((Value *)v)->buffer;
    if (maker)
        return fmt_text("the result of %s", maker);
    return b && b->kind == B_STATE ? "the state" : "its operand";
}

/* Says what a value is: its buffer, type, bytes and place, and the step that makes it. */
static const char *value_text(const MethodFacts *f, const Step *at, Value *v)
{
    static const char *const kind[] = {[B_ARENA] = "arena",
                                       [B_INPUT] = "input",
                                       [B_OUTPUT] = "output",
                                       [B_CONST] = "weights",
                                       [B_STATE] = "state"};
    const Value *root = value_root(v);
    const Buffer *b = root->buffer;
    Text t = {0};
    if (b && b->name)
        text_add(&t, "%s: ", html(b->name));
    add_type(&t, v);
    if (!v->scalar && root->held_rows)
        text_add(&t, ", %s held at a time (%lld of %lld rows)",
                 plural((uint64_t)value_memory_bytes(root), "byte"), (long long)root->held_rows,
                 (long long)size_value(root->type.dim[ROW_AXIS]));
    else if (!v->scalar)
        text_add(&t, ", %s", plural((uint64_t)value_bound_bytes(v), "byte"));
    if (b)
        text_add(&t, " in %s",
                 b->kind == B_INPUT || b->kind == B_OUTPUT
                     ? fmt_text("%s %d", kind[b->kind], b->index)
                     : kind[b->kind]);
    if (b && b->kind == B_ARENA)
        text_add(&t, " at %s", number_text(b->offset + value_start(v)));
    else if (b && value_start(v))
        text_add(&t, " at byte %s", number_text(value_start(v)));
    if (value_is_known(v) && value_numel(v) == size_const(1))
        add_element(&t, v);
    if (root->def && root->def != at)
        text_add(&t, " from %s", value_maker(f, v));
    if (root->def == at && root->replaces)
        text_add(&t, ", written over %s", overwritten_text(f, root->replaces));
    return t.data;
}

/* Writes the shape that the weights of a convolution or product have before they are ordered for
 * the kernel. */
static const char *weight_shape_text(const Step *s)
{
    const Value *a = s->in[0], *out = s->out[0];
    Text t = {0}, in = {0}, of = {0};
    if ((s->kind != K_CONV && s->kind != K_GEMM) || !value_is_const(value_root(s->in[1])) ||
        value_root(s->in[1])->type.rank > 1 || a->type.rank < 2 || out->type.rank < 2)
        return "";
    if (s->kind == K_GEMM) {
        add_extent(&in, a->type.dim[a->type.rank - 1]);
        add_extent(&of, out->type.dim[out->type.rank - 1]);
        return fmt_text(", ordered for the kernel: %s inputs by %s results", in.data, of.data);
    }
    add_extent(&in, a->type.dim[1]);
    add_extent(&of, out->type.dim[1]);
    text_add(&t, ", ordered for the kernel: %s filters over %s channels", of.data, in.data);
    if (s->groups > 1)
        text_add(&t, " in %lld groups", (long long)s->groups);
    return t.data;
}

static void add_values(Text *t, const MethodFacts *f, const Step *s)
{
    for (int i = 0; i < s->nin; i++)
        if (s->in[i] && !s->in[i]->size)
            add_line(
                t,
                value_is_const(value_root(s->in[i])) ? "constant"
                : reads_operand(s, i)                ? "operand"
                                                     : word_link("moved", "not moved"),
                fmt_text("%s%s", value_text(f, s, s->in[i]), i == 1 ? weight_shape_text(s) : ""));
    for (int i = 0; i < s->nout; i++)
        if (s->out[i])
            add_line(t, i ? "also written" : "result", value_text(f, s, s->out[i]));
}

/* Writes a number for each axis, "3&#215;3", if not all are `usual`. */
static void add_window_part(Text *t, const char *name, const int64_t *n, int rank, int64_t usual)
{
    bool all = true;
    for (int i = 0; i < rank; i++)
        all &= n[i] == usual;
    for (int i = 0; i < rank && !all; i++)
        text_add(t, "%s%lld", i ? "&#215;" : fmt_text("%s%s ", t->size ? ", " : "", name),
                 (long long)n[i]);
}

static const char *parameters_text(const Step *s)
{
    const Window *w = &s->win;
    Text t = {0};
    if (s->kind == K_CONV || s->kind == K_POOL) {
        add_window_part(&t, "window", w->kernel, w->rank, -1);
        add_window_part(&t, "stride", w->stride, w->rank, -1);
        add_window_part(&t, "padding", w->pad, w->rank, 0);
        add_window_part(&t, "dilation", w->dilation, w->rank, 1);
    }
    if (s->kind == K_CONV && s->groups > 1)
        text_add(&t, ", %lld groups", (long long)s->groups);
    if (s->has_clamp)
        text_add(&t, "%sclamp %.9g to %.9g", t.size ? ", " : "", (double)s->lo, (double)s->hi);
    return text_string(&t);
}

static const char *code_text(const Expr *e)
{
    Text t = {0};
    expr_print(&t, e);
    return fmt_text("<code>%s</code>", html_long(text_string(&t)));
}

/* Writes "mean over axes 2, 3 of ": what a step along axes does with the elements there. */
static const char *reduction_text(const Step *s)
{
    Text axes = {0};
    if (s->kind != K_REDUCE && s->kind != K_SCAN)
        return "";
    for (int i = 0; i < s->in[0]->type.rank; i++)
        if (s->axes >> i & 1)
            text_add(&axes, "%s%d", axes.size ? ", " : "", i);
    return fmt_text("%s%s over %s %s of ", s->kind == K_SCAN ? "running " : "",
                    reduce_name(s->reduce), strchr(text_string(&axes), ',') ? "axes" : "axis",
                    text_string(&axes));
}

/* Writes what a loop computes for an element, or what a reduction does even with a kernel; in0 is
 * its first operand. */
static const char *expression_text(const Step *s)
{
    const char *reduction = reduction_text(s);
    if (!s->expr || (s->kernel && !*reduction))
        return "";
    return fmt_text("%s%s%s%s", reduction, code_text(s->expr),
                    s->post ? ", and of that, as in0, " : "", s->post ? code_text(s->post) : "");
}

const char *turns_text(const Step *s)
{
    return fmt_text("%d to %d", s->strip->first->index, s->strip->last->index);
}

static const char *refusals_text(const Step *s)
{
    Text t = {0};
    for (int i = 0; i < s->nrefusals; i++)
        text_add(&t, "%s<b>%s</b> %s", i ? "; " : "", s->refusal[i].backend->name,
                 refusal_text(s->refusal[i].why));
    return text_string(&t);
}

void add_opened_step(Text *t, const MethodFacts *f, const StepFacts *x)
{
    const Step *s = x->step;
    const char *layer = layer_name(s);
    text_add(t, "<dl id=\"%s\">", step_id(f, s->index));
    add_line(t, "kind", kind_link(s->kind));
    add_line(t, "operators", operators_text(s));
    add_line(t, "layer", layer ? html(layer) : "");
    add_line(t, "parameters", parameters_text(s));
    add_line(t, "computes", expression_text(s));
    add_values(t, f, s);
    if (s->strip)
        add_line(t, word_link("turns", "takes turns"),
                 fmt_text("with steps %s, a few rows of the result each", turns_text(s)));
    if (f->quantised)
        add_line(t, word_link("floats", "computes with"),
                 fmt_text("%s%s", numbers_text[x->numbers],
                          x->floats_within ? ", by a kernel that has floats inside" : ""));
    if (x->macs)
        add_line(t, word_link("macs", "multiply-adds"), number_text(x->macs));
    if (x->weights)
        add_line(t, "constants", plural((uint64_t)x->weights, "byte"));
    if (x->live)
        add_line(t, word_link("live", "arena live"), plural((uint64_t)x->live, "byte"));
    if (x->seconds >= 0)
        add_line(t, "time", fmt_text("%s&#160;&#181;s", microseconds(x->seconds)));
    add_line(t, word_link("refused", "refused by"), refusals_text(s));
    text_add(t, "</dl>\n");
}
