/* SPDX-License-Identifier: 0BSD
 * Results that lie over their dying operand: a convolution writes its rows over input rows that it
 * has copied. Done only where the arena is fullest, because it costs the copies. */
#include "mcu.h"
#include "passes.h"
#include "read/manifest.h"
#include "vector.h"

#include <stdlib.h>
#include <string.h>

int64_t rows_read(const Step *s, int64_t y)
{
    const Window *w = &s->win;
    int64_t rows = size_value(s->in[CONV_IN]->type.dim[2]);
    int64_t end = y * w->stride[0] - w->pad[0] + w->dilation[0] * (w->kernel[0] - 1) + 1;
    return end < rows ? end : rows;
}

static bool is_stride(const Value *v, int axis, int64_t n)
{
    const Size *s = v->layout.stride[axis];
    return v->type.dim[axis] == size_const(1) || (size_is_const(s) && size_value(s) == n);
}

/* A depthwise convolution of planes, which the kernel takes one after the other. */
static bool is_plane_by_plane(const Step *s)
{
    const Value *in = s->in[CONV_IN], *out = s->out[0];
    return layout_is_row_major(in) && layout_is_row_major(out) && !is_stride(in, 1, 1) &&
           in->type.dim[1] == out->type.dim[1] && s->groups == size_value(in->type.dim[1]);
}

/* Lowers *shift until no row is overwritten before it was copied. */
static void lower_shift(const Step *s, int64_t in_row, int64_t out_row, int64_t lead,
                        int64_t *shift)
{
    int64_t rows = size_value(s->in[CONV_IN]->type.dim[2]);
    for (int64_t y = 0; y < size_value(s->out[0]->type.dim[2]); y++) {
        int64_t room = lead + rows_read(s, y) * in_row - (y + 1) * out_row;
        if (rows_read(s, y) < rows && room < *shift)
            *shift = room;
    }
}

