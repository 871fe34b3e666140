/* SPDX-License-Identifier: 0BSD
 * Which chunk refers to which, by the relocations of an object in which each has a section. */
#include "tools/size/references.h"
#include "tools/size/chunks.h"

#include <string.h>

typedef struct Members { /* the chunks of a section */
    int *chunk, count;
} Members;

static Members *members_of_sections(Sizes *s, int object, const Elf *apart)
{
    Members *of = NEW(Members, apart->nsections);
    for (int i = 0; i < apart->nsymbols; i++) {
        const ElfSymbol *symbol = &apart->symbol[i];
        if (!symbol->section || symbol->section >= (unsigned)apart->nsections)
            continue;
        const int at = find_chunk(s, object, symbol->name, true);
        if (at >= 0)
            PUSH(of[symbol->section].chunk, of[symbol->section].count, at);
    }
    for (int i = 0; i < apart->nsections; i++) {
        const ElfSection *section = &apart->section[i];
        if (of[i].count || area_of(section) == AREAS || !section->size)
            continue;
        int at = find_chunk(s, object, section->name, false);
        at = at < 0 ? add_empty_chunk(s, object, section) : at;
        PUSH(of[i].chunk, of[i].count, at);
    }
    return of;
}

static void refer(Chunk *from, int to)
{
    for (int i = 0; i < from->nto; i++)
        if (from->to[i] == to)
            return;
    PUSH(from->to, from->nto, to);
}

static void refer_outside(Chunk *from, const char *symbol)
{
    for (int i = 0; i < from->noutside; i++)
        if (strcmp(from->outside[i], symbol) == 0)
            return;
    PUSH(from->outside, from->noutside, symbol);
}

/* Are the weights meant, which are counted by themselves? */
static bool is_weights(const Sizes *s, const char *symbol)
{
    for (int i = 0; i < s->nmodels; i++)
        if (strcmp(symbol, fmt_text("%s_weights", weights_name(s->model[i]))) == 0)
            return true;
    return false;
}

/* Finds a section of several functions, of which it is not known which refers to what. */
static const char *find_together(const Elf *apart)
{
    int *first = NEW(int, apart->nsections);
    for (int i = 0; i < apart->nsymbols; i++) {
        const ElfSymbol *symbol = &apart->symbol[i];
        if (symbol->kind != ELF_FUNCTION || !symbol->section ||
            symbol->section >= (unsigned)apart->nsections)
            continue;
        const int other = first[symbol->section];
        if (other && apart->symbol[other].value != symbol->value)
            return apart->section[symbol->section].name;
        first[symbol->section] = i;
    }
    return NULL;
}

void find_references(Sizes *s, int object, const Elf *apart)
{
    const Members *of = members_of_sections(s, object, apart);
    s->together = s->together ? s->together : find_together(apart);
    for (int i = 0; i < apart->nreferences; i++) {
        const Members *from = &of[apart->reference[i].section];
        const ElfSymbol *symbol = &apart->symbol[apart->reference[i].symbol];
        const bool here = symbol->section && symbol->section < (unsigned)apart->nsections;
        const int other = here ? -1 : *dict_number(&s->global, symbol->name);
        for (int k = 0; k < from->count; k++) {
            Chunk *c = &s->chunk[from->chunk[k]];
            for (int m = 0; here && m < of[symbol->section].count; m++)
                refer(c, of[symbol->section].chunk[m]);
            if (other >= 0)
                refer(c, other);
            else if (!here && *symbol->name && !is_weights(s, symbol->name))
                refer_outside(c, symbol->name);
        }
    }
}

void find_roots(Sizes *s)
{
    bool *referred = NEW(bool, s->nchunks);
    for (int i = 0; i < s->nchunks; i++)
        for (int k = 0; !s->chunk[i].ignores && k < s->chunk[i].nto; k++)
            referred[s->chunk[i].to[k]] = true;
    for (int i = 0; i < s->nchunks; i++)
        s->chunk[i].root |= !s->chunk[i].named && !referred[i];
}
