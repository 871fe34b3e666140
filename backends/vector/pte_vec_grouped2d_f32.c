/* SPDX-License-Identifier: 0BSD
 * 2-D convolution of floats in groups of 4, 8 or 16 channels with as many filters. A vector has
 * four channels of a pixel as often as it has filters of their group: what memory gives without a
 * shuffle. The four sums of a filter are added at the end. The pixels that some rows of the result
 * read are copied, with zeros for what lies outside, so that all windows are read alike. */
#include "pte_dispatch.h"
#include "pte_row.h"
#include "pte_vec_kernels.h"
#include "pte_window.h"

enum {
    GROUPED_BLOCK = PTE_VEC_GROUPED_BLOCK,         /* channels, of pixels that are copied */
    GROUPED_ROOM = 512,                            /* such pixels at a time */
    GROUPED_BESIDE = 32,                           /* and those behind them that may be read */
    GROUPED_POSITIONS = PTE_LANES_F32 > 8 ? 4 : 2, /* whose sums are added to at once */
    GROUPED_QUAD = 4, /* vectors for as many filters as one has lanes */
};

/* A block of channels of an image, and as many filters of it as a vector has lanes. */
typedef struct grouped {
    const pte_conv2d *p;
    const float *in, *weight, *bias, *add; /* of the block; of the filters; add: or NULL */
    float *out;
    int32_t size, channels, filters; /* of a group; of the block; how many filters exist */
    int32_t group; /* the block's channel at which the group of the first filter starts */
} grouped;

/* Results whose pixels are copied: rows and columns of them, and the pixels of a copied row. */
typedef struct grouped_lines {
    int32_t y, x, high, wide, line;
    PTE_ALIGN(64) float copy[(GROUPED_ROOM + GROUPED_BESIDE) * GROUPED_BLOCK];
} grouped_lines;

#if PTE_LANES_F32 > 1
/* The next pixel's copy; from: NULL, if it lies outside. */
PTE_INLINE float *grouped_copy_pixel(float *to, const float *from, int32_t channels)
{
    PTE_UNROLLED
    for (int32_t c = 0; c < GROUPED_BLOCK; c += PTE_LANES_F32)
        PTE_WIDE(store)
    (to + c, from ? pte_row_load(from + c, channels - c, 0) : PTE_WIDE(splat)(0));
    return to + GROUPED_BLOCK;
}

PTE_NOINLINE static void grouped_copy(const grouped *t, grouped_lines *l)
{
    const pte_conv2d *const p = t->p;
    const int32_t rows = (l->high - 1) * p->sh + p->kh, x0 = l->x * p->sw - p->pw;
    const int32_t before = x0 < 0 ? pte_least(-x0, l->line) : 0;
    float *to = l->copy;

    for (int32_t r = 0; r < rows; r++) {
        const int32_t y = l->y * p->sh - p->ph + r;
        const int32_t inside = y >= 0 && y < p->h ? pte_least(p->w - x0, l->line) : 0;
        const float *from = t->in + y * p->is.h + (x0 + before) * p->is.w;
        int32_t i = 0;

        for (; i < before; i++)
            to = grouped_copy_pixel(to, NULL, 0);
        for (; i < inside; i++, from += p->is.w)
            to = grouped_copy_pixel(to, from, t->channels);
        for (; i < l->line; i++)
            to = grouped_copy_pixel(to, NULL, 0);
    }
}

/* The filters' results of one position, from their sums. */
PTE_INLINE void grouped_put(const grouped *t, const pte_wide *sum, ptrdiff_t at)
{
    const pte_conv2d *const p = t->p;
    const int32_t n = t->filters;
    pte_wide v = PTE_WIDE(pairs)(PTE_WIDE(pairs)(sum[0], sum[1]), PTE_WIDE(pairs)(sum[2], sum[3]));

    v = PTE_WIDE(add)(v, pte_row_load(t->bias, n, 0));
    if (t->add)
        v = PTE_WIDE(add)(v, pte_row_load(t->add + at, n, 0));
    v = PTE_WIDE(clamp)(v, p->lo, p->hi);
    pte_row_store(t->out + at, n, p->gate.slope != 0 ? pte_gated(v, &p->gate) : v);
}

/* Up to GROUPED_POSITIONS positions of a row. at: the first one's window; row: from one of its rows
 * to the next; each: pixels between positions; out: where the first result is. */
