/* SPDX-License-Identifier: 0BSD
 * The top of the page: what it is, what it takes, and answers to what readers ask first. */
#include "tools/report/summary.h"
#include "base/digest.h"
#include "base/files.h"
#include "base/grid.h"
#include "emit/beside/manifest.h"
#include "graph/build.h"
#include "tools/program_plan.h"
#include "tools/report/arguments.h"
#include "tools/report/bars.h"
#include "tools/report/html.h"
#include "tools/report/kernels.h"
#include "tools/report/words.h"
#include "tools/size.h"

static void add_card(Text *t, const char *what, const char *number, const char *unit)
{
    text_add(t, "<div><dt>%s</dt><dd>%s <small>%s</small></dd></div>\n", what, number, unit);
}

static int64_t args_of(const Graph *g)
{
    return args_bytes(g->input, g->ninputs) + args_bytes(g->output, g->noutputs);
}

/* Returns the bytes of inputs and outputs of the method that has most. */
static int64_t most_args(const Facts *f)
{
    int64_t most = 0;
    for (int i = 0; i < f->nmethods; i++)
        most = max64(most, args_of(f->method[i].g));
    return most;
}

static double all_seconds(const Facts *f)
{
    double seconds = 0;
    for (int i = 0; i < f->nmethods; i++)
        seconds += f->method[i].seconds;
    return seconds;
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
    add_card(t, "RAM: arena and state", number_text(m->arena_bytes + m->state_bytes),
             fmt_text("bytes%s, + %s for I/O", has_dynamic_sizes(f) ? " at most" : "",
                      number_text(most_args(f))));
    add_card(t, "Flash: weights", number_text(m->weights_bytes), "bytes");
    add_card(t, "Multiply-adds", number_text(macs),
             f->nmethods > 1        ? "in all methods"
             : has_dynamic_sizes(f) ? "at most"
                                    : "in a call");
    if (f->timed)
        add_card(t, "Time", microseconds(all_seconds(f)),
                 fmt_text("&#181;s%s%s", *measured_at(f) ? ", " : "", measured_at(f)));
    add_card(t, "Steps", number_text(steps),
             f->nmethods == 1 ? "in one method"
                              : fmt_text("in %s", plural((uint64_t)f->nmethods, "method")));
    text_add(t, "</dl>\n");
}

/* Holds the bytes of a call by one plan: what is planned, state, and inputs and outputs that the
 * plan has no room for; `within` says which of these the planned memory has room for beside. */
typedef struct PlanBytes {
    int64_t part[3], all;
    const char *within[3];
} PlanBytes;

static PlanBytes plan_of_ptec(const Graph *g)
{
    PlanBytes b = {.part = {g->arena_bytes, method_state(g), args_of(g)}};
    b.all = b.part[0] + b.part[1] + b.part[2];
    return b;
}

static PlanBytes plan_of_executorch(const Graph *g)
{
    const uint64_t within = border_bytes(g->method, true);
    const uint64_t outside = border_bytes(g->method, false) - within;
    PlanBytes b = {.part = {g->executorch_bytes, 0, (int64_t)outside}};
    b.all = b.part[0] + b.part[2];
    if (g->nstate)
        b.within[1] = "planned";
    if (within)
        b.within[2] = fmt_text("%s planned", number_text((int64_t)within));
    return b;
}

static void add_plan_row(Text *t, const char *who, const PlanBytes *b, int64_t most)
{
    text_add(t, "<tr>");
    add_cell(t, who);
    add_number_cell(t, b->all);
    for (int i = 0; i < 3; i++) {
        const char *within = b->within[i] ? fmt_text("<small>%s</small>", b->within[i]) : "";
        text_add(t, "<td class=\"n\">%s%s%s</td>",
                 b->part[i] || !*within ? number_text(b->part[i]) : "",
                 b->part[i] && *within ? " + " : "", within);
    }
    add_bar_cell(t, (double)b->all, (double)most);
    text_add(t, "</tr>\n");
}

