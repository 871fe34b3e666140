/* SPDX-License-Identifier: 0BSD
 * Layout of emitted text, and pieces of it that several steps share. */
#include "emit.h"

#include <string.h>

/* Column of the first character inside the line's opening parenthesis: where it goes on. */
static size_t hanging_indent(const char *line)
{
    const char *open = strchr(line, '(');
    size_t column = open ? (size_t)(open - line) + 1 : 4;
    return column > 60 ? 8 : column;
}

void add_wrapped(Text *t, const char *line)
{
    enum { WIDTH = 100 };
    size_t indent = hanging_indent(line), column = 0;
    while (*line) {
        const char *comma = strstr(line, ", ");
        size_t n = comma ? (size_t)(comma - line) + 1 : strlen(line);
        if (column > indent && column + n + 1 > WIDTH) {
            text_add(t, "\n%*s", (int)indent, "");
            column = indent;
            line += *line == ' ';
            n -= line[-1] == ' ';
        }
        text_bytes(t, line, n);
        column += n;
        line += n;
    }
}

Shared *share(SharedList *list, const char *key, const char *base)
{
    int *at = dict_number(&list->by_key, key);
    if (*at < 0) {
        *at = list->count;
        Shared s = {.key = key, .base = base};
        PUSH(list->item, list->count, s);
    }
    return &list->item[*at];
}

const char *shared_digest(const Shared *s)
{
    char hex[65];
    sha256_hex(s->key, strlen(s->key), hex);
    return fmt_text("%.8s", hex);
}

/* Places in old->shared by digest. */
static Dict old_names(const Manifest *old)
{
    Dict by_digest = {0};
    for (int i = 0; old && i < old->nshared; i++)
        *dict_number(&by_digest, old->shared[i].digest) = i;
    return by_digest;
}

/* Whether an item takes its base alone: as it did before, if it was there. */
static bool takes_base(const Shared *s, const char *hashed, bool alone, const char *before)
{
    if (!before)
        return alone;
    return strcmp(before, hashed) != 0 && (alone || strcmp(before, s->base) == 0);
}

void name_shared(SharedList *list, const Manifest *old)
{
    Dict owners = {0}, taken = {0}, by_digest = old_names(old);
    for (int i = 0; i < list->count; i++)
        ++*dict_number(&owners, list->item[i].base);
    for (int i = 0; i < list->count; i++) {
        Shared *s = &list->item[i];
        bool alone = *dict_number(&owners, s->base) == 0; /* -1 and one more */
        unsigned hash = (unsigned)crc32_of(0, s->key, strlen(s->key)) & 0xffff;
        const char *hashed = fmt_text("%s_%04x", s->base, hash);
        int at = old ? *dict_number(&by_digest, shared_digest(s)) : -1;
        const char *before = at < 0 ? NULL : old->shared[at].name;
        s->name = takes_base(s, hashed, alone, before) ? s->base : hashed;
        while (*dict_number(&taken, s->name) >= 0) /* a clash of hashes: rare, then by position */
            s->name = fmt_text("%s_%d", s->name, i);
        *dict_number(&taken, s->name) = i;
    }
}

void add_shared(Text *t, const Shared *s)
{
    const char *hole = strchr(s->key, '\003'), *end = strchr(hole, '\n');
    add_wrapped(t, fmt_text("%.*s%s%.*s", (int)(hole - s->key), s->key, s->name,
                            (int)(end - hole - 1), hole + 1));
    text_add(t, "%s", end);
}
