/* SPDX-License-Identifier: 0BSD
 * `ptec show --json`: the figures of tools/show.c. */
#include "tools/show/show_json.h"
#include "base/digest.h"
#include "read/kinds.h"
#include "tools/program_facts.h"
#include "tools/program_plan.h"
#include "tools/show/show_plan.h"

#include <string.h>

static void add_tensor(Json *j, const FileTensor *x)
{
    json_text(j, "type", dtype_name(x->dtype));
    json_array(j, "sizes");
    for (int i = 0; i < x->rank; i++)
        json_count(j, NULL, x->size[i]);
    json_close(j);
    json_array(j, "dim_order");
    for (int i = 0; i < x->rank; i++)
        json_count(j, NULL, x->dim_order[i]);
    json_close(j);
    json_count(j, "bytes", (int64_t)x->bytes);
    json_bool(j, "dynamic", x->dynamism == DYN_BOUND);
    if (x->fqn)
        json_text(j, "name", x->fqn);
}

static void add_argument(Json *j, const FileValue *v)
{
    json_object(j, NULL);
    if (v->kind == FV_TENSOR)
        add_tensor(j, v->tensor);
    else
        json_text(j, "type", kind_name(v->kind));
    if (v->kind == FV_INT || v->kind == FV_BOOL)
        json_count(j, "constant", v->i);
    else if (v->kind == FV_DOUBLE)
        json_real(j, "constant", v->d);
    else if (v->kind == FV_STRING)
        json_text(j, "constant", (const char *)v->string.data);
    json_close(j);
}

static void add_arguments(Json *j, const char *name, const FileMethod *m, const int *value, int n)
{
    json_array(j, name);
    for (int i = 0; i < n; i++)
        add_argument(j, &m->value[value[i]]);
    json_close(j);
}

static void add_counts(Json *j, const char *name, Counts counts)
{
    json_object(j, name);
    for (int i = 0; i < counts.count; i++)
        json_count(j, counts.item[i].name, counts.item[i].count);
    json_close(j);
}

static void add_instructions(Json *j, const FileMethod *m)
{
    const InstructionCounts count = count_instructions(m);
    json_count(j, "values", m->nvalues);
    json_object(j, "instructions");
    for (int k = FI_KERNEL_CALL; k <= FI_FREE_CALL; k++)
        if (count.of[k])
            json_count(j, instruction_name(k), (int64_t)count.of[k]);
    json_close(j);
}

static void add_delegate(Json *j, const FileDelegate *d)
{
    json_object(j, NULL);
    json_text(j, "id", d->id);
    json_count(j, "bytes", (int64_t)d->blob.size);
    json_bool(j, "in_segment", d->in_segment);
    json_object(j, "specs");
    for (int s = 0; s < d->nspecs; s++)
        json_count(j, d->spec[s].key, (int64_t)d->spec[s].value.size);
    json_close(j);
    if (d->xnn)
        add_counts(j, "nodes", count_nodes(d->xnn));
    json_close(j);
}

static void add_memories(Json *j, const FileMethod *m)
{
    json_array(j, "memories");
    for (int i = 1; i < m->narenas; i++) {
        json_object(j, NULL);
        json_count(j, "bytes", (int64_t)m->arena_bytes[i]);
        json_count(j, "tensors", (int64_t)tensors_in_memory(m, i));
        json_close(j);
    }
    json_close(j);
}

static void add_weights(Json *j, const FileMethod *m)
{
    int count;
    FileValue **weight = find_weights(m, &count);
    json_object(j, "weight_bytes");
    for (int dtype = 0; dtype < DTYPES; dtype++) {
        const WeightsSum sum = sum_weights(weight, count, dtype);
        if (sum.tensors)
            json_count(j, dtype_name(dtype), (int64_t)sum.bytes);
    }
    json_close(j);
    json_lines(j, "weights", '[');
    for (int i = 0; i < count; i++) {
        json_object(j, NULL);
        json_count(j, "value", weight[i] - m->value);
        add_tensor(j, weight[i]->tensor);
        json_close(j);
    }
    json_close(j);
}

static void add_method(Json *j, const FileMethod *m)
{
    json_lines(j, NULL, '{');
    json_text(j, "name", m->name);
    add_arguments(j, "inputs", m, m->input, m->ninputs);
    add_arguments(j, "outputs", m, m->output, m->noutputs);
    add_instructions(j, m);
    add_counts(j, "operators", count_operators(m));
    json_lines(j, "delegates", '[');
    for (int i = 0; i < m->ndelegates; i++)
        add_delegate(j, &m->delegate[i]);
    json_close(j);
    add_memories(j, m);
    add_weights(j, m);
    json_close(j);
}

/* Tells the plan as one object, from the process that compiles. */
static void tell_plan_json(Text *t, const Model *m)
{
    Json json = {.text = t}, *j = &json;
    json_object(j, NULL);
    json_array(j, "methods");
    for (int i = 0; i < m->ngraphs; i++) {
        const Graph *g = m->graph[i];
        json_object(j, NULL);
        json_text(j, "name", g->method->name);
        json_count(j, "arena", g->arena_bytes);
        json_count(j, "least", g->least_bytes);
        json_count(j, "executorch", g->executorch_bytes);
        json_count(j, "executorch_live", (int64_t)other_tensors(g->method));
        json_count(j, "inputs_and_outputs", (int64_t)border_bytes(g->method, false));
        json_close(j);
    }
    json_close(j);
    json_count(j, "state", m->state_bytes);
    json_count(j, "weights", m->weights_bytes);
    json_close(j);
}

static void add_plan(Json *j, Program *p, const Options *o)
{
    Text t = {0};
    const bool compiles = tell_plan(p, o, tell_plan_json, &t);
    if (compiles)
        json_written(j, "compiled", text_string(&t));
    else
        json_text(j, "refused",
                  fmt_text("%.*s", (int)strcspn(text_string(&t), "\n"), text_string(&t)));
}

void json_program(Json *j, const Bundle *b, const Options *o)
{
    char digest[65];
    const Program *p = b->program;
    sha256_hex(p->file.data, p->file.size, digest);
    json_lines(j, NULL, '{');
    json_text(j, "path", p->path);
    json_count(j, "bytes", (int64_t)p->file.size);
    json_text(j, "sha256", digest);
    json_lines(j, "methods", '[');
    for (int i = 0; i < p->nmethods; i++)
        add_method(j, &p->method[i]);
    json_close(j);
    json_object(j, "named_data");
    for (int i = 0; i < p->nnamed; i++)
        json_count(j, p->named[i].key, (int64_t)p->named[i].data.size);
    json_close(j);
    json_object(j, "cases");
    for (int i = 0; i < b->nsuites; i++)
        json_count(j, b->suite[i].method, b->suite[i].ntests);
    json_close(j);
    add_plan(j, b->program, o);
    json_close(j);
}
