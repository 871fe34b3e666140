/* SPDX-License-Identifier: 0BSD
 * `ptec size --json`. */
#include "base/words.h"
#include "graph/build.h"
#include "tools/size/groups.h"
#include "tools/size/report.h"
#include "tools/size/totals.h"

#include <inttypes.h>

static const char *const area_name[] = {"code", "tables", "data", "bss"};
static const char *const owner_name[] = {"model", "kernels", "runtime"};

static void add_text(Text *t, const char *before, const char *name, const char *value)
{
    text_add(t, "%s\"%s\": ", before, name);
    add_json_string(t, value);
}

static void add_count(Text *t, const char *name, int64_t n)
{
    text_add(t, ", \"%s\": %" PRId64, name, n);
}

static void add_names(Text *t, const char *before, const char *name, const char **item, int count)
{
    text_add(t, "%s\"%s\": [", before, name);
    for (int i = 0; i < count; i++)
        add_json_string((text_add(t, i ? ", " : ""), t), item[i]);
    text_add(t, "]");
}

static void add_totals(Text *t, const Sizes *s, const Totals *total)
{
    text_add(t, ",\n\"flash\": {\"bytes\": %" PRId64, total->flash);
    add_count(t, "weights", total->weights);
    for (Area a = 0; a < AREA_ZEROS; a++)
        add_count(t, area_name[a], s->totals[a]);
    text_add(t, "},\n\"ram\": {\"bytes\": %" PRId64, total->ram);
    for (Area a = AREA_DATA; a < AREAS; a++)
        add_count(t, area_name[a], s->totals[a]);
    text_add(t, "}");
    for (Area a = 0; a < AREAS; a++) {
        text_add(t, ",\n\"%s\": {\"bytes\": %" PRId64, area_name[a], s->totals[a]);
        for (Owner o = 0; o < OWNER_NONE; o++)
            add_count(t, owner_name[o], total->bytes[a][o]);
        add_count(t, "unnamed", total->bytes[a][OWNER_NONE]);
        add_count(t, "padding", total->padding[a]);
        text_add(t, "}");
    }
}

static void add_methods(Text *t, const Sizes *s)
{
    const char *comma = "";
    text_add(t, ",\n\"methods\": [");
    for (int i = 0; i < s->nmodels; i++)
        for (int k = 0; k < s->model[i]->ngraphs; k++) {
            Graph *g = s->model[i]->graph[k];
            if (is_constant_method(g))
                continue;
            const StackBound b = s->calls ? stack_of_method(g, s->calls) : (StackBound){0};
            add_text(t, fmt_text("%s\n  {", comma), "model", s->model[i]->options->name);
            add_text(t, ", ", "method", g->name);
            add_count(t, "arena", g->arena_bytes);
            add_count(t, "state", method_state(g));
            add_count(t, "inputs", args_bytes(g->input, g->ninputs));
            add_count(t, "outputs", args_bytes(g->output, g->noutputs));
            if (s->calls && !b.unbounded)
                add_count(t, "stack", b.bytes);
            else
                text_add(t, ", \"stack\": null");
            text_add(t, "}");
            comma = ",";
        }
    text_add(t, "]");
}

static void add_sections(Text *t, const Sizes *s)
{
    text_add(t, ",\n\"sections\": [");
    for (int i = 0; i < s->nsections; i++) {
        const SizedSection *section = &s->section[i];
        add_text(t, i ? ",\n  {" : "\n  {", "object", s->object[section->object].name);
        add_text(t, ", ", "section", section->name);
        add_text(t, ", ", "kind", area_name[section->area]);
        add_count(t, "bytes", section->bytes);
        add_count(t, "named", section->named);
        add_count(t, "unnamed", section->unnamed);
        add_count(t, "padding", section->padding);
        text_add(t, "}");
    }
    text_add(t, "]");
}

static void add_symbols(Text *t, const Sizes *s)
{
    const char *comma = "";
    const Chunk **chunk = largest_chunks(s);
    text_add(t, ",\n\"symbols\": [");
    for (int i = 0; i < s->nchunks; i++) {
        const Chunk *c = chunk[i];
        if (!c->named)
            continue;
        add_text(t, fmt_text("%s\n  {", comma), "name", c->name);
        add_text(t, ", ", "object", s->object[c->object].name);
        add_text(t, ", ", "kind", area_name[c->area]);
        add_text(t, ", ", "owner", owner_name[c->owner]);
        add_count(t, "bytes", c->bytes);
        text_add(t, "}");
        comma = ",";
    }
    text_add(t, "]");
}

static void add_chunks(Text *t, const char *what, const Chunk **chunk, int count, int64_t bytes)
{
    const char **name = NEW(const char *, count + 1);
    for (int i = 0; i < count; i++)
        name[i] = chunk[i]->name;
    text_add(t, ",\n\"%s\": {\"bytes\": %" PRId64, what, bytes);
    add_names(t, ", ", "symbols", name, count);
    text_add(t, "}");
}

static void add_groups(Text *t, const Sizes *s, GroupKind kind, const char *name)
{
    const Groups groups = find_groups(s, kind);
    text_add(t, ",\n\"%s\": [", name);
    for (int i = 0; i < groups.count; i++) {
        const Group *g = &groups.group[i];
        add_text(t, i ? ",\n  {" : "\n  {", "name", g->name);
        add_count(t, "steps", g->steps);
        if (kind == GROUP_FUNCTIONS && g->inlined)
            text_add(t, ", \"bytes\": null");
        else if (kind == GROUP_FUNCTIONS)
            add_count(t, "bytes", g->own);
        text_add(t, ", \"goes\": {\"bytes\": %" PRId64, gone_flash(&g->goes));
        add_count(t, "weights", g->goes.weights);
        for (Area a = 0; a < AREA_ZEROS; a++)
            add_count(t, area_name[a], g->goes.bytes[a]);
        add_count(t, "kernels", g->goes.kernels);
        add_names(t, ", ", "outside", g->goes.outside, g->goes.noutside);
        text_add(t, "}}");
    }
    text_add(t, "]");
}

void report_sizes_json(Text *t, const Sizes *s)
{
    static const char *const kind[] = {"functions", "types", "operators", "steps", "models"};
    const Totals total = find_totals(s);
    add_text(t, "{", "compiler", s->compiler);
    add_totals(t, s, &total);
    add_methods(t, s);
    add_names(t, ",\n", "outside", total.outside, total.noutside);
    add_chunks(t, "unreached", total.unreached, total.nunreached, total.unreached_bytes);
    add_chunks(t, "shared", total.shared, total.nshared, total.shared_bytes);
    text_add(t, ",\n\"apart\": %s", s->together ? "false" : "true");
    text_add(t, ",\n\"method_bytes\": %" PRId64, total.methods);
    add_sections(t, s);
    add_symbols(t, s);
    for (GroupKind i = 0; i < GROUP_KINDS; i++)
        add_groups(t, s, i, kind[i]);
    text_add(t, "\n}\n");
}
