/* SPDX-License-Identifier: 0BSD
 * What would leave the image if steps, functions or a model did: what only these reach. */
#include "tools/size/goes.h"

#include <string.h>

typedef struct Walk {
    const Sizes *s;
    Without w;
    bool *seen;
    int *gone; /* links to a chunk that are taken away, by model and chunk */
    int *open, nopen;
} Walk;

static bool is_taken(const Walk *w, const Chunk *c)
{
    return (w->w.function && strcmp(c->base, w->w.function) == 0) ||
           (w->w.model >= 0 && w->s->object[c->object].model == w->w.model);
}

static void reach(Walk *w, int chunk)
{
    if (w->seen[chunk] || is_taken(w, &w->s->chunk[chunk]))
        return;
    w->seen[chunk] = true;
    PUSH(w->open, w->nopen, chunk);
}

/* Does the chunk refer to `to` only for steps that are taken away? That is so in a method's
 * function, which calls for all its steps. */
static bool for_gone_steps(const Walk *w, const Chunk *from, int to)
{
    const int model = w->s->object[from->object].model;
    if (model < 0 || from->owner != OWNER_MODEL || from->users[model])
        return false;
    const int users = w->s->chunk[to].users[model];
    return users && users == w->gone[model * w->s->nchunks + to];
}

const bool *reached_chunks(const Sizes *s, Without without)
{
    Walk w = {.s = s,
              .w = without,
              .seen = NEW(bool, s->nchunks),
              .gone = NEW(int, s->nchunks * s->nmodels)};
    for (int i = 0; i < s->nuses; i++)
        for (int k = 0; k < s->use[i].nlinks; k++) {
            const Link *link = &s->use[i].link[k];
            if ((without.use && without.use[i]) ||
                (without.function && link->via && strcmp(link->via, without.function) == 0))
                w.gone[s->use[i].model * s->nchunks + link->chunk]++;
        }
    for (int i = 0; i < s->nchunks; i++)
        if (s->chunk[i].root)
            reach(&w, i);
    while (w.nopen) {
        const Chunk *c = &s->chunk[w.open[--w.nopen]];
        for (int i = 0; !c->ignores && i < c->nto; i++)
            if (!for_gone_steps(&w, c, c->to[i]))
                reach(&w, c->to[i]);
    }
    zfree(w.gone);
    return w.seen;
}

static int64_t weights_that_go(const Sizes *s, Without w)
{
    int64_t bytes = 0;
    if (w.model >= 0 && !s->model[w.model]->options->shared)
        return s->model[w.model]->weights_bytes;
    int *gone = NEW(int, s->nweights);
    for (int i = 0; i < s->nuses; i++)
        for (int k = 0; k < s->use[i].nweights; k++)
            gone[s->use[i].weight[k]] +=
                (w.use && w.use[i]) || (w.model >= 0 && s->use[i].model == w.model);
    for (int i = 0; i < s->nweights; i++)
        if (gone[i] && gone[i] == s->weight[i].readers)
            bytes += s->weight[i].bytes;
    zfree(gone);
    return bytes;
}

Gone what_goes(const Sizes *s, const bool *all, Without w)
{
    Gone gone = {.weights = weights_that_go(s, w)};
    const bool *left = reached_chunks(s, w);
    Dict needed = {0};
    for (int i = 0; i < s->nchunks; i++)
        for (int k = 0; left[i] && k < s->chunk[i].noutside; k++)
            dict_add(&needed, s->chunk[i].outside[k]);
    for (int i = 0; i < s->nchunks; i++) {
        const Chunk *c = &s->chunk[i];
        if (!all[i] || left[i])
            continue;
        if (c->area == AREA_CODE && c->owner == OWNER_KERNELS)
            gone.kernels += c->bytes;
        if (s->object[c->object].model != w.model || w.model < 0)
            gone.bytes[c->area] += c->bytes;
        for (int k = 0; k < c->noutside; k++)
            if (dict_add(&needed, c->outside[k]))
                PUSH(gone.outside, gone.noutside, c->outside[k]);
    }
    for (int i = 0; i < s->nsections; i++) /* a model's object goes with all that is in it */
        if (w.model >= 0 && s->object[s->section[i].object].model == w.model)
            gone.bytes[s->section[i].area] += s->section[i].bytes;
    zfree((void *)left);
    return gone;
}
