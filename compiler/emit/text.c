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

void name_shared(SharedList *list)
{
    Dict owners = {0}, taken = {0};
    for (int i = 0; i < list->count; i++)
        ++*dict_number(&owners, list->item[i].base);
    for (int i = 0; i < list->count; i++) {
        Shared *s = &list->item[i];
        bool alone = *dict_number(&owners, s->base) == 0; /* -1 and one more */
        unsigned hash = (unsigned)crc32_of(0, s->key, strlen(s->key)) & 0xffff;
        s->name = alone ? s->base : fmt_text("%s_%04x", s->base, hash);
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
