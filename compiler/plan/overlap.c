/* SPDX-License-Identifier: 0BSD
 * Results that lie over their dying operand: a convolution writes its rows over input rows that it
 * has copied, or its positions over those that it does not read any more. Done only where the arena
 * is fullest, because it may cost the copies. */
#include "plan/overlap.h"
#include "graph/build.h"
#include "graph/layouts.h"
#include "plan/lives.h"
#include "select/registry.h"

#include <stdlib.h>

static bool is_stride(const Value *v, int axis, int64_t n)
{
    const Size *s = v->layout.stride[axis];
    return v->type.dim[axis] == size_const(1) || (size_is_const(s) && size_value(s) == n);
}

/* Is it a depthwise convolution of planes, which the kernel computes one plane after the other? */
static bool is_plane_by_plane(const Step *s)
{
    const Value *in = s->in[CONV_IN], *out = s->out[0];
    return layout_is_row_major(in) && layout_is_row_major(out) && !is_stride(in, 1, 1) &&
           in->type.dim[1] == out->type.dim[1] && s->groups == size_value(in->type.dim[1]);
}

/* Holds the rows or columns [first, end) of the operand under the window of result i, as far as
 * they are inside. */
typedef struct Span {
    int64_t first, end;
} Span;

static Span span_under(const Step *s, int axis, int64_t i)
{
    const Window *w = &s->win;
    int64_t size = size_value(s->in[CONV_IN]->type.dim[2 + axis]);
    int64_t first = i * w->stride[axis] - w->pad[axis];
    int64_t end = first + w->dilation[axis] * (w->kernel[axis] - 1) + 1;
    return (Span){first > 0 ? first : 0, end < size ? end : size};
}

/* Lowers *shift, in elements, until no row is overwritten before it was copied. */
static void lower_shift(const Step *s, int64_t in_row, int64_t out_row, int64_t lead,
                        int64_t *shift)
{
    int64_t rows = size_value(s->in[CONV_IN]->type.dim[2]);
    for (int64_t y = 0; y < size_value(s->out[0]->type.dim[2]); y++) {
        int64_t read = span_under(s, 0, y).end;
        if (read < rows)
            *shift = min64(*shift, lead + read * in_row - (y + 1) * out_row);
    }
}

/* Finds the shifts of a result whose kernel reads windows where they lie. Starting before its
 * operand, the result must end each position where no later window has begun; starting behind it,
 * with the last position computed first, it must begin each where all earlier windows have ended.
 */
static void shift_positions(const Step *s, int64_t in_pixel, int64_t out_pixel, Shifts *shift)
{
    Size *const *out = s->out[0]->type.dim;
    int64_t width = size_value(s->in[CONV_IN]->type.dim[3]), ow = size_value(out[3]);
    int64_t n = size_value(out[2]) * ow, begun = INT64_MAX, ended = 0;
    for (int64_t i = n - 1; i > 0; i--) {
        int64_t y = span_under(s, 0, i / ow).first, x = span_under(s, 1, i % ow).first;
        begun = min64(begun, (y * width + x) * in_pixel);
        shift->before = min64(shift->before, begun - i * out_pixel);
    }
    shift->behind = 1; /* where both start together the first position comes first */
    for (int64_t i = 1; i <= n; i++) {
        int64_t y = span_under(s, 0, (i - 1) / ow).end, x = span_under(s, 1, (i - 1) % ow).end;
        ended = max64(ended, ((y - 1) * width + x) * in_pixel);
        shift->behind = max64(shift->behind, ended - i * out_pixel);
    }
}

static void shift_planes(const Step *s, int64_t *shift)
{
    Size *const *a = s->in[CONV_IN]->type.dim, *const *b = s->out[0]->type.dim;
    int64_t in_row = size_value(a[3]), out_row = size_value(b[3]), channels = size_value(a[1]);
    int64_t grow = size_value(a[2]) * in_row - size_value(b[2]) * out_row;
    for (int64_t c = 0; c < channels; c++) { /* plane c behind the c planes before it */
        lower_shift(s, in_row, out_row, c * grow, shift);
        if (c + 1 < channels && (c + 1) * grow < *shift)
            *shift = (c + 1) * grow;
    }
}

