/* SPDX-License-Identifier: 0BSD
 * What sizes must be, which a method tests where it is entered. */
#include "graph/forced.h"

void size_force(Graph *g, Size *size, Size *other)
{
    for (int i = 0; i < g->nforced; i++)
        if ((g->forced[i].size == size && g->forced[i].other == other) ||
            (g->forced[i].size == other && g->forced[i].other == size))
            return;
    struct Forced f = {size, other};
    PUSH(g->forced, g->nforced, f);
}

Size *size_forced(const Graph *g, Size *s)
{
    for (int i = 0; i < g->nforced; i++)
        if (g->forced[i].size == s && size_is_const(g->forced[i].other))
            return g->forced[i].other;
    if (!s->a)
        return s;
    return size_op(s->kind, size_forced(g, s->a), size_forced(g, s->b));
}

/* Returns a size that is the same for all expressions which forced extents make equal. */
static Size *representative(const Graph *g, Size *s)
{
    if (s->a)
        return size_op(s->kind, representative(g, s->a), representative(g, s->b));
    for (int i = 0; i < g->nforced; i++) {
        Size *a = g->forced[i].size, *b = g->forced[i].other;
        Size *other = a == s ? b : b == s ? a : s;
        if (!other->a && other->id < s->id)
            return representative(g, other);
    }
    return s;
}

bool sizes_agree(const Graph *g, Size *a, Size *b)
{
    return a == b || representative(g, a) == representative(g, b);
}
