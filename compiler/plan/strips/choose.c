/* SPDX-License-Identifier: 0BSD
 * Chooses the chains of steps that take turns. */
#include "plan/strips/choose.h"
#include "plan/strips/near.h"
#include "plan/strips/small.h"
#include "select/registry.h"

/* Are there kernels whose processors have caches, which matter more than the arena? */
static bool runs_on_caches(const Graph *g)
{
    bool any = false;
    FOR_BACKENDS(b, g->model->options)
        any |= b->caches;
    return any;
}

/* Do steps take turns even if the user has not asked for that? Not with threads, which would wait
 * for each other in every turn. */
bool takes_turns_unasked(const Graph *g)
{
    const Options *o = g->model->options;
    return o->opt >= 2 && !o->whole_steps && o->threads < 2 && !runs_on_caches(g);
}

void choose_strips(Graph *g)
{
    enum { WORTH_BYTES = 256 * 1024 }; /* what turns have to save where nobody asks for them */
    const Options *o = g->model->options;
    if (o->whole_steps)
        return;
    if (g->model->savings.by_rows)
        choose_small_strips(g, 1);
    else if (takes_turns_unasked(g))
        choose_small_strips(g, WORTH_BYTES);
    else if (runs_on_caches(g) && !o->max_piece)
        choose_near_strips(g);
}
