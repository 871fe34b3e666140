/* SPDX-License-Identifier: 0BSD
 * What `ptec size` prints for people. */
#include "tools/size/report.h"
#include "base/grid.h"
#include "base/words.h"
#include "graph/build.h"
#include "tools/size/groups.h"
#include "tools/size/totals.h"

#include <string.h>

enum { MOST_LINES = 16 };

static const char *number(int64_t n)
{
    return grouped((uint64_t)n);
}

static void add_row(Grid *g, const char *what, int64_t bytes, const char *note)
{
    grid_add(g, what);
    grid_add(g, number(bytes));
    grid_add(g, note);
}

static void add_part(Grid *g, const char *what, int64_t bytes, const char *note)
{
    if (bytes)
        add_row(g, what, bytes, note);
}

/* Names the sections that have bytes without a symbol. */
static const char *unnamed_sections(const Sizes *s, Area area)
{
    Text t = {0};
    Dict seen = {0};
    for (int i = 0; i < s->nsections; i++)
        if (s->section[i].area == area && s->section[i].unnamed &&
            dict_add(&seen, s->section[i].name))
            text_add(&t, "%s%s", t.size ? ", " : "in ", s->section[i].name);
    return text_string(&t);
}

static void add_owners(Grid *g, const Sizes *s, const Totals *t, Area area)
{
    static const char *const owner[] = {"    model", "    kernels", "    runtime"};
    for (Owner o = 0; o < OWNER_NONE; o++)
        add_part(g, owner[o], t->bytes[area][o],
                 plural((uint64_t)t->count[area][o], area == AREA_CODE ? "function" : "object"));
    add_part(g, "    without a name", t->bytes[area][OWNER_NONE], unnamed_sections(s, area));
    add_part(g, "    padding", t->padding[area], "");
}

/* Adds the largest objects of .data or .bss, and the sum of the others. */
static void add_objects(Grid *g, const Sizes *s, const Totals *t, Area area)
{
    const Chunk **largest = largest_chunks(s);
    int64_t rest = 0;
    int shown = 0;
    for (int i = 0; i < s->nchunks; i++) {
        const Chunk *c = largest[i];
        const char *of = s->nmodels > 1 ? fmt_text(" of %s", s->object[c->object].name) : "";
        if (c->area != area || !c->named)
            continue;
        if (shown++ < MOST_LINES)
            add_part(g, fmt_text("    %s%s", c->name, of), c->bytes, "");
        else
            rest += c->bytes;
    }
    add_part(g, "    others", rest, "");
    add_part(g, "    without a name", t->bytes[area][OWNER_NONE], unnamed_sections(s, area));
    add_part(g, "    padding", t->padding[area], "");
}

static void add_totals(Text *out, const Sizes *s, const Totals *t)
{
    Grid g = {.align = "lrl"};
    add_row(&g, "flash", t->flash, "");
    add_row(&g, "  weights", t->weights, "");
    add_row(&g, "  code", s->totals[AREA_CODE], "");
    add_owners(&g, s, t, AREA_CODE);
    add_row(&g, "  tables", s->totals[AREA_TABLES], "");
    add_owners(&g, s, t, AREA_TABLES);
    add_row(&g, "  .data", s->totals[AREA_DATA], s->totals[AREA_DATA] ? "in RAM too" : "");
    add_row(&g, "RAM", t->ram, "");
    add_row(&g, "  .data", s->totals[AREA_DATA], "");
    add_objects(&g, s, t, AREA_DATA);
    add_row(&g, "  .bss", s->totals[AREA_ZEROS], "");
    add_objects(&g, s, t, AREA_ZEROS);
    grid_print(out, &g);
}