#define GROUPED_SUMS(name, size, each)                                                             \
    PTE_NOINLINE static void name(const grouped *t, const float *at, ptrdiff_t row, int32_t count, \
                                  ptrdiff_t out)                                                   \
    {                                                                                              \
        enum { FILTERS = PTE_LANES_F32 / GROUPED_QUAD /* of a vector */ };                         \
        const pte_conv2d *const p = t->p;                                                          \
        const int32_t kw = p->kw;                                                                  \
        const ptrdiff_t step = (each)*GROUPED_BLOCK, group = (ptrdiff_t)p->kh * kw * size * size;  \
        const float *weight = t->weight;                                                           \
        pte_wide sum[GROUPED_POSITIONS][GROUPED_QUAD];                                             \
                                                                                                   \
        PTE_UNROLLED                                                                               \
        for (int32_t j = 0; j < GROUPED_POSITIONS * GROUPED_QUAD; j++)                             \
            sum[j / GROUPED_QUAD][j % GROUPED_QUAD] = PTE_WIDE(splat)(0);                          \
        for (int32_t ky = 0; ky < p->kh; ky++, at += row) {                                        \
            const float *x = at;                                                                   \
                                                                                                   \
            for (int32_t kx = 0; kx < kw; kx++, x += GROUPED_BLOCK) {                              \
                PTE_FORGET(x); /* lest pixels wait in other registers for the next tap */          \
                PTE_UNROLLED                                                                       \
                for (int32_t k = 0; k < size; k += GROUPED_QUAD, weight += size * GROUPED_QUAD) {  \
                    PTE_UNROLLED                                                                   \
                    for (int32_t v = 0; v < GROUPED_QUAD; v++) {                                   \
                        const int32_t f = v * FILTERS, c = f / size * size + k;                    \
                        pte_wide w =                                                               \
                            PTE_WIDE(load)(weight + f / size * group + f % size * GROUPED_QUAD);   \
                                                                                                   \
                        PTE_HOLD(w); /* or each position would read it again */                    \
                                                                                                   \
                        PTE_UNROLLED                                                               \
                        for (int32_t j = 0; j < GROUPED_POSITIONS; j++)                            \
                            sum[j][v] =                                                            \
                                PTE_WIDE(mac)(PTE_WIDE(spread)(x + j * step + c), w, sum[j][v]);   \
                    }                                                                              \
                }                                                                                  \
            }                                                                                      \
        }                                                                                          \
        PTE_UNROLLED                                                                               \
        for (int32_t j = 0; j < GROUPED_POSITIONS; j++)                                            \
            if (j < count)                                                                         \
                grouped_put(t, sum[j], out + j * p->os.w);                                         \
    }
GROUPED_SUMS(grouped_sums_4, 4, p->sw)
GROUPED_SUMS(grouped_sums_8, 8, p->sw)
GROUPED_SUMS(grouped_sums_16, 16, p->sw)
GROUPED_SUMS(grouped_sums_4_dense, 4, 1)
GROUPED_SUMS(grouped_sums_8_dense, 8, 1)
GROUPED_SUMS(grouped_sums_16_dense, 16, 1)

typedef void grouped_run_sums(const grouped *t, const float *at, ptrdiff_t row, int32_t count,
                              ptrdiff_t out);

static grouped_run_sums *grouped_find(int32_t size, int dense)
{
    if (size == 4)
        return dense ? grouped_sums_4_dense : grouped_sums_4;
    if (size == 8)
        return dense ? grouped_sums_8_dense : grouped_sums_8;
    return dense ? grouped_sums_16_dense : grouped_sums_16;
}

