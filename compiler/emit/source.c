/* SPDX-License-Identifier: 0BSD
 * NAME.c, section by section. */
#include "emit/source.h"
#include "base/identifier.h"
#include "base/words.h"
#include "emit/arenas.h"
#include "emit/bundle.h"
#include "emit/by_steps.h"
#include "emit/checks.h"
#include "emit/collect.h"
#include "emit/delegates.h"
#include "emit/flow.h"
#include "emit/loops/excess.h"
#include "emit/loops/loops.h"
#include "emit/operators.h"
#include "emit/stream.h"
#include "emit/text/arguments.h"
#include "emit/text/cexpr.h"
#include "emit/text/folded.h"
#include "emit/text/prototypes.h"
#include "emit/text/template.h"
#include "emit/text/text.h"
#include "emit/turns.h"
#include "emit/weights.h"
#include "graph/build.h"
#include "graph/cost.h"
#include "select/registry.h"

#include <inttypes.h>
#include <string.h>

static const char *arg_text(const Arg *a)
{
    if (!a->given)
        return "fixed";
    if (arg_is_number(a))
        return dtype_name((int)a->value->type.dtype);
    Text t = {0};
    const FileTensor *f = a->file->tensor;
    text_add(&t, "%s ", dtype_name(f->dtype));
    for (int i = 0; i < f->rank; i++)
        text_add(&t, "%s%" PRId64, i ? "x" : "", f->size[i]);
    return t.data;
}

static const char *summary(const Emit *e)
{
    Text t = {0};
    text_add(&t, " * %-12s %-22s %-22s %6s %12s %11s", "method", "first input", "first output",
             "steps", "M mult.-adds", "arena bytes");
    for (int i = 0; i < e->m->ngraphs; i++) {
        const Graph *g = e->m->graph[i];
        if (is_constant_method(g))
            continue;
        text_add(&t, "\n * %-12s %-22s %-22s %6d %12.2f %11s", g->name,
                 g->ninputs ? arg_text(&g->input[0]) : "none",
                 g->noutputs ? arg_text(&g->output[0]) : "none", g->nsteps,
                 (double)graph_macs(g) / 1e6, grouped((uint64_t)g->arena_bytes));
    }
    return t.data;
}

/* Defines for each arena that the methods name the macro by which they do. */
static void add_accesses(Text *t, const Model *m, const char *methods, const char *before,
                         const char *behind)
{
    for (int i = 0; i < count_arenas(m); i++)
        if (uses_arena(m, i, methods))
            text_add(t, "#define %s(type, name) ((pte_##type *)%s%s%s)\n", arena_access(m, i),
                     before, arena_suffix(m, i), behind);
}

/* Says how steps name memory: with PTE_DEBUG_MEMORY each value and weight is a heap block of its
 * own, so that a sanitizer sees every access beyond its end. */
static void add_access_comment(Text *t, const Model *m)
{
    const char *state = m->nstates ? ", STATE(type, x) a piece of state" : "";
    if (streams(m))
        text_add(
            t,
            "/* How steps name memory: %s(type, x) is value x, or the array x of weights, in the\n"
            " * arena%s. */\n",
            arena_access(m, 0), state);
    else
        text_add(t,
                 "/* How steps name memory: %s(type, x) is value x in the arena, W(x) the array x "
                 "of the\n"
                 " * weights%s. With PTE_DEBUG_MEMORY each is a heap block of its own, so that a "
                 "sanitizer\n * finds every access beyond its end. */\n",
                 arena_access(m, 0), state);
}

