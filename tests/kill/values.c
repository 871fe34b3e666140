/* SPDX-License-Identifier: 0BSD
 * Operators that ignore a number, a string, a list or None, or take another for it. */
#include "kill.h"
#include "model.h"
#include "operators/operators.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* -- other values -- */

static FileValue int_value(int64_t i)
{
    return (FileValue){.kind = FV_INT, .i = i};
}

static FileValue double_value(double d)
{
    return (FileValue){.kind = FV_DOUBLE, .d = d};
}

static FileValue string_value(const char *s)
{
    return (FileValue){.kind = FV_STRING, .string = {(const uint8_t *)s, strlen(s)}};
}

/* The default of the argument in the schema: "None", "1e-05", "[]"; or NULL. */
static const char *default_text(const OpRow *row, const OpArg *arg)
{
    const char *key = fmt_text(" %s=", arg->name), *at = strstr(row->schema, key);
    if (!at)
        return NULL;
    at += strlen(key);
    size_t n = *at == '[' ? strcspn(at, "]") + 1 : strcspn(at, ",)");
    return fmt_text("%.*s", (int)n, at);
}

static bool is_list(FileKind kind)
{
    return kind == FV_INT_LIST || kind == FV_BOOL_LIST || kind == FV_DOUBLE_LIST;
}

/* The default as a value of the kind that the call passes; false: it is none of that kind. */
static bool default_value(const Argument *a, FileValue *v)
{
    const FileValue *now = value_of(a, a->index);
    const char *text = default_text(a->row, &a->row->arg[a->index]);
    if (!text)
        return false;
    *v = (FileValue){.kind = now->kind};
    if (strcmp(text, "None") == 0)
        v->kind = FV_NULL;
    else if (now->kind == FV_BOOL)
        v->i = strcmp(text, "True") == 0;
    else if (now->kind == FV_INT)
        v->i = atoll(text);
    else if (now->kind == FV_DOUBLE)
        v->d = atof(text);
    else if (now->kind == FV_STRING)
        *v = string_value(fmt_text("%.*s", (int)strlen(text) - 2, text + 1));
    else
        return is_list(now->kind) && strcmp(text, "[]") == 0;
    return true;
}

static bool is_same(const FileValue *v, const FileValue *w)
{
    if (v->kind != w->kind)
        return false;
    switch (v->kind) {
    case FV_INT:
    case FV_BOOL:
        return v->i == w->i;
    case FV_DOUBLE:
        return v->d == w->d;
    case FV_STRING:
        return v->string.size == w->string.size &&
               memcmp(v->string.data, w->string.data, v->string.size) == 0;
    default:
        return v->kind == FV_NULL || (is_list(v->kind) && v->count == w->count && v->count == 0);
    }
}

enum { MOST_OTHERS = 6 };

static int other_ints(int64_t i, FileValue *v)
{
    v[0] = int_value((int64_t)((uint64_t)i + 1));
    v[1] = int_value((int64_t)((uint64_t)i - 1));
    v[2] = int_value(i / 2);
    return i >= -1 && i <= 3 ? 2 : 3;
}

static int other_doubles(double d, FileValue *v)
{
    v[0] = double_value(d == 0 ? 1 : 0);
    v[1] = double_value(2 * d + 1);
    return d == 0 ? 1 : 2;
}

static int other_strings(FileValue *v)
{
    static const char *const known[] = {"none", "tanh", "floor", "trunc", "sigmoid", "softmax"};
    int n = 0;
    for (; n < MOST_OTHERS; n++)
        v[n] = string_value(known[n]);
    return n;
}

/* What an optional argument could have been instead of None. */
static int others_of_none(ArgType type, FileValue *v)
{
    switch (type) {
    case ARG_INT:
    case ARG_DTYPE:
        return other_ints(2, v);
    case ARG_FLOAT:
    case ARG_SCALAR:
        v[0] = double_value(0.37); /* no ratio of small integers */
        return 1;
    case ARG_BOOL:
        v[0] = (FileValue){.kind = FV_BOOL, .i = 1};
        v[1] = (FileValue){.kind = FV_BOOL};
        return 2;
    case ARG_STRING:
        return other_strings(v);
    default:
        return 0;
    }
}

/* Values other than `now`, the likeliest to be valid first. */
static int others(const FileValue *now, ArgType type, FileValue *v)
{
    switch (now->kind) {
    case FV_INT:
        return other_ints(now->i, v);
    case FV_DOUBLE:
        return other_doubles(now->d, v);
    case FV_BOOL:
        v[0] = (FileValue){.kind = FV_BOOL, .i = !now->i};
        return 1;
    case FV_STRING:
        return other_strings(v);
    case FV_NONE:
    case FV_NULL:
        return others_of_none(type, v);
    default:
        return 0;
    }
}

static const char *text_of(const FileMethod *m, const FileValue *v)
{
    Text list = {0};
    switch (v->kind) {
    case FV_INT:
        return fmt_text("%lld", (long long)v->i);
    case FV_BOOL:
        return v->i ? "True" : "False";
    case FV_DOUBLE:
        return fmt_text("%g", v->d);
    case FV_STRING:
        return fmt_text("\"%.*s\"", (int)v->string.size, (const char *)v->string.data);
    case FV_NONE:
    case FV_NULL:
        return "None";
    default:
        for (int i = 0; i < v->count; i++)
            if (v->kind == FV_DOUBLE_LIST)
                text_add(&list, ", %g", v->doubles[i]);
            else
                text_add(
                    &list, ", %lld",
                    (long long)(v->kind == FV_INT_LIST ? m->value[v->items[i]].i : v->items[i]));
        return fmt_text("[%s]", list.size ? list.data + 2 : "");
    }
}

