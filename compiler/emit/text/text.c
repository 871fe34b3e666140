/* SPDX-License-Identifier: 0BSD
 * Layout of emitted text, and pieces of it that several steps share. */
#include "emit/text/text.h"
#include "base/digest.h"

#include <string.h>

enum { WIDTH = 99, /* and a semicolon */ LAST_HANG = 48, MAX_DEPTH = 64, COMMENT_COLUMN = 64 };

/* Says where a line stands: the columns of what comes next, of the statement, and of the broken
 * line's last part, and the column behind each open parenthesis. */
typedef struct Cursor {
    size_t column, indent, start, width, inside[MAX_DEPTH];
    int depth;
} Cursor;

static void step_over(Cursor *at, char c)
{
    at->column++;
    if ((c == '(' || c == '[') && at->depth + 1 < MAX_DEPTH)
        at->inside[++at->depth] = at->column;
    else if ((c == ')' || c == ']') && at->depth > 0)
        at->depth--;
}

/* May the line break at this space? It may after a comma and before an operator. */
static bool may_break(const char *line, const char *space)
{
    static const char *const before[] = {"+ ", "- ", "* ", "/ ", "? ", ": ", "&& ", "|| "};
    if (*space != ' ' || space == line)
        return false;
    for (size_t i = 0; i < sizeof before / sizeof *before; i++)
        if (strncmp(space + 1, before[i], strlen(before[i])) == 0)
            return true;
    return space[-1] == ',';
}

/* Returns the last place to break within the width, among those inside the fewest parentheses, or
 * NULL. No argument is broken if it can begin on the next line. */
static const char *best_break(const char *rest, Cursor at, int *depth)
{
    const char *best = NULL;
    for (const char *p = rest; *p && at.column <= at.width; p++) {
        bool deeper = best && at.depth > *depth;
        bool tears = best && at.depth == *depth && p[-1] != ',' && best[-1] == ',';
        if (may_break(rest, p) && !deeper && !tears) {
            best = p;
            *depth = at.depth;
        }
        step_over(&at, *p);
    }
    return best;
}

/* Returns the place behind the parenthesis of the outermost call, or NULL. */
static const char *call_break(const char *rest, Cursor at, int *depth)
{
    for (const char *p = rest; *p && at.column < at.width; p++) {
        step_over(&at, *p);
        if (*p == '(' && p > rest && (p[-1] == '_' || (p[-1] >= '0' && p[-1] <= 'z'))) {
            *depth = at.depth;
            return p + 1;
        }
    }
    return NULL;
}

static size_t hanging_column(const Cursor *at, int depth)
{
    if (depth == 0)
        return at->indent + 4;
    return at->inside[depth] > LAST_HANG ? at->start + 8 : at->inside[depth];
}

void add_wrapped(Text *t, const char *line)
{
    size_t indent = strspn(line, " ");
    const char *last = line + strlen(line);
    Cursor at = {.indent = indent, .start = indent, .width = WIDTH - (size_t)t->margin};
    while (at.column + (size_t)(last - line) > at.width) {
        int depth = 0;
        const size_t skip = strspn(line, " ");
        at.column += skip;
        const char *end = best_break(line + skip, at, &depth);
        bool call = !end && (end = call_break(line + skip, at, &depth));
        at.column -= skip;
        if (!end)
            break;
        text_bytes(t, line, (size_t)(end - line));
        for (; line < end; line++)
            step_over(&at, *line);
        line += *line == ' ';
        at.column = at.start = call ? at.start + 4 : hanging_column(&at, depth);
        at.inside[depth] = at.column;
        text_add(t, "\n%*s", (int)at.column, "");
    }
    text_bytes(t, line, (size_t)(last - line));
}

void add_moved(Text *t, const Text *lines)
{
    const char *p = lines->data, *end = p + lines->size;
    while (p < end) {
        const char *newline = memchr(p, '\n', (size_t)(end - p));
        text_add(t, "%*s", *p == '\n' ? 0 : lines->margin, "");
        text_bytes(t, p, (size_t)(newline + 1 - p));
        p = newline + 1;
    }
}

void add_commented(Text *t, const char *code, const char *comment)
{
    size_t column = strlen(code) < COMMENT_COLUMN ? COMMENT_COLUMN : strlen(code) + 1;
    if (column + strlen(comment) <= WIDTH)
        text_add(t, "%-*s%s\n", (int)column, code, comment);
    else
        text_add(t, "%*s%s\n%s\n", (int)strspn(code, " "), "", comment, code);
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

/* Maps digests to indices of old->shared. */
static Dict old_names(const Manifest *old)
{
    Dict by_digest = {0};
    for (int i = 0; old && i < old->nshared; i++)
        *dict_number(&by_digest, old->shared[i].digest) = i;
    return by_digest;
}

/* Does the item take its base as its name, without a hash? An item of the earlier output does if it
 * did so there. */
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

/* Returns the text up to the item's name. Compilers work a function of one caller into it by
 * themselves, unless that function is worked into two others; one with lanes has instructions that
 * its caller may lack. */
static const char *head_of(const Shared *s, bool twice)
{
    const char *head = fmt_text("%.*s", (int)(strchr(s->key, '\003') - s->key), s->key);
    if (s->callers > 1)
        return fmt_text("PTE_NOINLINE %s", head);
    bool plain = strncmp(head, "static ", strlen("static ")) == 0;
    return s->callers == 1 && twice && plain ? fmt_text("PTE_INLINED %s", head + strlen("static "))
                                             : head;
}

void add_shared(Text *t, const Shared *s, bool twice)
{
    const char *p = fmt_text("%s%s%s", head_of(s, twice), s->name, strchr(s->key, '\003') + 1);
    for (size_t n; *p; p += n + 1) { /* every line ends in a newline */
        n = strcspn(p, "\n");
        add_wrapped(t, fmt_text("%.*s", (int)n, p));
        text_add(t, "\n");
    }
}