/* Tells of each method what the caller has, and how deep the stack gets. */
static void add_calls(Text *out, const Sizes *s)
{
    for (int i = 0; i < s->nmodels; i++)
        for (int k = 0; k < s->model[i]->ngraphs; k++) {
            const Graph *g = s->model[i]->graph[k];
            if (is_constant_method(g))
                continue;
            text_add(out, "  %s: inputs %s and outputs %s of the caller's",
                     fmt_text("%s_%s", s->model[i]->options->name, g->name),
                     number(args_bytes(g->input, g->ninputs)),
                     number(args_bytes(g->output, g->noutputs)));
            StackBound b = {0};
            if (s->calls)
                b = stack_of_method(g, s->calls);
            if (!s->calls)
                text_add(out, "; stack not measured: the compiler writes no call graph\n");
            else if (b.unbounded)
                text_add(out, "; stack unbounded: %s\n", plain_name(g->model, b.unbounded));
            else
                text_add(out, "; stack %s\n", number(b.bytes));
        }
}

static void add_list(Text *out, const char *head, const char **name, int count)
{
    if (!count)
        return;
    text_add(out, "  %s:", head);
    for (int i = 0; i < count && i < MOST_LINES; i++)
        text_add(out, "%s %s", i ? "," : "", name[i]);
    if (count > MOST_LINES)
        text_add(out, " and %d more", count - MOST_LINES);
    text_add(out, "\n");
}

static void add_chunk_names(Text *out, const char *head, const Chunk **chunk, int count)
{
    const char **name = NEW(const char *, count + 1);
    for (int i = 0; i < count; i++)
        name[i] = chunk[i]->name;
    add_list(out, head, name, count);
}

static void add_chunks(Text *out, const Sizes *s)
{
    static const char *const owner[] = {"model", "kernels", "runtime"};
    Grid g = {.align = "rlll"};
    const Chunk **chunk = largest_chunks(s);
    int64_t rest = 0;
    int more = 0, shown = 0;
    for (int i = 0; i < s->nchunks; i++) {
        const Chunk *c = chunk[i];
        if (!c->named || !c->bytes || c->area > AREA_TABLES)
            continue;
        if (shown++ >= MOST_LINES) {
            rest += c->bytes;
            more++;
            continue;
        }
        grid_add(&g, number(c->bytes));
        grid_add(&g, c->area == AREA_CODE ? "code" : "table");
        grid_add(&g, owner[c->owner]);
        grid_add(&g, c->name);
    }
    if (more) {
        grid_add(&g, number(rest));
        grid_add(&g, "");
        grid_add(&g, "");
        grid_add(&g, fmt_text("%d more", more));
    }
    text_add(out, "the largest functions and tables\n");
    grid_print(out, &g);
}

static const struct {
    const char *title, *name;
} group_text[] = {
    [GROUP_FUNCTIONS] = {"functions that steps call, and what would go with each", "function"},
    [GROUP_TYPES] = {"element types, and what would go if no step had tensors of it", "type"},
    [GROUP_OPERATORS] = {"operators of the program, and what would go without each", "operator"},
    [GROUP_STEPS] = {"steps, and what would go with each", "step"},
    [GROUP_MODELS] = {"models, and what would go with each", "model"},
};

static void add_gone(Grid *g, int64_t code, int64_t kernels, int64_t tables, int64_t weights)
{
    grid_add(g, number(code + tables + weights));
    grid_add(g, number(code));
    grid_add(g, number(kernels));
    grid_add(g, number(tables));
    grid_add(g, number(weights));
}

static int64_t gone_tables(const Gone *gone)
{
    return gone->bytes[AREA_TABLES] + gone->bytes[AREA_DATA];
}

/* Adds what is left when what goes with each model is taken from the sum of all. */
static void add_rest(Grid *g, const Sizes *s, const Totals *t, const Groups *models)
{
    int64_t code = s->totals[AREA_CODE], weights = t->weights;
    int64_t tables = s->totals[AREA_TABLES] + s->totals[AREA_DATA];
    int64_t kernels = t->bytes[AREA_CODE][OWNER_KERNELS];
    for (int i = 0; i < models->count; i++) {
        const Gone *goes = &models->group[i].goes;
        code -= goes->bytes[AREA_CODE];
        kernels -= goes->kernels;
        tables -= gone_tables(goes);
        weights -= goes->weights;
    }
    grid_add(g, "");
    add_gone(g, code, kernels, tables, weights);
    grid_add(g, "(shared)");
}

