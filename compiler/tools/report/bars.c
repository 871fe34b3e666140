/* SPDX-License-Identifier: 0BSD
 * The sections with a bar for each layer: weights, multiply-adds, time; and the largest weights. */
#include "tools/report/bars.h"
#include "base/grid.h"
#include "emit/text/labels.h"
#include "emit/text/match.h"
#include "plan/peak.h"
#include "tools/report/html.h"

#include <stdlib.h>

enum { SHOWN = 12 }; /* rows; the rest is folded */

double rank_of(const StepFacts *x, Rank by)
{
    return by == RANK_SECONDS ? x->seconds : by == RANK_MACS ? (double)x->macs : (double)x->weights;
}

const char *rank_text(double number, Rank by)
{
    if (by == RANK_SECONDS)
        return microseconds(number);
    return number_text((int64_t)number);
}

typedef struct Ranked {
    double number;
    int step;
} Ranked;

static int largest_first(const void *a, const void *b)
{
    const Ranked *x = a, *y = b;
    return x->number < y->number ? 1 : x->number > y->number ? -1 : x->step - y->step;
}

int *ranked_steps(const MethodFacts *f, Rank by, int *count)
{
    Ranked *ranked = NEW(Ranked, f->g->nsteps);
    int *step = NEW(int, f->g->nsteps), n = 0;
    for (int i = 0; i < f->g->nsteps; i++)
        if (rank_of(&f->step[i], by) > 0)
            ranked[n++] = (Ranked){rank_of(&f->step[i], by), i};
    if (n)
        qsort(ranked, (size_t)n, sizeof *ranked, largest_first);
    for (int i = 0; i < n; i++)
        step[i] = ranked[i].step;
    *count = n;
    return step;
}

static void add_rows(Text *t, const MethodFacts *f, Rank by, const int *step, int from, int to)
{
    static const char *const unit[] = {"#bytes", "#multiply-adds", "#microseconds"};
    const double all[] = {(double)f->weights, (double)f->macs, f->seconds};
    const char *const heading[] = {"step", unit[by], "#share", ""};
    table_start(t, "bars", heading, 4);
    for (int i = from; i < to; i++) {
        const StepFacts *x = &f->step[step[i]];
        text_add(t, "<tr>");
        add_cell(t, step_link(f, step[i]));
        text_add(t, "<td class=\"n\">%s</td><td class=\"n\">%s</td>", rank_text(rank_of(x, by), by),
                 percent(rank_of(x, by), all[by]));
        add_bar_cell(t, rank_of(x, by), rank_of(&f->step[step[0]], by));
        text_add(t, "</tr>\n");
    }
    table_end(t);
}

static void add_bars(Text *t, const MethodFacts *f, Rank by, const char *what)
{
    int n;
    const int *step = ranked_steps(f, by, &n);
    text_add(t, "<h3>Method %s: %s</h3>\n", html(f->g->method->name), what);
    if (!n)
        text_add(t, "<p>No step has any.</p>\n");
    if (n)
        add_rows(t, f, by, step, 0, n < SHOWN ? n : SHOWN);
    if (n > SHOWN) {
        text_add(t, "<details><summary>%s more</summary>\n", plural((uint64_t)(n - SHOWN), "step"));
        add_rows(t, f, by, step, SHOWN, n);
        text_add(t, "</details>\n");
    }
}

/* Returns a link to the first step that reads the constant, or NULL. */
static const char *reader_of(const MethodFacts *f, const Buffer *b)
{
    for (int i = 0; i < f->g->nsteps; i++) {
        const Step *s = f->step[i].step;
        Buffer **constant = NEW(Buffer *, s->nin);
        for (int k = step_constants(s, constant) - 1; k >= 0; k--)
            if (constant[k] == b)
                return fmt_text(" of <a href=\"#%s\">step&#160;%d</a>", step_id(f, i), i);
    }
    return NULL;
}

