/* SPDX-License-Identifier: 0BSD
 * Several memories: each, the fastest first, takes the tensors with most traffic for their bytes;
 * those that do not fit go to the next one. */
#include "plan/memories.h"
#include "base/words.h"
#include "graph/build.h"
#include "model.h"
#include "plan/find.h"
#include "plan/lives.h"
#include "plan/peak.h"
#include "plan/place.h"

#include <stdlib.h>
#include <string.h>

static void count_read(Value **place, Step *reader, void *context)
{
    Buffer *b = value_root(*place)->buffer;
    (void)reader;
    (void)context;
    if (b)
        b->traffic += value_bound_bytes(*place);
}

static void count_traffic(Graph *g)
{
    for_reads(g, count_read, NULL);
    FOR_BLOCKS(b, g)
        FOR_STEPS(s, b) {
            for (int i = 0; i < s->nout; i++)
                if (s->out[i] && s->out[i]->buffer)
                    s->out[i]->buffer->traffic += value_bound_bytes(s->out[i]);
            if (s->saved_rows)
                s->saved_rows->buffer->traffic += 2 * s->saved_rows->buffer->bound;
        }
}

static double density(const Buffer *b)
{
    return b->bound ? (double)b->traffic / (double)b->bound : 0;
}

static int denser_first(const void *a, const void *b)
{
    const Buffer *x = *(Buffer *const *)a, *y = *(Buffer *const *)b;
    if (x->ruled != y->ruled)
        return x->ruled ? -1 : 1;
    if (density(x) != density(y))
        return density(x) < density(y) ? 1 : -1;
    if (x->traffic != y->traffic)
        return x->traffic < y->traffic ? 1 : -1;
    int by_name = strcmp(x->name, y->name);
    return by_name ? by_name : x->id - y->id;
}

/* Places in `memory` the buffers that fit into its `room` bytes, in the order of the list, each as
 * low as those before it allow; ruled ones come first and are placed already. Gives all others to
 * the next memory and returns their traffic, in bytes. */
static int64_t fill(Buffer **order, int n, int memory, int64_t room)
{
    Buffer **near = NEW(Buffer *, n), **in = NEW(Buffer *, n);
    int64_t left = 0;
    int nin = 0;
    for (int i = 0; i < n; i++) {
        Buffer *b = order[i];
        int count = 0;
        for (int k = 0; k < nin; k++)
            if (overlap_in_time(in[k], b))
                near[count++] = in[k];
        if (!b->ruled) {
            b->offset = lowest_place(b, near, count);
            b->memory = b->offset + b->bound <= room ? memory : memory + 1;
        }
        if (b->memory == memory)
            insert_by_offset(in, nin++, b);
        else
            left += b->traffic;
    }
    return left;
}

/* Moves the buffer with most traffic among those that were left out, but could fit alone, to the
 * front of `order` (behind the ruled ones). Returns false if there is none. */
static bool promote_left(Buffer **order, int n, int memory, int64_t room)
{
    int first = 0, most = -1;
    while (first < n && order[first]->ruled)
        first++;
    for (int i = first; i < n; i++)
        if (order[i]->memory != memory && order[i]->bound <= room &&
            (most < 0 || order[i]->traffic > order[most]->traffic))
            most = i;
    if (most < 0)
        return false;
    Buffer *b = order[most];
    memmove(order + first + 1, order + first, (size_t)(most - first) * sizeof *order);
    order[first] = b;
    return true;
}

static void place_ruled(const Graph *part)
{
    Graph ruled = *part;
    ruled.nbuffers = 0;
    ruled.buffer = NEW(Buffer *, part->nbuffers);
    for (int i = 0; i < part->nbuffers; i++)
        if (part->buffer[i]->ruled)
            ruled.buffer[ruled.nbuffers++] = part->buffer[i];
    place_arena(&ruled);
}

/* Fills the memory with the densest buffers first, then again with one that was left out moved
 * ahead; keeps the order that leaves out least traffic. */
static void choose(Graph *part, int memory, int64_t room)
{
    enum { WORK = 4000000 }; /* pairs of buffers looked at */
    int n = part->nbuffers, tries = WORK / (n * n + 1) + 1;
    int64_t least = INT64_MAX;
    Buffer **order = NEW(Buffer *, n), **best = NEW(Buffer *, n);
    memcpy(order, part->buffer, (size_t)n * sizeof *order);
    qsort(order, (size_t)n, sizeof *order, denser_first);
    place_ruled(part);
    for (int i = 0; i < tries && i < 8 * n && least > 0; i++) {
        int64_t left = fill(order, n, memory, room);
        if (left < least) {
            least = left;
            memcpy(best, order, (size_t)n * sizeof *order);
        }
        if (!promote_left(order, n, memory, room))
            break;
    }
    fill(best, n, memory, room);
    part->arena_bytes = 0;
    for (int i = 0; i < n; i++)
        if (best[i]->memory == memory)
            part->arena_bytes = max64(part->arena_bytes, best[i]->offset + best[i]->bound);
    part->arena_bytes = round_up(part->arena_bytes, ARENA_ALIGN);
}

