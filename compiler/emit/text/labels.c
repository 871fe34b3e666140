/* SPDX-License-Identifier: 0BSD
 * What steps are called after. */
#include "emit/text/labels.h"
#include "base/identifier.h"
#include "graph/build.h"

#include <string.h>

void add_extent(Text *t, const Size *size)
{
    if (size_is_const(size))
        text_add(t, "%lld", (long long)size_value(size));
    else
        text_add(t, "n");
}

const char *shape_text(const Value *v)
{
    Text t = {0};
    for (int i = 0; i < v->type.rank; i++) {
        bool one = size_is_const(v->type.dim[i]) && size_value(v->type.dim[i]) == 1;
        if (one && !t.size)
            continue;
        text_add(&t, t.size ? "x" : "");
        add_extent(&t, v->type.dim[i]);
    }
    return t.size ? t.data : "1";
}

/* Names the layer after its weight: "features.0.0.weight" gives features_0_0. */
static const char *file_name(const Step *s)
{
    for (int i = 0; i < s->nin; i++) {
        const Value *v = s->in[i] ? value_root(s->in[i]) : NULL;
        if (!v || !value_is_const(v) || !v->source || !*v->source)
            continue;
        const char *end = strrchr(v->source, '.');
        size_t n = end && end > v->source ? (size_t)(end - v->source) : strlen(v->source);
        return fmt_text("%.*s", (int)n, v->source);
    }
    return NULL;
}

const char *layer_name(const Step *s)
{
    const char *file = s->kind == K_CONV || s->kind == K_GEMM ? file_name(s) : NULL;
    return file ? c_identifier(file) : NULL;
}

bool converts(const Source *from)
{
    return strstr(from->op, "::quantize_per_") || strstr(from->op, "::dequantize_per_");
}

/* Writes an operator's short name: "aten::_softmax.out" gives "softmax". */
static void add_operator(Text *t, const char *op)
{
    const char *name = strstr(op, "::");
    name = name ? name + 2 : op;
    while (*name == '_')
        name++;
    size_t n = strcspn(name, ". ");
    if (n > 5 && strncmp(name + n - 5, "_copy", 5) == 0)
        n -= 5;
    text_add(t, "%.*s", (int)n, name);
}

/* Writes what the step does; a fused step joins the names of what it does between the
 * conversions. */
void add_op_label(Text *t, const Step *s)
{
    bool computes = false;
    const char *between = "";
    for (const Source *from = &s->source; from; from = from->also)
        computes |= !converts(from);
    for (const Source *from = &s->source; from; from = from->also) {
        if (computes && converts(from))
            continue;
        text_add(t, "%s", between);
        add_operator(t, from->op);
        between = "_";
    }
}
