/* SPDX-License-Identifier: 0BSD
 * Which chunks and weights each step uses, by its lines in NAME.c. */
#include "tools/size/uses.h"
#include "emit/bundle.h"
#include "emit/text/match.h"
#include "tools/units.h"

#include <string.h>

typedef struct Finder {
    Sizes *s;
    Dict weights, first; /* first: the first chunk of each name in C; by model for its own */
    int *next;           /* the next one of that name, or -1 */
    int model;
    Units units;
    Dict unit; /* by key */
} Finder;

static void index_chunks(Finder *f)
{
    Sizes *s = f->s;
    f->next = NEW(int, s->nchunks);
    for (int i = s->nchunks - 1; i >= 0; i--) {
        const Chunk *c = &s->chunk[i];
        int *first = dict_number(&f->first, fmt_text("%d %s", s->object[c->object].model, c->base));
        f->next[i] = *first;
        *first = c->named ? i : *first;
    }
}

static void link_chunk(Sizes *s, Use *u, int chunk, const char *via)
{
    for (int i = 0; i < u->nlinks; i++)
        if (u->link[i].chunk == chunk && (!u->link[i].via || u->link[i].via == via))
            return;
    PUSH(u->link, u->nlinks, ((Link){chunk, via}));
    s->chunk[chunk].users[u->model]++;
}

static void use_function(Use *u, const char *name)
{
    for (int i = 0; i < u->nfunctions; i++)
        if (strcmp(u->function[i], name) == 0)
            return;
    PUSH(u->function, u->nfunctions, name);
}

static const Unit *find_unit(Finder *f, UnitKind kind, const char *name)
{
    const int at = *dict_number(&f->unit, fmt_text("%d %s", (int)kind, name));
    return at < 0 ? NULL : &f->units.unit[at];
}

static void use_lines(Finder *f, Use *u, const Unit *unit, const char *via, Dict *seen);

/* Notes a word of the step's C: chunks of that name, and what the lines of a loop name. */
static void use_word(Finder *f, Use *u, const char *word, const char *via, Dict *seen)
{
    if (!dict_add(seen, word))
        return;
    for (int owner = -1; owner <= u->model; owner += u->model + 1)
        for (int at = *dict_number(&f->first, fmt_text("%d %s", owner, word)); at >= 0;
             at = f->next[at]) {
            const Chunk *c = &f->s->chunk[at];
            if (c->root || c->area == AREA_ZEROS)
                continue;
            link_chunk(f->s, u, at, via);
            if (c->area == AREA_CODE && !via)
                use_function(u, word);
        }
    const Unit *loop = find_unit(f, U_LOOP, word);
    if (loop && !via)
        use_function(u, word);
    if (loop)
        use_lines(f, u, loop, via ? via : word, seen);
}

static void use_lines(Finder *f, Use *u, const Unit *unit, const char *via, Dict *seen)
{
    for (int i = 0; i < unit->nlines; i++)
        for (const char *p = unit->line[i]; *p;) {
            size_t n = 0;
            while (in_name(p[n]))
                n++;
            if (n)
                use_word(f, u, fmt_text("%.*s", (int)n, p), via, seen);
            p += n + (n == 0);
        }
}

static void use_weights(Finder *f, Use *u)
{
    Sizes *s = f->s;
    Buffer **constant = NEW(Buffer *, u->step->nin);
    const int n = step_constants(u->step, constant);
    for (int i = 0; i < n; i++) {
        const char *owner = weights_name(s->model[u->model]);
        int *at = dict_number(&f->weights, fmt_text("%s %s", owner, constant[i]->name));
        if (*at < 0) {
            *at = s->nweights;
            PUSH(s->weight, s->nweights, ((SizedWeight){constant[i]->bound, 0}));
        }
        const int weight = *at;
        s->weight[weight].readers++;
        PUSH(u->weight, u->nweights, weight);
    }
}

/* Steps of a strip have one call, the last one's, which all that take turns are for. */
static const Step *called_step(const Step *s)
{
    return s->strip ? s->strip->last : s;
}

static void find_use(Finder *f, const Step *step)
{
    const char *name = step->name;
    Use u = {.step = step, .model = f->model};
    Dict seen = {0};
    const Unit *call = find_unit(f, U_CALL, name);
    call = call ? call : find_unit(f, U_CALL, called_step(step)->name);
    u.name =
        f->s->nmodels > 1 ? fmt_text("%s: %s", f->s->model[f->model]->options->name, name) : name;
    if (call)
        use_lines(f, &u, call, NULL, &seen);
    if (step->kernel) {
        use_word(f, &u, step->kernel->symbol, NULL, &seen);
        use_function(&u, step->kernel->symbol);
    }
    use_weights(f, &u);
    PUSH(f->s->use, f->s->nuses, u);
}

/* Says which chunks a method's function refers to: one that is no step's. */
static const bool *called_by_methods(const Sizes *s)
{
    bool *called = NEW(bool, s->nchunks);
    for (int i = 0; i < s->nchunks; i++) {
        const Chunk *c = &s->chunk[i];
        const int model = s->object[c->object].model;
        const bool calls = c->owner == OWNER_MODEL && c->area == AREA_CODE && !c->users[model];
        for (int k = 0; calls && k < c->nto; k++)
            called[c->to[k]] = true;
    }
    return called;
}

/* Links the step to what functions refer to that it names, if the compiler has worked them into the
 * method's function, where these references are now, too. */
static void use_inlined(Sizes *s, Use *u, const bool *called)
{
    for (int i = 0; i < u->nlinks; i++) {
        const Link link = u->link[i];
        const Chunk *c = &s->chunk[link.chunk];
        if (c->area != AREA_CODE || called[link.chunk])
            continue;
        for (int k = 0; k < c->nto; k++)
            link_chunk(s, u, c->to[k], link.via ? link.via : c->base);
    }
}

void find_uses(Sizes *s)
{
    Finder f = {.s = s};
    index_chunks(&f);
    for (f.model = 0; f.model < s->nmodels; f.model++) {
        const Model *m = s->model[f.model];
        f.units = units_of(&s->source[f.model]);
        f.unit = (Dict){0};
        for (int i = 0; i < f.units.count; i++)
            *dict_number(&f.unit, f.units.unit[i].key) = i;
        for (int i = 0; i < m->ngraphs; i++)
            FOR_BLOCKS(b, m->graph[i])
                FOR_STEPS(step, b)
                    find_use(&f, step);
    }
    const bool *called = called_by_methods(s);
    for (int i = 0; i < s->nuses; i++)
        use_inlined(s, &s->use[i], called);
}
