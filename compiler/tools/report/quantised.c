/* SPDX-License-Identifier: 0BSD
 * The section on quantisation: scales and zero points, and which steps compute with floats. */
#include "tools/report/quantised.h"
#include "base/grid.h"
#include "emit/text/scales.h"
#include "tools/report/html.h"

enum { MOST_OPEN = 12 }; /* steps in a list that is open from the start */

/* Returns a link to the step that makes or reads the tensor, or what else tells where it is. */
static const char *place_of(const MethodFacts *f, const Scale *s)
{
    int step = -1;
    for (int i = 0; i < f->g->nsteps && step < 0 && s->slot >= 0; i++)
        for (int k = 0; k < f->step[i].step->nout; k++) {
            const Value *v = f->step[i].step->out[k];
            if (v && !v->scalar && v->slot == s->slot)
                step = i;
        }
    step = step < 0 ? step_of_instr(f, s->instr) : step;
    if (s->node)
        return fmt_text("%s <small>%s</small>", html(s->node), html(s->tensor));
    return step >= 0 ? step_link(f, step) : fmt_text("instruction %d", s->instr);
}

static void add_real_cell(Text *t, double x)
{
    text_add(t, "<td class=\"n\">%.7g</td>", x);
}

static void add_scale(Text *t, const char *place, const Scale *s)
{
    text_add(t, "<tr>");
    add_cell(t, place);
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

static const char *const computed[] = {"made in", "type", "#scale", "#zero point", "#from", "#to"};

static void add_border_scales(Text *t, const Scale *s, int n)
{
    static const char *const heading[] = {"argument",    "as bytes", "#scale",
                                          "#zero point", "#from",    "#to"};
    int shown = 0;
    for (int i = 0; i < n; i++)
        shown += s[i].border != NULL;
    if (!shown)
        return;
    table_start(t, "border-scales", heading, 6);
    for (int i = 0; i < n; i++)
        if (s[i].border)
            add_scale(t, s[i].border, &s[i]);
    table_end(t);
}

/* Writes a row for each step and pair of scale and zero point, however many tensors have them. */
static void add_scales(Text *t, const MethodFacts *f, const Scale *s, int n, bool constant)
{
    static const char *const constants[] = {"read by", "type", "#smallest scale", "#largest",
                                            "#scales"};
    Text rows = {0};
    Dict seen = {0};
    int shown = 0;
    for (int i = 0; i < n; i++) {
        Text row = {0};
        if (s[i].constant == constant && !s[i].border)
            add_scale(&row, place_of(f, &s[i]), &s[i]);
        if (!row.size || !dict_add(&seen, row.data))
            continue;
        text_add(&rows, "%s", row.data);
        shown++;
    }
    if (!shown)
        return;
    text_add(t, "<details><summary>%s: scales%s</summary>\n",
             plural((uint64_t)shown, constant ? "constant" : "result"),
             constant ? "" : ", zero points and ranges");
    table_start(t, constant ? "constant-scales" : "scales", constant ? constants : computed,
                constant ? 5 : 6);
    text_add(t, "%s", rows.data);
    table_end(t);
    text_add(t, "</details>\n");
}

static bool uses_floats(const StepFacts *x)
{
    return x->numbers == NUMBERS_FLOATS || x->numbers == NUMBERS_BETWEEN;
}

static void add_float_kernels(Text *t, const MethodFacts *f)
{
    enum { NAMED = 3 };
    Text names = {0};
    int n = 0;
    for (int i = 0; i < f->g->nsteps; i++)
        if (f->step[i].floats_within && n++ < NAMED)
            text_add(&names, "%s%s", n > 1 ? ", " : "", step_link(f, i));
    if (n)
        text_add(t,
                 "<p>%s on bytes %s by floats inside of a kernel, to scale sums or averages: slow "
                 "on a processor without an FPU. %s %s%s.</p>\n",
                 plural((uint64_t)n, "step"), n == 1 ? "multiplies" : "multiply",
                 n == 1 ? "It is" : "They are", names.data, n > NAMED ? " and others" : "");
    else
        text_add(t, "<p>No kernel of bytes multiplies by floats, so that none needs an FPU.</p>\n");
}

static void add_fallbacks(Text *t, const MethodFacts *f)
{
    static const char *const heading[] = {"step", "computes with", "#multiply-adds", "computed by"};
    if (!f->nfloats && !f->nbetween) {
        text_add(t, "<p>No step computes on float tensors.</p>\n");
        return;
    }
    text_add(t,
             "<p>A step is on floats if it reads a float tensor or makes one, and does more than "
             "turn floats to bytes or back. A loop on bytes with floats in between dequantises, "
             "computes and quantises for each element.</p>\n"
             "<details%s><summary>%s on floats, %d on bytes with floats in between</summary>\n",
             f->nfloats + f->nbetween > MOST_OPEN ? "" : " open=\"\"",
             plural((uint64_t)f->nfloats, "step"), f->nbetween);
    table_start(t, "floats", heading, 4);
    for (int i = 0; i < f->g->nsteps; i++)
        if (uses_floats(&f->step[i])) {
            text_add(t, "<tr>");
            add_cell(t, step_link(f, i));
            add_cell(t, numbers_text[f->step[i].numbers]);
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

static void add_method(Text *t, const MethodFacts *f)
{
    int n;
    const Scale *s = find_scales(f->g->method, &n);
    text_add(t, "<h3>Method %s</h3>\n", html(f->g->method->name));
    add_border_scales(t, s, n);
    if (f->quantised) {
        add_counts(t, f);
        add_float_kernels(t, f);
        add_fallbacks(t, f);
    } else {
        text_add(t, "<p>No convolution or product is computed on bytes.</p>\n");
    }
    add_scales(t, f, s, n, false);
    add_scales(t, f, s, n, true);
}

bool has_quantisation(const Facts *f)
{
    bool any = false;
    for (int i = 0; i < f->nmethods; i++) {
        int n;
        find_scales(f->method[i].g->method, &n);
        any |= f->method[i].quantised || n > 0;
    }
    return any;
}

void add_quantised_section(Text *t, const Facts *f)
{
    if (!has_quantisation(f))
        return;
    text_add(t, "<section id=\"quantisation\"><h2>Quantisation</h2>\n");
    for (int i = 0; i < f->nmethods; i++)
        add_method(t, &f->method[i]);
    text_add(t, "</section>\n");
}
