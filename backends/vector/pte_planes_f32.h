/* SPDX-License-Identifier: 0BSD
 * Convolution of few channels that lie apart, as those of an image often do, by few filters:
 * positions of a row are across the lanes, so that these are filled too. Included behind
 * vconv.inc. */
#ifndef PTE_PLANES_F32_H
#define PTE_PLANES_F32_H

#include "pte_row.h"

#if PTE_LANES_F32 > 1

enum {
    PLANES_FILTERS = PTE_TILE_ROWS == 8 ? 8 : 4, /* of a tile */
    PLANES_VECTORS = 3,                          /* of positions of a tile, at most */
    PLANES_TILE = PLANES_VECTORS * PTE_LANES_F32,
    PLANES_QUAD = 4,                             /* filters that are stored together */
    PLANES_MOST = PTE_LANES_F32 == 16 ? 15 : 16, /* filters: more fill the lanes of tiles */
};

/* Rows of the input are copied, column sw i + r of a plane to element `lead` + i of its line r, so
 * that positions read neighbours. */
typedef struct plane_lines {
    const vconv_f32 *of;
    int32_t first, wide; /* positions of a row, of the portion that is computed */
    int32_t lead;        /* elements left of column 0, fewer than none if positions begin behind */
    int32_t line;        /* elements, 0 beside the row */
    int32_t rows;        /* that are kept: a window's; row i of the input replaces row i - rows */
    int32_t row;         /* elements of the lines of all planes */
    float *lines;
    int32_t *column; /* of each tap in the lines of a plane */
    int32_t *offset; /* of each tap in `lines`, for the first position of a row */
} plane_lines;

/* In whole vectors. */
PTE_INLINE int32_t planes_round(int32_t n)
{
    return (n + PTE_LANES_F32 - 1) / PTE_LANES_F32 * PTE_LANES_F32;
}

/* Is it of this kind? Whatever its rows are, its sums are those of vconv.inc to the bit. */
PTE_INLINE int planes_takes(const vconv_f32 *of)
{
    return of->filters <= PLANES_MOST && (of->planes || of->channels == 1) && !of->add &&
           of->p->is.w == 1 && !vconv_splits_f32(of);
}

/* Sets numbers. Is there room for a vector of positions at least, and are most lanes of a row's
 * vectors used? */
static int planes_fit(plane_lines *c, const vconv_f32 *of)
{
    const pte_conv2d *p = of->p;
    const int32_t beside = planes_round((p->kw - 1) * p->dw / p->sw + 1);
    const int32_t all = planes_round(p->ow);

    c->rows = (p->kh - 1) * p->dh + 1;
    const int32_t most = vconv_room_f32 / c->rows / of->channels / p->sw - beside;
    c->wide = pte_least(all, most / PLANES_TILE * PLANES_TILE);
    c->lead = p->pw > 0 ? (p->pw + p->sw - 1) / p->sw : -(-p->pw / p->sw);
    c->line = c->wide + beside;
    c->row = of->channels * p->sw * c->line;
    return c->wide > 0 && p->kh * p->kw * of->channels <= VCONV_TAPS && 4 * p->ow >= 3 * all;
}

PTE_INLINE void planes_clear(float *to, int32_t n)
{
    for (int32_t i = 0; i < n; i += PTE_LANES_F32)
        PTE_WIDE(store)(to + i, PTE_WIDE(splat)(0));
}

/* A row of a plane to its `step` lines. */
PTE_INLINE void planes_copy(const plane_lines *c, float *restrict to, const float *restrict row,
                            int32_t step)
{
    const int32_t w = c->of->p->w, before = c->first - c->lead, line = c->line;
    const int32_t begin = before < 0 ? -before : 0, end = pte_least(w / step - before, line);

    for (int32_t i = begin; i < end; i++)
        for (int32_t r = 0; r < step; r++)
            to[r * line + i] = row[(before + i) * step + r];
    for (int32_t r = 0; r < w % step && end >= begin && end < line; r++)
        to[r * line + end] = row[(before + end) * step + r];
}

/* The same of steps that are seldom, with less code. */
PTE_NOINLINE static void planes_copy_apart(const plane_lines *c, float *to, const float *row,
                                           int32_t step)
{
    const int32_t before = c->first - c->lead, w = c->of->p->w, line = c->line;

    for (int32_t r = 0; r < step; r++) {
        int32_t x = before * step + r;

        PTE_ROLLED
        for (int32_t i = 0; i < line; i++) {
            if (x >= 0 && x < w)
                to[r * line + i] = row[x];
            x += step;
        }
    }
}

/* Row y of the input, also one above or below it. */
static void planes_copy_row(const plane_lines *c, int32_t y)
{
    const pte_conv2d *p = c->of->p;
    float *to = c->lines + (y + p->ph) % c->rows * c->row;

    if (y < 0 || y >= p->h) {
        planes_clear(to, c->row);
        return;
    }
    for (int32_t channel = 0; channel < c->of->channels; channel++, to += p->sw * c->line) {
        const float *row = c->of->in + (ptrdiff_t)channel * p->is.c + (ptrdiff_t)y * p->is.h;

        if (p->sw == 1)
            planes_copy(c, to, row, 1);
        else if (p->sw == 2)
            planes_copy(c, to, row, 2);
        else
            planes_copy_apart(c, to, row, p->sw);
    }
}

