/* SPDX-License-Identifier: 0BSD
 * Pools of dequantised bytes average the bytes. */
#include "transform/quantise/average.h"
#include "graph/build.h"
#include "graph/dead.h"
#include "graph/rewrite.h"
#include "model.h"
#include "transform/quantise/moves.h"

static bool is_window_mean(const Step *s)
{
    const Window *w = &s->win;
    bool tiles = s->kind == K_POOL && s->pool == POOL_AVG && s->requant == RQ_NONE &&
                 !s->has_clamp && s->divisor == 0 && w->rank == 2;
    for (int i = 0; tiles && i < 2; i++) {
        Size *n = s->in[0]->type.dim[2 + i], *m = s->out[0]->type.dim[2 + i];
        tiles = w->pad[i] == 0 && size_is_const(n) && size_is_const(m) &&
                (w->stride[i] == w->kernel[i] || size_value(m) == 1) &&
                size_value(m) * w->kernel[i] <= size_value(n) &&
                (w->dilation[i] == 1 || w->kernel[i] == 1);
    }
    return tiles;
}

/* Returns a view of the pool's operand as its windows: [N, C, OH, KH, OW, KW]. */
static Value *windows_of(Graph *g, Value *in, const Step *pool)
{
    Type type = {.dtype = in->type.dtype, .rank = 6};
    Layout layout = {.kind = L_STRIDED};
    for (int i = 0; i < 2; i++) {
        Size *kernel = size_const(pool->win.kernel[i]), *stride = in->layout.stride[2 + i];
        type.dim[i] = in->type.dim[i];
        layout.stride[i] = in->layout.stride[i];
        type.dim[2 + 2 * i] = pool->out[0]->type.dim[2 + i];
        layout.stride[2 + 2 * i] = size_op(S_MUL, stride, kernel);
        type.dim[3 + 2 * i] = kernel;
        layout.stride[3 + 2 * i] = stride;
    }
    return value_view(g, in, &type, &layout, size_const(0));
}

static void mean_of_windows(Graph *g, Step *s)
{
    s->in[0] = windows_of(g, s->in[0], s);
    s->nin = 1;
    s->kind = K_REDUCE;
    s->reduce = R_MEAN;
    s->axes = 1u << 3 | 1u << 5;
    s->keepdim = false;
    s->expr = expr_in(0, F32);
}

static bool reads_elements(const Step *s, int operand)
{
    return s->kind == K_MAP || (s->kind == K_REDUCE && operand == 0);
}

enum { MOST_OPERANDS = 12 }; /* of a loop */

static void read_operand(Graph *g, Step *s, int operand)
{
    Dequantise d;
    if (!s->in[operand] || !reads_elements(s, operand) || s->nin + 2 > MOST_OPERANDS ||
        !match_activation(s->in[operand], &d))
        return;
    Value *real = s->in[operand], *bytes = bytes_behind(g, real, &d);
    Value **in = NEW(Value *, d.step->nin);
    if (!bytes && has_8_bits(s->out[0]))
        bytes = moved_bytes(g, s, real, &d);
    if (!bytes)
        return;
    for (int i = 0; i < d.step->nin; i++)
        in[i] = d.step->in[i] == d.bytes ? bytes : d.step->in[i];
    read_through(s, real, d.step->nin, in, d.step->expr);
    put_source_first(s, d.step);
}

/* Does the pool average all rows of a picture that come a few at a time? It then stays a pool,
 * which can take turns. */
static bool takes_turns(const Graph *g, const Step *s)
{
    return g->model->savings.by_rows && value_numel(s->out[0]) == s->out[0]->type.dim[1];
}

void average_bytes(Graph *g)
{
    Dequantise d;
    FOR_BLOCKS(b, g)
        FOR_STEPS(s, b)
            if (is_window_mean(s) && !takes_turns(g, s) && match_activation(s->in[0], &d)) {
                mean_of_windows(g, s);
                read_operand(g, s, 0);
            }
    remove_dead_steps(g);
}

void read_bytes(Graph *g)
{
    FOR_BLOCKS(b, g)
        FOR_STEPS(s, b) {
            for (int i = 0; i < s->nin; i++) {
                int before = s->nin;
                read_operand(g, s, i);
                i = s->nin != before ? -1 : i; /* they are in another order now */
            }
        }
}
