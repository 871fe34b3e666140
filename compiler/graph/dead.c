/* SPDX-License-Identifier: 0BSD
 * Removes steps that nobody reads. */
#include "graph/dead.h"
#include "graph/build.h"

static bool is_needed(const Step *s)
{
    if (s->effect)
        return true;
    for (int i = 0; i < s->nout; i++)
        if (s->out[i] && s->out[i]->uses > 0)
            return true;
    return false;
}

/* Drops the second result of a pool, the positions of the largest elements, if nobody reads it. */
static void forget_positions(Step *s)
{
    if (s->kind == K_POOL && s->nout > 1 && s->out[1] && s->out[1]->uses == 0)
        s->out[1] = NULL;
}

/* Removes the steps whose results nobody reads. It walks from the last step to the first, so that
 * what only dead steps read is dead in the same walk. */
void remove_dead_steps(Graph *g)
{
    count_uses(g);
    Block **block = NEW(Block *, g->nblocks);
    int n = 0;
    FOR_BLOCKS(b, g)
        block[n++] = b;
    while (n-- > 0)
        for (Step *s = block[n]->last, *prev; s; s = prev) {
            prev = s->prev;
            if (is_needed(s)) {
                forget_positions(s);
                continue;
            }
            for (int i = 0; i < s->nin; i++)
                for (Value *v = s->in[i]; v; v = v->view_of)
                    v->uses--;
            step_remove(s);
        }
}
