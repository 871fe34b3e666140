/* SPDX-License-Identifier: 0BSD
 * The section on steps that a library of kernels did not take. */
#include "tools/report/refused.h"
#include "emit/text/match.h"
#include "graph/kernel.h"
#include "select/registry.h"
#include "tools/grid.h"
#include "tools/report/html.h"

#include <stdlib.h>
#include <string.h>

/* Is a set of steps that one library refused for one reason, and that the same function computes
 * instead. */
typedef struct Refused {
    const char *library, *why, *fallback;
    int64_t macs;
    int *step;
    int nsteps;
} Refused;

typedef struct RefusedList {
    Refused *item;
    int count;
} RefusedList;

const char *refusal_text(const char *why)
{
    static const char *const text[][2] = {
        {"kind", "has no kernel for such steps"},
        {"operands", "has no kernel for these types, sizes, layouts, constants or attributes"},
        {"library", "has no such kernel in its installed version"},
        {"scratch", "has a kernel that needs more scratch memory than --max-ram leaves"},
        {"slower", "has a kernel that was measured to be slower"},
        {"unmeasured", "has a kernel that was not measured for such a step"}};
    for (size_t i = 0; i < sizeof text / sizeof *text; i++)
        if (strcmp(text[i][0], why) == 0)
            return text[i][1];
    return why;
}

static Refused *find_refused(RefusedList *list, const Refusal *r, const char *fallback)
{
    for (int i = 0; i < list->count; i++) {
        Refused *x = &list->item[i];
        if (x->library == r->backend->name && strcmp(x->why, r->why) == 0 &&
            strcmp(x->fallback, fallback) == 0)
            return x;
    }
    PUSH(list->item, list->count, ((Refused){r->backend->name, r->why, fallback, 0, NULL, 0}));
    return &list->item[list->count - 1];
}

static int heaviest_first(const void *a, const void *b)
{
    const Refused *x = a, *y = b;
    if (x->macs != y->macs)
        return x->macs < y->macs ? 1 : -1;
    return x->step[0] != y->step[0] ? x->step[0] - y->step[0] : strcmp(x->library, y->library);
}

static RefusedList list_refused(const MethodFacts *f)
{
    RefusedList list = {0};
    for (int i = 0; i < f->g->nsteps; i++) {
        const Step *s = f->step[i].step;
        for (int k = 0; k < s->nrefusals; k++) {
            Refused *x = find_refused(&list, &s->refusal[k], step_function(s));
            PUSH(x->step, x->nsteps, i);
            x->macs += f->step[i].macs;
        }
    }
    if (list.count)
        qsort(list.item, (size_t)list.count, sizeof *list.item, heaviest_first);
    return list;
}

static void add_steps(Text *t, const MethodFacts *f, const Refused *x)
{
    enum { SHOWN = 3 };
    for (int i = 0; i < x->nsteps; i++) {
        if (i == SHOWN)
            text_add(t, "<details><summary>%d more</summary>", x->nsteps - SHOWN);
        text_add(t, "%s%s", i % SHOWN ? ", " : "", step_link(f, x->step[i]));
    }
    text_add(t, x->nsteps > SHOWN ? "</details>" : "");
}

static void add_method(Text *t, const MethodFacts *f)
{
    static const char *const heading[] = {"library",        "why",   "computed instead by", "steps",
                                          "#multiply-adds", "#share"};
    RefusedList list = list_refused(f);
    text_add(t, "<h3>Method %s: %d of %s</h3>\n", html(f->g->method->name), f->nrefused,
             plural((uint64_t)f->g->nsteps, "step"));
    if (!list.count)
        return;
    table_start(t, "refused", heading, 6);
    for (int i = 0; i < list.count; i++) {
        const Refused *x = &list.item[i];
        text_add(t, "<tr>");
        add_cell(t, x->library);
        add_cell(t, fmt_text("%s: <small>%s</small>", refusal_text(x->why),
                             html(step_what(f->step[x->step[0]].step))));
        add_cell(t, fmt_text("<code>%s</code>", x->fallback));
        text_add(t, "<td>");
        add_steps(t, f, x);
        text_add(t, "</td>");
        add_number_cell(t, x->macs);
        text_add(t, "<td class=\"n\">%s</td></tr>\n", percent((double)x->macs, (double)f->macs));
    }
    table_end(t);
}

void add_refused_section(Text *t, const Facts *f)
{
    text_add(t, "<section id=\"refused\"><h2>Steps that a library refused</h2>\n");
    if (f->m->options->backend)
        text_add(t,
                 "<p>Each step was offered to the libraries of <code>--kernels %s</code> in "
                 "this order; what the last refuses, the portable kernels compute, or a loop "
                 "in the generated C.</p>\n",
                 kernel_names(f->m->options));
    else
        text_add(t, "<p>No library was asked: without <code>--kernels</code> all steps are "
                    "computed by the portable kernels, or by loops in the generated C.</p>\n");
    for (int i = 0; i < f->nmethods && f->m->options->backend; i++)
        add_method(t, &f->method[i]);
    text_add(t, "</section>\n");
}