/* Where the taps of row y of the result are. */
static void planes_find_taps(const plane_lines *c, int32_t y)
{
    const pte_conv2d *p = c->of->p;
    const int32_t top = y * p->sh % c->rows, plane = p->sw * c->line;
    int32_t *to = c->offset;

    for (int32_t channel = 0; channel < c->of->channels; channel++)
        for (int32_t ky = 0; ky < p->kh; ky++) {
            const int32_t row = top + ky * p->dh;
            const int32_t at = (row < c->rows ? row : row - c->rows) * c->row + channel * plane;

            for (int32_t kx = 0; kx < p->kw; kx++)
                *to++ = at + c->column[kx];
        }
}

/* From a sum to the result. */
PTE_INLINE pte_wide planes_result(const pte_conv2d *p, const pte_wide *sum, int i)
{
    const pte_wide v = PTE_WIDE(clamp)(sum[i * PLANES_VECTORS], p->lo, p->hi);

    return p->gate.slope != 0 ? pte_gated(v, &p->gate) : v;
}

/* A vector of positions for each of four filters, to one quad a position. */
PTE_INLINE void planes_store(const pte_conv2d *p, float *to, ptrdiff_t step, const pte_wide *sum)
{
    const pte_wide r0 = planes_result(p, sum, 0), r1 = planes_result(p, sum, 1);
    const pte_wide r2 = planes_result(p, sum, 2), r3 = planes_result(p, sum, 3);
    const pte_wide a = PTE_WIDE(zip_low)(r0, r1), b = PTE_WIDE(zip_high)(r0, r1);
    const pte_wide c = PTE_WIDE(zip_low)(r2, r3), d = PTE_WIDE(zip_high)(r2, r3);

    PTE_WIDE(store_fours)(to, step, PTE_WIDE(low)(a, c));
    PTE_WIDE(store_fours)(to + step, step, PTE_WIDE(high)(a, c));
    PTE_WIDE(store_fours)(to + 2 * step, step, PTE_WIDE(low)(b, d));
    PTE_WIDE(store_fours)(to + 3 * step, step, PTE_WIDE(high)(b, d));
}

/* What comes behind the sums of filters first and on, at `positions` positions from `out` on. */
PTE_NOINLINE static void planes_finish(const vconv_f32 *c, float *out, const pte_wide *sum,
                                       int32_t first, int32_t positions)
{
    const pte_conv2d *p = c->p;

    for (int32_t x = 0; x < positions; x += PTE_LANES_F32, sum++)
        for (int32_t i = 0; i < PLANES_FILTERS && first + i < c->filters; i += PLANES_QUAD) {
            const int32_t exist = pte_least(c->filters - first - i, PLANES_QUAD);
            const int32_t lanes = pte_least(positions - x, PTE_LANES_F32);
            float *const to = out + (ptrdiff_t)x * p->os.w + first + i;
            float part[PTE_LANES_F32 * PLANES_QUAD];

            if (exist == PLANES_QUAD && lanes == PTE_LANES_F32) {
                planes_store(p, to, p->os.w, sum + i * PLANES_VECTORS);
                continue;
            }
            planes_store(p, part, PLANES_QUAD, sum + i * PLANES_VECTORS);
            for (int32_t j = 0; j < lanes; j++)
                for (int32_t k = 0; k < exist; k++)
                    to[j * p->os.w + k] = part[j * PLANES_QUAD + k];
        }
}

#if PTE_TILE_ROWS == 8
#define PLANES_EACH(M) M(0) M(1) M(2) M(3) M(4) M(5) M(6) M(7)
#else
#define PLANES_EACH(M) M(0) M(1) M(2) M(3)
#endif
#define PLANES_START(i)                                                                            \
    pte_wide sum##i##_0 = PTE_WIDE(splat)(bias[i]), sum##i##_1 = sum##i##_0;                       \
    pte_wide sum##i##_2 = sum##i##_0;
/* Where instructions multiply by a lane, the weights of a tap are lanes; else each is a vector. */
#if defined(PTE_BY_LANE_F32) && PTE_BY_LANE_F32 == 4
#define PLANES_WEIGHTS                                                                             \
    const PTE_WIDE(lanes) w0 = PTE_WIDE(lane_factors)(weight);                                     \
    const PTE_WIDE(lanes) w1 = PTE_WIDE(lane_factors)(weight + 4);
