/* SPDX-License-Identifier: 0BSD
 * The last lines of `compile`: flash and RAM of each method, and what was measured of the code. */
#include "tools/size.h"
#include "base/grid.h"
#include "base/words.h"
#include "graph/build.h"
#include "plan/strips/bound.h"

#include <string.h>

typedef struct Constants {
    Dict seen; /* by name */
    int64_t bytes;
} Constants;

static void note_constant(Value **place, Step *reader, void *context)
{
    Constants *c = context;
    const Buffer *b = value_root(*place)->buffer;
    (void)reader;
    if (b && b->kind == B_CONST && b->bound && dict_add(&c->seen, b->name))
        c->bytes += b->bound;
}

int64_t method_constants(Graph *g)
{
    Constants c = {0};
    for_reads(g, note_constant, &c);
    return c.bytes;
}

int64_t method_state(const Graph *g)
{
    int64_t bytes = 0;
    for (int i = 0; i < g->nstate; i++)
        bytes += g->model->state[g->state[i].state].buffer->bound;
    return bytes;
}

int64_t args_bytes(const Arg *arg, int count)
{
    int64_t bytes = 0;
    for (int i = 0; i < count; i++)
        bytes += arg[i].given ? value_bound_bytes(arg[i].value) : 0;
    return bytes;
}

StackBound stack_of_method(const Graph *g, CallGraph *calls)
{
    const char *name = fmt_text("%s_%s", g->model->options->name, g->name);
    StackBound with = stack_of(calls, fmt_text("%s_with", name));
    StackBound own = stack_of(calls, name);
    return with.unbounded || with.bytes > own.bytes ? with : own;
}

int64_t flash_bytes(const Model *m, const Measured *size)
{
    return m->weights_bytes + size->code + size->tables + size->data;
}

static bool has_stack(const Measured *size)
{
    return size && size->calls;
}

static void add_number(Grid *g, int64_t n)
{
    grid_add(g, grouped((uint64_t)n));
}

/* Adds the heads of the arenas' columns: "arena", or the memories. */
static void add_arena_heads(Grid *grid, const Options *o)
{
    for (int i = 0; i < o->nmemories; i++)
        grid_add(grid, o->memory[i].name);
    if (!o->nmemories)
        grid_add(grid, "arena");
}

static void add_head(Grid *grid, const Model *m, const Measured *size)
{
    static const char *const flash[] = {"weights", "tables", "code"};
    static const char *const rest[] = {"state", "inputs", "outputs", "stack"};
    const int nflash = size ? 3 : 1, nrest = has_stack(size) ? 4 : 3;
    grid_add(grid, "");
    for (int i = 0; i < nflash; i++)
        grid_add(grid, size && i == 0 ? "flash" : "");
    for (int i = 0; i < count_arenas(m) + nrest; i++)
        grid_add(grid, i ? "" : "RAM");
    grid_add(grid, "method");
    for (int i = 0; i < nflash; i++)
        grid_add(grid, flash[i]);
    add_arena_heads(grid, m->options);
    for (int i = 0; i < nrest; i++)
        grid_add(grid, rest[i]);
}

static void add_arenas(Grid *grid, const Model *m, const int64_t *in_memory)
{
    for (int i = 0; i < count_arenas(m); i++)
        add_number(grid, in_memory[i]);
}

static void add_stack(Grid *grid, StackBound b)
{
    grid_add(grid, b.unbounded ? "unbounded" : grouped((uint64_t)b.bytes));
}

static void add_method(Grid *grid, Graph *g, const Measured *size)
{
    grid_add(grid, g->name);
    add_number(grid, method_constants(g));
    for (int i = 0; size && i < 2; i++)
        grid_add(grid, "");
    add_arenas(grid, g->model, g->in_memory);
    add_number(grid, method_state(g));
    add_number(grid, args_bytes(g->input, g->ninputs));
    add_number(grid, args_bytes(g->output, g->noutputs));
    if (has_stack(size))
        add_stack(grid, stack_of_method(g, size->calls));
}

static void add_whole(Grid *grid, const Model *m, const Measured *size)
{
    grid_add(grid, "all");
    add_number(grid, m->weights_bytes);
    if (size) {
        add_number(grid, size->tables);
        add_number(grid, size->code);
    }
    add_arenas(grid, m, m->in_memory);
    add_number(grid, m->state_bytes);
    grid_add(grid, "");
    grid_add(grid, "");
    if (has_stack(size))
        add_stack(grid, stack_of_any(size->calls));
}

