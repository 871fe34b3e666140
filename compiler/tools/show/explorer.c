/* SPDX-License-Identifier: 0BSD
 * `ptec show --model-explorer`: the compiled steps as a graph for Model Explorer
 * (https://github.com/google-ai-edge/model-explorer/wiki/4.-API-Guide). Modules of the network,
 * whose names those of the weights begin with, are its layers. */
#include "tools/show/explorer.h"
#include "base/json.h"
#include "base/words.h"
#include "emit/text/labels.h"
#include "graph/build.h"
#include "graph/cost.h"
#include "graph/foreign.h"
#include "graph/kernel.h"

#include <inttypes.h>

static void add_attribute(Json *j, const char *key, const char *value)
{
    json_object(j, NULL);
    json_text(j, "key", key);
    json_text(j, "value", value);
    json_close(j);
}

static void begin_node(Json *j, const char *id, const char *label)
{
    json_object(j, NULL);
    json_text(j, "id", id);
    json_text(j, "label", label);
    json_text(j, "namespace", "");
}

/* Returns the node that gives the value: the step that computes it, or an input; NULL: a constant,
 * a state, or what several branches give. */
static const char *node_of(const Graph *g, Value *v)
{
    const Value *root = value_root(v);
    if (root->def)
        return root->def->name;
    for (int i = 0; i < g->ninputs; i++)
        if (g->input[i].value && value_root(g->input[i].value) == root)
            return fmt_text("input:%d", i);
    return NULL;
}

static int output_number(const Value *v)
{
    const Value *root = value_root((Value *)v);
    for (int i = 0; root->def && i < root->def->nout; i++)
        if (root->def->out[i] == root)
            return i;
    return 0;
}

static void add_edge(Json *j, const Graph *g, Value *v, int to)
{
    const char *from = v ? node_of(g, v) : NULL;
    if (!from)
        return;
    json_object(j, NULL);
    json_text(j, "sourceNodeId", from);
    json_text(j, "sourceNodeOutputId", fmt_text("%d", output_number(v)));
    json_text(j, "targetNodeInputId", fmt_text("%d", to));
    json_close(j);
}

static void add_result(Json *j, const Value *v, int number)
{
    json_object(j, NULL);
    json_text(j, "id", fmt_text("%d", number));
    json_array(j, "attrs");
    if (v && !v->scalar) {
        add_attribute(j, "shape", fmt_text("%s %s", dtype_name((int)v->type.dtype), shape_text(v)));
        add_attribute(j, "bytes", grouped((uint64_t)value_bound_bytes(v)));
    }
    json_close(j);
    json_close(j);
}

static const char *function_of(const Step *s)
{
    if (s->kind == K_FOREIGN)
        return s->foreign->delegate ? s->foreign->delegate->name : s->foreign->function->name;
    return s->kernel ? s->kernel->symbol : "a loop";
}

static void add_attributes(Json *j, const Step *s)
{
    Text operators = {0}, refused = {0};
    for (const Source *from = &s->source; from && from->op; from = from->also)
        text_add(&operators, "%s%s", operators.size ? ", " : "", from->op);
    for (int i = 0; i < s->nrefusals; i++)
        text_add(&refused, "%s%s: %s", i ? ", " : "", s->refusal[i].backend->name,
                 s->refusal[i].why);
    json_array(j, "attrs");
    add_attribute(j, "operators", text_string(&operators));
    add_attribute(j, "function", function_of(s));
    if (step_macs(s))
        add_attribute(j, "multiply-adds", grouped((uint64_t)step_macs(s)));
    if (refused.size)
        add_attribute(j, "refused by", refused.data);
    json_close(j);
}

static void add_step(Json *j, const Graph *g, const Step *s)
{
    begin_node(j, s->name, s->name);
    add_attributes(j, s);
    json_array(j, "incomingEdges");
    for (int i = 0; i < s->nin; i++)
        add_edge(j, g, s->in[i], i);
    json_close(j);
    json_array(j, "outputsMetadata");
    for (int i = 0; i < s->nout; i++)
        add_result(j, s->out[i], i);
    json_close(j);
    json_close(j);
}

static const char *argument_label(const Arg *a, const char *what, int i)
{
    return a->name ? a->name : fmt_text("%s%d", what, i);
}

static void add_input(Json *j, const Graph *g, int i)
{
    begin_node(j, fmt_text("input:%d", i), argument_label(&g->input[i], "input", i));
    json_array(j, "outputsMetadata");
    add_result(j, g->input[i].value, 0);
    json_close(j);
    json_close(j);
}

static void add_output(Json *j, const Graph *g, int i)
{
    begin_node(j, fmt_text("output:%d", i), argument_label(&g->output[i], "output", i));
    json_array(j, "incomingEdges");
    add_edge(j, g, g->output[i].value, 0);
    json_close(j);
    json_close(j);
}

static void add_graph(Json *j, const Graph *g)
{
    json_object(j, NULL);
    json_text(j, "id", g->name);
    json_lines(j, "nodes", '[');
    for (int i = 0; i < g->ninputs; i++)
        add_input(j, g, i);
    FOR_BLOCKS(b, g)
        FOR_STEPS(s, b)
            add_step(j, g, s);
    for (int i = 0; i < g->noutputs; i++)
        add_output(j, g, i);
    json_close(j);
    json_close(j);
}

void explore_steps(Text *t, const Model *m)
{
    Json json = {.text = t}, *j = &json;
    json_lines(j, NULL, '{');
    json_text(j, "label", m->options->name);
    json_lines(j, "graphs", '[');
    for (int i = 0; i < m->ngraphs; i++)
        add_graph(j, m->graph[i]);
    json_close(j);
    json_close(j);
}
