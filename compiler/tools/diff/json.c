/* SPDX-License-Identifier: 0BSD
 * `ptec diff --json`. */
#include "base/json.h"
#include "tools/diff/report.h"

static void add_known(Json *j, const char *name, bool known, int64_t n)
{
    if (known)
        json_count(j, name, n);
    else
        json_null(j, name);
}

static void add_total(Json *j, const Total *t)
{
    const bool known = t->was >= 0 && t->is >= 0;
    json_object(j, t->name);
    add_known(j, "old", t->was >= 0, t->was);
    add_known(j, "new", t->is >= 0, t->is);
    add_known(j, "delta", known, t->is - t->was);
    if (known && t->was)
        json_real(j, "percent", 100.0 * (double)(t->is - t->was) / (double)t->was);
    else
        json_null(j, "percent");
    json_close(j);
}

static void add_step(Json *j, const char *name, const OldStep *s)
{
    json_object(j, name);
    json_text(j, "name", s->name);
    json_text(j, "what", s->what);
    json_text(j, "kernel", s->kernel);
    json_close(j);
}

static void add_steps(Json *j, const char *name, const DiffStep *step, int count)
{
    json_lines(j, name, '[');
    for (int i = 0; i < count; i++)
        add_step(j, NULL, step[i].is ? step[i].is : step[i].was);
    json_close(j);
}

static void add_changed(Json *j, const Diff *d)
{
    json_lines(j, "changed", '[');
    for (int i = 0; i < d->nchanged; i++) {
        json_object(j, NULL);
        add_step(j, "old", d->changed[i].was);
        add_step(j, "new", d->changed[i].is);
        json_bool(j, "types", d->changed[i].types[0]);
        json_close(j);
    }
    json_close(j);
}

static void add_weights(Json *j, const Diff *d)
{
    json_lines(j, "weights", '[');
    for (int i = 0; i < d->nweights; i++) {
        const DiffWeight *w = &d->weight[i];
        json_object(j, NULL);
        json_text(j, "name", w->name);
        json_text(j, "step", w->step->name);
        json_text(j, "old", w->was);
        json_text(j, "new", w->is);
        json_bool(j, "quantisation", w->quantisation);
        json_close(j);
    }
    json_close(j);
}

void report_diff_json(Text *t, const Diff *d)
{
    Json json = {.text = t}, *j = &json;
    json_lines(j, NULL, '{');
    json_text(j, "old", d->path[0]);
    json_text(j, "new", d->path[1]);
    json_bool(j, "same", diff_is_empty(d));
    if (d->compiler)
        json_text(j, "compiler", d->compiler);
    json_lines(j, "totals", '{');
    for (TotalId i = 0; i < TOTALS; i++)
        if (d->total[i].name)
            add_total(j, &d->total[i]);
    json_close(j);
    add_steps(j, "added", d->added, d->nadded);
    add_steps(j, "removed", d->removed, d->nremoved);
    add_changed(j, d);
    add_weights(j, d);
    json_texts(j, "shared", d->shared, d->nshared);
    json_close(j);
}
