/* SPDX-License-Identifier: 0BSD
 * An object cut into chunks, so that the sum of them and of the padding is each section's size. */
#include "tools/size/chunks.h"
#include "emit/bundle.h"
#include "tools/size.h"

#include <stdlib.h>
#include <string.h>

static const char *key_of(int object, const char *symbol, bool named)
{
    return fmt_text("%d %s%s", object, named ? "" : "section ", symbol);
}

int find_chunk(Sizes *s, int object, const char *symbol, bool named)
{
    return *dict_number(&s->at, key_of(object, symbol, named));
}

static bool starts(const char *text, const char *with)
{
    return strncmp(text, with, strlen(with)) == 0;
}

static Owner owner_of(const Sizes *s, int object, const char *name, const char *base)
{
    const int model = s->object[object].model;
    if (!starts(name, "pte_") && model >= 0 && mentions(s->source[model].data, base))
        return OWNER_MODEL;
    return runtime_mentions(base) ? OWNER_RUNTIME : OWNER_KERNELS;
}

static int add_chunk(Sizes *s, const char *key, Chunk c)
{
    const int at = s->nchunks;
    c.users = NEW(int, s->nmodels);
    *dict_number(&s->at, key) = at;
    PUSH(s->chunk, s->nchunks, c);
    return at;
}

static void add_symbol(Sizes *s, int object, Area area, const ElfSymbol *symbol, int64_t bytes)
{
    const int model = s->object[object].model;
    const char *name = model < 0 ? symbol->name : plain_name(s->model[model], symbol->name);
    const char *base = fmt_text("%.*s", (int)strcspn(name, "."), name);
    const Owner owner = owner_of(s, object, name, base);
    Chunk c = {.name = name,
               .base = base,
               .object = object,
               .area = area,
               .owner = owner,
               .bytes = bytes,
               .named = true,
               .global = symbol->global,
               .root = symbol->global && owner == OWNER_MODEL && area == AREA_CODE};
    const int at = add_chunk(s, key_of(object, symbol->name, true), c);
    if (symbol->global)
        *dict_number(&s->global, symbol->name) = at;
}

/* Sections that say something about others: of unwinding, or with the flag for a link's order. */
static bool describes(const ElfSection *section)
{
    enum { LINK_ORDER = 0x80 };
    return section->flags & LINK_ORDER || starts(section->name, ".eh_frame") ||
           starts(section->name, ".note");
}

static int add_section(Sizes *s, int object, const ElfSection *section, int64_t bytes)
{
    return add_chunk(s, key_of(object, section->name, false),
                     (Chunk){.name = section->name,
                             .base = section->name,
                             .object = object,
                             .area = area_of(section),
                             .owner = OWNER_NONE,
                             .bytes = bytes,
                             .ignores = describes(section)});
}

int add_empty_chunk(Sizes *s, int object, const ElfSection *section)
{
    return add_section(s, object, section, 0);
}

/* Is what is between two symbols only there so that the second is aligned? It is shorter than an
 * alignment that the section has and the second keeps, and it is zeros, unless it is code. */
static bool is_padding(const ElfSection *section, uint64_t from, uint64_t to)
{
    uint64_t align = 1;
    while (align <= to - from)
        align *= 2;
    bool fits = align <= section->align && to % align == 0;
    if (section->flags & ELF_EXECUTE)
        return fits;
    for (uint64_t i = from; i < to && i < section->bytes.size; i++)
        fits &= section->bytes.data[i] == 0;
    return fits;
}

static void add_gap(SizedSection *to, const ElfSection *section, uint64_t from, uint64_t end)
{
    *(is_padding(section, from, end) ? &to->padding : &to->unnamed) += (int64_t)(end - from);
}

/* Puts symbols in the order of their places; of several at one place the longest comes first, which
 * gets all bytes. */
static int by_place(const void *a, const void *b)
{
    const ElfSymbol *x = a, *y = b;
    if (x->value != y->value)
        return x->value < y->value ? -1 : 1;
    if (x->size != y->size)
        return x->size > y->size ? -1 : 1;
    return strcmp(x->name, y->name);
}

static bool is_named(const ElfSymbol *symbol)
{
    return *symbol->name && (symbol->kind == ELF_FUNCTION || symbol->kind == ELF_OBJECT);
}

static void cut_section(Sizes *s, int object, const ElfSection *section, ElfSymbol *symbol,
                        int count)
{
    SizedSection sized = {section->name, object, area_of(section), (int64_t)section->size, 0, 0, 0};
    uint64_t at = 0;
    if (count)
        qsort(symbol, (size_t)count, sizeof *symbol, by_place);
    else
        add_section(s, object, section, (int64_t)section->size);
    for (int i = 0; i < count; i++) {
        uint64_t start = symbol[i].value, end = start + symbol[i].size;
        start = start < at ? at : start > section->size ? section->size : start;
        end = end < start ? start : end > section->size ? section->size : end;
        if (start > at)
            add_gap(&sized, section, at, start);
        add_symbol(s, object, sized.area, &symbol[i], (int64_t)(end - start));
        sized.named += (int64_t)(end - start);
        at = end;
    }
    if (!count)
        sized.unnamed = sized.bytes;
    else if (at < section->size)
        add_gap(&sized, section, at, section->size);
    if (sized.named + sized.unnamed + sized.padding != sized.bytes)
        bug("%s: the sum of %s is not its size", s->object[object].name, section->name);
    s->totals[sized.area] += sized.bytes;
    PUSH(s->section, s->nsections, sized);
}

void cut_object(Sizes *s, int object)
{
    const Elf *e = &s->object[object].made.elf;
    for (int i = 0; i < e->nsections; i++) {
        ElfSymbol *symbol = NULL;
        int count = 0;
        if (area_of(&e->section[i]) == AREAS || !e->section[i].size)
            continue;
        for (int k = 0; k < e->nsymbols; k++)
            if (e->symbol[k].section == (unsigned)i && is_named(&e->symbol[k]))
                PUSH(symbol, count, e->symbol[k]);
        cut_section(s, object, &e->section[i], symbol, count);
    }
}
