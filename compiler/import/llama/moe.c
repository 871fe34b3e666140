/* SPDX-License-Identifier: 0BSD
 * A mixture of experts: a router picks some for each token, and each is a small network whose
 * weights are integers of 4 or 8 bits. */
#include "graph/build.h"
#include "graph/constants.h"
#include "graph/patterns.h"
#include "import/build/copy.h"
#include "import/build/gemm.h"
#include "import/build/lookup.h"
#include "import/build/norm.h"
#include "import/build/reduce.h"
#include "import/call/arguments.h"
#include "import/call/call.h"
#include "import/call/demands.h"
#include "import/call/steps.h"
#include "import/torchao/packed.h"
#include "import/torchao/torchao.h"

#include <float.h>
#include <string.h>

/* Holds the matrices of all experts: integers [experts, n, k], pairs of them in a byte where they
 * have 4 bits, and scales [experts, n, k / group]. */
typedef struct Matrices {
    int64_t experts, n, k, group, bits;
    uint8_t *integers;
    float *scales;
} Matrices;

/* Unpacks the matrix of one expert to its place in `m`. All sizes are whole tiles. */
static void unpack_expert(Call *c, const char *name, Bytes packed, Matrices *m, int64_t expert)
{
    Torchao w = {.n = m->n, .k = m->k, .group = m->group, .bits = m->bits};
    const char *wrong = read_torchao_linear(packed, false, &w);
    if (wrong || w.zero || w.bias)
        refuse(c, "'%s' %s", name, wrong ? wrong : "has zero points or a bias");
    int64_t count = m->n * m->k, groups = count / m->group;
    memcpy(m->scales + expert * groups, w.scale, (size_t)groups * sizeof *w.scale);
    uint8_t *to = m->integers + expert * count * m->bits / 8;
    for (int64_t i = 0; i < count; i++)
        if (m->bits == 8)
            to[i] = (uint8_t)w.integer[i];
        else
            to[i / 2] |= (uint8_t)((w.integer[i] + 8) << i % 2 * 4);
}

static void unpack(Call *c, const char *name, Matrices *m)
{
    const Value *packed = arg_packed(c, name, 2);
    int64_t bytes = known_size(c, packed->type.dim[1]),
            row = m->k * m->bits / 8 + m->k / m->group * 8;
    if (known_size(c, packed->type.dim[0]) != m->experts || bytes < TORCHAO_HEADER ||
        (bytes - TORCHAO_HEADER) / row < m->n)
        refuse(c, "'%s' does not have the bytes of %lld matrices of %lld by %lld", name,
               (long long)m->experts, (long long)m->n, (long long)m->k);
    const uint8_t *from = const_in_row_order(packed);
    m->integers = NEW(uint8_t, m->experts * m->n * m->k * m->bits / 8);
    m->scales = NEW(float, m->experts * m->n * m->k / m->group);
    for (int64_t e = 0; e < m->experts; e++, from += bytes)
        unpack_expert(c, name, (Bytes){from, (size_t)(TORCHAO_HEADER + row * m->n)}, m, e);
}

/* Multiplies the rows of `in`, each with the matrices of the experts that its row of `index`
 * names. */
static Value *expert_linear(Call *c, Value *in, Value *index, const char *name, Matrices m)
{
    unpack(c, name, &m);
    int64_t dim[] = {m.experts, m.n, m.k * m.bits / 8}, scales[] = {m.experts, m.n, m.k / m.group};
    Step *s = emit_step(c, K_OPAQUE, 4, 1);
    s->fn = FN_EXPERT_LINEAR;
    s->in[0] = in;
    s->in[1] = index;
    s->in[2] = value_const(c->g, m.bits == 8 ? I8 : U8, 3, dim, m.integers);
    s->in[3] = value_const(c->g, F32, 3, scales, m.scales);
    s->in[2]->role = s->in[3]->role = name;
    s->out[0] = value_new(c->g, F32, 2, (Size *[]){value_numel(index), size_const(m.n)});
    step_append(c->block, s);
    return s->out[0];
}

static Value *floats(Call *c, Size *rows, int64_t columns)
{
    return value_new(c->g, F32, 2, (Size *[]){rows, size_const(columns)});
}

/* Views columns of a matrix where they lie. */
static Value *columns_of_rows(Call *c, Value *v, int64_t first, int64_t count)
{
    Type type = {.dtype = v->type.dtype, .rank = 2, .dim = {v->type.dim[0], size_const(count)}};
    return value_view(c->g, v, &type, &v->layout, size_const(first));
}

/* Writes the highest scores of each row to `best` and whose they are to `index`. */
static void pick(Call *c, Value *scores, Value *best, Value *index)
{
    Step *s = emit_step(c, K_SORT, 1, 2);
    s->in[0] = scores;
    s->out[0] = best;
    s->out[1] = index;
    s->axis = 1;
    s->largest = true;
    step_append(c->block, s);
}

/* Returns the weights for sigmoid scores. A bias moves the choice, but not the weight of what is
 * chosen. */
