/* SPDX-License-Identifier: 0BSD
 * The arena in C: one, or one for each memory, of which all but the first have its name in theirs.
 */
#include "emit/arenas.h"
#include "base/identifier.h"
#include "emit/arguments.h"
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