bool find_shifts(const Step *s, Shifts *shift)
{
    const Value *in = s->in[CONV_IN], *out = s->out[0];
    const Size *const *a = (const Size *const *)in->type.dim;
    const Size *const *b = (const Size *const *)out->type.dim;
    enum { MOST = 1 << 20 }; /* rows or positions that are worth looking at one by one */
    if (in->type.rank != 4 || !value_is_static(in) || !value_is_static(out) ||
        a[0] != size_const(1))
        return false;
    int64_t channels = size_value(a[1]), filters = size_value(b[1]);
    Overlap overlap =
        s->kernel->backend->overlap ? s->kernel->backend->overlap(s) : OVERLAP_BY_ROWS;
    bool by_positions = overlap == OVERLAP_BY_POSITIONS;
    if (overlap == OVERLAP_NEVER)
        return false;
    if ((by_positions ? size_value(b[3]) : channels) * size_value(b[2]) > MOST)
        return false;
    *shift = (Shifts){.behind = NOWHERE};
    if (by_positions) {
        shift_positions(s, channels, filters, shift);
        if (s->strip) /* whose turns compute the first rows first */
            shift->behind = NOWHERE;
        return true;
    }
    if (s->strip) /* each turn would copy rows over which results of the one before may lie */
        return false;
    if (is_plane_by_plane(s)) {
        shift_planes(s, &shift->before);
        return true;
    }
    shift->exact = layout_is_row_major(in);
    if (layout_is_row_major(in) && layout_is_row_major(out)) {
        int64_t plane = size_value(a[2]) * size_value(a[3]);
        bool same =
            a[2] == b[2] && a[3] == b[3] && s->win.stride[0] == 1 && span_under(s, 0, 0).end >= 1;
        shift->before = filters > channels ? (channels - filters) * plane : 0;
        return same;
    }
    if (!channels_last(in) || !channels_last(out))
        return false;
    int64_t in_row = channels * size_value(a[3]), out_row = filters * size_value(b[3]);
    lower_shift(s, in_row, out_row, 0, &shift->before);
    return true;
}

/* Does the kernel copy the operand's rows itself, so that an overlap needs no other kernel and no
 * more scratch? */
static bool copies_rows(const Step *s)
{
    return kernel_variant(s->kernel, VARIANT_OVERLAPS) == s->kernel;
}

/* Is the step's result allowed to lie over its operand? */
static bool is_allowed(const Step *s)
{
    const Buffer *b = s->kind == K_CONV ? s->out[0]->buffer : NULL;
    return b && b->over && b->first == s->index;
}

static int64_t saved_bytes(const Step *s)
{
    const Value *in = s->in[CONV_IN];
    if (copies_rows(s))
        return 0;
    int64_t rows = s->win.dilation[0] * (s->win.kernel[0] - 1) + 1;
    int64_t channels = is_plane_by_plane(s) ? 1 : size_value(in->type.dim[1]);
    return rows * channels * size_value(in->type.dim[3]) *
           (int64_t)dtype_bytes((int)in->type.dtype);
}

static Buffer *save_rows(Graph *g, Step *s)
{
    s->saved_rows = value_new(g, U8, 1, (Size *[]){size_const(saved_bytes(s))});
    Buffer *b = s->saved_rows->buffer = NEW(Buffer, 1);
    *b = (Buffer){.kind = B_ARENA,
                  .bound = saved_bytes(s),
                  .planned = true,
                  .first = s->index,
                  .last = s->index,
                  .id = g->nbuffers,
                  .has_kept = s->old && s->old->has_rows,
                  .kept = s->old ? s->old->rows : 0,
                  .name = fmt_text("%s_rows", s->name)};
    PUSH(g->buffer, g->nbuffers, b);
    return b;
}