Graph arena_part(const Graph *g, int memory)
{
    Graph part = *g;
    part.nbuffers = 0;
    part.buffer = NEW(Buffer *, g->nbuffers);
    for (int i = 0; i < g->nbuffers; i++)
        if (g->buffer[i]->memory == memory)
            part.buffer[part.nbuffers++] = g->buffer[i];
    part.arena_bytes = g->in_memory[memory];
    return part;
}

/* Applies the rules of --place to the buffers; the last one that matches a buffer counts. */
static void apply_rules(const Graph *g)
{
    const Options *o = g->model->options;
    for (int i = 0; i < g->nbuffers; i++)
        for (int k = 0; k < o->nrules; k++) {
            if (!matches_pattern(g->buffer[i]->name, o->rule[k].glob))
                continue;
            g->buffer[i]->ruled = g->model->rule_used[k] = true;
            g->buffer[i]->memory = o->rule[k].memory;
        }
}

/* Returns the memory in which the program's own plan has the value, counted from 0, or -1. */
static int memory_in_file(const Graph *g, const Value *v)
{
    const FileValue *f = is_of_file(g->method, v->slot) ? &g->method->value[v->slot] : NULL;
    return f && f->kind == FV_TENSOR && f->tensor->planned ? f->tensor->memory - 1 : -1;
}

/* Where the program's own plan has as many memories as the target, each tensor that no rule names
 * goes where that plan has it: its exporter was told of the target. Scratch goes where there is
 * room. */
static void apply_file(const Graph *g)
{
    if (g->method->narenas - 1 != g->model->options->nmemories)
        return;
    FOR_BLOCKS(b, g)
        FOR_STEPS(s, b)
            for (int i = 0; i < s->nout; i++) {
                Buffer *to = s->out[i] ? s->out[i]->buffer : NULL;
                int memory = to ? memory_in_file(g, s->out[i]) : -1;
                if (!to || to->kind != B_ARENA || to->ruled || memory < 0)
                    continue;
                to->ruled = to->by_file = true;
                to->memory = memory;
            }
}

static const char *match_among(const PlaceRule *rule, Buffer *const *buffer, int n)
{
    for (int i = 0; i < n; i++)
        if (matches_pattern(buffer[i]->name, rule->glob))
            return buffer[i]->name;
    return NULL;
}

void check_rules(const Model *m)
{
    for (int i = 0; i < m->options->nrules; i++) {
        const PlaceRule *rule = &m->options->rule[i];
        if (m->rule_used[i])
            continue;
        const char *weight = match_among(rule, m->weight, m->nweights);
        if (weight)
            fatal(m->program->path,
                  "--place %s: %s is a weight; all weights lie where PTE_SECTION_WEIGHTS says",
                  printable(rule->text), weight);
        fatal(m->program->path, "--place %s: no tensor of the arena has such a name",
              printable(rule->text));
    }
}

/* Places all buffers. Returns false if one of the memories is too small. */
static bool fill_memories(Graph *g)
{
    const Options *o = g->model->options;
    bool fits = true;
    g->arena_bytes = 0;
    for (int i = 0; i < o->nmemories; i++) {
        Graph part = arena_part(g, i);
        int64_t room = o->memory[i].bytes / ARENA_ALIGN * ARENA_ALIGN;
        part.arena_bytes = 0;
        place_arena(&part);
        if (i + 1 < o->nmemories && part.arena_bytes > room)
            choose(&part, i, room);
        g->in_memory[i] = part.arena_bytes;
        g->arena_bytes += part.arena_bytes;
        fits = fits && part.arena_bytes <= o->memory[i].bytes;
    }
    return fits;
}

static void forget_file(const Graph *g)
{
    for (int i = 0; i < g->nbuffers; i++) {
        Buffer *b = g->buffer[i];
        b->ruled = b->ruled && !b->by_file;
        if (!b->ruled)
            b->memory = 0;
    }
}

void place_in_memories(Graph *g)
{
    count_traffic(g);
    apply_rules(g);
    apply_file(g);
    if (!fill_memories(g)) {
        forget_file(g);
        fill_memories(g);
    }
    g->live_bytes = g->least_bytes = find_peak(g).bytes;
}
