/* SPDX-License-Identifier: 0BSD
 * The longest path through a graph of calls, whose nodes weigh what their frames take. Lines of the
 * file, among others:
 *     node: { title: "x.c:f" label: "f\nx.c:1:5\n16 bytes (static)" }     a function of this unit
 *     node: { title: "g" label: "g\nx.h:2:5" shape : ellipse }            of another one
 *     edge: { sourcename: "x.c:f" targetname: "g" label: "x.c:3:3" } */
#include "tools/calls.h"

#include <stdlib.h>
#include <string.h>

typedef struct Function {
    const char *name;
    bool here, dynamic; /* dynamic: the frame's size is known only at run time */
    int64_t frame;
    int *callee, ncallees;
    enum { UNSEEN, OPEN, DONE } state;
    StackBound bound; /* when it is DONE */
} Function;

struct CallGraph {
    Function *function;
    int count;
    Dict index;
};

static const char by_pointer[] = "__indirect_call";

/* Returns the text between the quotes behind `key` in the line; NULL if there is none. */
static const char *quoted(const char *line, const char *key)
{
    const char *at = strstr(line, key);
    const char *start = at ? strchr(at, '"') : NULL;
    const char *end = start ? strchr(start + 1, '"') : NULL;
    return end ? fmt_text("%.*s", (int)(end - start - 1), start + 1) : NULL;
}

/* Returns the function's index, made if it is new. Titles of static functions have their file's
 * name before them. */
static int index_of(CallGraph *c, const char *title)
{
    const char *colon = strrchr(title, ':'), *name = colon ? colon + 1 : title;
    int *number = dict_number(&c->index, name);
    if (*number < 0) {
        *number = c->count;
        PUSH(c->function, c->count, ((Function){.name = name}));
    }
    return *number;
}

static void read_node(CallGraph *c, const char *line)
{
    const char *title = quoted(line, "title:"), *label = quoted(line, "label:");
    const char *bytes = label ? strstr(label, " bytes (") : NULL;
    if (!title || !bytes)
        return;
    int i = index_of(c, title);
    Function *f = &c->function[i];
    f->here = true;
    f->dynamic = strncmp(bytes, " bytes (dynamic)", 16) == 0;
    while (bytes > label && bytes[-1] >= '0' && bytes[-1] <= '9')
        bytes--;
    f->frame = strtoll(bytes, NULL, 10);
}

static void read_edge(CallGraph *c, const char *line)
{
    const char *from = quoted(line, "sourcename:"), *to = quoted(line, "targetname:");
    if (!from || !to)
        return;
    int caller = index_of(c, from), callee = index_of(c, to);
    Function *f = &c->function[caller];
    PUSH(f->callee, f->ncallees, callee);
}

CallGraph *calls_read(Bytes file)
{
    CallGraph *c = NEW(CallGraph, 1);
    const char *at = (const char *)file.data, *end = at + file.size;
    while (at < end) {
        const char *newline = memchr(at, '\n', (size_t)(end - at));
        size_t size = (size_t)((newline ? newline : end) - at);
        const char *line = fmt_text("%.*s", (int)size, at);
        if (strncmp(line, "node:", 5) == 0)
            read_node(c, line);
        else if (strncmp(line, "edge:", 5) == 0)
            read_edge(c, line);
        at += size + 1;
    }
    return c;
}

static StackBound unbounded(const Function *f, const char *why)
{
    return (StackBound){.unbounded = fmt_text("%s %s", f->name, why)};
}

static StackBound larger(StackBound a, StackBound b)
{
    if (a.unbounded || b.unbounded)
        return a.unbounded ? a : b;
    return a.bytes > b.bytes ? a : b;
}

static StackBound find_bound(CallGraph *c, Function *f)
{
    StackBound deepest = {0};
    if (!f->here)
        return deepest;
    if (f->state == OPEN)
        return unbounded(f, "calls itself");
    if (f->state == DONE)
        return f->bound;
    f->state = OPEN;
    if (f->dynamic)
        deepest = unbounded(f, "has a frame whose size is known only at run time");
    for (int i = 0; i < f->ncallees && !deepest.unbounded; i++) {
        Function *callee = &c->function[f->callee[i]];
        deepest = larger(deepest, strcmp(callee->name, by_pointer) == 0
                                      ? unbounded(f, "calls through a pointer")
                                      : find_bound(c, callee));
    }
    deepest.bytes += f->frame;
    f->state = DONE;
    return f->bound = deepest;
}

StackBound stack_of(CallGraph *c, const char *function)
{
    int i = *dict_number(&c->index, function);
    return i < 0 ? (StackBound){0} : find_bound(c, &c->function[i]);
}

StackBound stack_of_any(CallGraph *c)
{
    StackBound deepest = {0};
    for (int i = 0; i < c->count; i++)
        deepest = larger(deepest, find_bound(c, &c->function[i]));
    return deepest;
}
