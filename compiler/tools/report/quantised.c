/* SPDX-License-Identifier: 0BSD
 * The section on quantisation: scales and zero points, and which steps compute with floats. */
#include "tools/report/quantised.h"
#include "tools/grid.h"
#include "tools/report/html.h"
#include "tools/report/scales.h"

/* Returns a link to the step that has the instruction's operator in it, or where there are several
 * or none, as for a delegate, its number. */
static const char *step_of(const MethodFacts *f, int instr)
{
    int found = 0, step = 0;
    for (int i = 0; i < f->g->nsteps; i++)
        for (const Source *from = &f->step[i].step->source; from; from = from->also)
            if (from->instr == instr) {
                found += !found || step != i;
                step = i;
            }
    return found == 1 ? step_link(f, step) : fmt_text("instruction %d", instr);
}

static void add_real_cell(Text *t, double x)
{
    text_add(t, "<td class=\"n\">%.7g</td>", x);
}

static void add_scale(Text *t, const MethodFacts *f, const Scale *s)
{
    text_add(t, "<tr>");
    add_cell(t, html(s->tensor));
    add_cell(t, s->node ? html(s->node) : step_of(f, s->instr));
    add_cell(t, s->type);
    add_real_cell(t, s->scale);
    if (s->constant) {
        add_real_cell(t, s->largest);
        add_number_cell(t, s->scales);
    } else {
        text_add(t, "<td class=\"n\">%lld</td>", (long long)s->zero);
        add_real_cell(t, s->from);
        add_real_cell(t, s->to);
    }
    text_add(t, "</tr>\n");
}

static void add_scales(Text *t, const MethodFacts *f, bool constant)
{
    static const char *const computed[] = {"tensor",      "made by", "type", "#scale",
                                           "#zero point", "#from",   "#to"};
    static const char *const constants[] = {"tensor",          "read by",  "type",
                                            "#smallest scale", "#largest", "#scales"};
    int n, shown = 0;
    const Scale *s = find_scales(f->g->method, &n);
    for (int i = 0; i < n; i++)
        shown += s[i].constant == constant;
    if (!shown)
        return;
    text_add(t, "<details><summary>%s: scales%s</summary>\n",
             plural((uint64_t)shown, constant ? "constant tensor" : "computed tensor"),
             constant ? "" : ", zero points and ranges");
    table_start(t, constant ? "constant-scales" : "scales", constant ? constants : computed,
                constant ? 6 : 7);
    for (int i = 0; i < n; i++)
        if (s[i].constant == constant)
            add_scale(t, f, &s[i]);
    table_end(t);
    text_add(t, "</details>\n");
}

static void add_fallbacks(Text *t, const MethodFacts *f)
{
    static const char *const heading[] = {"step", "#multiply-adds", "computed by"};
    if (!f->nfloats) {
        text_add(t, "<p>No step computes on float tensors.</p>\n");
        return;
    }
    text_add(t,
             "<p>The first step on floats is %s. A step is one if it reads a float tensor or makes "
             "one, and does more than turn floats to bytes or back.</p>\n"
             "<details open=\"\"><summary>%s on floats</summary>\n",
             step_link(f, f->first_float), plural((uint64_t)f->nfloats, "step"));
    table_start(t, "floats", heading, 3);
    for (int i = 0; i < f->g->nsteps; i++)
        if (f->step[i].numbers == NUMBERS_FLOATS) {
            text_add(t, "<tr>");
            add_cell(t, step_link(f, i));
            add_number_cell(t, f->step[i].macs);
            add_cell(t, fmt_text("<code>%s</code>", step_function(f->step[i].step)));
            text_add(t, "</tr>\n");
        }
    table_end(t);
    text_add(t, "</details>\n");
}

static void add_counts(Text *t, const MethodFacts *f)
{
    int count[NUMBERS_COUNT] = {0};
    for (int i = 0; i < f->g->nsteps; i++)
        count[f->step[i].numbers]++;
    text_add(t, "<p>Steps by what they compute with:");
    for (int i = NUMBERS_OTHER + 1; i < NUMBERS_COUNT; i++)
        text_add(t, "%s %s <b>%d</b>", i > NUMBERS_OTHER + 1 ? "," : "", numbers_text[i], count[i]);
    text_add(t, ".</p>\n");
}

void add_quantised_section(Text *t, const Facts *f)
{
    text_add(t, "<section id=\"quantisation\"><h2>Quantisation</h2>\n");
    for (int i = 0; i < f->nmethods; i++) {
        const MethodFacts *x = &f->method[i];
        text_add(t, "<h3>Method %s</h3>\n", html(x->g->method->name));
        if (x->quantised) {
            add_counts(t, x);
            add_fallbacks(t, x);
        } else {
            text_add(t, "<p>No convolution or product is computed on bytes.</p>\n");
        }
        add_scales(t, x, false);
        add_scales(t, x, true);
    }
    text_add(t, "</section>\n");
}
