/* SPDX-License-Identifier: 0BSD
 * The section that lists the steps: shapes, kernels, and all else of each when it is opened. */
#include "tools/report/layers.h"
#include "base/grid.h"
#include "emit/text/labels.h"
#include "graph/build.h"
#include "graph/kernel.h"
#include "tools/report/bars.h"
#include "tools/report/html.h"
#include "tools/report/opened.h"
#include "tools/report/words.h"

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

static void add_badges(Text *t, const MethodFacts *f, const StepFacts *x)
{
    int step = x->step->index;
    for (int i = 0; i < f->peak.nsteps && f->peak.bytes; i++)
        if (f->peak.step[i] == step)
            text_add(t, "<em>%s</em>", word_link("live", "most RAM"));
    if (f->quantised && step == f->first_float)
        text_add(t, "<em>%s</em>", word_link("floats", "first on floats"));
    if (x->step->nrefusals)
        text_add(t, "<em>%s</em>", word_link("refused", "refused"));
    if (x->step->strip)
        text_add(t, "<em class=\"turns\">%s</em>",
                 word_link("turns", fmt_text("turns %s", turns_text(x->step))));
}

static void add_step(Text *t, const MethodFacts *f, const StepFacts *x, bool timed)
{
    const Step *s = x->step;
    text_add(t, "<details class=\"step\"><summary><span>%d</span><b>%s", s->index, html(s->name));
    add_badges(t, f, x);
    text_add(t, "</b><span>");
    add_shapes(t, s);
    add_makers(t, s);
    text_add(t, "</span><code>%s</code><span class=\"n\">%s</span>", step_function(s),
             x->macs ? number_text(x->macs) : "");
    if (timed)
        text_add(t, "<span class=\"n time\">%s</span>",
                 x->seconds >= 0 ? microseconds(x->seconds) : "");
    text_add(t, "</summary>\n");
    add_opened_step(t, f, x);
    text_add(t, "</details>\n");
}

/* Says which step of [from, to) takes most of what is counted, and how much; nothing if none does.
 */
static const char *most_text(const MethodFacts *f, Rank by, int from, int to)
{
    const char *unit = by == RANK_SECONDS ? "&#160;&#181;s" : "";
    int most = from;
    for (int i = from; i < to; i++)
        if (rank_of(&f->step[i], by) > rank_of(&f->step[most], by))
            most = i;
    if (rank_of(&f->step[most], by) <= 0)
        return "";
    return fmt_text("%s in %s %s%s; ", by == RANK_SECONDS ? "slowest" : "most", step_link(f, most),
                    rank_text(rank_of(&f->step[most], by), by), unit);
}

/* Says in a line what a closed group holds. */
static void start_group(Text *t, const MethodFacts *f, int from, int to, bool timed)
{
    int64_t macs = 0, live = 0, weights = 0;
    double seconds = 0;
    for (int i = from; i < to; i++) {
        macs += f->step[i].macs;
        seconds += f->step[i].seconds > 0 ? f->step[i].seconds : 0;
        weights += f->step[i].weights;
        live = max64(live, f->step[i].live);
    }
    text_add(t, "<details class=\"group\"%s><summary>Steps %d to %d <small>",
             from ? "" : " open=\"\"", from, to - 1);
    if (timed && f->seconds > 0)
        text_add(t, "%s&#160;&#181;s, %s of the time, %s", microseconds(seconds),
                 percent(seconds, f->seconds), most_text(f, RANK_SECONDS, from, to));
    if (f->macs)
        text_add(t, "%s multiply-adds, %s, %s", number_text(macs),
                 percent((double)macs, (double)f->macs), most_text(f, RANK_MACS, from, to));
    text_add(t, "constants %s bytes, arena up to %s bytes</small></summary>\n",
             number_text(weights), number_text(live));
}

static void add_method(Text *t, const MethodFacts *f, bool timed)
{
    int n = f->g->nsteps;
    bool groups = n > GROUP + GROUP / 2;
    text_add(t,
             "<h3>Method %s: %s</h3>\n<div class=\"steps%s\">"
             "<p class=\"head\"><span>step</span><b>name</b><span>shapes</span>"
             "<code>computed by</code><span class=\"n\">multiply-adds</span>%s</p>\n",
             html(f->g->method->name), plural((uint64_t)n, "step"), timed ? " timed" : "",
             timed ? "<span class=\"n\">&#181;s</span>" : "");
    for (int i = 0; i < n; i++) {
        if (groups && i % GROUP == 0)
            start_group(t, f, i, i + GROUP < n ? i + GROUP : n, timed);
        add_step(t, f, &f->step[i], timed);
        if (groups && (i % GROUP == GROUP - 1 || i == n - 1))
            text_add(t, "</details>\n");
    }
    text_add(t, "</div>\n");
}

void add_layers_section(Text *t, const Facts *f)
{
    text_add(t,
             "<section id=\"layers\"><h2>Layers</h2>\n"
             "<p>In the order in which they run. A step opens: its operators, operands, "
             "parameters and bytes. An n is an extent that the caller chooses; bytes and "
             "multiply-adds are those of the largest%s.</p>\n",
             f->timed ? ", times are of what was measured" : "");
    if (takes_turns(f))
        text_add(
            t,
            "<p>Steps marked as <em class=\"turns\">%s</em> run together, a few rows each.</p>\n",
            word_link("turns", "turns"));
    for (int i = 0; i < f->nmethods; i++)
        add_method(t, &f->method[i], f->timed);
    text_add(t, "</section>\n");
}
