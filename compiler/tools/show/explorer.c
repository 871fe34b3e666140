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

static void add_attribute(Text *t, const char *key, const char *value)
{
    const bool first = t->data[t->size - 1] == '[';
    text_add(t, "%s{\"key\": \"%s\", \"value\": ", first ? "" : ", ", key);
    add_json_string(t, value);
    text_add(t, "}");
}

static void begin_node(Text *t, const char *id, const char *label)
{
    text_add(t, ",\n  {\"id\": \"%s\", \"label\": ", id);
    add_json_string(t, label);
    text_add(t, ", \"namespace\": \"\"");
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

static void add_edge(Text *t, const Graph *g, Value *v, int to)
{
    const char *from = v ? node_of(g, v) : NULL;
    const bool first = t->data[t->size - 1] == '[';
    if (from)
        text_add(t,
                 "%s{\"sourceNodeId\": \"%s\", \"sourceNodeOutputId\": \"%d\", "
                 "\"targetNodeInputId\": \"%d\"}",
                 first ? "" : ", ", from, output_number(v), to);
}

static void add_result(Text *t, const Value *v, int number)
{
    text_add(t, "%s{\"id\": \"%d\", \"attrs\": [", number ? ", " : "", number);
    if (v && !v->scalar) {
        add_attribute(t, "shape", fmt_text("%s %s", dtype_name((int)v->type.dtype), shape_text(v)));
        add_attribute(t, "bytes", grouped((uint64_t)value_bound_bytes(v)));
    }
    text_add(t, "]}");
}

static const char *function_of(const Step *s)
{
    if (s->kind == K_FOREIGN)
        return s->foreign->delegate ? s->foreign->delegate->name : s->foreign->function->name;
    return s->kernel ? s->kernel->symbol : "a loop";
}

static void add_attributes(Text *t, const Step *s)
{
    Text operators = {0}, refused = {0};
    for (const Source *from = &s->source; from && from->op; from = from->also)
        text_add(&operators, "%s%s", operators.size ? ", " : "", from->op);
    for (int i = 0; i < s->nrefusals; i++)
        text_add(&refused, "%s%s: %s", i ? ", " : "", s->refusal[i].backend->name,
                 s->refusal[i].why);
    add_attribute(t, "operators", text_string(&operators));
    add_attribute(t, "function", function_of(s));
    if (step_macs(s))
        add_attribute(t, "multiply-adds", grouped((uint64_t)step_macs(s)));
    if (refused.size)
        add_attribute(t, "refused by", refused.data);
}

static void add_step(Text *t, const Graph *g, const Step *s)
{
    begin_node(t, s->name, s->name);
    text_add(t, ",\n   \"attrs\": [");
    add_attributes(t, s);
    text_add(t, "],\n   \"incomingEdges\": [");
    for (int i = 0; i < s->nin; i++)
        add_edge(t, g, s->in[i], i);
    text_add(t, "],\n   \"outputsMetadata\": [");
    for (int i = 0; i < s->nout; i++)
        add_result(t, s->out[i], i);
    text_add(t, "]}");
}

static const char *argument_label(const Arg *a, const char *what, int i)
{
    return a->name ? a->name : fmt_text("%s%d", what, i);
}

static void add_graph(Text *t, const Graph *g)
{
    Text nodes = {0};
    for (int i = 0; i < g->ninputs; i++) {
        begin_node(&nodes, fmt_text("input:%d", i), argument_label(&g->input[i], "input", i));
        text_add(&nodes, ", \"outputsMetadata\": [");
        add_result(&nodes, g->input[i].value, 0);
        text_add(&nodes, "]}");
    }
    FOR_BLOCKS(b, g)
        FOR_STEPS(s, b)
            add_step(&nodes, g, s);
    for (int i = 0; i < g->noutputs; i++) {
        const Arg *a = &g->output[i];
        begin_node(&nodes, fmt_text("output:%d", i), argument_label(a, "output", i));
        text_add(&nodes, ", \"incomingEdges\": [");
        add_edge(&nodes, g, a->value, 0);
        text_add(&nodes, "]}");
    }
    text_add(t, " {\"id\": \"%s\", \"nodes\": [%s]}", g->name,
             nodes.size ? text_string(&nodes) + 1 : "");
}

void explore_steps(Text *t, const Model *m)
{
    text_add(t, "{\"label\": \"%s\", \"graphs\": [\n", m->options->name);
    for (int i = 0; i < m->ngraphs; i++) {
        text_add(t, i ? ",\n" : "");
        add_graph(t, m->graph[i]);
    }
    text_add(t, "]}\n");
}
