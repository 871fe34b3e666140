/* SPDX-License-Identifier: 0BSD
 * Steps that have something in common, and what would go with them. */
#include "tools/size/groups.h"
#include "emit/text/labels.h"
#include "graph/build.h"

#include <stdlib.h>
#include <string.h>

typedef struct Names { /* each once */
    const char **name;
    int count;
} Names;

static void add_name(Names *n, const char *name)
{
    for (int i = 0; i < n->count; i++)
        if (strcmp(n->name[i], name) == 0)
            return;
    PUSH(n->name, n->count, name);
}

static void add_types(Names *n, Value *const *value, int count)
{
    for (int i = 0; i < count; i++)
        if (value[i] && !value[i]->scalar && !value_is_const(value_root(value[i])))
            add_name(n, dtype_name((int)value[i]->type.dtype));
}

/* Lists the operators of a step; one that only converts counts if it is all that the step does. */
static void add_operators(Names *n, const Step *s)
{
    bool computes = false;
    for (const Source *from = &s->source; from; from = from->also)
        computes |= from->op && !converts(from);
    for (const Source *from = &s->source; from; from = from->also)
        if (from->op && !(computes && converts(from)))
            add_name(n, from->op);
}

/* Lists the groups to which the step belongs. */
static Names names_of(const Sizes *s, const Use *u, GroupKind kind)
{
    Names n = {0};
    const Value *scratch = step_scratch(u->step);
    switch (kind) {
    case GROUP_FUNCTIONS:
        n = (Names){u->function, u->nfunctions};
        break;
    case GROUP_TYPES:
        add_types(&n, u->step->in, u->step->nin);
        add_types(&n, u->step->out, scratch ? 1 : u->step->nout);
        break;
    case GROUP_OPERATORS:
        add_operators(&n, u->step);
        break;
    case GROUP_STEPS:
        add_name(&n, u->name);
        break;
    default:
        add_name(&n, s->model[u->model]->options->name);
    }
    return n;
}

static int64_t function_bytes(const Sizes *s, const char *name, bool *inlined)
{
    int64_t bytes = 0;
    *inlined = true;
    for (int i = 0; i < s->nchunks; i++)
        if (s->chunk[i].area == AREA_CODE && strcmp(s->chunk[i].base, name) == 0) {
            bytes += s->chunk[i].bytes;
            *inlined = false;
        }
    return bytes;
}

int64_t gone_flash(const Gone *g)
{
    return g->bytes[AREA_CODE] + g->bytes[AREA_TABLES] + g->bytes[AREA_DATA] + g->weights;
}

static int largest_first(const void *a, const void *b)
{
    const Group *x = a, *y = b;
    const int64_t more = gone_flash(&y->goes) - gone_flash(&x->goes);
    return more ? (more > 0 ? 1 : -1) : strcmp(x->name, y->name);
}

/* Lists for each group the steps in it. */
static Names list_groups(const Sizes *s, GroupKind kind, int ***use, int **nuses)
{
    Names all = {0};
    Dict number = {0};
    for (int i = 0; i < s->nuses; i++) {
        const Names n = names_of(s, &s->use[i], kind);
        for (int k = 0; k < n.count; k++) {
            int *at = dict_number(&number, n.name[k]);
            if (*at < 0) {
                *at = all.count;
                *use = vec_room(*use, (size_t)all.count, sizeof **use);
                *nuses = vec_room(*nuses, (size_t)all.count, sizeof **nuses);
                (*use)[all.count] = NULL;
                (*nuses)[all.count] = 0;
                PUSH(all.name, all.count, n.name[k]);
            }
            PUSH((*use)[*at], (*nuses)[*at], i);
        }
    }
    return all;
}

Groups find_groups(const Sizes *s, GroupKind kind)
{
    int **use = NULL, *nuses = NULL;
    Groups groups = {0};
    const Names all = list_groups(s, kind, &use, &nuses);
    const bool *reached = reached_chunks(s, (Without){.model = -1});
    for (int i = 0; i < all.count; i++) {
        Group g = {.name = all.name[i], .steps = nuses[i]};
        bool *in = NEW(bool, s->nuses);
        for (int k = 0; k < nuses[i]; k++)
            in[use[i][k]] = true;
        Without w = {.use = in, .model = -1};
        if (kind == GROUP_FUNCTIONS)
            w = (Without){.function = g.name, .model = -1};
        if (kind == GROUP_MODELS)
            w = (Without){.model = s->use[use[i][0]].model};
        if (kind == GROUP_FUNCTIONS)
            g.own = function_bytes(s, g.name, &g.inlined);
        g.goes = what_goes(s, reached, w);
        zfree(in);
        PUSH(groups.group, groups.count, g);
    }
    if (groups.count && kind != GROUP_MODELS)
        qsort(groups.group, (size_t)groups.count, sizeof *groups.group, largest_first);
    return groups;
}
