/* SPDX-License-Identifier: 0BSD
 * Types and alignment of what callers pass, and how NAME.json describes it. */
#include "emit/text/arguments.h"
#include "graph/build.h"
#include "graph/forced.h"
#include "model.h"
#include "select/registry.h"

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

static void json_constant(Json *j, const FileValue *v)
{
    static const char name[] = "constant";
    const char *type = v->kind == FV_INT      ? "i64"
                       : v->kind == FV_DOUBLE ? "f64"
                       : v->kind == FV_BOOL   ? "bool"
                       : v->kind == FV_STRING ? "string"
                                              : "none";
    json_text(j, "type", type);
    switch (v->kind) {
    case FV_INT:
        json_count(j, name, v->i);
        return;
    case FV_DOUBLE:
        json_double(j, name, v->d);
        return;
    case FV_BOOL:
        json_bool(j, name, v->i);
        return;
    case FV_STRING:
        json_text(j, name, fmt_text("%.*s", (int)v->string.size, (const char *)v->string.data));
        return;
    default:
        json_null(j, name);
    }
}

static void json_order(Json *j, const Arg *a)
{
    const uint8_t *axis = a->file->tensor->dim_order;
    bool row_major = true;
    for (int i = 0; i < arg_rank(a); i++)
        row_major = row_major && axis[i] == i;
    if (row_major)
        return;
    json_array(j, "dim_order");
    for (int i = 0; i < arg_rank(a); i++)
        json_count(j, NULL, axis[i]);
    json_close(j);
}

/* Returns NULL for an axis whose extent varies from call to call. */
static const Size *extent_of(const Graph *g, const Arg *a, int axis)
{
    const Size *extent = size_forced(g, a->value->type.dim[axis]);
    return size_is_const(extent) ? extent : NULL;
}

static void json_sizes(Json *j, const Graph *g, const Arg *a)
{
    json_array(j, "sizes");
    for (int i = 0; i < arg_rank(a); i++) {
        const Size *extent = extent_of(g, a, i);
        json_count(j, NULL, extent ? extent->lo : a->file->tensor->size[i]);
    }
    json_close(j);
    if (!arg_is_dynamic(a))
        return;
    json_array(j, "dynamic");
    for (int i = 0; i < arg_rank(a); i++)
        if (!extent_of(g, a, i))
            json_count(j, NULL, i);
    json_close(j);
}

static void json_given(Json *j, const Graph *g, const Arg *a)
{
    json_text(j, "type", dtype_name((int)a->value->type.dtype));
    if (!arg_is_number(a)) {
        if (a->file->tensor->complex)
            json_bool(j, "complex", true);
        json_sizes(j, g, a);
        json_order(j, a);
    }
    json_count(j, "bytes", value_bound_bytes(a->value));
    if (meaning_of(a))
        json_text(j, "meaning", meaning_of(a));
}

void json_arguments(Json *j, const char *name, const Graph *g, const Arg *argument, int n)
{
    json_lines(j, name, '[');
    for (int i = 0; i < n; i++) {
        const Arg *a = &argument[i];
        json_object(j, NULL);
        json_text(j, "name", a->name);
        if (a->given)
            json_given(j, g, a);
        else
            json_constant(j, a->file);
        if (a->border) {
            json_real(j, "scale", (double)a->border->scale);
            json_count(j, "zero_point", a->border->zero);
        }
        json_close(j);
    }
    json_close(j);
}