/* Returns the macros by which the methods name memory, as far as they do. */
static const char *access_macros(const Emit *e, const char *methods)
{
    const bool weights = mentions(methods, "W"), state = mentions(methods, "STATE");
    Text t = {0}, debug = {0}, plain = {0};
    add_accesses(&plain, e->m, methods, "(void *)(a", " + AT_##name)");
    if (streams(e->m)) /* whose blocks hold several arrays */
        text_add(&debug, "#error \"for PTE_DEBUG_MEMORY compile without --weights streamed\"\n");
    else
        add_accesses(&debug, e->m, methods, "((void)a", ", pte_debug_block(#name, SIZE_##name))");
    if (weights) {
        text_add(&debug, "#define W(name)        pte_debug_copy(w->name, sizeof w->name)\n");
        text_add(&plain, "#define W(name)        PTE_W(w->name)\n");
    }
    if (!plain.size && !state)
        return "";
    add_access_comment(&t, e->m);
    if (plain.size)
        text_add(&t, "#ifdef PTE_DEBUG_MEMORY\n%s#else\n%s#endif\n", debug.data, plain.data);
    if (state)
        text_add(&t, "#define STATE(type, name) ((pte_##type *)(void *)(s + STATE_##name))\n");
    text_add(&t, "\n");
    return t.data;
}

/* Returns the macro that calls a step, unless no method has one. */
static const char *step_macro(const Emit *e, const char *methods)
{
    if (!mentions(methods, "STEP"))
        return "";
    return fmt_text("/* Calls a step. PTE_STEP, which pte_rt.h defines, may be defined otherwise, "
                    "to see or to time it. */\n"
                    "#define STEP(id, ptr, bytes, call) PTE_STEP(%s_STEP_##id, ptr, bytes, call)",
                    e->upper);
}

static bool any_status(const Graph *g)
{
    if (g->nfetches)
        return true;
    FOR_BLOCKS(b, g)
        FOR_STEPS(s, b)
            if (gives_status(g, s))
                return true;
    return false;
}

static void or_else(Text *condition, const char *fmt, const char *name)
{
    text_add(condition, "%s%s", condition->size ? " || " : "", fmt_text(fmt, name));
}

/* Says which members of ctx the method uses. */
typedef struct Uses {
    bool arenas, arena[MOST_MEMORIES], state, weights, threads;
} Uses;

static Uses uses_of(const Model *m, const char *body)
{
    Uses uses = {.state = strstr(body, "STATE("),
                 .weights = strstr(body, streams(m) ? "FETCH(" : "W("),
                 .threads = strstr(body, "ctx->threads")};
    for (int i = 0; i < count_arenas(m); i++)
        uses.arenas |= uses.arena[i] = uses_arena(m, i, body);
    return uses;
}

/* Tests every pointer that the method follows, which may be NULL where there are no bytes. With
 * --checks off there are no tests, and only those that `body` names are read. */
static void add_pointer_checks(Text *t, const Emit *e, const Graph *g, Uses uses, const char *body)
{
    Text c = {0};
    if (uses.arenas || uses.state || uses.weights || uses.threads)
        or_else(&c, "!ctx", "");
    for (int i = 0; i < count_arenas(e->m); i++)
        if (uses.arena[i] && e->m->in_memory[i])
            or_else(&c, "!pte_aligned(ctx->arena%s",
                    fmt_text("%s, %s_ARENA_ALIGN)", arena_suffix(e->m, i), e->upper));
    if (uses.state && e->m->state_bytes)
        or_else(&c, "!pte_aligned(ctx->state, %s_STATE_ALIGN)", e->upper);
    if (uses.weights && streams(e->m))
        or_else(&c, "!ctx->weights", "");
    else if (uses.weights)
        or_else(&c, "!pte_aligned(ctx->weights, %s_WEIGHTS_ALIGN)", e->upper);
    for (int i = 0; i < g->ninputs + g->noutputs; i++) {
        const Arg *a = arg_at(g, i);
        if (a->given && value_bound_bytes(a->value))
            or_else(&c, "!%s", a->name);
        if (a->given && arg_is_dynamic(a))
            or_else(&c, "!%s_dims", a->name);
    }
    if (c.size && has_checks(g)) {
        add_wrapped(t, fmt_text("    if (%s)", c.data));
        text_add(t, "\n        return PTE_INVALID_ARGUMENT;\n");
    }
    for (int i = 0; i < g->ninputs + g->noutputs; i++) {
        const Arg *a = arg_at(g, i);
        if (a->given && !value_bound_bytes(a->value))
            text_add(t, "    (void)%s; /* no elements */\n", a->name);
        else if (a->given && !has_checks(g) && !mentions(body, a->name))
            text_add(t, "    (void)%s; /* not read */\n", a->name);
    }
}