/* The same for positions that are read one by one, where each is written. */
static void lower_shift_by_positions(const Step *s, int64_t in_pixel, int64_t out_pixel,
                                     int64_t *shift)
{
    const Size *const *in = (const Size *const *)s->in[CONV_IN]->type.dim;
    int64_t width = size_value(in[3]), oh = size_value(s->out[0]->type.dim[2]),
            ow = size_value(s->out[0]->type.dim[3]);
    for (int64_t next = 1; next < oh * ow; next++) {
        int64_t at = next / ow * s->win.stride[0] * width + next % ow * s->win.stride[1];
        if (at * in_pixel - next * out_pixel < *shift)
            *shift = at * in_pixel - next * out_pixel;
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

/* Elements by which the result must start before its operand (negative or 0); row-major planes
 * must lie exactly so, rows of pixels may also start earlier. */
static bool find_shift(const Step *s, int64_t *shift, bool *exact)
{
    const Value *in = s->in[CONV_IN], *out = s->out[0];
    const Size *const *a = (const Size *const *)in->type.dim;
    const Size *const *b = (const Size *const *)out->type.dim;
    enum { MOST_ROWS = 1 << 20 }; /* that are worth looking at one by one */
    if (in->type.rank != 4 || !value_is_static(in) || !value_is_static(out) ||
        a[0] != size_const(1))
        return false;
    if (mcu_reads_directly(s) && size_value(b[2]) * size_value(b[3]) < 4)
        return false;
    int64_t channels = size_value(a[1]), filters = size_value(b[1]);
    if (channels * size_value(b[2]) > MOST_ROWS)
        return false;
    *shift = 0;
    *exact = false;
    if (is_plane_by_plane(s)) {
        shift_planes(s, shift);
        return true;
    }
    *exact = layout_is_row_major(in);
    if (layout_is_row_major(in) && layout_is_row_major(out)) {
        int64_t plane = size_value(a[2]) * size_value(a[3]);
        bool same = a[2] == b[2] && a[3] == b[3] && s->win.stride[0] == 1 && rows_read(s, 0) >= 1;
        *shift = filters > channels ? (channels - filters) * plane : 0;
        return same;
    }
    if (!channels_last(in) || !channels_last(out))
        return false;
    int64_t in_row = channels * size_value(a[3]), out_row = filters * size_value(b[3]);
    if (mcu_reads_directly(s))
        lower_shift_by_positions(s, channels, filters, shift);
    else
        lower_shift(s, in_row, out_row, 0, shift);
    return true;
}

/* Kernels that copy the rows themselves need no other one, nor more scratch. */
static bool copies_rows(const Step *s)
{
    return kernel_variant(s->kernel, VARIANT_OVERLAPS) == s->kernel;
}

/* Is its result allowed to lie over its operand? */
static bool is_allowed(const Step *s)
{
    const Buffer *b = s->kind == K_CONV ? s->out[0]->buffer : NULL;
    return b && b->over && b->first == s->index;
}

static int64_t scratch_bytes(const Step *s)
{
    const Value *in = s->in[CONV_IN];
    if (copies_rows(s))
        return 0;
    int64_t rows = s->win.dilation[0] * (s->win.kernel[0] - 1) + 1;
    int64_t channels = is_plane_by_plane(s) ? 1 : size_value(in->type.dim[1]);
    return rows * channels * size_value(in->type.dim[3]) *
           (int64_t)dtype_bytes((int)in->type.dtype);
}

/* Bytes that two buffers need together when the second starts `shift` from the first. */
static int64_t union_bytes(const Buffer *in, const Buffer *out, int64_t shift)
{
    int64_t low = shift < 0 ? shift : 0, end = shift + out->bound;
    return (end > in->bound ? end : in->bound) - low;
}

static Buffer *add_scratch(Graph *g, Step *s)
{
    s->scratch = value_new(g, U8, 1, (Size *[]){size_const(scratch_bytes(s))});
    Buffer *b = s->scratch->buffer = NEW(Buffer, 1);
    *b = (Buffer){.kind = B_ARENA,
                  .bound = scratch_bytes(s),
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
    if (s->kind != K_CONV || !kernel_variant(s->kernel, VARIANT_OVERLAPS) || s->scratch ||
        s->parts || s->strip)
        return false;
    Value *in = s->in[CONV_IN];
    Buffer *a = in->buffer, *b = s->out[0]->buffer;
    int64_t shift;
    bool exact;
    if (in->view_of || in->param_of || !a || a->kind != B_ARENA || b->kind != B_ARENA || a == b ||
        a->last != s->index || b->first != s->index || b->over || !find_shift(s, &shift, &exact))
        return false;
    shift *= (int64_t)dtype_bytes((int)s->out[0]->type.dtype);
    if (shift % ARENA_ALIGN && exact)
        return false;
    shift -= ((shift % ARENA_ALIGN) + ARENA_ALIGN) % ARENA_ALIGN;
    if (union_bytes(a, b, shift) + scratch_bytes(s) >= a->bound + b->bound)
        return false;
    b->over = a;
    b->over_shift = shift;
    b->over_exact = exact;
    if (!copies_rows(s))
        add_scratch(g, s);
    return true;
}

/* May `b`, placed at `at`, share bytes with `other`? Only a result with its operand. */
bool may_overlap(const Buffer *b, int64_t at, const Buffer *other)
{
    const Buffer *out = b->over == other ? b : other->over == b ? other : NULL;
    if (!out)
        return false;
    int64_t shift = out == b ? at - other->offset : other->offset - at;
    return out->over_exact ? shift == out->over_shift : shift <= out->over_shift;
}

/* Live bytes at each step. */
void live_bytes(const Graph *g, int64_t *live)
{
    memset(live, 0, (size_t)(g->nsteps + 2) * sizeof *live);
    for (int i = 0; i < g->nbuffers; i++) {
        const Buffer *b = g->buffer[i];
        int64_t bytes = (b->bound + ARENA_ALIGN - 1) / ARENA_ALIGN * ARENA_ALIGN;
        live[b->first] += bytes;
        live[b->last + 1] -= bytes;
        if (b->over) { /* both live at this one step, in fewer bytes than their sum */
            int64_t saved = b->over->bound + b->bound - union_bytes(b->over, b, b->over_shift);
            live[b->first] -= saved;
            live[b->first + 1] += saved;
        }
    }
    for (int i = 1; i <= g->nsteps; i++)
        live[i] += live[i - 1];
}

static int by_step(const void *a, const void *b)
{
    const Buffer *x = *(Buffer *const *)a, *y = *(Buffer *const *)b;
    return x->first - y->first;
}

/* The scratch buffers, behind all others, in the order of steps and not of the choice. */
static void sort_scratch(Graph *g)
{
    int n = 0;
    FOR_STEPS(s, g->entry)
        n += s->scratch != NULL;
    if (n == 0)
        return;
    Buffer **scratch = g->buffer + g->nbuffers - n;
    qsort(scratch, (size_t)n, sizeof *scratch, by_step);
    for (int i = 0; i < n; i++)
        scratch[i]->id = g->nbuffers - n + i;
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
    sort_scratch(g);
}

void keep_overlaps(Graph *g)
{
    FOR_BLOCKS(b, g)
        FOR_STEPS(s, b)
            if (g->nblocks == 1 && s->old && s->old->has_rows)
                allow(g, s);
}

/* As if allow_overlaps() had not run; the scratch that it made is behind all other buffers. */
void forget_overlaps(Graph *g)
{
    FOR_BLOCKS(b, g)
        FOR_STEPS(s, b) {
            if (!is_allowed(s))
                continue;
            s->out[0]->buffer->over = NULL;
            g->nbuffers -= s->scratch != NULL;
            s->scratch = NULL;
        }
}

/* Steps whose result does lie over the operand take the kernel that copies rows first. */
void settle_overlaps(Graph *g)
{
    FOR_BLOCKS(b, g)
        FOR_STEPS(s, b) {
            if (!is_allowed(s))
                continue;
            const Buffer *in = s->in[CONV_IN]->buffer, *out = s->out[0]->buffer;
            bool apart =
                in->offset + in->bound <= out->offset || out->offset + out->bound <= in->offset;
            if (apart) {
                s->scratch = NULL;
            } else {
                s->kernel = kernel_variant(s->kernel, VARIANT_OVERLAPS);
                s->out[0]->replaces = s->in[CONV_IN];
            }
        }
}
