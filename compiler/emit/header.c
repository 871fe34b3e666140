/* SPDX-License-Identifier: 0BSD
 * NAME.h and NAME_steps.h. */
#include "emit/header.h"
#include "base/identifier.h"
#include "emit/arenas.h"
#include "emit/bundle.h"
#include "emit/by_steps.h"
#include "emit/delegates.h"
#include "emit/foreign.h"
#include "emit/metadata.h"
#include "emit/operators.h"
#include "emit/stream.h"
#include "emit/text/arguments.h"
#include "emit/text/cexpr.h"
#include "emit/text/prototypes.h"
#include "emit/text/template.h"
#include "emit/text/text.h"
#include "graph/build.h"
#include "model.h"
#include "select/registry.h"

#include <inttypes.h>
#include <string.h>

/* Does the argument lie in memory by rows of the program's axes? Where an axis of a single element
 * stands does not matter. */
static bool lies_by_rows(const FileTensor *f, int rank)
{
    int last = -1;
    for (int i = 0; i < rank; i++) {
        if (f->size[f->dim_order[i]] == 1)
            continue;
        if (f->dim_order[i] < last)
            return false;
        last = f->dim_order[i];
    }
    return true;
}

static bool has_channels_last(const FileTensor *f, int rank)
{
    if (rank < 3 || rank > 5 || f->dim_order[0] != 0 || f->dim_order[rank - 1] != 1)
        return false;
    for (int i = 1; i < rank - 1; i++)
        if (f->dim_order[i] != i + 1)
            return false;
    return true;
}

/* Returns the extents in the order in which they lie in memory: "1, 96, 96, 3". */
static const char *extents_in_memory(const FileTensor *f, int rank)
{
    Text t = {0};
    for (int i = 0; i < rank; i++)
        text_add(&t, "%s%" PRId64, i ? ", " : "",
                 f->size[lies_by_rows(f, rank) ? i : f->dim_order[i]]);
    return text_string(&t);
}

/* Returns them with the order's name, if it is not that of the program: "NHWC [1, 96, 96, 3]". */
static const char *shape_in_memory(const FileTensor *f, int rank)
{
    static const char *const last[] = {"NLC", "NHWC", "NDHWC"};
    const char *extents = extents_in_memory(f, rank);
    Text axes = {0};
    if (lies_by_rows(f, rank))
        return fmt_text("[%s]", extents);
    if (has_channels_last(f, rank))
        return fmt_text("%s [%s]", last[rank - 3], extents);
    for (int i = 0; i < rank; i++)
        text_add(&axes, "%s%d", i ? ", " : "", f->dim_order[i]);
    return fmt_text("[%s] of the axes %s", extents, text_string(&axes));
}

static void add_arg_sizes(Text *t, const Emit *e, const Graph *g, const Arg *a)
{
    if (!a->given)
        return;
    const FileTensor *f = a->file->tensor;
    const char *type = dtype_name((int)a->value->type.dtype);
    const char *prefix = fmt_text("%s_%s_%s", e->upper, upper_case(g->name), upper_case(a->name));
    text_add(t, "#define %s_BYTES %" PRId64, prefix, value_bound_bytes(a->value));
    if (arg_is_number(a)) {
        text_add(t, " /* %s, a number */\n", type);
        return;
    }
    const int rank = arg_rank(a);
    const char *meaning = meaning_of(a);
    text_add(t, " /* %s%s %s%s%s%s%s */\n", f->complex ? "complex " : "", type,
             shape_in_memory(f, rank), arg_is_dynamic(a) ? " at most" : "",
             f->complex ? ": re, im, ..." : "", meaning ? "; " : "", meaning ? meaning : "");
    text_add(t, "#define %s_ELEMENTS %" PRId64 "\n", prefix,
             value_bound_bytes(a->value) / (int64_t)dtype_bytes((int)a->value->type.dtype));
    if (rank)
        text_add(t, "#define %s_EXTENTS %s\n", prefix, extents_in_memory(f, rank));
    if (a->border)
        text_add(t,
                 "#define %s_SCALE %s /* of (byte - zero point) * scale */\n"
                 "#define %s_ZERO_POINT %s\n",
                 prefix, c_float(a->border->scale, F32), prefix,
                 fmt_text(a->border->zero < 0 ? "(%d)" : "%d", (int)a->border->zero));
}

/* Defines a macro for an output that the program fixes; None has no value. */
static void add_constant(Text *t, const Emit *e, const Graph *g, const Arg *a)
{
    Text value = {0};
    if (a->given || a->file->kind == FV_NULL)
        return;
    add_c_literal(&value, a->file->kind, a->file);
    bool negative = value.data[0] == '-';
    text_add(t, "#define %s_%s_%s %s%s%s\n", e->upper, upper_case(g->name), upper_case(a->name),
             negative ? "(" : "", value.data, negative ? ")" : "");
}

