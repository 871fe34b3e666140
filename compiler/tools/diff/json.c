/* SPDX-License-Identifier: 0BSD
 * `ptec diff --json`. */
#include "base/words.h"
#include "tools/diff/report.h"

#include <inttypes.h>

static void add_member(Text *t, const char *before, const char *name, const char *value)
{
    text_add(t, "%s\"%s\": ", before, name);
    if (value)
        add_json_string(t, value);
    else
        text_add(t, "null");
}

static void add_count(Text *t, const char *name, int64_t n)
{
    if (n < 0)
        text_add(t, "\"%s\": null, ", name);
    else
        text_add(t, "\"%s\": %" PRId64 ", ", name, n);
}

static void add_total(Text *t, const Total *total)
{
    bool known = total->was >= 0 && total->is >= 0;
    text_add(t, "\"%s\": {", total->name);
    add_count(t, "old", total->was);
    add_count(t, "new", total->is);
    if (known)
        text_add(t, "\"delta\": %" PRId64 ", ", total->is - total->was);
    else
        text_add(t, "\"delta\": null, ");
    if (known && total->was)
        text_add(t, "\"percent\": %.2f}",
                 100.0 * (double)(total->is - total->was) / (double)total->was);
    else
        text_add(t, "\"percent\": null}");
}

static void add_step(Text *t, const char *before, const OldStep *s)
{
    add_member(t, before, "name", s->name);
    add_member(t, ", ", "what", s->what);
    add_member(t, ", ", "kernel", s->kernel);
    text_add(t, "}");
}

static void add_steps(Text *t, const char *name, const DiffStep *step, int count)
{
    text_add(t, ",\n\"%s\": [", name);
    for (int i = 0; i < count; i++)
        add_step(t, i ? ",\n  {" : "\n  {", step[i].is ? step[i].is : step[i].was);
    text_add(t, "]");
}

static void add_changed(Text *t, const Diff *d)
{
    text_add(t, ",\n\"changed\": [");
    for (int i = 0; i < d->nchanged; i++) {
        add_step(t, i ? ",\n  {\"old\": {" : "\n  {\"old\": {", d->changed[i].was);
        add_step(t, ", \"new\": {", d->changed[i].is);
        text_add(t, ", \"types\": %s}", d->changed[i].types[0] ? "true" : "false");
    }
    text_add(t, "]");
}

static void add_weights(Text *t, const Diff *d)
{
    text_add(t, ",\n\"weights\": [");
    for (int i = 0; i < d->nweights; i++) {
        const DiffWeight *w = &d->weight[i];
        add_member(t, i ? ",\n  {" : "\n  {", "name", w->name);
        add_member(t, ", ", "step", w->step->name);
        add_member(t, ", ", "old", w->was);
        add_member(t, ", ", "new", w->is);
        text_add(t, ", \"quantisation\": %s}", w->quantisation ? "true" : "false");
    }
    text_add(t, "]");
}

void report_diff_json(Text *t, const Diff *d)
{
    add_member(t, "{", "old", d->path[0]);
    add_member(t, ", ", "new", d->path[1]);
    text_add(t, ",\n\"same\": %s,\n", diff_is_empty(d) ? "true" : "false");
    if (d->compiler)
        add_member(t, "", "compiler", d->compiler);
    text_add(t, d->compiler ? ",\n\"totals\": {" : "\"totals\": {");
    for (TotalId i = 0; i < TOTALS; i++) {
        if (!d->total[i].name)
            continue;
        text_add(t, i ? ",\n  " : "\n  ");
        add_total(t, &d->total[i]);
    }
    text_add(t, "}");
    add_steps(t, "added", d->added, d->nadded);
    add_steps(t, "removed", d->removed, d->nremoved);
    add_changed(t, d);
    add_weights(t, d);
    text_add(t, ",\n\"shared\": [");
    for (int i = 0; i < d->nshared; i++)
        add_json_string((text_add(t, i ? ", " : ""), t), d->shared[i]);
    text_add(t, "]\n}\n");
}