/* Makes variables of a dynamic input's sizes and tests them against their bounds. Without tests,
 * only those that `readers` mention are made. */
static void add_input_sizes(Text *t, const Graph *g, int input, const char *readers)
{
    const Arg *a = &g->input[input];
    Text extents = {0};
    bool any = false;
    for (int d = 0; d < arg_rank(a); d++) {
        const char *name = fmt_text("input%d_dim%d", input, d);
        text_add(&extents, ", %s", name);
        if (!has_checks(g) && !mentions(readers, name))
            continue;
        text_add(t, "    const int32_t %s = %s_dims[%d];\n", name, a->name, d);
        any = true;
    }
    if (has_checks(g))
        text_add(t, "    if (!PTE_FITS(%" PRId64 "%s))\n        return PTE_NOT_SUPPORTED;\n",
                 arg_max_elements(a), extents.data);
    else if (!any)
        text_add(t, "    (void)%s_dims;\n", a->name);
}

/* Makes variables of the inputs' sizes and of what is computed from them, and tests what the
 * program's constants force. */
static void add_entry_sizes(Text *t, const Graph *g, SizeList *sizes, const char *body)
{
    Text forced = {0}, variables = {0};
    add_forced_checks(&forced, g, NULL);
    add_size_variables(&variables, sizes, g->model->options->by_steps);
    text_bytes(&variables, forced.data, forced.size);
    const char *readers = has_checks(g) ? "" : fmt_text("%s%s", text_string(&variables), body);
    for (int i = 0; i < g->ninputs; i++)
        if (g->input[i].given && arg_is_dynamic(&g->input[i]))
            add_input_sizes(t, g, i, readers);
    text_bytes(t, variables.data, variables.size);
}

static void add_output_sizes(Text *t, const Graph *g)
{
    for (int i = 0; i < g->noutputs; i++) {
        const Arg *a = &g->output[i];
        if (!a->given || !arg_is_dynamic(a))
            continue;
        for (int d = 0; d < arg_rank(a); d++) {
            text_add(t, "    %s_dims[%d] = ", a->name, d);
            add_c_int32(t, a->value->type.dim[d]);
            text_add(t, ";\n");
        }
    }
}

static void add_method(Text *t, Emit *e, const Graph *g)
{
    Text body = {0};
    SizeList sizes = name_sizes(g);
    size_t parts = e->parts.size;
    add_ready_check(&body, g);
    add_operators_check(&body, g);
    add_method_body(&body, e, g);
    add_output_sizes(&body, g);
    const char *text = text_string(&body);
    const char *own_parts = e->parts.size ? e->parts.data + parts : "";
    Uses uses = uses_of(e->m, text), all = uses_of(e->m, fmt_text("%s%s", text, own_parts));
    add_folded(t, g);
    add_method_head(t, e, g);
    text_add(t, "\n{\n");
    const size_t start = t->size;
    add_pointer_checks(t, e, g, all, text);
    if (!e->m->options->by_steps && (all.arenas || all.weights))
        text_add(t, "    PTE_DEBUG_START();\n");
    add_arena_pointers(t, e->m, "ctx", text);
    if (uses.state)
        text_add(t, "    unsigned char *const s = ctx->state;\n");
    if (uses.weights)
        text_add(t, "    const %s *const w = ctx->weights;\n",
                 streams(e->m) ? "pte_stream" : fmt_text("%s_weights_t", e->name));
    if (any_status(g))
        text_add(t, "    pte_status status;\n");
    add_entry_sizes(t, g, &sizes, text);
    text_add(t, "    PTE_ABI_CHECK();\n%s\n%s",
             mentions(t->data + start, "ctx") || mentions(text, "ctx") ? "" : "    (void)ctx;\n",
             text);
    text_add(t, "    return PTE_OK;\n}\n");
    add_run_functions(t, e, g);
}

/* Does anything take a context? Constant methods are macros of the header. */
static bool has_functions(const Model *m)
{
    bool any = m->options->threads > 1 || has_reset(m) || random_state(m) || m->noperators ||
               m->ndelegates;
    for (int i = 0; i < m->ngraphs; i++)
        any |= !is_constant_method(m->graph[i]);
    return any;
}

