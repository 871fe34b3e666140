/* SPDX-License-Identifier: 0BSD
 * Steps that read elements at computed positions. */
#include "import/build/lookup.h"
#include "graph/build.h"
#include "graph/constants.h"
#include "graph/patterns.h"
#include "import/call/call.h"
#include "import/call/steps.h"

/* Replaces positions on an axis of one element by 0, the only one that there is. */
static void skip_single_positions(const Step *s, Expr *e)
{
    for (int i = 0; i < expr_info[e->op].arity; i++)
        skip_single_positions(s, e->arg[i]);
    if (e->op != E_AT)
        return;
    const Expr *in = e->arg[0];
    while (in->op == E_AT)
        in = in->arg[0];
    const Value *v = s->in[in->index];
    if (v->type.rank == s->out[0]->type.rank && v->type.dim[e->index] == size_const(1))
        e->arg[1] = i32_number(0);
}

void emit_lookup(Call *c, Value *out, int nin, Value *const *in, Expr *e)
{
    Step *s = emit_step(c, K_LOOKUP, nin, 1);
    for (int i = 0; i < nin; i++)
        s->in[i] = in[i];
    s->out[0] = out;
    s->expr = expr_cast(e, out->type.dtype);
    skip_single_positions(s, s->expr);
    drop_operands(s);
    step_append(c->block, s);
}
