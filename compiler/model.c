/* SPDX-License-Identifier: 0BSD
 * What is asked of a model by its name, its memories and its methods. */
#include "model.h"
#include "base/words.h"

#include <string.h>

const char *method_place(const Graph *g)
{
    return fmt_text("%s: method '%s'", g->model->program->path, printable(g->name));
}

const Graph *graph_of_method(const Model *m, const char *name)
{
    for (int i = 0; i < m->ngraphs; i++)
        if (strcmp(m->graph[i]->method->name, name) == 0)
            return m->graph[i];
    return NULL;
}

const char *arena_text(const Options *o, const int64_t *in_memory)
{
    Text t = {0};
    text_add(&t, "%s bytes", grouped((uint64_t)in_memory[0]));
    for (int i = 0; i < o->nmemories; i++) {
        if (i)
            text_add(&t, ", %s", grouped((uint64_t)in_memory[i]));
        text_add(&t, " in %s", o->memory[i].name);
    }
    return t.data;
}

const State *random_state(const Model *m)
{
    for (int i = 0; i < m->nstates; i++)
        if (m->state[i].generator)
            return &m->state[i];
    return NULL;
}

bool is_reset(const State *s)
{
    return !s->handles && s->buffer->bound > 0;
}

bool has_reset(const Model *m)
{
    for (int i = 0; i < m->nstates; i++)
        if (is_reset(&m->state[i]))
            return true;
    return false;
}