static void add_static_form(Text *t, const Emit *e)
{
    const Model *m = e->m;
    if (!has_functions(m))
        return;
    text_add(t, "\n/* The one-call form: memory and weights of the image. */\n");
    add_static_arenas(t, e);
    if (m->state_bytes)
        text_add(t, "PTE_PLACE_STATE PTE_ALIGN(16) static unsigned char state[%s_STATE_BYTES];\n",
                 e->upper);
    bool threads = m->options->threads > 1;
    text_add(t, "static %s%s_ctx image = {%s, %s, %s%s_%s", threads ? "" : "const ", e->name,
             static_arena(m, 0), m->state_bytes ? "state" : "NULL", streams(m) ? "&" : "",
             weights_name(m), streams(m) ? "stream" : "weights");
    for (int i = 1; i < count_arenas(m); i++)
        text_add(t, ", %s", static_arena(m, i));
    text_add(t, "%s};\n", threads ? ", NULL" : "");
    if (threads)
        text_add(t,
                 "\nvoid %s_set_threads(pte_threads *threads)\n{\n"
                 "    image.threads = threads;\n}\n",
                 e->name);
    for (int i = 0; i < m->ngraphs; i++) {
        if (is_constant_method(m->graph[i]))
            continue;
        text_add(t, "\n");
        add_prototype(t, e, m->graph[i], false);
        text_add(t, "\n{\n    return %s_%s_with(&image%s);\n}\n", e->name, m->graph[i]->name,
                 argument_names(m->graph[i], ""));
        add_static_start(t, e, m->graph[i]);
    }
}

/* Writes the function that resets state: to zeros, as static state is at start-up, or to initial
 * bytes, copied from the weights. */
static void add_reset(Text *t, const Emit *e)
{
    const Model *m = e->m;
    if (!has_reset(m))
        return;
    bool initial = false;
    for (int i = 0; i < m->nstates; i++)
        initial |= is_reset(&m->state[i]) && m->state[i].initial;
    text_add(
        t, "\nvoid %s_reset_with(const %s_ctx *ctx)\n{\n    unsigned char *const s = ctx->state;\n",
        e->name, e->name);
    if (initial)
        text_add(t, "    const %s_weights_t *const w = ctx->weights;\n", e->name);
    for (int i = 0; i < m->nstates; i++) {
        const Buffer *b = m->state[i].buffer;
        if (!is_reset(&m->state[i]))
            continue;
        text_add(t, "    for (size_t i = 0; i < STATE_SIZE_%s; i++)\n        s[STATE_%s + i] = ",
                 b->name, b->name);
        if (m->state[i].initial)
            text_add(t, "((const unsigned char *)w->%s)[i];\n", m->state[i].initial->name);
        else
            text_add(t, "0;\n");
    }
    text_add(t, "}\n\nvoid %s_reset(void)\n{\n    %s_reset_with(&image);\n}\n", e->name, e->name);
}

static void add_seed(Text *t, const Emit *e)
{
    const State *generator = random_state(e->m);
    if (!generator)
        return;
    const char *name = generator->buffer->name;
    text_add(t,
             "\nvoid %s_seed_with(const %s_ctx *ctx, uint64_t seed)\n{\n"
             "    unsigned char *const s = ctx->state;\n"
             "    STATE(s64, %s)[0] = (int64_t)seed;\n"
             "    STATE(s64, %s)[1] = 0; /* drawn */\n}\n",
             e->name, e->name, name, name);
    text_add(t, "\nvoid %s_seed(uint64_t seed)\n{\n    %s_seed_with(&image, seed);\n}\n", e->name,
             e->name);
}

static bool calls_backend(const Emit *e, const Backend *b)
{
    for (int i = 0; i < e->nkernels; i++)
        if (backend_of(e->kernel[i]) == b)
            return true;
    return false;
}