static void add_table(Text *t, const Model *m, const Measured *size)
{
    int columns = 1 + (size ? 3 : 1) + count_arenas(m) + (has_stack(size) ? 4 : 3);
    Grid grid = {.align = fmt_text("l%.*s", columns - 1, "rrrrrrrrrrrrrrr")};
    add_head(&grid, m, size);
    for (int i = 0; i < m->ngraphs; i++)
        if (!is_constant_method(m->graph[i]))
            add_method(&grid, m->graph[i], size);
    add_whole(&grid, m, size);
    grid_print(t, &grid);
}

/* Names the methods whose arena may not be the smallest possible. */
static void add_gaps(Text *t, const Model *m)
{
    for (int i = 0; i < m->ngraphs; i++) {
        const Graph *g = m->graph[i];
        if (g->arena_bytes > g->least_bytes)
            text_add(t, "  %s: arena %s, at least %s needed\n", g->name,
                     grouped((uint64_t)g->arena_bytes), grouped((uint64_t)g->least_bytes));
    }
}

/* Ends the line, if need be with the limit that is exceeded. */
static void add_limit(Text *t, const char *option, int64_t limit, int64_t n)
{
    if (limit && n > limit)
        text_add(t, ", more than %s %s", option, grouped((uint64_t)limit));
    text_add(t, "\n");
}

/* Names what takes longest of what a call by steps computes. */
static void add_longest(Text *t, const Graph *g)
{
    const LongestPiece longest = longest_piece(g);
    if (!g->model->options->by_steps || !longest.step)
        return;
    text_add(t, "  %s by steps: longest %s, %s multiply-adds", g->name, longest.step->name,
             grouped((uint64_t)longest.macs));
    add_limit(t, "--max-piece", g->model->options->max_piece, longest.macs);
}

const Fetch *largest_block(const Graph *g)
{
    const Fetch *largest = NULL;
    for (int i = 0; i < g->nfetches; i++)
        largest = largest && largest->bytes >= g->fetch[i]->bytes ? largest : g->fetch[i];
    return largest;
}

/* Says how the weights are read, if they are streamed. */
static void add_blocks(Text *t, const Graph *g)
{
    const Fetch *largest = largest_block(g);
    if (!largest)
        return;
    text_add(t, "  %s streams its weights in %d blocks, the largest %s of %s", g->name, g->nfetches,
             grouped((uint64_t)largest->bytes), largest->first->name);
    add_limit(t, "--max-block", g->model->options->max_block, largest->bytes);
}

const char *plain_name(const Model *m, const char *name)
{
    size_t n = strlen(m->options->name);
    bool prefixed = strncmp(name, m->options->name, n) == 0 && strncmp(name + n, "_pte_", 5) == 0;
    return prefixed ? name + n + 1 : name;
}

static void add_unbounded(Text *t, const Model *m, const Measured *size)
{
    for (int i = 0; i < m->ngraphs; i++) {
        StackBound b = stack_of_method(m->graph[i], size->calls);
        if (b.unbounded)
            text_add(t, "  stack of %s: unbounded: %s\n", m->graph[i]->name,
                     plain_name(m, b.unbounded));
    }
}

static void add_measured(Text *t, const Model *m, const Measured *size)
{
    text_add(t,
             "  by %s: flash %s, of which code %s, tables %s, .data %s; .bss %s (arena and state "
             "among them)\n",
             size->compiler, grouped((uint64_t)flash_bytes(m, size)), grouped((uint64_t)size->code),
             grouped((uint64_t)size->tables), grouped((uint64_t)size->data),
             grouped((uint64_t)size->zeros));
    if (size->calls)
        add_unbounded(t, m, size);
    else
        text_add(t,
                 "  stack: not measured: %s writes no call graph; gcc does, from version 10 on\n",
                 size->compiler);
}

void report_size(Text *t, const Model *m, const Measured *size)
{
    text_add(t, "%s, in bytes\n", m->options->name);
    add_table(t, m, size);
    add_gaps(t, m);
    for (int i = 0; i < m->ngraphs; i++) {
        add_longest(t, m->graph[i]);
        add_blocks(t, m->graph[i]);
    }
    if (size)
        add_measured(t, m, size);
}

void report_overlay(Text *t, const Overlay *o, Model *const *model, int count)
{
    text_add(t, "one arena for");
    for (int i = 0; i < count; i++)
        text_add(t, "%s %s", i ? "," : "", model[i]->options->name);
    text_add(t, ": %s\n", arena_text(model[0]->options, o->bytes));
}
