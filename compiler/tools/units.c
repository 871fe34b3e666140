/* SPDX-License-Identifier: 0BSD
 * NAME.c taken apart, by the layout that emit/ gives it. */
#include "tools/units.h"

#include <ctype.h>
#include <string.h>

typedef struct Splitter {
    Units *units;
    Dict at; /* units by key */
    const char **line;
    int n;
    const char **waiting; /* lines that belong to what follows them */
    int nwaiting;
} Splitter;

static bool starts(const char *line, const char *with)
{
    return strncmp(line, with, strlen(with)) == 0;
}

static bool ends(const char *line, const char *with)
{
    size_t n = strlen(line), m = strlen(with);
    return n >= m && strcmp(line + n - m, with) == 0;
}

static const char *trimmed(const char *line)
{
    return line + strspn(line, " ");
}

static bool in_word(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

static const char *word_at(const char *p)
{
    int n = 0;
    while (in_word(p[n]))
        n++;
    return fmt_text("%.*s", n, p);
}

/* Returns the word before the first of the characters `end`: "pte_s8 conv_weight[64];". */
static const char *word_before(const char *line, const char *end)
{
    const char *p = line + strcspn(line, end);
    while (p > line && p[-1] == ' ')
        p--;
    while (p > line && in_word(p[-1]))
        p--;
    return word_at(p);
}

static int unit_at(Splitter *s, UnitKind kind, const char *name)
{
    const char *key = fmt_text("%d %s", (int)kind, name);
    int at = *dict_number(&s->at, key);
    if (at < 0) {
        Unit u = {.kind = kind, .name = name, .key = key, .step = -1};
        *dict_number(&s->at, key) = at = s->units->count;
        PUSH(s->units->unit, s->units->count, u);
    }
    return at;
}

static void add_line(Splitter *s, int at, const char *line)
{
    Unit *u = &s->units->unit[at];
    for (int i = 0; i < s->nwaiting; i++)
        PUSH(u->line, u->nlines, s->waiting[i]);
    s->nwaiting = 0;
    if (*line)
        PUSH(u->line, u->nlines, line);
}

/* Adds lines from `i` to the one that ends in `end`, and returns the index behind it. */
static int add_until(Splitter *s, int at, int i, const char *end)
{
    for (; i < s->n; i++) {
        add_line(s, at, s->line[i]);
        if (ends(s->line[i], end))
            return i + 1;
    }
    return i;
}

static int wait_for_comment(Splitter *s, int i)
{
    for (; i < s->n; i++) {
        PUSH(s->waiting, s->nwaiting, s->line[i]);
        if (ends(s->line[i], "*/"))
            return i + 1;
    }
    return i;
}

/* Takes the members of the weights' struct, which are a line each. */
static int take_weights(Splitter *s, int i)
{
    for (; i < s->n && *s->line[i] != '}';) {
        if (starts(trimmed(s->line[i]), "/*")) {
            i = wait_for_comment(s, i);
            continue;
        }
        add_line(s, unit_at(s, U_WEIGHT, word_before(s->line[i], "[;")), s->line[i]);
        i++;
    }
    add_line(s, 0, "");
    return i;
}

/* "    SIZE_conv = 8000," -> "conv"; NULL for what is no value's place. */
static const char *place_name(const char *line)
{
    static const char *const prefix[] = {"STATE_SIZE_", "STATE_", "SIZE_", "AT_"};
    const char *p = trimmed(line);
    for (size_t k = 0; k < sizeof prefix / sizeof *prefix; k++)
        if (starts(p, prefix[k]))
            return word_at(p + strlen(prefix[k]));
    return NULL;
}

static int take_places(Splitter *s, int i)
{
    for (; i < s->n && *s->line[i] != '}';) {
        if (starts(trimmed(s->line[i]), "/*")) {
            i = wait_for_comment(s, i);
            continue;
        }
        const char *name = place_name(s->line[i]);
        add_line(s, name ? unit_at(s, U_PLACE, name) : 0, s->line[i]);
        i++;
    }
    add_line(s, 0, "");
    return i;
}

/* Takes the lines of a method. What stands between a step's comment and its call belongs to it, and
 * so does what stands behind it before the next step. */
static void take_method(Splitter *s, int i, int end)
{
    int step = 0;
    while (i < end) {
        const char *p = trimmed(s->line[i]);
        if (starts(p, "/*")) {
            add_line(s, step = 0, "");
            int from = i;
            i = wait_for_comment(s, i);
            if (!starts(trimmed(s->line[from]), "/* -> "))
                add_line(s, 0, "");
            continue;
        }
        if (starts(p, "STEP(")) {
            step = unit_at(s, U_CALL, word_at(p + strlen("STEP(")));
            i = add_until(s, step, i, ";");
            continue;
        }
        if (starts(s->line[i], "    return PTE_OK;") || *s->line[i] == '}')
            step = 0;
        if (s->nwaiting && *p && *s->line[i] == ' ')
            PUSH(s->waiting, s->nwaiting, s->line[i]);
        else
            add_line(s, step, s->line[i]);
        i++;
    }
    add_line(s, 0, "");
}

/* Takes a function if one begins here; returns the index behind it, or `i`. */
static int take_function(Splitter *s, int i)
{
    int body = i, end;
    bool calls = false;
    while (body < s->n && *s->line[body] && *s->line[body] != '{' && !ends(s->line[body], ";"))
        body++;
    if (body >= s->n || *s->line[body] != '{')
        return i;
    for (end = body; end < s->n && *s->line[end] != '}'; end++)
        calls |= starts(trimmed(s->line[end]), "STEP(");
    end += end < s->n;
    if (calls) {
        take_method(s, i, end);
        return end;
    }
    int at = unit_at(s, U_LOOP, word_before(s->line[i], "("));
    for (; i < end; i++)
        add_line(s, at, s->line[i]);
    return end;
}

static int take(Splitter *s, int i)
{
    const char *line = s->line[i];
    if (starts(line, "static const ") && strchr(line, '='))
        return add_until(s, unit_at(s, U_PARAMS, word_before(line, "=[")), i, ";");
    if (isalpha((unsigned char)*line) && strchr(line, '(')) {
        int end = take_function(s, i);
        if (end > i)
            return end;
    }
    add_line(s, 0, line);
    if (starts(line, "typedef struct ") && ends(line, "_weights_t {"))
        return take_weights(s, i + 1);
    return starts(line, "enum {") ? take_places(s, i + 1) : i + 1;
}

static void split_lines(Splitter *s, const Text *source)
{
    const char *p = text_string(source);
    while (*p) {
        size_t n = strcspn(p, "\n");
        const char *line = fmt_text("%.*s", (int)n, p);
        PUSH(s->line, s->n, line);
        p += n + (p[n] == '\n');
    }
}

/* Notes which step is the first to mention a word, and how many do. */
static void note_words(Dict *first, Dict *users, const Unit *call, int step)
{
    Dict here = {0};
    for (int i = 0; i < call->nlines; i++)
        for (const char *p = call->line[i]; *p;) {
            const char *word = word_at(p);
            size_t n = strlen(word);
            if (n && dict_add(&here, word)) {
                int *known = dict_number(first, word);
                *known = *known < 0 ? step : *known;
                int *count = dict_number(users, word);
                *count = *count < 0 ? 1 : *count + 1;
            }
            p += n + (n == 0);
        }
}

static void find_owners(Units *u)
{
    Dict first = {0}, users = {0};
    for (int i = 0; i < u->count; i++)
        if (u->unit[i].kind == U_CALL) {
            note_words(&first, &users, &u->unit[i], u->nsteps);
            PUSH(u->step, u->nsteps, u->unit[i].name);
        }
    for (int i = 1, step = 0; i < u->count; i++) {
        Unit *one = &u->unit[i];
        one->step = one->kind == U_CALL ? step++ : *dict_number(&first, one->name);
        one->users = *dict_number(&users, one->name);
    }
}

Units units_of(const Text *source)
{
    Units units = {0};
    Splitter s = {.units = &units};
    unit_at(&s, U_OTHER, "");
    split_lines(&s, source);
    for (int i = 0; i < s.n;)
        i = take(&s, i);
    find_owners(&units);
    return units;
}

static size_t hex_length(const char *p)
{
    return strspn(p, "0123456789abcdef");
}

const char *masked_line(const char *line)
{
    static const char *const before[] = {"sha256 ", "UINT64_C(0x"};
    size_t n = strlen(line);
    if (n > 13 && ends(line, " */") && hex_length(line + n - 11) == 8 &&
        starts(line + n - 13, "  "))
        return fmt_text("%.*s*/", (int)n - 13, line);
    for (size_t k = 0; k < sizeof before / sizeof *before; k++) {
        const char *at = strstr(line, before[k]);
        if (!at)
            continue;
        at += strlen(before[k]);
        return fmt_text("%.*s%s", (int)(at - line), line, at + hex_length(at));
    }
    return line;
}
