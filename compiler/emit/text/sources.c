/* SPDX-License-Identifier: 0BSD
 * Which instruction of the program gives what a step computes. */
#include "emit/text/sources.h"
#include "read/pte.h"

#include <string.h>

static int last_instruction(const Step *s)
{
    int last = -1;
    for (const Source *from = &s->source; from; from = from->also)
        last = from->instr > last ? from->instr : last;
    return last;
}

bool dequantises(const FileMethod *m, const FileInstr *in)
{
    enum { IN, SCALE, ZERO };
    return in->kind == FI_KERNEL_CALL && in->nargs > ZERO &&
           strstr(op_text(&m->op[in->index]), "::dequantize_per_tensor.out") &&
           is_of_file(m, in->args[IN]) && m->value[in->args[SCALE]].kind == FV_DOUBLE &&
           m->value[in->args[ZERO]].kind == FV_INT;
}

Sources find_sources(const Graph *g)
{
    const FileMethod *m = g->method;
    Sources r = {.last = NEW(int, g->nsteps), .dequantising = NEW(int, m->nvalues)};
    bool *taken = NEW(bool, m->ninstrs);
    FOR_BLOCKS(b, g)
        FOR_STEPS(s, b) {
            r.last[s->index] = last_instruction(s);
            if (r.last[s->index] >= 0)
                taken[r.last[s->index]] = true;
        }
    for (int i = 0; i < m->nvalues; i++)
        r.dequantising[i] = -1;
    for (int i = m->ninstrs; i-- > 0;)
        if (dequantises(m, &m->instr[i]))
            r.dequantising[m->instr[i].args[0]] = taken[i] ? -1 : i;
    return r;
}

int result_instruction(const Sources *sources, const Graph *g, const Step *s)
{
    const int slot = s->nout && s->out[0] ? s->out[0]->slot : -1;
    const int reader = is_of_file(g->method, slot) ? sources->dequantising[slot] : -1;
    return reader >= 0 && sources->last[s->index] >= 0 ? reader : sources->last[s->index];
}
