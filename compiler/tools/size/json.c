/* SPDX-License-Identifier: 0BSD
 * `ptec size --json`. */
#include "base/json.h"
#include "graph/build.h"
#include "tools/size/groups.h"
#include "tools/size/report.h"
#include "tools/size/totals.h"
#include "tools/size_json.h"

static const char *const area_name[] = {"code", "tables", "data", "bss"};
static const char *const owner_name[] = {"model", "kernels", "runtime"};

static void add_totals(Json *j, const Sizes *s, const Totals *total)
{
    json_object(j, "flash");
    json_count(j, "bytes", total->flash);
    json_count(j, "weights", total->weights);
    for (Area a = 0; a < AREA_ZEROS; a++)
        json_count(j, area_name[a], s->totals[a]);
    json_close(j);
    json_object(j, "ram");
    json_count(j, "bytes", total->ram);
    for (Area a = AREA_DATA; a < AREAS; a++)
        json_count(j, area_name[a], s->totals[a]);
    json_close(j);
    for (Area a = 0; a < AREAS; a++) {
        json_object(j, area_name[a]);
        json_count(j, "bytes", s->totals[a]);
        for (Owner o = 0; o < OWNER_NONE; o++)
            json_count(j, owner_name[o], total->bytes[a][o]);
        json_count(j, "unnamed", total->bytes[a][OWNER_NONE]);
        json_count(j, "padding", total->padding[a]);
        json_close(j);
    }
}

static void add_methods(Json *j, const Sizes *s)
{
    json_lines(j, "methods", '[');
    for (int i = 0; i < s->nmodels; i++)
        for (int k = 0; k < s->model[i]->ngraphs; k++) {
            Graph *g = s->model[i]->graph[k];
            if (is_constant_method(g))
                continue;
            json_object(j, NULL);
            json_text(j, "model", s->model[i]->options->name);
            json_text(j, "method", g->name);
            json_count(j, "arena", g->arena_bytes);
            json_count(j, "state", method_state(g));
            json_count(j, "inputs", args_bytes(g->input, g->ninputs));
            json_count(j, "outputs", args_bytes(g->output, g->noutputs));
            json_stack(j, s->calls, s->calls ? stack_of_method(g, s->calls) : (StackBound){0});
            json_close(j);
        }
    json_close(j);
}

static void add_sections(Json *j, const Sizes *s)
{
    json_lines(j, "sections", '[');
    for (int i = 0; i < s->nsections; i++) {
        const SizedSection *section = &s->section[i];
        json_object(j, NULL);
        json_text(j, "object", s->object[section->object].name);
        json_text(j, "section", section->name);
        json_text(j, "kind", area_name[section->area]);
        json_count(j, "bytes", section->bytes);
        json_count(j, "named", section->named);
        json_count(j, "unnamed", section->unnamed);
        json_count(j, "padding", section->padding);
        json_close(j);
    }
    json_close(j);
}

static void add_symbols(Json *j, const Sizes *s)
{
    const Chunk **chunk = largest_chunks(s);
    json_lines(j, "symbols", '[');
    for (int i = 0; i < s->nchunks; i++) {
        const Chunk *c = chunk[i];
        if (!c->named)
            continue;
        json_object(j, NULL);
        json_text(j, "name", c->name);
        json_text(j, "object", s->object[c->object].name);
        json_text(j, "kind", area_name[c->area]);
        json_text(j, "owner", owner_name[c->owner]);
        json_count(j, "bytes", c->bytes);
        json_close(j);
    }
    json_close(j);
}

static void add_chunks(Json *j, const char *what, const Chunk **chunk, int count, int64_t bytes)
{
    json_object(j, what);
    json_count(j, "bytes", bytes);
    json_array(j, "symbols");
    for (int i = 0; i < count; i++)
        json_text(j, NULL, chunk[i]->name);
    json_close(j);
    json_close(j);
}

static void add_group(Json *j, const Group *g, GroupKind kind)
{
    json_object(j, NULL);
    json_text(j, "name", g->name);
    json_count(j, "steps", g->steps);
    if (kind == GROUP_FUNCTIONS && g->inlined)
        json_null(j, "bytes");
    else if (kind == GROUP_FUNCTIONS)
        json_count(j, "bytes", g->own);
    json_object(j, "goes");
    json_count(j, "bytes", gone_flash(&g->goes));
    json_count(j, "weights", g->goes.weights);
    for (Area a = 0; a < AREA_ZEROS; a++)
        json_count(j, area_name[a], g->goes.bytes[a]);
    json_count(j, "kernels", g->goes.kernels);
    json_texts(j, "outside", g->goes.outside, g->goes.noutside);
    json_close(j);
    json_close(j);
}

static void add_groups(Json *j, const Sizes *s, GroupKind kind, const char *name)
{
    const Groups groups = find_groups(s, kind);
    json_lines(j, name, '[');
    for (int i = 0; i < groups.count; i++)
        add_group(j, &groups.group[i], kind);
    json_close(j);
}

void report_sizes_json(Text *t, const Sizes *s)
{
    Json json = {.text = t}, *j = &json;
    static const char *const kind[] = {"functions", "types", "operators", "steps", "models"};
    const Totals total = find_totals(s);
    json_lines(j, NULL, '{');
    json_text(j, "compiler", s->compiler);
    add_totals(j, s, &total);
    add_methods(j, s);
    json_texts(j, "outside", total.outside, total.noutside);
    add_chunks(j, "unreached", total.unreached, total.nunreached, total.unreached_bytes);
    add_chunks(j, "shared", total.shared, total.nshared, total.shared_bytes);
    json_bool(j, "apart", !s->together);
    json_count(j, "method_bytes", total.methods);
    add_sections(j, s);
    add_symbols(j, s);
    for (GroupKind i = 0; i < GROUP_KINDS; i++)
        add_groups(j, s, i, kind[i]);
    json_close(j);
}
