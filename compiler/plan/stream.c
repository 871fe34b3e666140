/* SPDX-License-Identifier: 0BSD
 * Weights that a method reads block by block into the arena: those of a step, or of the steps of a
 * strip, while the step before them computes. A block has whole lines of caches for itself, so that
 * DMA may write it. */
#include "plan/stream.h"
#include "base/words.h"
#include "graph/build.h"
#include "model.h"

static void refuse(const Graph *g, const char *what)
{
    fatal(g->model->program->path,
          "method '%s': --weights streamed is for weights that steps read, not for %s",
          printable(g->name), what);
}

/* Returns the constant, or the view of one, with bytes of its own. */
static Value *cloned(Graph *g, const Value *v)
{
    Value *clone = value_like(g, v);
    const int id = clone->id;
    *clone = *v;
    clone->id = id;
    if (v->view_of) {
        clone->view_of = cloned(g, v->view_of);
        return clone;
    }
    clone->buffer = NEW(Buffer, 1);
    *clone->buffer = *v->buffer;
    clone->buffer->owned = NULL;
    clone->buffer->fetch = NULL;
    return clone;
}

static void take(Graph *g, Fetch *f, Value **place)
{
    const Value *root = value_root(*place);
    if (!value_is_const(root) || root->buffer->bound == 0 || root->buffer->fetch == f)
        return;
    if (root->buffer->fetch)
        *place = cloned(g, *place);
    Value *own = value_root(*place);
    own->buffer->fetch = f;
    own->buffer->of = own;
    PUSH(f->constant, f->nconstants, own->buffer);
}

static int64_t block_align(const Buffer *b)
{
    return b->of->layout.kind == L_PANELS ? VECTOR_ALIGN : max64(b->align, ARENA_ALIGN);
}

/* Sets where the constants lie in the block, from 0 on, and how many bytes it has: whole lines. */
static void lay_out(Fetch *f)
{
    for (int i = 0; i < f->nconstants; i++) {
        Buffer *b = f->constant[i];
        b->offset = round_up(f->bytes, block_align(b));
        f->bytes = b->offset + b->bound;
    }
    f->bytes = round_up(f->bytes, CACHE_LINE);
}

static Fetch *new_fetch(Step *s)
{
    Fetch *f = NEW(Fetch, 1);
    *f = (Fetch){.first = s, .last = s->strip ? s->strip->last : s};
    return f;
}

/* Finds the block of a step or strip; returns it, or the one before if they read no constants. */
static Fetch *find_block(Graph *g, Step *first, Fetch *before)
{
    Fetch *f = new_fetch(first);
    for (Step *s = first; s != f->last->next; s = s->next)
        for (int i = 0; i < s->nin; i++)
            if (s->in[i])
                take(g, f, &s->in[i]);
    if (!f->nconstants)
        return before;
    lay_out(f);
    f->before = before;
    if (before)
        before->next = f;
    first->fetch = f;
    PUSH(g->fetch, g->nfetches, f);
    return f;
}

void stream_weights(Graph *g)
{
    FOR_BLOCKS(b, g) {
        Fetch *before = NULL;
        if (b->cond && value_is_const(value_root(b->cond)))
            refuse(g, "those on which a branch depends");
        FOR_STEPS(s, b)
            if (!s->strip || s == s->strip->first)
                before = find_block(g, s, before);
    }
}

void plan_streamed(Graph *g)
{
    for (int i = 0; i < g->nfetches; i++) {
        Fetch *f = g->fetch[i];
        Buffer *b = f->place = NEW(Buffer, 1);
        *b = (Buffer){.kind = B_ARENA,
                      .planned = true,
                      .bound = f->bytes + CACHE_LINE - ARENA_ALIGN, /* wherever it begins */
                      .first = starts_at(f->before ? f->before->first : f->first),
                      .last = ends_at(f->last),
                      .id = g->nbuffers,
                      .name = fmt_text("%s_streamed", f->first->name)};
        PUSH(g->buffer, g->nbuffers, b);
    }
}

void align_streamed(const Graph *g)
{
    for (int i = 0; i < g->nfetches; i++) {
        Buffer *b = g->fetch[i]->place;
        b->offset = round_up(b->offset, CACHE_LINE);
        b->bound = g->fetch[i]->bytes;
    }
}

void place_streamed(Model *m)
{
    m->weights_bytes = round_up(WEIGHTS_HEADER_BYTES, CACHE_LINE);
    for (int i = 0; i < m->ngraphs; i++)
        for (int k = 0; k < m->graph[i]->nfetches; k++) {
            Fetch *f = m->graph[i]->fetch[k];
            f->offset = m->weights_bytes;
            for (int n = 0; n < f->nconstants; n++) {
                f->constant[n]->offset += f->offset;
                f->constant[n]->planned = true;
                PUSH(m->weight, m->nweights, f->constant[n]);
            }
            m->weights_bytes += f->bytes;
        }
}