const char *weight_text(const Facts *f, const Buffer *b)
{
    const char *reader = NULL, *source = b->of ? b->of->source : NULL;
    for (int i = 0; i < f->nmethods && !reader; i++)
        reader = reader_of(&f->method[i], b);
    return fmt_text("%s%s%s%s%s", html(b->name), reader ? reader : "", source ? " <small>" : "",
                    source ? html(source) : "", source ? "</small>" : "");
}

static void add_largest_weights(Text *t, const Facts *f)
{
    static const char *const heading[] = {"constant", "type", "#bytes", "#share", ""};
    Buffer **weight = largest_weights(f->m);
    text_add(t, "<h3>Largest weights</h3>\n");
    table_start(t, "weights", heading, 5);
    for (int i = 0; i < f->m->nweights && i < SHOWN; i++) {
        const Buffer *b = weight[i];
        text_add(t, "<tr>");
        add_cell(t, weight_text(f, b));
        add_cell(t, b->of ? dtype_name((int)b->of->type.dtype) : "");
        add_number_cell(t, b->bound);
        text_add(t, "<td class=\"n\">%s</td>",
                 percent((double)b->bound, (double)f->m->weights_bytes));
        add_bar_cell(t, (double)b->bound, (double)weight[0]->bound);
        text_add(t, "</tr>\n");
    }
    table_end(t);
}

void add_weights_section(Text *t, const Facts *f)
{
    text_add(t,
             "<section id=\"weights\"><h2>Weights by layer</h2>\n"
             "<p>The weights take %s bytes, with their header and gaps. What several steps read "
             "counts for each of them. Code and tables come on top: <code>ptec compile --size"
             "</code> measures them.</p>\n",
             number_text(f->m->weights_bytes));
    add_largest_weights(t, f);
    for (int i = 0; i < f->nmethods; i++)
        add_bars(t, &f->method[i], RANK_WEIGHTS, "constants that each step reads");
    text_add(t, "</section>\n");
}

/* Warns of steps that take much longer than others that are like them. */
static void add_noise(Text *t, const MethodFacts *f)
{
    const Noise n = f->noise;
    text_add(t,
             "<p>Only steps with the same kernel and the same shapes are compared, to see whether "
             "the profile is noisy: %d of %s.</p>\n",
             n.compared, plural((uint64_t)f->g->nsteps, "step"));
    if (n.steps)
        text_add(
            t,
            "<p class=\"warning\">%s more than twice as long as another with the same kernel "
            "and shapes; %s takes %.1f times as long as %s: the profile is noisy, or something "
            "else ran.</p>\n",
            n.steps == 1 ? "1 step takes" : fmt_text("%d steps take", n.steps),
            step_link(f, n.slow), n.times, step_link(f, n.fast));
}

/* Says whose times these are and what they add up to. */
static void add_times(Text *t, const MethodFacts *f, const char *at)
{
    int timed = 0;
    for (int i = 0; i < f->g->nsteps; i++)
        timed += f->step[i].seconds >= 0;
    text_add(
        t,
        "<p>The times are those of the file of <code>--profile</code>. %d "
        "of %s of method %s have one, %s &#181;s in all.%s%s%s Multiply-adds are for the largest "
        "sizes.</p>\n",
        timed, plural((uint64_t)f->g->nsteps, "step"), html(f->g->method->name),
        microseconds(f->seconds), *at ? " Measured: <b>" : "", at, *at ? "</b>." : "");
    add_noise(t, f);
}

void add_work_section(Text *t, const Facts *f)
{
    text_add(t, "<section id=\"work\"><h2>%s</h2>\n",
             f->timed ? "Time and multiply-adds by layer" : "Multiply-adds by layer");
    if (!f->timed)
        text_add(t, "<p>No times: <code>--profile FILE</code> adds those that you measured.</p>\n");
    for (int i = 0; i < f->nmethods; i++) {
        if (f->timed)
            add_times(t, &f->method[i], measured_at(f));
        if (f->timed)
            add_bars(t, &f->method[i], RANK_SECONDS, "time of each step");
        add_bars(t, &f->method[i], RANK_MACS, "multiply-adds of each step");
    }
    text_add(t, "</section>\n");
}