#define PLANES_WEIGHT(i)
#define PLANES_MAC(i, x, sum) PTE_WIDE(mac_lane)((i) < 4 ? w0 : w1, x, sum, (i) % 4)
#else
#define PLANES_WEIGHTS
#define PLANES_WEIGHT(i)      const pte_wide w = PTE_WIDE(splat)(weight[i]);
#define PLANES_MAC(i, x, sum) PTE_WIDE(mac)(x, w, sum)
#endif
#define PLANES_TAP(i)                                                                              \
    {                                                                                              \
        PLANES_WEIGHT(i)                                                                           \
        sum##i##_0 = PLANES_MAC(i, x0, sum##i##_0);                                                \
        if (vectors > 1)                                                                           \
            sum##i##_1 = PLANES_MAC(i, x1, sum##i##_1);                                            \
        if (vectors > 2)                                                                           \
            sum##i##_2 = PLANES_MAC(i, x2, sum##i##_2);                                            \
    }
#define PLANES_KEEP(i)                                                                             \
    sum[i * PLANES_VECTORS] = sum##i##_0;                                                          \
    sum[i * PLANES_VECTORS + 1] = sum##i##_1;                                                      \
    sum[i * PLANES_VECTORS + 2] = sum##i##_2;

/* So many vectors of positions from `in` on times the filters whose weights are `weight`, in rows
 * of `width`. */
PTE_INLINE void planes_multiply(pte_wide *sum, const plane_lines *c, const float *in,
                                const float *weight, ptrdiff_t width, const float *bias,
                                int vectors)
{
    const int32_t taps = c->of->depth;
    PLANES_EACH(PLANES_START)

    for (int32_t i = 0; i < taps; i++, weight += width) {
        const float *const at = in + c->offset[i];
        const pte_wide x0 = PTE_WIDE(load)(at);
        const pte_wide x1 = vectors > 1 ? PTE_WIDE(load)(at + PTE_LANES_F32) : x0;
        const pte_wide x2 = vectors > 2 ? PTE_WIDE(load)(at + 2 * PTE_LANES_F32) : x0;
        PLANES_WEIGHTS

        PLANES_EACH(PLANES_TAP)
    }
    PLANES_EACH(PLANES_KEEP)
}

/* Filters first and on, at all positions of a row of the portion. */
static void planes_run_row(const plane_lines *c, float *out, int32_t first)
{
    const vconv_f32 *of = c->of;
    const int32_t panel = first / PTE_PANEL * PTE_PANEL;
    const int32_t width = pte_panel_width(pte_least(of->filters - panel, PTE_PANEL));
    const float *weight = of->weight + (ptrdiff_t)panel * of->depth + (first - panel);
    const int32_t positions = pte_least(of->p->ow - c->first, c->wide);
    pte_wide sum[PLANES_FILTERS * PLANES_VECTORS];

    for (int32_t x = 0, tile; x < positions; x += tile) {
        const int32_t vectors = (positions - x + PTE_LANES_F32 - 1) / PTE_LANES_F32;
        const float *const in = c->lines + x, *const bias = of->bias + first;

        tile = PTE_LANES_F32 * (vectors == 4 ? 2 : pte_least(vectors, PLANES_VECTORS));
        if (tile == PTE_LANES_F32)
            planes_multiply(sum, c, in, weight, width, bias, 1);
        else if (tile == 2 * PTE_LANES_F32)
            planes_multiply(sum, c, in, weight, width, bias, 2);
        else
            planes_multiply(sum, c, in, weight, width, bias, 3);
        planes_finish(of, out + (ptrdiff_t)x * of->p->os.w, sum, first,
                      pte_least(positions - x, tile));
    }
}

/* Computes a group if it is of this kind; otherwise returns 0. */
PTE_NOINLINE static int planes_run(const vconv_f32 *of)
{
    const pte_conv2d *p = of->p;
    pte_wide lines[vconv_room_f32 / PTE_LANES_F32]; /* of loads some are aligned */
    int32_t offset[VCONV_TAPS], column[VCONV_TAPS];
    plane_lines c = {.of = of, .lines = (float *)lines, .column = column, .offset = offset};

    if (!planes_takes(of) || !planes_fit(&c, of)) /* most are not: divisions come later */
        return 0;
    for (int32_t kx = 0; kx < p->kw; kx++) {
        const int32_t x = c.lead * p->sw - p->pw + kx * p->dw;

        column[kx] = x % p->sw * c.line + x / p->sw;
    }
    for (; c.first < p->ow; c.first += c.wide) {
        planes_clear(c.lines, c.rows * c.row);
        for (int32_t y = 0, next = -p->ph; y < p->oh; y++) {
            const int32_t top = y * p->sh - p->ph;

            for (next = next < top ? top : next; next < top + c.rows; next++)
                planes_copy_row(&c, next);
            planes_find_taps(&c, y);
            for (int32_t first = 0; first < of->filters; first += PLANES_FILTERS)
                planes_run_row(&c, of->out + (ptrdiff_t)y * p->os.h + (ptrdiff_t)c.first * p->os.w,
                               first);
        }
    }
    return 1;
}

#undef PLANES_EACH
#undef PLANES_START
#undef PLANES_WEIGHTS
#undef PLANES_WEIGHT
#undef PLANES_MAC
#undef PLANES_TAP
#undef PLANES_KEEP

#else
PTE_INLINE int planes_run(const vconv_f32 *of)
{
    (void)of;
    return 0;
}
#endif

#endif