static Value *sigmoid_weights(Call *c, Value *scores, Value *bias, Value *index)
{
    Size *tokens = scores->type.dim[0];
    int64_t experts = scores->type.dim[1]->hi, active = index->type.dim[1]->hi;
    Value *gate = floats(c, tokens, experts), *moved = gate;
    map_over(c, gate, (Named[]){{.name = "x", .value = scores}, {0}}, "sigmoid(x)");
    const Named named[] = {{.name = "x", .value = gate}, {.name = "bias", .value = bias}, {0}};
    if (bias)
        moved = map_over(c, floats(c, tokens, experts), named, "x + bias");
    pick(c, moved, floats(c, tokens, active), index);
    Value *picked = floats(c, tokens, active), *sum = floats(c, tokens, 1);
    emit_lookup(c, picked, 2, (Value *[]){gate, index},
                element_at(expr_in(0, F32), 1, expr_cast(expr_in(1, I64), I32)));
    reduce_step(c, R_SUM, (Named[]){{.name = "x", .value = picked}, {0}}, expr_in(0, F32), 2, sum);
    return map_over(c, floats(c, tokens, active),
                    (Named[]){{.name = "x", .value = picked},
                              {.name = "sum", .value = sum},
                              {.name = "least", .number = (double)FLT_MIN},
                              {.name = "scale", .number = arg_float(c, "route_scale")},
                              {0}},
                    "x * (scale / max(sum, least))");
}

static Value *softmax_weights(Call *c, Value *scores, Value *index)
{
    Value *best = value_new(c->g, F32, 2, index->type.dim), *weights = value_like(c->g, best);
    pick(c, scores, best, index);
    softmax(c, best, 1, weights);
    return weights;
}

/* Returns how much of each expert a token takes, [tokens, active]; `index` gets which experts they
 * are. */
static Value *route(Call *c, Value *x, int64_t experts, Value *index)
{
    Value *gate = arg_tensor(c, "gate_weight"), *bias = arg_tensor(c, "expert_bias");
    need_rank(c, "gate_weight", gate, 2);
    need_rank(c, "expert_bias", bias, 1);
    need_equal(c, "experts", gate->type.dim[0], size_const(experts));
    need_equal(c, "features", gate->type.dim[1], x->type.dim[1]);
    bool sigmoid = arg_is(c, "score_func", "sigmoid");
    if (bias->type.dim[0] == size_const(0))
        bias = NULL;
    else
        need_equal(c, "experts", bias->type.dim[0], size_const(experts));
    if (!sigmoid && (bias || !arg_is(c, "score_func", "softmax")))
        refuse(c, "scores are sigmoid, or softmax without a bias");
    if (gate->type.dtype != F32 || (bias && bias->type.dtype != F32))
        refuse(c, "the router computes with floats");
    Value *scores = floats(c, x->type.dim[0], experts);
    multiply(c, x, view_axes(c, gate, 2, (int[]){1, 0}), scores);
    return sigmoid ? sigmoid_weights(c, scores, bias, index) : softmax_weights(c, scores, index);
}

/* Computes out = sum over a token's experts of weight * W2 (silu(W1 x) * W3 x), where W1 and W3 are
 * one matrix after the other. */
void lower_quantized_moe_ffn(Call *c)
{
    enum { MOST = 1 << 24 };
    Value *x = row_major(c, arg_tensor(c, "x"));
    need_rank(c, "x", x, 2);
    if (x->type.dtype != F32)
        refuse(c, "'x' must be floats");
    int64_t dim = arg_count(c, "dim", MOST), hidden = arg_count(c, "hidden_dim", MOST);
    int64_t experts = arg_count(c, "num_experts", MOST);
    int64_t active = arg_count(c, "num_activated_experts", experts);
    Matrices m = {.experts = experts,
                  .group = arg_count(c, "group_size", MOST),
                  .bits = arg_int(c, "weight_nbit")};
    if ((m.bits != 4 && m.bits != 8) || m.group % 16 || dim % m.group || hidden % m.group)
        refuse(c, "rows of %lld and %lld integers of %lld bits in groups of %lld", (long long)dim,
               (long long)hidden, (long long)m.bits, (long long)m.group);
    need_equal(c, "features", x->type.dim[1], size_const(dim));
    Size *tokens = x->type.dim[0], *pairs = size_op(S_MUL, tokens, size_const(active));
    Value *out = arg_out(c, "out", 2, (Size *[]){tokens, size_const(dim)});
    Value *index = value_new(c->g, I64, 2, (Size *[]){tokens, size_const(active)});
    Value *weights = route(c, x, experts, index), *inner = floats(c, pairs, hidden);
    m.n = 2 * hidden;
    m.k = dim;
    Value *both = expert_linear(c, x, index, "packed_w13", m);
    map_over(c, inner,
             (Named[]){{.name = "a", .value = columns_of_rows(c, both, 0, hidden)},
                       {.name = "b", .value = columns_of_rows(c, both, hidden, hidden)},
                       {0}},
             "a * sigmoid(a) * b");
    m.n = dim;
    m.k = hidden;
    Value *one = reshaped(c, index, 2, (Size *[]){pairs, size_const(1)});
    Value *each = reshaped(c, expert_linear(c, inner, one, "packed_w2", m), 3,
                           (Size *[]){tokens, size_const(active), size_const(dim)});
    const Named named[] = {{.name = "x", .value = each},
                           {.name = "weight", .value = view_axes(c, weights, 3, (int[]){0, 1, -1})},
                           {0}};
    reduce_step(c, R_SUM, named, expr_over(c, named, F32, "x * weight"), 2, out);
}