static const char *size_constants(const Emit *e)
{
    const Model *m = e->m;
    Text t = {0};
    add_arena_sizes(&t, e);
    text_add(&t, "#define %s_ARENA_ALIGN %d\n", e->upper, arena_align(e));
    text_add(&t, "#define %s_STATE_BYTES %" PRId64 "\n", e->upper, m->state_bytes);
    text_add(&t, "#define %s_STATE_ALIGN 16\n", e->upper);
    text_add(&t, "#define %s_WEIGHTS_BYTES %" PRId64 "\n", e->upper, m->weights_bytes);
    text_add(&t, "#define %s_WEIGHTS_ALIGN 64\n", e->upper);
    for (int i = 0; i < m->ngraphs; i++) {
        for (int k = 0; k < m->graph[i]->ninputs; k++)
            add_arg_sizes(&t, e, m->graph[i], &m->graph[i]->input[k]);
        for (int k = 0; k < m->graph[i]->noutputs; k++) {
            add_arg_sizes(&t, e, m->graph[i], &m->graph[i]->output[k]);
            add_constant(&t, e, m->graph[i], &m->graph[i]->output[k]);
        }
    }
    return t.data;
}

static const char *declarations(const Emit *e)
{
    Text t = {0};
    add_foreign_prototypes(&t, e->m);
    add_delegate_declarations(&t, e);
    add_operator_declarations(&t, e);
    for (int i = 0; i < e->m->ngraphs; i++) {
        const Graph *g = e->m->graph[i];
        if (is_constant_method(g))
            continue;
        text_add(&t,
                 "/* Method %s. The first form uses the arena%s and weights linked with it, so "
                 "that only one\n * call may run at a time; the second is re-entrant. */\n",
                 g->name, e->m->state_bytes ? ", state" : "");
        add_prototype(&t, e, g, false);
        text_add(&t, ";\n");
        add_prototype(&t, e, g, true);
        text_add(&t, ";\n");
        add_run_declarations(&t, e, g);
    }
    if (has_reset(e->m)) {
        text_add(&t, "/* Gives the state its initial value; the linked state needs this before the "
                     "first call too. */\n");
        text_add(&t, "void %s_reset(void);\nvoid %s_reset_with(const %s_ctx *ctx);\n", e->name,
                 e->name, e->name);
    }
    if (random_state(e->m))
        text_add(
            &t,
            "/* Random numbers start anew: the same after the same seed. A reset gives the seed "
            "0. */\n"
            "void %s_seed(uint64_t seed);\n"
            "void %s_seed_with(const %s_ctx *ctx, uint64_t seed);\n",
            e->name, e->name, e->name);
    if (e->m->options->threads > 1)
        text_add(&t,
                 "/* The threads of the first form; NULL, as at start-up: the caller's alone. */\n"
                 "void %s_set_threads(pte_threads *threads);\n",
                 e->name);
    add_metadata(&t, e);
    return t.data;
}

static const char *operator_header(const Model *m)
{
    return m->noperators ? fmt_text("\n#include \"%s\"", operators_of(m)->header) : "";
}

void add_model_header(Text *t, const Emit *e)
{
    bool threads = e->m->options->threads > 1;
    bool foreign = e->m->nforeign || e->m->ndelegates;
    Text members = {0}, weights = {0};
    add_weights_declarations(&weights, e);
    add_arena_members(&members, e);
    text_add(&members, threads ? "    pte_threads *threads;\n" : "");
    const Hole holes[] = {
        {"name", e->name},
        {"NAME", e->upper},
        {"digest", fmt_text("%.16s", e->digest)},
        {"foreign", foreign ? "\n#include \"pte_foreign.h\"" : ""},
        {"operators", operator_header(e->m)},
        {"include", threads         ? "\n#include \"pte_threads.h\""
                    : streams(e->m) ? "\n#include \"pte_stream.h\""
                                    : ""},
        {"no_threads",
         threads ? " Without threads (NULL) a call\n * runs on its caller's alone." : ""},
        {"members", text_string(&members)},
        {"stored", streams(e->m) ? "pte_stream" : "void"},
        {"weights", text_string(&weights)},
        {"sizes", size_constants(e)},
        {"methods", declarations(e)}};
    fill_template(t, "model.h.in", holes, sizeof holes / sizeof *holes);
}

void add_steps_header(Text *t, const Emit *e)
{
    Text ids = {0}, names = {0};
    for (int i = 0; i < e->m->ngraphs; i++)
        FOR_BLOCKS(b, e->m->graph[i])
            FOR_STEPS(s, b) {
                text_add(&ids, "    %s_STEP_%s,\n", e->upper, s->name);
                text_add(&names, "%s\\\n    \"%s\"", names.size ? ", " : "", s->name);
            }
    const Hole holes[] = {{"name", e->name},
                          {"NAME", e->upper},
                          {"ids", ids.data},
                          {"names", names.size ? names.data : "\"\""}};
    fill_template(t, "steps.h.in", holes, sizeof holes / sizeof *holes);
}