/* The results of some filters whose pixels were copied. */
static void grouped_run_lines(const grouped *t, const grouped_lines *l)
{
    const pte_conv2d *const p = t->p;
    const ptrdiff_t row = (ptrdiff_t)l->line * GROUPED_BLOCK;
    grouped_run_sums *const sums = grouped_find(t->size, p->sw == 1);

    for (int32_t y = 0; y < l->high; y++)
        for (int32_t x = 0; x < l->wide; x += GROUPED_POSITIONS) {
            const float *const at =
                l->copy + y * p->sh * row + x * p->sw * GROUPED_BLOCK + t->group;
            const ptrdiff_t out = (l->y + y) * p->os.h + (l->x + x) * p->os.w;

            sums(t, at, row, l->wide - x, out);
        }
}
#else
/* A single filter's sum for the window at (y0, x0). */
static float grouped_sum(const grouped *t, int32_t y0, int32_t x0)
{
    const pte_conv2d *const p = t->p;
    const float *w = t->weight;
    float sum = *t->bias;

    for (int32_t y = y0; y < y0 + p->kh; y++)
        for (int32_t x = x0; x < x0 + p->kw; x++, w += t->size * t->size) {
            const float *const in = t->in + y * p->is.h + x * p->is.w + t->group;

            for (int32_t c = 0; y >= 0 && y < p->h && x >= 0 && x < p->w && c < t->size; c++)
                sum += in[c] * w[c / GROUPED_QUAD * GROUPED_QUAD * t->size + c % GROUPED_QUAD];
        }
    return sum;
}
#endif

/* Says in `t` what filters `f` and on of all read and write. */
static void grouped_begin(grouped *t, const grouped *all, int32_t block, int32_t f)
{
    const int32_t in_group = f % t->size, taps = t->p->kh * t->p->kw;

    t->weight = all->weight + (ptrdiff_t)(f - in_group) * taps * t->size + in_group * GROUPED_QUAD;
    t->bias = all->bias + f;
    t->add = all->add ? all->add + f : NULL;
    t->out = all->out + f;
    t->filters = pte_least(t->p->oc - f, PTE_LANES_F32);
    t->group = f - in_group - block;
}

/* The channels from number `block` on; `all` is of all channels and filters of the image. */
static void grouped_run(const grouped *all, int32_t block)
{
    const pte_conv2d *const p = all->p;
    const int32_t end = pte_least(block + GROUPED_BLOCK, p->oc);
    grouped t = *all;

    t.in += block;
    t.channels = end - block;
#if PTE_LANES_F32 > 1
    const int32_t room = (GROUPED_ROOM / p->kh - p->kw) / p->sw + 1;
    const int32_t wide = p->ow > 0 ? pte_least(room, p->ow) : 1; /* parts may have no positions */
    const int32_t high = (GROUPED_ROOM / ((wide - 1) * p->sw + p->kw) - p->kh) / p->sh + 1;
    grouped_lines l;

    for (l.y = 0; l.y < p->oh; l.y += l.high) {
        l.high = pte_least(high, p->oh - l.y);
        for (l.x = 0; l.x < p->ow; l.x += l.wide) {
            l.wide = pte_least(wide, p->ow - l.x);
            l.line = (l.wide - 1) * p->sw + p->kw;
            grouped_copy(&t, &l);
            for (int32_t f = block; f < end; f += PTE_LANES_F32) {
                grouped_begin(&t, all, block, f);
                grouped_run_lines(&t, &l);
            }
        }
    }
#else
    for (int32_t f = block; f < end; f++) {
        grouped_begin(&t, all, block, f);
        for (int32_t i = 0; i < p->oh * p->ow; i++) {
            const int32_t y = i / p->ow, x = i % p->ow;
            const ptrdiff_t at = y * p->os.h + x * p->os.w;
            float v = grouped_sum(&t, y * p->sh - p->ph, x * p->sw - p->pw);

            v = PTE_WIDE(clamp)(t.add ? v + t.add[at] : v, p->lo, p->hi);
            t.out[at] = p->gate.slope != 0 ? pte_gated(v, &p->gate) : v;
        }
    }
#endif
}

void pte_vec_grouped2d_f32(pte_f32 *out, const pte_f32 *in, const pte_f32 *weight,
                           const pte_f32 *bias, const pte_f32 *add, const pte_conv2d *p)
{
    PTE_CALL_WIDEST(pte_vec_grouped2d_f32, (out, in, weight, bias, add, p));
    for (int32_t n = 0; n < p->n; n++) {
        const grouped all = {.p = p,
                             .in = in + (ptrdiff_t)n * p->is.n,
                             .weight = weight,
                             .bias = bias,
                             .add = add ? add + (ptrdiff_t)n * p->os.n : NULL,
                             .out = out + (ptrdiff_t)n * p->os.n,
                             .size = p->c / p->groups};

        for (int32_t block = 0; block < p->c; block += GROUPED_BLOCK)
            grouped_run(&all, block);
    }
}
