/* SPDX-License-Identifier: 0BSD
 * The arena in C: one, or one for each memory, of which all but the first have its name in theirs.
 */
#include "emit/arenas.h"
#include "base/identifier.h"
#include "base/words.h"
#include "emit/text/arguments.h"
#include "emit/text/names.h"
#include "emit/text/text.h"
#include "graph/build.h"
#include "model.h"

#include <inttypes.h>
#include <string.h>

const char *arena_suffix(const Model *m, int arena)
{
    return arena ? fmt_text("_%s", m->options->memory[arena].name) : "";
}

const char *arena_access(const Model *m, int arena)
{
    return fmt_text("AT%s", upper_case(arena_suffix(m, arena)));
}

bool uses_arena(const Model *m, int arena, const char *body)
{
    return strstr(body, fmt_text("%s(", arena_access(m, arena)));
}

void add_arena_pointers(Text *t, const Model *m, const char *ctx, const char *body)
{
    for (int i = 0; i < count_arenas(m); i++) {
        const char *suffix = arena_suffix(m, i);
        if (uses_arena(m, i, body))
            text_add(t, "    unsigned char *const a%s = %s->arena%s;\n", suffix, ctx, suffix);
    }
}

void add_arena_sizes(Text *t, const Emit *e)
{
    for (int i = 0; i < count_arenas(e->m); i++)
        text_add(t, "#define %s_ARENA%s_BYTES %" PRId64 "\n", e->upper,
                 upper_case(arena_suffix(e->m, i)), e->m->in_memory[i]);
}

void add_arena_members(Text *t, const Emit *e)
{
    for (int i = 1; i < count_arenas(e->m); i++) {
        const char *suffix = arena_suffix(e->m, i);
        text_add(t, "    void *arena%s; /* %s_ARENA%s_BYTES, aligned like the arena */\n", suffix,
                 e->upper, upper_case(suffix));
    }
}

/* Writes the macro that places an arena in a section, as pte_rt.h has it for the first arena. */
static void add_place_macro(Text *t, const char *suffix)
{
    text_add(t,
             "#ifdef PTE_SECTION_ARENA%s\n"
             "#define PTE_PLACE_ARENA%s PTE_SECTION(PTE_SECTION_ARENA%s)\n"
             "#else\n"
             "#define PTE_PLACE_ARENA%s\n"
             "#endif\n",
             suffix, suffix, suffix, suffix);
}

/* Names an arena that models share. The name has the size in it, so that outputs of two runs do not
 * link. */
static const char *shared_arena(const Model *m, int arena)
{
    const Overlay *o = m->overlay;
    return fmt_text("%s_arena%s_%" PRId64, o->owner->options->name, arena_suffix(m, arena),
                    o->bytes[arena]);
}

const char *static_arena(const Model *m, int arena)
{
    if (!m->in_memory[arena])
        return "NULL";
    return m->overlay ? shared_arena(m, arena) : fmt_text("arena%s", arena_suffix(m, arena));
}

static void add_definition(Text *t, const Emit *e, int arena, const char *object)
{
    const char *upper = upper_case(arena_suffix(e->m, arena));
    if (arena)
        add_place_macro(t, upper);
    text_add(t, "PTE_PLACE_ARENA%s PTE_ALIGN(%d) %s;\n", upper, arena_align(e), object);
}

void add_static_arenas(Text *t, const Emit *e)
{
    const Model *m = e->m;
    const Overlay *o = m->overlay;
    for (int i = 0; i < count_arenas(m); i++) {
        const char *suffix = arena_suffix(m, i);
        if (!o && m->in_memory[i])
            add_definition(t, e, i,
                           fmt_text("static unsigned char arena%s[%s_ARENA%s_BYTES]", suffix,
                                    e->upper, upper_case(suffix)));
        if (!o || !(o->owner == m ? o->bytes[i] : m->in_memory[i]))
            continue;
        const char *object =
            fmt_text("unsigned char %s[%" PRId64 "]", shared_arena(m, i), o->bytes[i]);
        text_add(t, "extern %s;\n", object);
        if (o->owner == m)
            add_definition(t, e, i, object);
    }
}

