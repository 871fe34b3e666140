/* SPDX-License-Identifier: 0BSD
 * Operators that ignore or confuse their arguments: the program calls them with others instead. */
#include "graph/foreign.h"
#include "kill.h"
#include "model.h"
#include "operators/operators.h"

#include <string.h>

const FileValue *value_of(const Argument *a, int index)
{
    return &a->m->value[a->in->args[index]];
}

void record_argument(const Argument *a, Outcome outcome, const char *now, const char *other)
{
    record(a->c, a->row->name, a->row->arg[a->index].name, outcome, "%s instead of %s", other, now);
}

/* Room for values that the file does not have. */
static void make_room(FileMethod *m)
{
    FileValue *value = NEW(FileValue, m->nvalues + SPARE_VALUES);
    if (m->nvalues)
        memcpy(value, m->value, (size_t)m->nvalues * sizeof *value);
    m->value = value;
    m->nvalues += SPARE_VALUES;
    for (int i = 1; i <= SPARE_VALUES; i++)
        value[m->nvalues - i].kind = FV_NULL;
}

Outcome judge_with(const Argument *a, const FileValue *v)
{
    int *slot = &a->in->args[a->index], old = *slot;
    *slot = a->m->nvalues - 1;
    a->m->value[*slot] = *v;
    Outcome outcome = judge_program(a->c);
    a->m->value[*slot] = (FileValue){.kind = FV_NULL};
    *slot = old;
    return outcome;
}

static void kill_argument(const Argument *a)
{
    const FileValue *v = value_of(a, a->index);
    if (a->row->arg[a->index].written || a->computed[a->in->args[a->index]])
        return;
    if (v->kind == FV_TENSOR)
        kill_tensor(a);
    else if (v->kind == FV_TENSOR_LIST || v->kind == FV_OPTIONAL_TENSOR_LIST)
        kill_tensors(a);
    else
        kill_value(a);
}

static const OpRow *row_of(const FileMethod *m, const FileInstr *in)
{
    const FileOp *op = in->kind == FI_KERNEL_CALL ? &m->op[in->index] : NULL;
    return op ? op_find(op->name, op->overload) : NULL;
}

/* Numbers that the program computes: results and moved ones. */
static bool *find_computed(const FileMethod *m)
{
    bool *computed = NEW(bool, m->nvalues);
    for (int i = 0; i < m->ninstrs; i++) {
        const FileInstr *in = &m->instr[i];
        const OpRow *row = row_of(m, in);
        if (in->kind == FI_MOVE_CALL)
            computed[in->to] = true;
        if (row && in->nargs > row->nargs)
            computed[in->args[in->nargs - 1]] = m->value[in->args[in->nargs - 1]].kind != FV_TENSOR;
    }
    return computed;
}

void kill_calls(const Case *c)
{
    for (int i = 0; i < c->bundle->program->nmethods; i++) {
        FileMethod *m = &c->bundle->program->method[i];
        make_room(m);
        for (int k = 0; k < m->ndelegates; k++)
            if (m->delegate[k].xnn)
                kill_xnn(c, m->delegate[k].xnn);
        Argument a = {.c = c, .m = m, .computed = find_computed(m)};
        for (a.in = m->instr; a.in < m->instr + m->ninstrs; a.in++) {
            a.row = row_of(m, a.in);
            for (a.index = 0; a.row && a.index < a.row->nargs && a.index < a.in->nargs; a.index++)
                kill_argument(&a);
        }
    }
}
