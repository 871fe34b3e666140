/* SPDX-License-Identifier: 0BSD
 * The section that lists the steps: shapes, kernels, and all else of each when it is opened. */
#include "tools/report/layers.h"
#include "base/words.h"
#include "emit/text/labels.h"
#include "graph/build.h"
#include "graph/constants.h"
#include "graph/dump.h"
#include "graph/kernel.h"
#include "tools/grid.h"
#include "tools/report/html.h"
#include "tools/report/refused.h"

enum { GROUP = 25 }; /* steps that open and close together, in methods of many */

static bool is_shown(const Value *v)
{
    return v && !v->scalar && !value_is_const(value_root((Value *)v));
}

/* Writes "3x224x224 + 8 -> 32x112x112": the operands that are no constants, and the result. */
static void add_shapes(Text *t, const Step *s)
{
    bool any = false;
    for (int i = 0; i < s->nin; i++)
        if (is_shown(s->in[i])) {
            text_add(t, "%s%s", any ? " + " : "", html(shape_text(s->in[i])));
            any = true;
        }
    text_add(t, any ? " &#8594; " : "");
    if (s->nout && s->out[0])
        text_add(t, "%s %s", dtype_name((int)s->out[0]->type.dtype),
                 s->out[0]->scalar ? "" : html(shape_text(s->out[0])));
}

/* Names the steps that made the operands, unless that is just the one before. */
static void add_makers(Text *t, const Step *s)
{
    Text makers = {0};
    bool other = false;
    for (int i = 0; i < s->nin; i++) {
        const Step *def = is_shown(s->in[i]) ? value_root(s->in[i])->def : NULL;
        if (!def)
            continue;
        text_add(&makers, "%s%d", makers.size ? ", " : "", def->index);
        other |= def->index != s->index - 1;
    }
    if (other)
        text_add(t, " <small>from&#160;%s</small>", makers.data);
}

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
    if (!v->scalar)
        text_add(&t, ", %s", plural((uint64_t)value_bound_bytes(v), "byte"));
    if (b)
        text_add(&t, " in %s",
                 b->kind == B_INPUT || b->kind == B_OUTPUT
                     ? fmt_text("%s %d", kind[b->kind], b->index)
                     : kind[b->kind]);
    if (value_is_known(v) && value_numel(v) == size_const(1))
        add_element(&t, v);
    if (b && b->kind == B_ARENA)
        text_add(&t, " at %s", number_text(b->offset));
    if (root->def && root->def != at)
        text_add(&t, " from %s", step_link(f, root->def->index));
    return t.data;
}

static void add_values(Text *t, const MethodFacts *f, const Step *s)
{
    for (int i = 0; i < s->nin; i++)
        if (s->in[i] && !s->in[i]->size)
            add_line(t, value_is_const(value_root(s->in[i])) ? "constant" : "operand",
                     value_text(f, s, s->in[i]));
    for (int i = 0; i < s->nout; i++)
        if (s->out[i])
            add_line(t, i ? "also written" : "result", value_text(f, s, s->out[i]));
}

static const char *refusals_text(const Step *s)
{
    Text t = {0};
    for (int i = 0; i < s->nrefusals; i++)
        text_add(&t, "%s<b>%s</b> %s", i ? "; " : "", s->refusal[i].backend->name,
                 refusal_text(s->refusal[i].why));
    return text_string(&t);
}

static void add_details(Text *t, const MethodFacts *f, const StepFacts *x)
{
    const Step *s = x->step;
    const char *layer = layer_name(s);
    Text line = {0};
    dump_step(&line, s);
    text_add(t, "<dl>");
    add_line(t, "operators", operators_text(s));
    add_line(t, "layer", layer ? html(layer) : "");
    add_values(t, f, s);
    if (f->quantised)
        add_line(t, "computes with", numbers_text[x->numbers]);
    if (x->macs)
        add_line(t, "multiply-adds", number_text(x->macs));
    if (x->weights)
        add_line(t, "constants", plural((uint64_t)x->weights, "byte"));
    if (x->live)
        add_line(t, "arena live", plural((uint64_t)x->live, "byte"));
    if (x->seconds >= 0)
        add_line(t, "time", fmt_text("%.9g s", x->seconds));
    add_line(t, "refused by", refusals_text(s));
    text_add(t, "</dl><pre>%s</pre>", html_long(text_string(&line)));
}

static void add_badges(Text *t, const MethodFacts *f, const StepFacts *x)
{
    int step = x->step->index;
    for (int i = 0; i < f->peak.nsteps && f->peak.bytes; i++)
        if (f->peak.step[i] == step)
            text_add(t, "<em>most RAM</em>");
    if (f->quantised && step == f->first_float)
        text_add(t, "<em>first on floats</em>");
    if (x->step->nrefusals)
        text_add(t, "<em>refused</em>");
}

static void add_step(Text *t, const MethodFacts *f, const StepFacts *x)
{
    const Step *s = x->step;
    text_add(t, "<details class=\"step\" id=\"%s\"><summary><span>%d</span><b>%s",
             step_id(f, s->index), s->index, html(s->name));
    add_badges(t, f, x);
    text_add(t, "</b><span>");
    add_shapes(t, s);
    add_makers(t, s);
    text_add(t, "</span><code>%s</code><span class=\"n\">%s</span></summary>\n", step_function(s),
             x->macs ? number_text(x->macs) : "");
    add_details(t, f, x);
    text_add(t, "</details>\n");
}

/* Says in a line what a closed group holds. */
static void start_group(Text *t, const MethodFacts *f, int from, int to)
{
    int64_t macs = 0, live = 0, weights = 0;
    for (int i = from; i < to; i++) {
        macs += f->step[i].macs;
        weights += f->step[i].weights;
        live = max64(live, f->step[i].live);
    }
    text_add(t,
             "<details class=\"group\"%s><summary>Steps %d to %d <small>%s%sconstants %s bytes, "
             "arena up to %s bytes</small></summary>\n",
             from ? "" : " open=\"\"", from, to - 1, percent((double)macs, (double)f->macs),
             f->macs ? " of multiply-adds, " : "", number_text(weights), number_text(live));
}

static void add_method(Text *t, const MethodFacts *f)
{
    int n = f->g->nsteps;
    bool groups = n > GROUP + GROUP / 2;
    text_add(t,
             "<h3>Method %s: %s</h3>\n<div class=\"steps\">"
             "<p class=\"head\"><span>step</span><b>name</b><span>shapes</span>"
             "<code>computed by</code><span class=\"n\">multiply-adds</span></p>\n",
             html(f->g->method->name), plural((uint64_t)n, "step"));
    for (int i = 0; i < n; i++) {
        if (groups && i % GROUP == 0)
            start_group(t, f, i, i + GROUP < n ? i + GROUP : n);
        add_step(t, f, &f->step[i]);
        if (groups && (i % GROUP == GROUP - 1 || i == n - 1))
            text_add(t, "</details>\n");
    }
    text_add(t, "</div>\n");
}

void add_layers_section(Text *t, const Facts *f)
{
    text_add(t, "<section id=\"layers\"><h2>Layers</h2>\n"
                "<p>In the order in which they run. A step opens: its operators, operands, "
                "parameters and bytes. An n is an extent that the caller chooses; bytes and "
                "multiply-adds are those of the largest.</p>\n");
    for (int i = 0; i < f->nmethods; i++)
        add_method(t, &f->method[i]);
    text_add(t, "</section>\n");
}