/* Returns a line of an enum, or, since ISO C restricts enumerators to int, a macro among its lines.
 */
static const char *constant_line(const char *name, int64_t value)
{
    return value <= INT32_MAX ? fmt_text("    %s = %" PRId64 ",", name, value)
                              : fmt_text("#define %s %" PRId64, name, value);
}

static void add_places(Text *t, const Graph *g)
{
    const char **reader = step_names(g);
    for (int k = 0; k < g->nbuffers; k++) {
        const Buffer *b = g->buffer[k];
        const char *memory =
            b->memory ? fmt_text("%s, ", g->model->options->memory[b->memory].name) : "";
        add_commented(t, constant_line(fmt_text("AT_%s", b->name), b->offset),
                      fmt_text("/* %suntil %s */", memory, reader[b->last]));
        text_add(t, "%s\n", constant_line(fmt_text("SIZE_%s", b->name), b->bound));
    }
}

/* Names the constants of streamed blocks, which lie in the arena too. */
static void add_streamed_places(Text *t, const Graph *g)
{
    for (int i = 0; i < g->nfetches; i++) {
        const Fetch *f = g->fetch[i];
        for (int k = 0; k < f->nconstants; k++) {
            const Buffer *b = f->constant[k];
            text_add(t, "%s\n",
                     constant_line(fmt_text("AT_%s", b->name),
                                   f->place->offset + b->offset - f->offset));
        }
    }
}

static void add_method_arenas(Text *t, const Emit *e, const Graph *g)
{
    const int arenas = count_arenas(e->m);
    const char *method = upper_case(g->name);
    for (int i = 0; i < arenas; i++)
        text_add(t, "%s\n",
                 constant_line(fmt_text("%s_ARENA%s", method, upper_case(arena_suffix(e->m, i))),
                               g->in_memory[i]));
    text_add(t, "};\n");
    for (int i = 0; i < arenas; i++) {
        const char *suffix = upper_case(arena_suffix(e->m, i));
        text_add(t,
                 "_Static_assert(%s_ARENA%s <= %s_ARENA%s_BYTES,\n"
                 "               \"%s.h is of another output of ptec: take both files of one\");\n",
                 method, suffix, e->upper, suffix, e->name);
    }
}

const char *memory_plan(const Emit *e)
{
    Text t = {0};
    for (int i = 0; i < e->m->ngraphs; i++) {
        const Graph *g = e->m->graph[i];
        if (g->nbuffers == 0)
            continue;
        if (!t.size)
            text_add(
                &t,
                "/* Value x lies AT_x bytes behind the start of its arena until the step beside "
                "it has read\n * it, and takes SIZE_x bytes. */\n");
        text_add(&t, "/* %s: %s; most live at once %s; ExecuTorch's plan %s. */\nenum {\n", g->name,
                 arena_text(e->m->options, g->in_memory), grouped((uint64_t)g->live_bytes),
                 grouped((uint64_t)g->executorch_bytes));
        add_places(&t, g);
        add_streamed_places(&t, g);
        add_method_arenas(&t, e, g);
    }
    if (e->m->nstates) {
        text_add(&t, "/* State, kept from call to call. */\nenum {\n");
        for (int i = 0; i < e->m->nstates; i++) {
            const Buffer *b = e->m->state[i].buffer;
            text_add(&t, "%s\n%s\n", constant_line(fmt_text("STATE_%s", b->name), b->offset),
                     constant_line(fmt_text("STATE_SIZE_%s", b->name), b->bound));
        }
        text_add(&t, "};\n");
    }
    return t.size ? t.data : "/* Nothing but the caller's inputs and outputs. */\n";
}
