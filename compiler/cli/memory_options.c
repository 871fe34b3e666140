/* SPDX-License-Identifier: 0BSD
 * The options that say which memories there are, and what lies in which. */
#define _POSIX_C_SOURCE 200809L
#include "cli/memory_options.h"
#include "base/words.h"
#include "cli/values.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

/* May a memory have this name? Names in C end in it. */
static bool is_memory_name(const char *name)
{
    bool fits = isalpha((unsigned char)*name) && !strstr(name, "__");
    for (const char *p = name; *p; p++)
        fits &= isalnum((unsigned char)*p) || *p == '_';
    return fits;
}

static void add_memory(CommandLine *c, const char *item)
{
    Options *o = &c->options;
    const char *equals = strchr(item, '=');
    TargetMemory m = {.name = fmt_text("%.*s", equals ? (int)(equals - item) : 0, item)};
    if (!is_memory_name(m.name))
        usage_error("--memory takes a list such as sram=64K,psram=8M, not '%s'", printable(item));
    m.bytes = bytes_of("--memory", equals + 1);
    for (int i = 0; i < o->nmemories; i++)
        if (strcasecmp(o->memory[i].name, m.name) == 0)
            usage_error("--memory: two memories are called %s", m.name);
    if (o->nmemories == MOST_MEMORIES)
        usage_error("--memory takes %d memories at most", MOST_MEMORIES);
    PUSH(o->memory, o->nmemories, m);
}

void set_memories(CommandLine *c, char *text)
{
    c->options.nmemories = 0;
    for (const char *end, *item = text; item; item = *end ? end + 1 : NULL) {
        end = item + strcspn(item, ",");
        add_memory(c, fmt_text("%.*s", (int)(end - item), item));
    }
}

void add_rule(CommandLine *c, char *text)
{
    char *equals = strrchr(text, '=');
    if (!equals || equals == text)
        usage_error("--place takes names and a memory, such as 'conv*=psram', not '%s'",
                    printable(text));
    PlaceRule rule = {text, fmt_text("%.*s", (int)(equals - text), text), -1};
    PUSH(c->options.rule, c->options.nrules, rule);
}

void resolve_rules(Options *o)
{
    const char *names[MOST_MEMORIES + 1] = {0};
    if (o->nrules && !o->nmemories)
        usage_error("--place needs --memory, which says what memories there are");
    for (int i = 0; i < o->nmemories; i++)
        names[i] = o->memory[i].name;
    for (int i = 0; i < o->nrules; i++)
        o->rule[i].memory = choice_of("--place", strrchr(o->rule[i].text, '=') + 1, names);
}
