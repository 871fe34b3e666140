/* SPDX-License-Identifier: 0BSD
 * What several models have in common: weights in one file, where what is the same in two of them is
 * there once, and arenas. */
#include "emit/text/shared.h"
#include "base/digest.h"
#include "emit/text/names.h"

typedef struct Pool {
    Buffer **item;
    int count;
    Dict by_bytes, names;
} Pool;

/* Returns a key that weights have in common only if their bytes and types are equal: another type
 * needs another member of the struct. */
static const char *key_of(const Buffer *b)
{
    char hex[65];
    sha256_hex(b->data, (size_t)b->bound, hex);
    return fmt_text("%d %s", (int)b->of->type.dtype, hex);
}

static const char *free_name(Pool *pool, const Model *m, const Buffer *b)
{
    const char *name = b->name;
    for (int n = 1; !take_member(&pool->names, name); n++)
        name = n == 1 ? fmt_text("%s_%s", m->options->name, b->name)
                      : fmt_text("%s_%s_%d", m->options->name, b->name, n);
    return name;
}

static void collect(Pool *pool, const Model *m)
{
    for (int i = 0; i < m->nweights; i++) {
        Buffer *b = m->weight[i];
        int *at = dict_number(&pool->by_bytes, key_of(b));
        if (*at >= 0) {
            Buffer *same = pool->item[*at];
            same->align = b->align > same->align ? b->align : same->align;
            continue;
        }
        *at = pool->count;
        PUSH(pool->item, pool->count, b);
        b->name = free_name(pool, m, b);
    }
}

static int64_t place(const Pool *pool)
{
    int64_t bytes = WEIGHTS_HEADER_BYTES;
    for (int i = 0; i < pool->count; i++) {
        Buffer *b = pool->item[i];
        b->offset = round_up(bytes, b->align);
        bytes = b->offset + b->bound;
    }
    return round_up(bytes, ARENA_ALIGN);
}

void share_weights(Model **model, int count)
{
    Pool pool = {0};
    for (int i = 0; i < count; i++)
        collect(&pool, model[i]);
    int64_t bytes = place(&pool);
    for (int i = 0; i < count; i++) {
        Model *m = model[i];
        for (int k = 0; k < m->nweights; k++) {
            Buffer *b = m->weight[k];
            const Buffer *same = pool.item[*dict_number(&pool.by_bytes, key_of(b))];
            b->name = same->name;
            b->offset = same->offset;
        }
        m->weight = pool.item;
        m->nweights = pool.count;
        m->weights_bytes = bytes;
    }
}

const Overlay *share_arena(Model **model, int count)
{
    Overlay *o = NEW(Overlay, 1);
    o->owner = model[0];
    for (int i = 0; i < count; i++) {
        for (int k = 0; k < MOST_MEMORIES; k++)
            o->bytes[k] = max64(o->bytes[k], model[i]->in_memory[k]);
        model[i]->overlay = o;
    }
    return o;
}