/* Compares the memory of a call by both plans. */
static void add_plans(Text *t, const Graph *g)
{
    const char *const heading[] = {"plan",
                                   "#all",
                                   fmt_text("#%s", word_link("planned", "planned memory")),
                                   fmt_text("#%s", word_link("state", "state")),
                                   "#inputs, outputs",
                                   ""};
    const PlanBytes own = plan_of_ptec(g), other = plan_of_executorch(g);
    table_start(t, "plans", heading, 6);
    add_plan_row(t, "ptec", &own, max64(own.all, other.all));
    add_plan_row(t, "ExecuTorch", &other, max64(own.all, other.all));
    table_end(t);
    text_add(t,
             "<p class=\"note\">ExecuTorch's planned memory has room for %s bytes of inputs and "
             "outputs%s%s; %s</p>\n",
             number_text((int64_t)border_bytes(g->method, true)),
             has_border(g) ? " (in the program's types, where the generated C passes bytes)" : "",
             g->nstate ? ", and for the state" : "",
             g->method->ndelegates
                 ? "what its delegates allocate for themselves is not in the program, and so not "
                   "counted."
                 : "what its runtime allocates on top is not counted.");
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
    int alike = 0;
    while (NAMED + alike < n &&
           rank_of(&f->step[step[NAMED + alike]], by) == rank_of(&f->step[step[NAMED - 1]], by))
        alike++;
    if (alike)
        text_add(&t, "<br/><small>and %d more with as many</small>", alike);
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
            "does not tell <small>inputs and outputs included%s</small>",
            number_text(own.all), number_text(other.all),
            has_border(f->g) ? " as each has them" : "");
    return fmt_text("%s of %s bytes <small>%s, inputs and outputs included%s</small>",
                    number_text(own.all), number_text(other.all),
                    percent((double)own.all, (double)other.all),
                    has_border(f->g) ? " as each has them" : "");
}

static const char *peak_text(const MethodFacts *f)
{
    if (!f->peak.bytes)
        return "none: it needs no arena";
    const int others = f->peak.nsteps - 1;
    return fmt_text("%s <small>%s bytes live%s</small>", step_link(f, f->peak.step[0]),
                    number_text(f->peak.bytes),
                    others ? fmt_text("; at %s as many", plural((uint64_t)others, "other step"))
                           : "");
}

static const char *float_text(const MethodFacts *f)
{
    if (!f->quantised)
        return "the network is not quantised: no convolution or product is computed on bytes";
    const char *inside = f->nwithin
                             ? fmt_text("; %d <small>on bytes with <a href=\"#quantisation\">"
                                        "floats inside of a kernel</a></small>",
                                        f->nwithin)
                             : "";
    if (!f->nfloats && !f->nbetween)
        return fmt_text(
            "none: %s%s",
            f->nwithin ? "no step computes on float tensors" : "all is computed on bytes", inside);
    return fmt_text("%s <small>%s on floats</small>, %d <small>on bytes with floats in between"
                    "</small>%s",
                    f->nfloats ? fmt_text("first %s", step_link(f, f->first_float)) : "none",
                    plural((uint64_t)f->nfloats, "step"), f->nbetween, inside);
}

static const char *other_text(const MethodFacts *x)
{
    if (!x->nother)
        return "none";
    return fmt_text("<a href=\"#refused\">%d of %s</a>", x->nother,
                    plural((uint64_t)x->g->nsteps, "step"));
}

static void add_answers(Text *t, const Facts *f, const MethodFacts *x)
{
    text_add(t, "<dl class=\"answers\">\n");
    add_answer(t, "RAM beside ExecuTorch's plan", beside_text(x));
    add_answer(t, "Step with most RAM", peak_text(x));
    add_answer(t, "Slowest layers",
               f->timed
                   ? fmt_text("%s%s", highest(x, RANK_SECONDS, "&#160;&#181;s"),
                              x->noise.steps ? "<br/><small>but <a href=\"#work\">the profile is "
                                               "noisy</a></small>"
                                             : "")
                   : "no times (<code>--profile</code>)");
    add_answer(t, "Most multiply-adds", highest(x, RANK_MACS, ""));
    add_answer(t, "Steps on floats", float_text(x));
    add_answer(t, "Steps not by the first library", other_text(x));
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
    int alike = 0;
    while (3 + alike < f->m->nweights && weight[3 + alike]->bound == weight[2]->bound)
        alike++;
    if (alike)
        text_add(&largest, "<br/><small>and %d more as large</small>", alike);
    text_add(t, "<dl class=\"answers\">\n");
    add_answer(t, "Largest weights", f->m->nweights ? largest.data : "it has none");
    add_answer(t, "Compiled with", options_text(f->m->options));
    text_add(t, "</dl>\n");
}

static void add_method(Text *t, const Facts *f, const MethodFacts *x)
{
    text_add(t, "<h3>Method %s</h3>\n", html(x->g->method->name));
    add_answers(t, f, x);
    add_plans(t, x->g);
    add_arguments(t, x);
}

void add_summary(Text *t, const Facts *f)
{
    const Program *p = f->m->program;
    char hex[65];
    sha256_hex(p->file.data, p->file.size, hex);
    text_add(t,
             "<header><h1>%s</h1>\n<p class=\"sub\">compiled as <code>%s</code>, program of %s "
             "bytes, without recorded cases<br/>"
             "its sha256 <code>%s</code></p>\n</header>\n<section id=\"summary\">\n",
             html(file_name(f->m->options->model_path)), html(f->m->options->name),
             number_text((int64_t)p->file.size), hex);
    add_cards(t, f);
    add_whole(t, f);
    for (int i = 0; i < f->nmethods; i++)
        add_method(t, f, &f->method[i]);
    add_kernels(t, f);
    text_add(t, "</section>\n");
}
