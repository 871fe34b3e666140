/* SPDX-License-Identifier: 0BSD
 * `ptec compile --json`: the figures of tools/size.c. */
#include "tools/size_json.h"
#include "emit/beside/manifest.h"
#include "graph/build.h"
#include "graph/cost.h"

void json_stack(Json *j, CallGraph *calls, StackBound bound)
{
    if (!calls || bound.unbounded)
        json_null(j, "stack");
    else
        json_count(j, "stack", bound.bytes);
    if (calls && bound.unbounded)
        json_text(j, "unbounded", bound.unbounded);
}

/* Adds the arena, or with --memory one for each. */
static void add_arenas(Json *j, const Options *o, const int64_t *in_memory)
{
    if (!o->nmemories) {
        json_count(j, "arena", in_memory[0]);
        return;
    }
    json_object(j, "arenas");
    for (int i = 0; i < o->nmemories; i++)
        json_count(j, o->memory[i].name, in_memory[i]);
    json_close(j);
}

static void add_blocks(Json *j, const Graph *g)
{
    const Fetch *largest = largest_block(g);
    if (!largest)
        return;
    json_object(j, "blocks");
    json_count(j, "count", g->nfetches);
    json_text(j, "largest", largest->first->name);
    json_count(j, "bytes", largest->bytes);
    json_close(j);
}

static void add_method(Json *j, Graph *g, const Measured *size)
{
    json_object(j, NULL);
    json_text(j, "name", g->name);
    json_count(j, "weights", method_constants(g));
    add_arenas(j, g->model->options, g->in_memory);
    json_count(j, "least", g->least_bytes);
    json_count(j, "state", method_state(g));
    json_count(j, "inputs", args_bytes(g->input, g->ninputs));
    json_count(j, "outputs", args_bytes(g->output, g->noutputs));
    json_count(j, "macs", graph_macs(g));
    if (size)
        json_stack(j, size->calls, size->calls ? stack_of_method(g, size->calls) : (StackBound){0});
    json_longest_piece(j, g);
    add_blocks(j, g);
    json_close(j);
}

static void add_measured(Json *j, const Model *m, const Measured *size)
{
    json_object(j, "measured");
    json_text(j, "compiler", size->compiler);
    json_count(j, "flash", flash_bytes(m, size));
    json_count(j, "code", size->code);
    json_count(j, "tables", size->tables);
    json_count(j, "data", size->data);
    json_count(j, "bss", size->zeros);
    json_stack(j, size->calls, size->calls ? stack_of_any(size->calls) : (StackBound){0});
    json_close(j);
}

void json_size(Json *j, const Model *m, const Measured *size)
{
    json_lines(j, NULL, '{');
    json_text(j, "name", m->options->name);
    json_lines(j, "methods", '[');
    for (int i = 0; i < m->ngraphs; i++)
        if (!is_constant_method(m->graph[i]))
            add_method(j, m->graph[i], size);
    json_close(j);
    json_count(j, "weights", m->weights_bytes);
    add_arenas(j, m->options, m->in_memory);
    json_count(j, "state", m->state_bytes);
    if (size)
        add_measured(j, m, size);
    json_close(j);
}

void json_overlay(Json *j, const Overlay *o, Model *const *model, int count)
{
    json_object(j, "overlay");
    json_array(j, "models");
    for (int i = 0; i < count; i++)
        json_text(j, NULL, model[i]->options->name);
    json_close(j);
    add_arenas(j, model[0]->options, o->bytes);
    json_close(j);
}
