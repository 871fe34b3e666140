/* SPDX-License-Identifier: 0BSD
 * Attention of queries to a cache of keys and values. How many keys there are yet is a number of
 * the program, so it is one step: a product of matrices would read all that the cache has room for.
 */
#include "graph/build.h"
#include "import/build/copy.h"
#include "import/build/rows.h"
#include "import/call/arguments.h"
#include "import/call/call.h"
#include "import/call/demands.h"
#include "import/call/steps.h"
#include "import/llama/cache.h"

#include <math.h>

/* Views `v` as [batch, heads, tokens, depth], where the source may have tokens before heads. */
static Value *by_head(Call *c, Value *v, bool tokens_first)
{
    v = row_major(c, v);
    return tokens_first ? view_axes(c, v, 4, (int[]){0, 2, 1, 3}) : v;
}

/* Refuses shapes that do not go together. Queries have their own heads and tokens; several heads of
 * them share one of keys and values. */
static void need_heads(Call *c, const Value *q, const Value *k, const Value *v)
{
    for (int i = 0; i < 4; i++)
        need_equal(c, fmt_text("extents of axis %d of keys and values", i), k->type.dim[i],
                   v->type.dim[i]);
    need_equal(c, "batches of queries and keys", q->type.dim[0], k->type.dim[0]);
    need_equal(c, "depths of queries and keys", q->type.dim[3], k->type.dim[3]);
    int64_t groups = known_size(c, k->type.dim[1]);
    if (groups == 0 || known_size(c, k->type.dim[3]) == 0)
        refuse(c, "'key' has no elements");
    Size *heads = q->type.dim[1], *shared = size_op(S_FDIV, heads, size_const(groups));
    if (size_is_const(heads) && size_value(heads) % groups)
        refuse(c, "%lld heads of queries cannot share %lld of keys evenly",
               (long long)size_value(heads), (long long)groups);
    need_equal(c, "heads of queries", heads, size_op(S_MUL, shared, size_const(groups)));
}

static Value *arg_mask(Call *c, const Value *q, const Value *k)
{
    Value *mask = arg_given(c, "attn_mask") ? arg_tensor(c, "attn_mask") : NULL;
    if (!mask)
        return NULL;
    need_rank(c, "attn_mask", mask, 2);
    if (mask->type.dtype != F32)
        refuse(c, "'attn_mask' is %s, not f32", dtype_name((int)mask->type.dtype));
    if (arg_bool(c, "is_causal"))
        refuse(c, "'attn_mask' and 'is_causal' exclude each other");
    need_equal(c, "queries and rows of 'attn_mask'", mask->type.dim[0], q->type.dim[2]);
    need_equal(c, "keys and columns of 'attn_mask'", mask->type.dim[1], k->type.dim[2]);
    return row_major(c, mask);
}

/* Returns a zero point or a scale for each token of each head. */
static Value *arg_per_token(Call *c, const char *name, DType type, const Value *data,
                            bool tokens_first)
{
    Value *v = arg_given(c, name) ? arg_tensor(c, name) : NULL;
    need_rank(c, name, v, 4);
    if (v->type.dtype != type)
        refuse(c, "'%s' is %s, not %s", name, dtype_name((int)v->type.dtype),
               dtype_name((int)type));
    v = by_head(c, v, tokens_first);
    for (int i = 0; i < 4; i++)
        need_equal(c, fmt_text("extents of '%s'", name), v->type.dim[i],
                   i < 3 ? data->type.dim[i] : size_const(1));
    return v;
}

static void set_quantisation(Call *c, Step *s, bool tokens_first)
{
    static const struct {
        const char *name;
        DType type;
    } arg[] = {{"q_zero_points", I8}, {"q_scales", F32},     {"k_zero_points", I8},
               {"k_scales", F32},     {"v_zero_points", I8}, {"v_scales", F32}};
    for (int i = 0; i < 6; i++)
        s->in[ATTEND_QUANT + i] =
            arg_per_token(c, arg[i].name, arg[i].type, s->in[i / 2], tokens_first);
}

/* Appends the attention of 'query' to these keys and values. Without a mask, those up to the last
 * query's own position count. */
static void attend(Call *c, Value *key, Value *value, bool tokens_first)
{
    Value *query = arg_tensor(c, "query"), *operand[] = {query, key, value};
    static const char *const name[] = {"query", "key", "value"};
    for (int i = 0; i < 3; i++) {
        need_rank(c, name[i], operand[i], 4);
        if (operand[i]->type.dtype != query->type.dtype)
            refuse(c, "'%s' is %s, 'query' %s", name[i], dtype_name((int)operand[i]->type.dtype),
                   dtype_name((int)query->type.dtype));
        operand[i] = by_head(c, operand[i], tokens_first);
    }
    need_heads(c, operand[0], operand[1], operand[2]);
    bool quantised = has_arg(c, "q_scales");
    Step *s = emit_step(c, K_ATTENTION, quantised ? ATTEND_OPERANDS : ATTEND_QUANT, 1);
    for (int i = 0; i < 3; i++)
        s->in[i] = operand[i];
    s->in[ATTEND_MASK] = arg_mask(c, operand[0], operand[1]);
    s->in[ATTEND_START] = s->in[ATTEND_MASK] ? NULL : arg_as_index(c, "start_pos");
    if (quantised)
        set_quantisation(c, s, tokens_first);
    s->causal = arg_bool(c, "is_causal");
    s->alpha = (float)(arg_given(c, "scale") ? arg_float(c, "scale")
                                             : 1 / sqrt((double)size_value(key->type.dim[3])));
    s->effect = true; /* a position out of range ends the call with a status */
    Value *out = arg_out(c, "out", 4, query->type.dim);
    s->out[0] = value_new(c->g, F32, 4, operand[0]->type.dim);
    s->out[0]->layout = operand[0]->layout;
    s->out[0]->max_elements = out->max_elements;
    step_append(c->block, s);
    Value *result = s->out[0];
    copy_to(c, tokens_first ? view_axes(c, result, 4, (int[]){0, 2, 1, 3}) : result, out);
}

void lower_custom_sdpa(Call *c)
{
    attend(c, arg_tensor(c, "key"), arg_tensor(c, "value"), true);
}

void lower_custom_quantized_sdpa(Call *c)
{
    attend(c, arg_tensor(c, "key"), arg_tensor(c, "value"), !arg_bool(c, "is_seq_at_dim_2"));
}

/* Writes both caches, then attends to them. 'seq_len' repeats how many keys there are. */
void lower_sdpa_with_kv_cache(Call *c)
{
    Value *keys = write_cache(c, "key_cache", arg_tensor(c, "key"));
    Value *values = write_cache(c, "value_cache", arg_tensor(c, "value"));
    attend(c, keys, values, true);
}
