/* SPDX-License-Identifier: 0BSD
 * Sums over all objects: flash and RAM, what is whose, what nothing reaches. */
#include "tools/size/totals.h"
#include "tools/size/goes.h"

#include <stdlib.h>
#include <string.h>

static int by_size(const void *a, const void *b)
{
    const Chunk *x = *(const Chunk *const *)a, *y = *(const Chunk *const *)b;
    if (x->bytes != y->bytes)
        return x->bytes < y->bytes ? 1 : -1;
    const int by_name = strcmp(x->name, y->name);
    return by_name ? by_name : (x > y) - (x < y);
}

const Chunk **largest_chunks(const Sizes *s)
{
    const Chunk **chunk = NEW(const Chunk *, s->nchunks + 1);
    for (int i = 0; i < s->nchunks; i++)
        chunk[i] = &s->chunk[i];
    qsort(chunk, (size_t)s->nchunks, sizeof *chunk, by_size);
    return chunk;
}

/* Models with --shared have the same weights. */
static int64_t all_weights(const Sizes *s)
{
    int64_t bytes = 0;
    for (int i = 0; i < s->nmodels; i++)
        if (i == 0 || !s->model[i]->options->shared)
            bytes += s->model[i]->weights_bytes;
    return bytes;
}

static void add_outside(Totals *t, Dict *known, const Chunk *c)
{
    for (int i = 0; i < c->noutside; i++)
        if (dict_add(known, c->outside[i]))
            PUSH(t->outside, t->noutside, c->outside[i]);
}

/* Finds what is reached whichever model is left out. */
static bool *find_shared(const Sizes *s, const bool *reached)
{
    bool *shared = NEW(bool, s->nchunks);
    for (int i = 0; i < s->nchunks; i++)
        shared[i] = reached[i] && s->object[s->chunk[i].object].model < 0;
    for (int m = 0; m < s->nmodels; m++) {
        const bool *left = reached_chunks(s, (Without){.model = m});
        for (int i = 0; i < s->nchunks; i++)
            shared[i] &= left[i];
    }
    return shared;
}

static bool is_method(const Sizes *s, const Chunk *c)
{
    const int model = s->object[c->object].model;
    return c->area == AREA_CODE && c->owner == OWNER_MODEL && !c->users[model];
}

Totals find_totals(const Sizes *s)
{
    Totals t = {.weights = all_weights(s)};
    Dict known = {0};
    const bool *reached = reached_chunks(s, (Without){.model = -1});
    const bool *shared = find_shared(s, reached);
    const Chunk **largest = largest_chunks(s);
    for (int i = 0; i < s->nsections; i++) {
        const SizedSection *section = &s->section[i];
        t.bytes[section->area][OWNER_NONE] += section->unnamed;
        t.padding[section->area] += section->padding;
    }
    for (int i = 0; i < s->nchunks; i++) {
        const Chunk *c = largest[i];
        add_outside(&t, &known, &s->chunk[i]);
        if (c->named) {
            t.bytes[c->area][c->owner] += c->bytes;
            t.count[c->area][c->owner]++;
        }
        if (c->bytes && c->area != AREA_ZEROS && !reached[c - s->chunk]) {
            PUSH(t.unreached, t.nunreached, c);
            t.unreached_bytes += c->bytes;
        }
        if (c->named && c->bytes && shared[c - s->chunk]) {
            PUSH(t.shared, t.nshared, c);
            t.shared_bytes += c->bytes;
        }
        t.methods += is_method(s, c) ? c->bytes : 0;
    }
    t.flash = s->totals[AREA_CODE] + s->totals[AREA_TABLES] + s->totals[AREA_DATA] + t.weights;
    t.ram = s->totals[AREA_DATA] + s->totals[AREA_ZEROS];
    return t;
}
