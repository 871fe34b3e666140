/* SPDX-License-Identifier: 0BSD
 * The values that a graph's text names. */
#include "graph/parse/parse_values.h"
#include "graph/build.h"

#include <ctype.h>
#include <string.h>

Value *value_of(Parser *p, int id)
{
    while (p->nvalues <= id) {
        PUSH(p->value, p->nvalues, NULL);
        PUSH(p->named_at, p->nnamed_at, p->r.line);
        PUSH(p->defined, p->ndefined, false);
    }
    if (!p->value[id]) {
        p->value[id] = NEW(Value, 1);
        *p->value[id] = (Value){.id = id, .slot = -1, .offset = size_const(0)};
        p->named_at[id] = p->r.line;
    }
    return p->value[id];
}

static bool starts_value(const char *at)
{
    return (*at == 'v' || *at == 'c') && isdigit((unsigned char)at[1]);
}

static bool same_layout(const Value *a, const Value *b)
{
    for (int i = 0; i < a->type.rank; i++)
        if (a->layout.stride[i] != b->layout.stride[i])
            return false;
    return a->scalar == b->scalar && a->type.dtype == b->type.dtype && same_dims(a, b);
}

static bool same_view(const Value *a, const Value *b)
{
    return a->view_of == b->view_of && a->max_elements == b->max_elements &&
           a->offset == b->offset && a->size == b->size && same_layout(a, b);
}

/* Returns the view or size that was read before, where the text cannot tell it from this one. */
static Value *kept(Parser *p, Value v)
{
    for (int i = 0; i < p->nother; i++) {
        Value *o = p->other[i];
        if (same_view(o, &v))
            return o;
    }
    Value *made = NEW(Value, 1);
    *made = v;
    made->slot = -1;
    PUSH(p->other, p->nother, made);
    return made;
}

static void parse_bounded(Reader *r, Value *v)
{
    parse_type(r, &v->type, &v->layout, &v->scalar);
    if (accept(r, " most "))
        v->max_elements = parse_number(r);
    v->scratch = accept(r, " scratch");
}

static bool accept_view(Reader *r)
{
    size_t n = strlen("view");
    bool is =
        strncmp(r->at, "view", n) == 0 && (r->at[n] == '(' || isdigit((unsigned char)r->at[n]));
    r->at += is ? n : 0;
    return is;
}

static Value *parse_view(Parser *p, int depth);

static Value *use_within(Parser *p, int depth)
{
    Reader *r = &p->r;
    if (accept_word(r, "none"))
        return NULL;
    if (starts_value(r->at)) {
        r->at++;
        return value_of(p, parse_small(r));
    }
    if (accept_view(r))
        return parse_view(p, depth);
    Value v = {.scalar = true, .type.dtype = I64, .offset = size_const(0), .size = parse_size(r)};
    return kept(p, v);
}

/* Reads a view, from its number on: the view of that number, or without one that which looks so. */
static Value *parse_view(Parser *p, int depth)
{
    enum { DEEPEST = 100 };
    Reader *r = &p->r;
    if (depth > DEEPEST)
        parse_error(r, "a view that is nested too deeply");
    Value v = {.offset = size_const(0), .slot = -1};
    Value *numbered = *r->at == '(' ? NULL : value_of(p, parse_small(r));
    expect(r, "(");
    v.view_of = use_within(p, depth + 1);
    if (!v.view_of)
        parse_error(r, "expected a value before this");
    if (accept(r, " + "))
        v.offset = parse_size(r);
    expect(r, ": ");
    parse_bounded(r, &v);
    expect(r, ")");
    if (!numbered)
        return kept(p, v);
    v.id = numbered->id;
    if (p->defined[v.id] && !same_view(numbered, &v))
        parse_error(r, fmt_text("view%d was another one, before this", v.id));
    p->defined[v.id] = true;
    *numbered = v;
    return numbered;
}

Value *parse_use(Parser *p)
{
    return use_within(p, 0);
}

Value *parse_some(Parser *p)
{
    Value *v = parse_use(p);
    if (!v)
        parse_error(&p->r, "expected a value before this");
    return v;
}

Value *parse_definition(Parser *p)
{
    Reader *r = &p->r;
    Value *v = parse_some(p);
    if (v->view_of)
        parse_error(r, "expected no view before this");
    if (!v->size) {
        if (p->defined[v->id])
            parse_error(r, fmt_text("v%d is made twice, before this", v->id));
        p->defined[v->id] = true;
    }
    expect(r, ": ");
    parse_bounded(r, v);
    return v;
}

void finish_values(Parser *p)
{
    for (int i = 0; i < p->nvalues; i++)
        if (p->value[i] && !p->defined[i]) {
            p->r.line = p->named_at[i];
            p->r.at = "";
            parse_error(&p->r, fmt_text("v%d is named, but nothing makes it;", i));
        }
    p->g->nvalues = p->nvalues;
    for (int i = 0; i < p->nother; i++)
        p->other[i]->id = p->g->nvalues++;
}
