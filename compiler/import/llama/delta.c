/* SPDX-License-Identifier: 0BSD
 * The gated delta rule of linear attention: a state that each token decays and corrects. */
#include "graph/build.h"
#include "import/build/copy.h"
#include "import/call/arguments.h"
#include "import/call/call.h"
#include "import/call/demands.h"
#include "import/call/steps.h"

static void need_dims(Call *c, const char *name, const Value *v, int rank, Size *const *dim)
{
    need_rank(c, name, v, rank);
    for (int i = 0; i < rank; i++)
        need_equal(c, fmt_text("axis %d of '%s'", i, name), v->type.dim[i], dim[i]);
}

/* Returns the result of this name, which the kernel writes from its first element to its last. */
static Value *dense_out(Call *c, const char *name, Size *const *dim)
{
    Value *v = arg_out(c, name, 4, dim);
    if (v->type.dtype != F32 || !layout_is_row_major(v))
        refuse(c, "'%s' must be floats in row-major order", name);
    return v;
}

/* Lowers the rule for operands [batch, heads, tokens, ...]; queries may have several times as many
 * heads, and there is a decay for each row of the state or one for all. */
void lower_gated_delta_rule(Call *c)
{
    static const char *const names[] = {"query", "key", "value", "decay", "beta", "initial_state"};
    Value *in[6];
    for (int i = 0; i < 6; i++) {
        in[i] = row_major(c, arg_tensor(c, names[i]));
        if (i != 3 && i != 4)
            need_rank(c, names[i], in[i], 4);
    }
    Size *const *query = in[0]->type.dim, *const *key = in[1]->type.dim;
    Size *batch = key[0], *heads = key[1], *tokens = key[2], *k = key[3], *v = in[2]->type.dim[3];
    Size *group = size_op(S_FDIV, query[1], size_op(S_MAX, heads, size_const(1)));
    Size *all[] = {batch, size_op(S_MUL, group, heads), tokens, k};
    need_dims(c, names[0], in[0], 4, all);
    need_dims(c, names[2], in[2], 4, (Size *[]){batch, heads, tokens, v});
    need_dims(c, names[3], in[3], in[3]->type.rank == 3 ? 3 : 4, key);
    need_dims(c, names[4], in[4], 3, key);
    need_dims(c, names[5], in[5], 4, (Size *[]){batch, heads, k, v});
    Step *s = emit_step(c, K_OPAQUE, 6, 2);
    s->fn = FN_GATED_DELTA_RULE;
    for (int i = 0; i < 6; i++)
        s->in[i] = in[i];
    s->out[0] = dense_out(c, "out", (Size *[]){query[0], query[1], query[2], v});
    s->out[1] = dense_out(c, "final_state_out", in[5]->type.dim);
    step_append(c->block, s);
}