/* -- numbers, strings, None -- */

/* A list that repeats the default of all its items. */
static bool repeats_default(const Argument *a)
{
    const FileValue *now = value_of(a, a->index);
    const char *text = default_text(a->row, &a->row->arg[a->index]);
    bool same = text && now->kind == FV_INT_LIST && isdigit((unsigned char)*text);
    for (int i = 0; same && i < now->count; i++)
        same = a->m->value[now->items[i]].i == atoll(text);
    return same;
}

/* Values by which one cannot tell whether the operator reads the argument, if there are no others:
 * the default, and one of two words. */
static bool is_usual(const Argument *a)
{
    const FileValue *now = value_of(a, a->index);
    FileValue v;
    return now->kind == FV_BOOL || now->kind == FV_STRING ||
           (default_value(a, &v) && is_same(&v, now)) || repeats_default(a);
}

/* As if the argument were not given. */
static void ignore(const Argument *a)
{
    const FileValue *now = value_of(a, a->index);
    FileValue v;
    record_given(a, is_usual(a) ? text_of(a->m, now) : NULL);
    if (default_value(a, &v) && !is_same(&v, now))
        record_argument(a, judge_with(a, &v), text_of(a->m, now), text_of(a->m, &v));
}

/* As if it had another value: it must matter which. */
static void alter(const Argument *a)
{
    const FileValue *now = value_of(a, a->index);
    FileValue other[MOST_OTHERS];
    int n = others(now, a->row->arg[a->index].type, other);
    Outcome outcome = REFUSED;
    Text tried = {0};
    for (int i = 0; i < n && outcome != KILLED; i++) {
        Outcome next = is_same(&other[i], now) ? REFUSED : judge_with(a, &other[i]);
        if (next != REFUSED) {
            outcome = next;
            text_add(&tried, "%s%s", tried.size ? " or " : "", text_of(a->m, &other[i]));
        }
    }
    if (n > 0)
        record_argument(a, outcome, text_of(a->m, now), tried.size ? tried.data : "");
}

/* -- lists -- */

static void alter_double(const Argument *a, int item)
{
    FileValue list = *value_of(a, a->index), other[MOST_OTHERS];
    double now = list.doubles[item];
    list.doubles = NEW(double, list.count);
    memcpy(list.doubles, value_of(a, a->index)->doubles, (size_t)list.count * sizeof now);
    other_doubles(now, other);
    list.doubles[item] = other[0].d;
    record_argument(a, judge_with(a, &list), fmt_text("item %d, %g,", item, now),
                    text_of(a->m, &other[0]));
}

static void alter_bool(const Argument *a, int item)
{
    FileValue list = *value_of(a, a->index);
    list.items = NEW(int64_t, list.count);
    memcpy(list.items, value_of(a, a->index)->items, (size_t)list.count * sizeof *list.items);
    list.items[item] = !list.items[item];
    record_argument(a, judge_with(a, &list), fmt_text("item %d", item), "its opposite");
}

static void alter_int(const Argument *a, int item)
{
    FileValue list = *value_of(a, a->index), other[MOST_OTHERS];
    int spare = a->m->nvalues - 2;
    int64_t slot = list.items[item], now = a->m->value[slot].i;
    if (a->computed[slot])
        return;
    list.items = NEW(int64_t, list.count);
    memcpy(list.items, value_of(a, a->index)->items, (size_t)list.count * sizeof *list.items);
    list.items[item] = spare;
    Outcome outcome = REFUSED;
    Text tried = {0};
    for (int i = 0, n = other_ints(now, other); i < n && outcome != KILLED; i++) {
        a->m->value[spare] = other[i];
        Outcome next = judge_with(a, &list);
        if (next != REFUSED) {
            outcome = next;
            text_add(&tried, "%s%lld", tried.size ? " or " : "", (long long)other[i].i);
        }
    }
    a->m->value[spare] = (FileValue){.kind = FV_NULL};
    record_argument(a, outcome, fmt_text("item %d, %lld,", item, (long long)now),
                    tried.size ? tried.data : "");
}

/* One number instead of none. */
static void alter_empty(const Argument *a)
{
    int spare = a->m->nvalues - 2;
    a->m->value[spare] = int_value(0);
    FileValue list = {.kind = FV_INT_LIST, .items = (int64_t[]){spare}, .count = 1};
    record_argument(a, judge_with(a, &list), "no list", "[0]");
    a->m->value[spare] = (FileValue){.kind = FV_NULL};
}

static void alter_items(const Argument *a)
{
    const FileValue *list = value_of(a, a->index);
    if (list->kind == FV_INT_LIST && list->count == 0)
        alter_empty(a);
    for (int i = 0; i < list->count; i++)
        if (list->kind == FV_INT_LIST)
            alter_int(a, i);
        else if (list->kind == FV_DOUBLE_LIST)
            alter_double(a, i);
        else
            alter_bool(a, i);
}

void kill_value(const Argument *a)
{
    const FileValue *v = value_of(a, a->index);
    ignore(a);
    if (is_list(v->kind))
        alter_items(a);
    else if (v->kind == FV_NULL && a->row->arg[a->index].type == ARG_INT_LIST)
        alter_empty(a);
    else
        alter(a);
}
