/* SPDX-License-Identifier: 0BSD
 * The top of the page: what it is, what it takes, and answers to what readers ask first. */
#include "tools/report/summary.h"
#include "base/digest.h"
#include "emit/manifest.h"
#include "graph/build.h"
#include "tools/grid.h"
#include "tools/program_plan.h"
#include "tools/report/bars.h"
#include "tools/report/html.h"
#include "tools/report/kernels.h"
#include "tools/size.h"

#include <string.h>

/* Returns the path's last part: a folder of this machine is nothing to readers. */
static const char *file_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static void add_card(Text *t, const char *what, const char *number, const char *unit)
{
    text_add(t, "<div><dt>%s</dt><dd>%s <small>%s</small></dd></div>\n", what, number, unit);
}

static bool has_dynamic_sizes(const Facts *f)
{
    bool any = false;
    for (int i = 0; i < f->nmethods; i++)
        for (int k = 0; k < f->method[i].g->ninputs; k++)
            any |= arg_is_dynamic(&f->method[i].g->input[k]);
    return any;
}

static void add_cards(Text *t, const Facts *f)
{
    int64_t macs = 0;
    int steps = 0;
    for (int i = 0; i < f->nmethods; i++) {
        macs += f->method[i].macs;
        steps += f->method[i].g->nsteps;
    }
    const Model *m = f->m;
    text_add(t, "<dl class=\"cards\">\n");
    add_card(t, "RAM: arena and state", number_text(m->arena_bytes + m->state_bytes), "bytes");
    add_card(t, "Flash: weights", number_text(m->weights_bytes), "bytes");
    add_card(t, "Multiply-adds", number_text(macs),
             f->nmethods > 1        ? "in all methods"
             : has_dynamic_sizes(f) ? "at most"
                                    : "in a call");
    add_card(t, "Steps", number_text(steps),
             f->nmethods == 1 ? "in one method"
                              : fmt_text("in %s", plural((uint64_t)f->nmethods, "method")));
    text_add(t, "</dl>\n");
}

/* Holds the bytes of a call by one plan: what is planned, state, and inputs and outputs that the
 * plan has no room for. */
typedef struct PlanBytes {
    int64_t part[3], all;
} PlanBytes;

static PlanBytes plan_of_ptec(const Graph *g)
{
    PlanBytes b = {{g->arena_bytes, method_state(g),
                    args_bytes(g->input, g->ninputs) + args_bytes(g->output, g->noutputs)},
                   0};
    b.all = b.part[0] + b.part[1] + b.part[2];
    return b;
}

static PlanBytes plan_of_executorch(const Graph *g)
{
    uint64_t outside = border_bytes(g->method, false) - border_bytes(g->method, true);
    PlanBytes b = {{g->executorch_bytes, 0, (int64_t)outside}, 0};
    b.all = b.part[0] + b.part[2];
    return b;
}

static void add_plan_row(Text *t, const char *who, const PlanBytes *b, int64_t most)
{
    text_add(t, "<tr>");
    add_cell(t, who);
    for (int i = 0; i < 3; i++)
        add_number_cell(t, b->part[i]);
    add_number_cell(t, b->all);
    add_bar_cell(t, (double)b->all, (double)most);
    text_add(t, "</tr>\n");
}

/* Compares the memory of a call by both plans. */
static void add_plans(Text *t, const Graph *g)
{
    static const char *const heading[] = {
        "plan", "#planned memory", "#state", "#inputs, outputs", "#all", ""};
    const PlanBytes own = plan_of_ptec(g), other = plan_of_executorch(g);
    table_start(t, "plans", heading, 6);
    add_plan_row(t, "ptec", &own, max64(own.all, other.all));
    add_plan_row(t, "ExecuTorch", &other, max64(own.all, other.all));
    table_end(t);
    text_add(t,
             "<p class=\"note\">ExecuTorch's planned memory has room for %s bytes of inputs and "
             "outputs, and for the state; %s</p>\n",
             number_text((int64_t)border_bytes(g->method, true)),
             g->method->ndelegates
                 ? "what its delegates allocate for themselves is not in the program, and so not "
                   "counted."
                 : "what its runtime allocates on top is not counted.");
}

static void add_argument(Text *t, const char *what, int i, const FileValue *v)
{
    text_add(t, "<tr><td>%s %d</td><td>", what, i);
    if (v->kind == FV_TENSOR) {
        text_add(t, "%s", dtype_name(v->tensor->dtype));
        for (int k = 0; k < v->tensor->rank; k++)
            text_add(t, "%s%lld", k ? "&#215;" : " ", (long long)v->tensor->size[k]);
        text_add(t, "%s</td>", v->tensor->dynamism == DYN_BOUND ? ", at most" : "");
    } else {
        text_add(t, "a number</td>");
    }
    add_number_cell(t, v->kind == FV_TENSOR ? (int64_t)v->tensor->bytes : 8);
    text_add(t, "</tr>\n");
}

