/* SPDX-License-Identifier: 0BSD
 * Heads of the functions that take what a method takes. */
#include "emit/text/prototypes.h"
#include "emit/text/arguments.h"
#include "emit/text/text.h"
#include "graph/build.h"

static void add_arg(Text *t, const Arg *a, bool output)
{
    if (!a->given)
        return;
    text_add(t, "%s%s%s *%s", t->size ? ", " : "", output ? "" : "const ", c_type_of_arg(a),
             a->name);
    if (arg_is_dynamic(a))
        text_add(t, ", %sint32_t %s_dims[%d]", output ? "" : "const ", a->name, arg_rank(a));
}

void add_function_head(Text *t, const Graph *g, const char *head, const char *first)
{
    Text args = {0};
    text_add(&args, "%s", first);
    for (int i = 0; i < g->ninputs; i++)
        add_arg(&args, &g->input[i], false);
    for (int i = 0; i < g->noutputs; i++)
        add_arg(&args, &g->output[i], true);
    add_wrapped(t, fmt_text("%s(%s)", head, args.size ? args.data : "void"));
}

void add_prototype(Text *t, const Emit *e, const Graph *g, bool with_ctx)
{
    add_function_head(t, g,
                      fmt_text("pte_status %s_%s%s", e->name, g->name, with_ctx ? "_with" : ""),
                      with_ctx ? fmt_text("const %s_ctx *ctx", e->name) : "");
}