static const char *headers(const Emit *e, const Text *loops)
{
    bool strips = false, parts = false, lanes = calls_lanes(loops);
    for (int i = 0; i < e->m->ngraphs; i++)
        strips |= has_strips(e->m->graph[i], false), parts |= has_strips(e->m->graph[i], true);
    Text t = {0};
    text_add(&t, "#include \"%s\"", backends[0]->header);
    for (int i = 0; backends[i]; i++) {
        const Backend *b = backends[i];
        if (i > 0 && calls_backend(e, b))
            text_add(&t, "\n#include \"%s\"", b->header);
        if (strips && b->turns && (i == 0 || calls_backend(e, b)))
            text_add(&t, "\n#include \"%s\"", b->turns);
    }
    if (e->m->options->threads > 1)
        text_add(&t, "\n#include \"pte_parts.h\"");
    if (parts)
        text_add(&t, "\n#include \"pte_turns_part.h\"");
    text_add(&t, "\n#include \"pte_math%s.h\"", lanes ? "_lanes" : "");
    return t.data;
}

/* Collects the loop functions and parameters of all methods before they are named: names depend on
 * which others there are. */
static void collect_shared(Emit *e)
{
    for (int i = 0; i < e->m->ngraphs; i++) {
        collect_params(e, e->m->graph[i]);
        collect_loops(e, e->m->graph[i]);
    }
    name_shared(&e->params, e->m->old);
    name_shared(&e->loops, e->m->old);
}

static const char *section(const char *title, const Text *t)
{
    return t->size ? fmt_text("\n\n/* %s. */\n%.*s", title, (int)t->size - 1, t->data) : "";
}

/* The same, as lines of their own. */
static const char *part(const char *title, const Text *t)
{
    return t->size ? fmt_text("%s\n", section(title, t) + 1) : "";
}

void add_model_source(Text *t, Emit *e)
{
    Text weights = {0}, streamed = {0}, params = {0}, methods = {0}, loops = {0};
    const bool big_endian = e->m->options->big_endian;
    collect_shared(e);
    add_weights_struct(&weights, e);
    add_stream_macros(&streamed, e);
    for (int i = 0; i < e->params.count; i++)
        add_shared(&params, &e->params.item[i], false);
    for (int i = 0; i < e->loops.count; i++) {
        text_add(&loops, "\n");
        add_shared(&loops, &e->loops.item[i], e->m->options->by_steps);
    }
    for (int i = 0; i < e->m->ngraphs; i++)
        if (!is_constant_method(e->m->graph[i]))
            add_method(&methods, e, e->m->graph[i]);
    add_static_form(&methods, e);
    add_reset(&methods, e);
    add_delegate_functions(&methods, e);
    add_operator_functions(&methods, e);
    add_seed(&methods, e);
    const Hole holes[] = {{"name", e->name},
                          {"NAME", e->upper},
                          {"digest", fmt_text("%.16s", e->digest)},
                          {"summary", summary(e)},
                          {"other_order", big_endian ? "!PTE_BIG_ENDIAN" : "PTE_BIG_ENDIAN"},
                          {"order", big_endian ? "big" : "little"},
                          {"target", big_endian ? "little" : "big"},
                          {"excess", is_free_of_excess(e->m) ? FREE_OF_EXCESS "\n" : ""},
                          {"headers", headers(e, &loops)},
                          {"weights_bytes", grouped((uint64_t)e->m->weights_bytes)},
                          {"weights", weights.data},
                          {"arena_bytes", grouped((uint64_t)e->m->arena_bytes)},
                          {"plan", memory_plan(e)},
                          {"params", part("Parameters of the kernels", &params)},
                          {"loops", part("Loops, which no kernel computes", &loops)},
                          {"alone", section("Kernels, each for one set of parameters", &e->alone)},
                          {"streams", text_string(&streamed)},
                          {"pauses", pause_macros(e, text_string(&methods))},
                          {"parts", section("Parts for threads", &e->parts)},
                          {"operators", operator_names(e)},
                          {"access", access_macros(e, fmt_text("%s%s", text_string(&e->parts),
                                                               text_string(&methods)))},
                          {"step", step_macro(e, text_string(&methods))},
                          {"methods", methods.data},
                          {"layout", fmt_text("0x%016" PRIx64, e->layout)}};
    fill_template(t, "model.c.in", holes, sizeof holes / sizeof *holes);
}