/* Names the first few of the steps that rank highest. */
static const char *highest(const MethodFacts *f, Rank by, const char *unit)
{
    enum { NAMED = 3 };
    Text t = {0};
    int n;
    const int *step = ranked_steps(f, by, &n);
    const double all = by == RANK_SECONDS ? f->seconds : (double)f->macs;
    for (int i = 0; i < n && i < NAMED; i++)
        text_add(&t, "%s%s <small>%s%s, %s</small>", i ? "<br/>" : "", step_link(f, step[i]),
                 rank_text(rank_of(&f->step[step[i]], by), by), unit,
                 percent(rank_of(&f->step[step[i]], by), all));
    return n ? t.data : "no step has any";
}

static void add_answer(Text *t, const char *question, const char *answer)
{
    text_add(t, "<div><dt>%s</dt><dd>%s</dd></div>\n", question, answer);
}

static const char *beside_text(const MethodFacts *f)
{
    const PlanBytes own = plan_of_ptec(f->g), other = plan_of_executorch(f->g);
    if (f->g->method->ndelegates)
        return fmt_text(
            "%s bytes; ExecuTorch's %s and what its delegates allocate, which the program "
            "does not tell <small>inputs and outputs included</small>",
            number_text(own.all), number_text(other.all));
    return fmt_text("%s of %s bytes <small>%s, inputs and outputs included</small>",
                    number_text(own.all), number_text(other.all),
                    percent((double)own.all, (double)other.all));
}

static const char *peak_text(const MethodFacts *f)
{
    if (!f->peak.bytes)
        return "none: it needs no arena";
    return fmt_text("%s <small>%s bytes live</small>", step_link(f, f->peak.step[0]),
                    number_text(f->peak.bytes));
}

static const char *float_text(const MethodFacts *f)
{
    if (!f->quantised)
        return "the network is not quantised: no convolution or product is computed on bytes";
    if (!f->nfloats)
        return "none: all is computed on bytes";
    return fmt_text("%s <small>%s on floats</small>", step_link(f, f->first_float),
                    plural((uint64_t)f->nfloats, "step"));
}

static const char *refused_text(const Facts *f, const MethodFacts *x)
{
    if (!f->m->options->backend)
        return "no library was asked (<code>--kernels</code>)";
    return fmt_text("<a href=\"#refused\">%d of %s</a>", x->nrefused,
                    plural((uint64_t)x->g->nsteps, "step"));
}

static void add_answers(Text *t, const Facts *f, const MethodFacts *x)
{
    text_add(t, "<dl class=\"answers\">\n");
    add_answer(t, "RAM beside ExecuTorch's plan", beside_text(x));
    add_answer(t, "Step with most RAM", peak_text(x));
    add_answer(t, "Slowest layers",
               f->timed ? highest(x, RANK_SECONDS, "&#160;&#181;s")
                        : "no times (<code>--profile</code>)");
    add_answer(t, "Most multiply-adds", highest(x, RANK_MACS, ""));
    add_answer(t, "First step on floats", float_text(x));
    add_answer(t, "Steps that a library refused", refused_text(f, x));
    text_add(t, "</dl>\n");
}

static const char *options_text(const Options *o)
{
    Text t = {0};
    int n;
    const char **word = output_options(o, &n);
    for (int i = 0; i < n; i++)
        text_add(&t, "%s%s", i ? " " : "<code>", html(word[i]));
    text_add(&t, "</code>");
    return t.data;
}

/* Adds what belongs to no method: the options, and the largest weights. */
static void add_whole(Text *t, const Facts *f)
{
    Buffer **weight = largest_weights(f->m);
    Text largest = {0};
    for (int i = 0; i < f->m->nweights && i < 3; i++)
        text_add(&largest, "%s%s <small>%s bytes, %s</small>", i ? "<br/>" : "",
                 weight_text(f, weight[i]), number_text(weight[i]->bound),
                 percent((double)weight[i]->bound, (double)f->m->weights_bytes));
    text_add(t, "<dl class=\"answers\">\n");
    add_answer(t, "Largest weights", f->m->nweights ? largest.data : "it has none");
    add_answer(t, "Compiled with", options_text(f->m->options));
    text_add(t, "</dl>\n");
}

static void add_method(Text *t, const Facts *f, const MethodFacts *x)
{
    static const char *const heading[] = {"argument", "type", "#bytes"};
    const FileMethod *m = x->g->method;
    text_add(t, "<h3>Method %s</h3>\n", html(m->name));
    add_answers(t, f, x);
    add_plans(t, x->g);
    table_start(t, "arguments", heading, 3);
    for (int i = 0; i < m->ninputs; i++)
        add_argument(t, "input", i, &m->value[m->input[i]]);
    for (int i = 0; i < m->noutputs; i++)
        add_argument(t, "output", i, &m->value[m->output[i]]);
    table_end(t);
}

void add_summary(Text *t, const Facts *f)
{
    const Program *p = f->m->program;
    char hex[65];
    sha256_hex(p->file.data, p->file.size, hex);
    text_add(t,
             "<header><h1>%s</h1>\n<p class=\"sub\">%s, program of %s bytes<br/>"
             "sha256 <code>%s</code></p>\n</header>\n<section id=\"summary\">\n",
             html(f->m->options->name), html(file_name(f->m->options->model_path)),
             number_text((int64_t)p->file.size), hex);
    add_cards(t, f);
    add_whole(t, f);
    for (int i = 0; i < f->nmethods; i++)
        add_method(t, f, &f->method[i]);
    add_kernels(t, f);
    text_add(t, "</section>\n");
}