/* Allows the step's result to lie over its operand, if that saves bytes. */
static bool allow(Graph *g, Step *s)
{
    if (s->kind != K_CONV || !kernel_variant(s->kernel, VARIANT_OVERLAPS) || s->saved_rows ||
        s->parts || (s->strip && s->strip->first != s->strip->last))
        return false;
    Value *in = s->in[CONV_IN];
    Buffer *a = in->buffer, *b = s->out[0]->buffer;
    Shifts shift;
    if (in->view_of || in->sliced || s->out[0]->sliced || in->param_of || !a ||
        a->kind != B_ARENA || b->kind != B_ARENA || a == b || a->last != s->index ||
        b->first != s->index || b->over || !find_shifts(s, &shift))
        return false;
    int64_t element = (int64_t)dtype_bytes((int)s->out[0]->type.dtype);
    if (shift.exact && shift.before * element % ARENA_ALIGN)
        return false;
    b->over = a;
    b->over_before = -round_up(-shift.before * element, ARENA_ALIGN);
    b->over_exact = shift.exact;
    b->over_behind =
        shift.behind < NOWHERE ? round_up(shift.behind * element, ARENA_ALIGN) : NOWHERE;
    if (overlap_saves(b) <= arena_aligned(saved_bytes(s))) {
        b->over = NULL;
        return false;
    }
    if (!copies_rows(s))
        save_rows(g, s);
    return true;
}

/* May `b`, placed at `at`, share bytes with `other`? Only a result with its operand. */
bool may_overlap(const Buffer *b, int64_t at, const Buffer *other)
{
    const Buffer *out = b->over == other ? b : other->over == b ? other : NULL;
    if (!out)
        return false;
    int64_t shift = out == b ? at - other->offset : other->offset - at;
    return shift >= out->over_behind ||
           (out->over_exact ? shift == out->over_before : shift <= out->over_before);
}

static int by_step(const void *a, const void *b)
{
    const Buffer *x = *(Buffer *const *)a, *y = *(Buffer *const *)b;
    return x->first - y->first;
}

/* Sorts the buffers of saved rows, which are behind all others, by their steps instead of the order
 * in which they were chosen. */
static void sort_saved_rows(Graph *g)
{
    int n = 0;
    FOR_STEPS(s, g->entry)
        n += s->saved_rows != NULL;
    if (n == 0)
        return;
    Buffer **saved = g->buffer + g->nbuffers - n;
    qsort(saved, (size_t)n, sizeof *saved, by_step);
    for (int i = 0; i < n; i++)
        saved[i]->id = g->nbuffers - n + i;
}

/* Lowers the peak as long as some step at the peak allows it. */
void allow_overlaps(Graph *g)
{
    int64_t *live = NEW(int64_t, g->nsteps + 2);
    for (bool lowered = g->nblocks == 1; lowered;) {
        int64_t peak = 0;
        lowered = false;
        live_bytes(g, live);
        for (int i = 0; i < g->nsteps; i++)
            peak = live[i] > peak ? live[i] : peak;
        FOR_STEPS(s, g->entry)
            if (live[s->index] == peak)
                lowered |= allow(g, s);
    }
    sort_saved_rows(g);
}

void keep_overlaps(Graph *g)
{
    FOR_BLOCKS(b, g)
        FOR_STEPS(s, b)
            if (g->nblocks == 1 && s->old && s->old->has_rows)
                allow(g, s);
}

/* Undoes allow_overlaps(), whose buffers of saved rows are behind all others. */
void forget_overlaps(Graph *g)
{
    FOR_BLOCKS(b, g)
        FOR_STEPS(s, b) {
            if (!is_allowed(s))
                continue;
            s->out[0]->buffer->over = NULL;
            g->nbuffers -= s->saved_rows != NULL;
            s->saved_rows = NULL;
        }
}

/* Gives each step whose result does lie over its operand the kernel that copies rows first; takes
 * the saved rows from those whose result lies apart. */
void settle_overlaps(Graph *g)
{
    FOR_BLOCKS(b, g)
        FOR_STEPS(s, b) {
            if (!is_allowed(s))
                continue;
            const Buffer *in = s->in[CONV_IN]->buffer, *out = s->out[0]->buffer;
            bool apart = in->memory != out->memory || in->offset + in->bound <= out->offset ||
                         out->offset + out->bound <= in->offset;
            if (apart) {
                s->saved_rows = NULL;
            } else {
                s->kernel = kernel_variant(s->kernel, VARIANT_OVERLAPS);
                s->out[0]->replaces = s->in[CONV_IN];
            }
        }
}
