/* SPDX-License-Identifier: 0BSD
 * A transposed convolution with stride s makes s results side by side, the phases, of each window
 * of its operand: results r, r + s, r + 2s are a convolution with every s-th weight from r on. One
 * convolution computes all phases, as channels; a move brings them to their places. */
#include "transform/transposed.h"
#include "graph/build.h"
#include "graph/constants.h"
#include "select/registry.h"

#include <string.h>

/* Describes one axis of pixels. With q = (position + pad) / stride, the window of a result is in[q
 * - taps + 1 .. q]. */
typedef struct Axis {
    int64_t stride, pad, kernel, out;
    int64_t taps;        /* of a phase */
    int64_t first, last; /* q of the first and the last result */
} Axis;

typedef struct Phases {
    Axis axis[2];
    int rank, count;
    int64_t groups, each, channels; /* filters, and channels, of a group */
} Phases;

/* Is it one number, or a constant with a number of four bytes for each of `filters`? */
static bool is_filter_row(const Value *v, int64_t filters)
{
    return value_numel(v) == size_const(1) ||
           (value_numel(v) == size_const(filters) && value_is_known(v) &&
            dtype_bytes((int)v->type.dtype) == 4);
}

static bool find_phases(const Step *s, Phases *p)
{
    const Type *in = &s->in[CONV_IN]->type, *out = &s->out[0]->type;
    *p = (Phases){.rank = s->win.rank, .count = 1, .groups = s->groups};
    if (!s->transposed || s->win.rank > 2 || !value_is_static(s->in[CONV_IN]) ||
        !value_is_static(s->out[0]) || !value_is_known(s->in[CONV_WEIGHT]) ||
        s->requant == RQ_F32_TWICE || s->requant == RQ_ROWS || s->in[CONV_TABLE] || s->in[CONV_ADD])
        return false;
    p->each = size_value(s->in[CONV_WEIGHT]->type.dim[1]);
    p->channels = size_value(in->dim[1]) / s->groups;
    for (int i = CONV_BIAS; i <= CONV_SHIFT; i++)
        if (s->in[i] && !is_filter_row(s->in[i], p->groups * p->each))
            return false;
    for (int i = 0; i < p->rank; i++) {
        Axis *a = &p->axis[i];
        a->stride = s->win.stride[i];
        a->pad = s->win.pad[i];
        a->kernel = s->win.kernel[i];
        a->out = size_value(out->dim[2 + i]);
        a->taps = (a->kernel + a->stride - 1) / a->stride;
        a->first = a->pad / a->stride;
        a->last = (a->out - 1 + a->pad) / a->stride;
        p->count *= (int)a->stride;
        if (s->win.dilation[i] != 1 || a->first > a->taps - 1)
            return false;
    }
    return true;
}

/* Writes to `r` where the phase is along each axis. */
static void phase_of(const Phases *p, int phase, int64_t *r)
{
    for (int i = p->rank; i-- > 0; phase /= (int)p->axis[i].stride)
        r[i] = phase % p->axis[i].stride;
}

static ExprNumber weight_at(const Phases *p, const Value *weight, int64_t group, int64_t filter,
                            int64_t channel, const int64_t *r, const int64_t *tap)
{
    int64_t index[MAX_RANK] = {group * p->channels + channel, filter};
    for (int i = 0; i < p->rank; i++) {
        const Axis *a = &p->axis[i];
        index[2 + i] = r[i] + a->stride * (a->taps - 1 - tap[i]);
        if (index[2 + i] >= a->kernel)
            return (ExprNumber){0};
    }
    return const_element(weight, index, 2 + p->rank);
}

/* Returns the weights of all phases: [groups, phases, filters of a group][channels of a
 * group][taps]. */
static Value *phase_weights(Graph *g, const Phases *p, const Value *weight)
{
    int64_t dim[MAX_RANK] = {p->groups * p->count * p->each, p->channels, 1, 1}, taps = 1, at = 0;
    for (int i = 0; i < p->rank; i++)
        taps *= dim[2 + i] = p->axis[i].taps;
    bool bytes = weight->type.dtype == I8;
    float *real = NEW(float, dim[0] * dim[1] * taps);
    int8_t *byte = (int8_t *)real;
    for (int64_t k = 0; k < dim[0]; k++) {
        int64_t r[2];
        phase_of(p, (int)(k / p->each % p->count), r);
        for (int64_t c = 0; c < p->channels; c++)
            for (int64_t t = 0; t < taps; t++, at++) {
                int64_t tap[2] = {p->rank == 2 ? t / dim[3] : t, t % dim[3]};
                ExprNumber n = weight_at(p, weight, k / p->each / p->count, k % p->each, c, r, tap);
                if (bytes)
                    byte[at] = (int8_t)n.i;
                else
                    real[at] = (float)n.d;
            }
    }
    Value *v = value_made(g, weight->type.dtype, 2 + p->rank, dim, real);
    made_of(v, weight);
    return v;
}

