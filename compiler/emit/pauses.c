/* SPDX-License-Identifier: 0BSD
 * Where a method that runs by steps returns, and goes on at the next call. */
#include "emit/pauses.h"
#include "model.h"

void add_pause(Text *t, const Graph *g, const Step *s)
{
    const bool taken = s->strip ? s == s->strip->last && s->strip->parts
                                : s->kind != K_SCALAR && (s->kind != K_MOVE || s->npieces);
    if (g->model->options->by_steps && taken)
        text_add(t, "    PAUSE(%s);\n", s->name);
}

void add_turn_pause(Text *t, const Graph *g, const Strip *strip)
{
    if (g->model->options->by_steps && !strip->parts)
        text_add(t, "        PAUSE_TURN(%s, t);\n", strip->last->name);
}

void add_kept_size(Text *t, const Graph *g, const Size *size)
{
    if (g->model->options->by_steps)
        text_add(t, "    if (run)\n        run->size[%d] = %s;\n", size->order, size->name);
}

void add_resumption(Text *t, const Emit *e)
{
    text_add(t,
             "    switch (run ? run->next : %s_STEPS + 1) {\n"
             "    default:\n        return PTE_INVALID_STATE;\n"
             "    case %s_STEPS + 1:\n        PTE_DEBUG_START();\n",
             e->upper, e->upper);
}
