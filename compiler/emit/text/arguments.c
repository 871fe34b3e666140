/* SPDX-License-Identifier: 0BSD
 * Types and alignment of what callers pass, and how NAME.json describes it. */
#include "emit/text/arguments.h"
#include "base/json.h"
#include "graph/build.h"
#include "graph/forced.h"
#include "model.h"
#include "select/registry.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

int arena_align(const Emit *e)
{
    int align = streams(e->m) ? CACHE_LINE : ARENA_ALIGN;
    FOR_BACKENDS(b, e->m->options)
        align = b->align > align ? b->align : align;
    return align;
}

const char *meaning_of(const Arg *a)
{
    const Value *v = a->value;
    while (v->view_of || (v->def && v->def->kind == K_MAP && v->def->nin && v->def->source.op &&
                          strstr(v->def->source.op, "quantize_per_")))
        v = v->view_of ? v->view_of : v->def->in[0];
    if (!v->def || v->def->kind != K_SOFTMAX)
        return NULL;
    return v->def->fn == FN_LOG_SOFTMAX ? "logarithms of probabilities" : "probabilities";
}

const char *c_type_of_arg(const Arg *a)
{
    DType dtype = a->value->type.dtype;
    if (dtype == BOOL)
        return "bool";
    if (dtype == F16 || dtype == BF16)
        return "uint16_t";
    return dtype_c((int)dtype);
}

const char *argument_names(const Graph *g, const char *before)
{
    Text t = {0};
    for (int i = 0; i < g->ninputs + g->noutputs; i++) {
        const Arg *a = arg_at(g, i);
        if (!a->given)
            continue;
        text_add(&t, ", %s%s", before, a->name);
        if (arg_is_dynamic(a))
            text_add(&t, ", %s%s_dims", before, a->name);
    }
    return text_string(&t);
}

/* JSON has no infinities and no NaN: they are strings there. */
static void add_json_constant(Text *t, const FileValue *v)
{
    switch (v->kind) {
    case FV_INT:
        text_add(t, "\"type\": \"i64\", \"constant\": %" PRId64, v->i);
        return;
    case FV_DOUBLE:
        text_add(t,
                 isfinite(v->d) ? "\"type\": \"f64\", \"constant\": %.17g"
                                : "\"type\": \"f64\", \"constant\": \"%g\"",
                 v->d);
        return;
    case FV_BOOL:
        text_add(t, "\"type\": \"bool\", \"constant\": %s", v->i ? "true" : "false");
        return;
    case FV_STRING:
        text_add(t, "\"type\": \"string\", \"constant\": ");
        add_json_string(t, fmt_text("%.*s", (int)v->string.size, (const char *)v->string.data));
        return;
    default:
        text_add(t, "\"type\": \"none\", \"constant\": null");
    }
}

static void add_json_order(Text *t, const Arg *a)
{
    const uint8_t *axis = a->file->tensor->dim_order;
    bool row_major = true;
    for (int i = 0; i < arg_rank(a); i++)
        row_major = row_major && axis[i] == i;
    if (row_major)
        return;
    text_add(t, ", \"dim_order\": [");
    for (int i = 0; i < arg_rank(a); i++)
        text_add(t, "%s%d", i ? ", " : "", axis[i]);
    text_add(t, "]");
}

/* Returns NULL for an axis whose extent varies from call to call. */
static const Size *extent_of(const Graph *g, const Arg *a, int axis)
{
    const Size *extent = size_forced(g, a->value->type.dim[axis]);
    return size_is_const(extent) ? extent : NULL;
}

static void add_json_sizes(Text *t, const Graph *g, const Arg *a)
{
    const char *comma = "";
    text_add(t, ", \"sizes\": [");
    for (int i = 0; i < arg_rank(a); i++) {
        const Size *extent = extent_of(g, a, i);
        text_add(t, "%s%" PRId64, i ? ", " : "", extent ? extent->lo : a->file->tensor->size[i]);
    }
    text_add(t, "]");
    if (!arg_is_dynamic(a))
        return;
    text_add(t, ", \"dynamic\": [");
    for (int i = 0; i < arg_rank(a); i++)
        if (!extent_of(g, a, i)) {
            text_add(t, "%s%d", comma, i);
            comma = ", ";
        }
    text_add(t, "]");
}

static void add_json_argument(Text *t, const Graph *g, const Arg *a)
{
    text_add(t, "{\"name\": \"%s\", ", a->name);
    if (!a->given) {
        add_json_constant(t, a->file);
    } else {
        text_add(t, "\"type\": \"%s\"", dtype_name((int)a->value->type.dtype));
        if (!arg_is_number(a)) {
            text_add(t, a->file->tensor->complex ? ", \"complex\": true" : "");
            add_json_sizes(t, g, a);
            add_json_order(t, a);
        }
        text_add(t, ", \"bytes\": %" PRId64, value_bound_bytes(a->value));
        if (meaning_of(a))
            text_add(t, ", \"meaning\": \"%s\"", meaning_of(a));
    }
    if (a->border)
        text_add(t, ", \"scale\": %.9g, \"zero_point\": %" PRId32, (double)a->border->scale,
                 a->border->zero);
    text_add(t, "}");
}

void add_json_arguments(Text *t, const Graph *g, const Arg *argument, int n)
{
    text_add(t, "[");
    for (int i = 0; i < n; i++) {
        text_add(t, i ? ",\n  " : "\n  ");
        add_json_argument(t, g, &argument[i]);
    }
    text_add(t, "]");
}
