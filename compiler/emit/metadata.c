/* SPDX-License-Identifier: 0BSD
 * What NAME.h tells of arguments at run time, behind PTE_METADATA. */
#include "emit/metadata.h"
#include "base/identifier.h"
#include "emit/text/arguments.h"
#include "emit/text/cexpr.h"
#include "graph/build.h"
#include "model.h"

#include <string.h>

static void add_extents(Text *t, const Emit *e, const Graph *g, const Arg *a)
{
    if (a->given && !arg_is_number(a) && arg_rank(a))
        text_add(t, "static const int32_t %s_%s_%s_extents[] = {%s_%s_%s_EXTENTS};\n", e->name,
                 g->name, a->name, e->upper, upper_case(g->name), upper_case(a->name));
}

static void add_argument(Text *t, const Emit *e, const Graph *g, const Arg *a)
{
    const int rank = arg_is_number(a) ? 0 : arg_rank(a);
    const char *prefix = fmt_text("%s_%s_%s", e->upper, upper_case(g->name), upper_case(a->name));
    text_add(t, "    {\"%s\", \"%s\", %s_BYTES, %d, ", a->name,
             dtype_name((int)a->value->type.dtype), prefix, rank);
    if (rank)
        text_add(t, "%s_%s_%s_extents, ", e->name, g->name, a->name);
    else
        text_add(t, "0, ");
    if (a->border)
        text_add(t, "%s_SCALE, %s_ZERO_POINT},\n", prefix, prefix);
    else
        text_add(t, "0.0f, 0},\n");
}

static void add_list(Text *t, const Emit *e, const Graph *g, const Arg *arg, int count,
                     const char *what)
{
    Text items = {0};
    for (int i = 0; i < count; i++)
        if (arg[i].given)
            add_argument(&items, e, g, &arg[i]);
    if (items.size)
        text_add(t, "static const pte_tensor_info %s_%s_%s[] = {\n%s};\n", e->name, g->name, what,
                 items.data);
}

void add_metadata(Text *t, const Emit *e)
{
    text_add(t, "\n#ifdef PTE_METADATA\n");
    for (int i = 0; i < e->m->ngraphs; i++) {
        const Graph *g = e->m->graph[i];
        for (int k = 0; k < g->ninputs + g->noutputs; k++)
            add_extents(t, e, g, arg_at(g, k));
        add_list(t, e, g, g->input, g->ninputs, "input_info");
        add_list(t, e, g, g->output, g->noutputs, "output_info");
    }
    text_add(t, "#endif\n");
}