static void add_functions(Text *out, const Groups *groups)
{
    static const char *const head[] = {"steps", "bytes", "goes", "code", "tables", "function"};
    Grid g = {.align = "rrrrrl"};
    for (int i = 0; i < 6; i++)
        grid_add(&g, head[i]);
    for (int i = 0; i < groups->count && i < MOST_LINES; i++) {
        const Group *one = &groups->group[i];
        grid_add(&g, number(one->steps));
        grid_add(&g, one->inlined ? "inlined" : number(one->own));
        grid_add(&g, number(gone_flash(&one->goes)));
        grid_add(&g, number(one->goes.bytes[AREA_CODE]));
        grid_add(&g, number(gone_tables(&one->goes)));
        grid_add(&g, one->name);
    }
    grid_print(out, &g);
}

/* Says of functions of other objects, such as those for floats, what alone calls them. */
static void add_outside(Text *out, const Group *one)
{
    add_list(out, fmt_text("  with %s also, from other objects", one->name), one->goes.outside,
             one->goes.noutside);
}

static void add_steps(Text *out, const Sizes *s, const Totals *t, GroupKind kind,
                      const Groups *groups)
{
    static const char *const head[] = {"steps", "goes", "code", "kernels", "tables", "weights"};
    Grid g = {.align = "rrrrrrl"};
    for (int i = 0; i < 6; i++)
        grid_add(&g, head[i]);
    grid_add(&g, group_text[kind].name);
    for (int i = 0; i < groups->count && i < MOST_LINES; i++) {
        const Group *one = &groups->group[i];
        grid_add(&g, number(one->steps));
        add_gone(&g, one->goes.bytes[AREA_CODE], one->goes.kernels, gone_tables(&one->goes),
                 one->goes.weights);
        grid_add(&g, one->name);
    }
    if (kind == GROUP_MODELS)
        add_rest(&g, s, t, groups);
    grid_print(out, &g);
}

static void add_groups(Text *out, const Sizes *s, const Totals *t, GroupKind kind)
{
    const Groups groups = find_groups(s, kind);
    text_add(out, "%s\n", group_text[kind].title);
    if (kind == GROUP_FUNCTIONS)
        add_functions(out, &groups);
    else
        add_steps(out, s, t, kind, &groups);
    if (groups.count > MOST_LINES)
        text_add(out, "    and %d more\n", groups.count - MOST_LINES);
    for (int i = 0; kind == GROUP_TYPES && i < groups.count; i++)
        add_outside(out, &groups.group[i]);
}

/* Says what no line of a step or an operator has. */
static void add_methods(Text *out, const Totals *t)
{
    text_add(out,
             "    The calls of the steps, and what is inlined, are code of the methods: %s, in no "
             "line above.\n",
             plural((uint64_t)t->methods, "byte"));
}

void report_sizes(Text *t, const Sizes *s)
{
    const Totals totals = find_totals(s);
    for (int i = 0; i < s->nmodels; i++)
        text_add(t, "%s%s", i ? ", " : "", s->model[i]->options->name);
    text_add(t, ", in bytes, by %s\n", s->compiler);
    add_totals(t, s, &totals);
    add_calls(t, s);
    add_list(t, "called, but in other objects", totals.outside, totals.noutside);
    add_chunk_names(t,
                    fmt_text("%s that nothing refers to, which --gc-sections drops",
                             plural((uint64_t)totals.unreached_bytes, "byte")),
                    totals.unreached, totals.nunreached);
    add_chunks(t, s);
    if (s->nmodels > 1) {
        add_groups(t, s, &totals, GROUP_MODELS);
        add_chunk_names(t, "  shared", totals.shared, totals.nshared);
    }
    for (GroupKind kind = 0; kind < GROUP_MODELS; kind++)
        add_groups(t, s, &totals, kind);
    add_methods(t, &totals);
    if (s->together)
        text_add(t,
                 "    This compiler puts several functions into %s, where what refers to what is "
                 "not known: more may go.\n",
                 s->together);
}
