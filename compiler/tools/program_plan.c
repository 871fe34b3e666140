/* SPDX-License-Identifier: 0BSD
 * The memory plan that a program brings along: ExecuTorch's. */
#include "tools/program_plan.h"

#include <stdlib.h>

static void mention(Life *life, int slot, int at)
{
    if (!life[slot].end)
        life[slot].first = at;
    life[slot].end = at + 1;
}

Life *value_lives(const FileMethod *m)
{
    Life *life = NEW(Life, m->nvalues);
    for (int i = 0; i < m->ninstrs; i++)
        for (int k = 0; k < m->instr[i].nargs; k++) {
            int slot = m->instr[i].args[k];
            const FileValue *v = &m->value[slot];
            if (v->kind == FV_TENSOR)
                mention(life, slot, i);
            for (int n = 0; v->kind >= FV_TENSOR_LIST && n < v->count; n++)
                if (v->items[n] >= 0)
                    mention(life, (int)v->items[n], i);
        }
    for (int i = 0; i < m->ninputs; i++)
        life[m->input[i]].border = true;
    for (int i = 0; i < m->noutputs; i++)
        life[m->output[i]].border = true;
    return life;
}

static int by_place(const void *a, const void *b)
{
    const FileTensor *x = *(FileTensor *const *)a, *y = *(FileTensor *const *)b;
    if (x->memory != y->memory)
        return x->memory - y->memory;
    if (x->offset != y->offset)
        return x->offset < y->offset ? -1 : 1;
    return (x > y) - (x < y);
}

/* Counts the bytes under any of these tensors, some of which share their place. */
static uint64_t covered(FileTensor **tensor, int n)
{
    uint64_t bytes = 0, end = 0;
    qsort(tensor, (size_t)n, sizeof(FileTensor *), by_place);
    for (int i = 0; i < n; i++) {
        if (i > 0 && tensor[i]->memory != tensor[i - 1]->memory)
            end = 0;
        uint64_t from = tensor[i]->offset > end ? tensor[i]->offset : end;
        uint64_t to = tensor[i]->offset + tensor[i]->bytes;
        bytes += to > from ? to - from : 0;
        end = to > end ? to : end;
    }
    return bytes;
}

uint64_t other_tensors(const FileMethod *m)
{
    enum { MOST = 4096 }; /* instructions: beyond that the walk would take too long */
    const Life *life = value_lives(m);
    FileTensor **live = NEW(FileTensor *, m->nvalues);
    uint64_t most = 0;
    for (int i = 0; i < m->ninstrs && i < MOST; i++) {
        int n = 0;
        for (int k = 0; k < m->nvalues; k++)
            if (life[k].end > i && life[k].first <= i && !life[k].border &&
                m->value[k].kind == FV_TENSOR && m->value[k].tensor->planned)
                live[n++] = m->value[k].tensor;
        uint64_t bytes = covered(live, n);
        most = bytes > most ? bytes : most;
    }
    return most;
}

static uint64_t bytes_of(const FileValue *v, bool planned)
{
    return v->tensor && (v->tensor->planned || !planned) ? v->tensor->bytes : 0;
}

uint64_t border_bytes(const FileMethod *m, bool planned)
{
    uint64_t bytes = 0;
    for (int i = 0; i < m->ninputs; i++)
        bytes += bytes_of(&m->value[m->input[i]], planned);
    for (int i = 0; i < m->noutputs; i++)
        bytes += bytes_of(&m->value[m->output[i]], planned);
    return bytes;
}
