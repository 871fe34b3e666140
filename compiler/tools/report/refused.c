/* SPDX-License-Identifier: 0BSD
 * The section on steps that a library of kernels did not take. */
#include "tools/report/refused.h"
#include "base/grid.h"
#include "emit/text/match.h"
#include "graph/build.h"
#include "graph/kernel.h"
#include "select/registry.h"
#include "tools/report/html.h"
#include "tools/report/words.h"

#include <stdlib.h>
#include <string.h>

bool has_steps_by_others(const Facts *f)
{
    bool any = false;
    for (int i = 0; i < f->nmethods; i++)
        any |= f->method[i].nother > 0;
    return any;
}

/* Is a set of steps of one kind that one library refused for one reason, and that the same function
 * computes instead. */
typedef struct Refused {
    const char *library, *why, *fallback;
    Kind kind;
    int64_t macs, elements;
    double seconds;
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
        {"loop", "have no kernel for these steps"},
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

static Refused *find_refused(RefusedList *list, const Step *s, const char *library, const char *why)
{
    const char *fallback = step_function(s);
    for (int i = 0; i < list->count; i++) {
        Refused *x = &list->item[i];
        if (x->kind == s->kind && strcmp(x->library, library) == 0 && strcmp(x->why, why) == 0 &&
            strcmp(x->fallback, fallback) == 0)
            return x;
    }
    PUSH(list->item, list->count,
         ((Refused){.library = library, .why = why, .fallback = fallback, .kind = s->kind}));
    return &list->item[list->count - 1];
}

static int heaviest_first(const void *a, const void *b)
{
    const Refused *x = a, *y = b;
    if (x->seconds != y->seconds)
        return x->seconds < y->seconds ? 1 : -1;
    if (x->macs != y->macs)
        return x->macs < y->macs ? 1 : -1;
    if (x->elements != y->elements)
        return x->elements < y->elements ? 1 : -1;
    return x->step[0] - y->step[0];
}

static int64_t elements_of(const Step *s)
{
    const Value *v = s->nout ? s->out[0] : NULL;
    return v && !v->scalar ? size_most_elements(v->type.dim, v->type.rank) : 0;
}

static void note_refused(Refused *x, const StepFacts *step)
{
    PUSH(x->step, x->nsteps, step->step->index);
    x->macs += step->macs;
    x->elements += elements_of(step->step);
    x->seconds += step->seconds > 0 ? step->seconds : 0;
}

static RefusedList list_refused(const MethodFacts *f)
{
    RefusedList list = {0};
    for (int i = 0; i < f->g->nsteps; i++) {
        const Step *s = f->step[i].step;
        const Refusal *r = s->refusal;
        if (r)
            note_refused(find_refused(&list, s, r->backend->name, r->why), &f->step[i]);
        else if (is_loop(s))
            note_refused(find_refused(&list, s, "all", "loop"), &f->step[i]);
    }
    if (list.count)
        qsort(list.item, (size_t)list.count, sizeof *list.item, heaviest_first);
    return list;
}

static void add_row(Text *t, const MethodFacts *f, const Refused *x, double elements, bool timed)
{
    text_add(t, "<tr>");
    add_cell(t, x->library);
    add_cell(t, fmt_text("%s: <small>%s%s %s</small>", refusal_text(x->why),
                         x->nsteps > 1 ? "for example " : "", kind_link(x->kind),
                         html(strchr(step_what(f->step[x->step[0]].step), ' ') + 1)));
    add_cell(t, fmt_text("<code>%s</code>", x->fallback));
    text_add(t, "<td>");
    add_step_links(t, f, x->step, x->nsteps);
    text_add(t, "</td>");
    if (timed)
        add_share_cell(t, x->seconds, f->seconds);
    add_share_cell(t, (double)x->macs, (double)f->macs);
    if (!timed)
        add_share_cell(t, (double)x->elements, elements);
    text_add(t, "</tr>\n");
}

static void add_method(Text *t, const MethodFacts *f, bool timed)
{
    const char *const heading[] = {"library",
                                   "why",
                                   "computed instead by",
                                   "steps",
                                   timed ? "#of the time" : "#of multiply-adds",
                                   timed ? "#of multiply-adds" : "#of results' elements"};
    RefusedList list = list_refused(f);
    double elements = 0;
    for (int i = 0; i < f->g->nsteps; i++)
        elements += (double)elements_of(f->step[i].step);
    text_add(t, "<h3>Method %s: %d of %s</h3>\n", html(f->g->method->name), f->nother,
             plural((uint64_t)f->g->nsteps, "step"));
    if (!list.count)
        return;
    table_start(t, "refused", heading, 6);
    for (int i = 0; i < list.count; i++)
        add_row(t, f, &list.item[i], elements, timed);
    table_end(t);
}

void add_refused_section(Text *t, const Facts *f)
{
    if (!has_steps_by_others(f))
        return;
    text_add(t, "<section id=\"refused\"><h2>Steps that the first library does not compute</h2>\n");
    if (f->m->options->backend)
        text_add(t,
                 "<p>Each step was offered to the libraries of <code>--kernels %s</code> in "
                 "this order; what the last refuses, the portable kernels compute, or a loop "
                 "that is written out in the generated C.</p>\n",
                 kernel_names(f->m->options));
    else
        text_add(t, "<p>Without <code>--kernels</code> the portable kernels are the only library. "
                    "What they lack is a loop that is written out in the generated C.</p>\n");
    for (int i = 0; i < f->nmethods; i++)
        add_method(t, &f->method[i], f->timed);
    text_add(t, "</section>\n");
}
