/* SPDX-License-Identifier: 0BSD
 * Methods that also run by steps: each call computes one and returns. NAME_METHOD_pieces has the
 * steps; it becomes part of its two callers, and where `run` is NULL, as in the call that computes
 * all of them, nothing is left of what returns in between. */
#include "emit/by_steps.h"
#include "emit/bundle.h"
#include "emit/text/arguments.h"
#include "emit/text/prototypes.h"
#include "emit/text/template.h"
#include "emit/text/text.h"
#include "graph/build.h"
#include "graph/foreign.h"
#include "model.h"

static bool runs_by_steps(const Graph *g)
{
    return g->model->options->by_steps;
}

static const char *method_name(const Emit *e, const Graph *g)
{
    return fmt_text("%s_%s", e->name, g->name);
}

const char *pause_macros(const Emit *e, const char *methods)
{
    const Hole holes[] = {{"NAME", e->upper}};
    Text t = {0};
    if (mentions(methods, "PAUSE"))
        fill_template(&t, "by_steps.c.in", holes, 1);
    if (!mentions(methods, "PAUSE_TURN"))
        return text_string(&t);
    text_add(&t, t.size ? "\n" : "\n\n");
    fill_template(&t, "by_turns.c.in", holes, 1);
    return text_string(&t);
}

static void add_whole_head(Text *t, const Emit *e, const Graph *g)
{
    text_add(t, "\nPTE_PLACE_CODE\n");
    add_prototype(t, e, g, true);
}

void add_method_head(Text *t, const Emit *e, const Graph *g)
{
    const char *name = method_name(e, g);
    if (!runs_by_steps(g)) {
        add_whole_head(t, e, g);
        return;
    }
    text_add(t, "\n/* The steps of %s: all, or of a `run` those until the next pause. */\n",
             g->name);
    add_function_head(t, g, fmt_text("PTE_INLINED pte_status %s_pieces", name),
                      fmt_text("%s_run *run, const %s_ctx *ctx", name, e->name));
}

static void add_whole(Text *t, const Emit *e, const Graph *g)
{
    add_whole_head(t, e, g);
    text_add(t, "\n{\n");
    add_wrapped(t, fmt_text("    return %s_pieces(NULL, ctx%s);", method_name(e, g),
                            argument_names(g, "")));
    text_add(t, "\n}\n");
}

static void add_start_head(Text *t, const Emit *e, const Graph *g, bool with_ctx)
{
    const char *name = method_name(e, g);
    const char *ctx = with_ctx ? fmt_text(", const %s_ctx *ctx", e->name) : "";
    add_function_head(t, g, fmt_text("pte_status %s_start%s", name, with_ctx ? "_with" : ""),
                      fmt_text("%s_run *run%s", name, ctx));
}

static void add_start(Text *t, const Emit *e, const Graph *g)
{
    text_add(t, "\nPTE_PLACE_CODE\n");
    add_start_head(t, e, g, true);
    text_add(t, "\n{\n    if (!run)\n        return PTE_INVALID_ARGUMENT;\n    run->ctx = ctx;\n");
    for (int i = 0; i < g->ninputs + g->noutputs; i++) {
        const Arg *a = arg_at(g, i);
        if (a->given)
            text_add(t, "    run->%s = %s;\n", a->name, a->name);
        if (a->given && arg_is_dynamic(a))
            text_add(t, "    run->%s_dims = %s_dims;\n", a->name, a->name);
    }
    text_add(t, "    run->next = %s_STEPS + 1;\n    return %s_step(run);\n}\n", e->upper,
             method_name(e, g));
}

static void add_step(Text *t, const Emit *e, const Graph *g)
{
    const char *name = method_name(e, g);
    text_add(t,
             "\nPTE_PLACE_CODE\npte_status %s_step(%s_run *run)\n{\n"
             "    if (!run)\n        return PTE_INVALID_ARGUMENT;\n"
             "    if (!run->next)\n        return PTE_INVALID_STATE;\n",
             name, name);
    add_wrapped(t, fmt_text("    const pte_status status = %s_pieces(run, run->ctx%s);", name,
                            argument_names(g, "run->")));
    text_add(t, "\n    if (status != PTE_MORE)\n        run->next = 0;\n    return status;\n}\n");
}

void add_run_functions(Text *t, const Emit *e, const Graph *g)
{
    if (!runs_by_steps(g))
        return;
    add_whole(t, e, g);
    add_step(t, e, g);
    add_start(t, e, g);
}

void add_static_start(Text *t, const Emit *e, const Graph *g)
{
    if (!runs_by_steps(g))
        return;
    text_add(t, "\n");
    add_start_head(t, e, g, false);
    text_add(t, "\n{\n");
    add_wrapped(t, fmt_text("    return %s_start_with(run, &image%s);", method_name(e, g),
                            argument_names(g, "")));
    text_add(t, "\n}\n");
}

static int count_computed_sizes(const Graph *g)
{
    int n = 0;
    FOR_BLOCKS(b, g)
        FOR_STEPS(s, b)
            n += (s->kind == K_SCALAR) + (s->foreign ? s->foreign->nextents : 0);
    return n;
}

/* Do steps take turns in the method itself, not in the functions of threads? */
static bool has_turns(const Graph *g)
{
    FOR_BLOCKS(b, g)
        FOR_STEPS(s, b)
            if (s->strip && !s->strip->parts)
                return true;
    return false;
}

static void add_members(Text *t, const Graph *g)
{
    for (int i = 0; i < g->ninputs + g->noutputs; i++) {
        const Arg *a = arg_at(g, i);
        const char *is_const = i < g->ninputs ? "const " : "";
        if (!a->given)
            continue;
        text_add(t, "    %s%s *%s;\n", is_const, c_type_of_arg(a), a->name);
        if (arg_is_dynamic(a))
            text_add(t, "    %sint32_t *%s_dims;\n", is_const, a->name);
    }
    if (count_computed_sizes(g))
        text_add(t, "    int64_t size[%d]; /* that steps have computed */\n",
                 count_computed_sizes(g));
}

void add_run_declarations(Text *t, const Emit *e, const Graph *g)
{
    const char *name = method_name(e, g);
    if (!runs_by_steps(g))
        return;
    text_add(t,
             "/* Method %s by steps. `run`, which is yours, and what the arguments point at "
             "stay until the\n"
             " * status is another than PTE_MORE. Between the steps: yield, sleep, kick a "
             "watchdog.\n"
             " *     %s_run run;\n"
             " *     pte_status status = %s_start(&run%s);\n"
             " *     while (status == PTE_MORE)\n"
             " *         status = %s_step(&run); */\n",
             g->name, name, name, argument_names(g, ""), name);
    text_add(t, "typedef struct %s_run {\n    const %s_ctx *ctx;\n", name, e->name);
    add_members(t, g);
    text_add(t, "    int32_t next%s;\n} %s_run;\n", has_turns(g) ? ", turn" : "", name);
    for (int with_ctx = 0; with_ctx < 2; with_ctx++) {
        add_start_head(t, e, g, with_ctx);
        text_add(t, ";\n");
    }
    text_add(t, "pte_status %s_step(%s_run *run);\n", name, name);
}