/* Returns the constant, which has an element for each filter, with one for each filter of all
 * phases. A single number, or NULL, stays as it is. */
static Value *for_phases(Graph *g, const Phases *p, Value *v)
{
    int64_t n = p->groups * p->count * p->each;
    if (!v || value_numel(v) == size_const(1))
        return v;
    enum { WORD = 4 };
    const char *from = const_in_row_order(v);
    char *to = NEW(char, n *WORD);
    for (int64_t k = 0; k < n; k++)
        memcpy(to + k * WORD, from + (k / p->each / p->count * p->each + k % p->each) * WORD, WORD);
    Value *made = value_const(g, v->type.dtype, 1, &n, to);
    made_of(made, v);
    return made;
}

/* Returns the piece that moves the results of one phase from those of all to their places. */
static Piece piece_of(const Phases *p, const Value *all, const Value *out, int phase)
{
    int64_t r[2], from = 1, to = 1, src = 0, dst = 0;
    Piece piece = {.rank = 3 + p->rank};
    phase_of(p, phase, r);
    for (int i = p->rank; i-- > 0;) {
        const Axis *a = &p->axis[i];
        int64_t q = r[i] >= a->pad % a->stride ? a->first : a->first + 1;
        int64_t at = q * a->stride + r[i] - a->pad;
        piece.extent[3 + i] = size_const((a->out - at + a->stride - 1) / a->stride);
        piece.src_stride[3 + i] = size_const(from);
        piece.dst_stride[3 + i] = size_const(to * a->stride);
        src += (q - a->first) * from;
        dst += at * to;
        from *= a->last - a->first + 1;
        to *= a->out;
    }
    int64_t extent[] = {size_value(out->type.dim[0]), p->groups, p->each};
    int64_t src_stride[] = {size_value(all->type.dim[1]), p->count * p->each, 1};
    int64_t dst_stride[] = {size_value(out->type.dim[1]), p->each, 1};
    for (int i = 0; i < 3; i++) {
        piece.extent[i] = size_const(extent[i]);
        piece.src_stride[i] = size_const(src_stride[i] * from);
        piece.dst_stride[i] = size_const(dst_stride[i] * to);
    }
    piece.src_offset = size_const(src + phase * p->each * from);
    piece.dst_offset = size_const(dst);
    return piece;
}

static Value *all_phases(Graph *g, const Phases *p, const Value *out)
{
    Size *dim[MAX_RANK] = {out->type.dim[0], size_const(p->groups * p->count * p->each)};
    for (int i = 0; i < p->rank; i++)
        dim[2 + i] = size_const(p->axis[i].last - p->axis[i].first + 1);
    return value_new(g, out->type.dtype, out->type.rank, dim);
}

static void move_phases(Graph *g, Step *s, const Phases *p)
{
    Step *move = step_new(g, K_MOVE, 1, 1);
    Value *out = s->out[0], *all = all_phases(g, p, out);
    move->piece = NEW(Piece, p->count);
    move->npieces = p->count;
    for (int i = 0; i < p->count; i++)
        move->piece[i] = piece_of(p, all, out, i);
    move->in[0] = s->out[0] = all;
    move->out[0] = out;
    move->source = s->source;
    all->def = s;
    out->def = move;
    step_insert_after(s, move);
}

static Step as_convolution(Graph *g, const Step *s, const Phases *p)
{
    Step conv = *s;
    conv.transposed = false;
    conv.in = NEW(Value *, CONV_OPERANDS);
    memcpy(conv.in, s->in, CONV_OPERANDS * sizeof *conv.in);
    conv.in[CONV_WEIGHT] = phase_weights(g, p, s->in[CONV_WEIGHT]);
    for (int i = CONV_BIAS; i <= CONV_SHIFT; i++)
        conv.in[i] = for_phases(g, p, s->in[i]);
    for (int i = 0; i < p->rank; i++) {
        conv.win.kernel[i] = p->axis[i].taps;
        conv.win.stride[i] = 1;
        conv.win.pad[i] = p->axis[i].taps - 1 - p->axis[i].first;
        conv.win.out_pad[i] = 0;
    }
    return conv;
}

void split_phases(Graph *g)
{
    const Backend *backend = backend_that_asks(g, "transposed");
    Phases p;
    FOR_BLOCKS(b, g)
        FOR_STEPS(s, b) {
            if (s->kind != K_CONV || !find_phases(s, &p))
                continue;
            Step conv = as_convolution(g, s, &p);
            if (!backend->will_take(&conv))
                continue;
            *s = conv;
            if (p.count > 1)
                move_phases(g, s, &p);
        }
}
