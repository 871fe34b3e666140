/* SPDX-License-Identifier: 0BSD
 * Depthwise 2-D convolution of floats: one filter for each channel, channels across the lanes. 3x3
 * windows go column by column, 5x5 by four positions of a row at a time (dwconv5_f32.inc); where a
 * vector has as many lanes as is said, all alike (dwconv_length_f32.inc). */
#include "pte_dispatch.h"
#include "pte_row.h"
#include "pte_vec_kernels.h"
#include "pte_window.h"

enum { DWF_LINE = 16 };

/* An image. */
typedef struct dwf_image {
    const float *in, *weight, *bias, *add;
    float *out;
    ptrdiff_t in_row, in_step, weight_row, weight_step, out_row, out_step;
    int32_t rows; /* of the result that one block computes in a row */
    const pte_conv2d *p;
} dwf_image;

#ifdef PTE_LANES_M8
#include "dwconv_length_f32.inc"
#else

/* Rows of the result in blocks of channels: t->rows of a block at once, the blocks that share lines
 * of the cache one behind the other. */
#define DWF_FOR_BLOCKS(t, channels, c, row)                                                        \
    for (int32_t line = 0; line < channels; line += DWF_LINE)                                      \
        for (int32_t row = 0; row < (t)->p->oh; row += (t)->rows)                                  \
            for (int32_t c = line; c < line + DWF_LINE && c < channels; c += PTE_LANES_F32)

PTE_INLINE pte_wide dwf_weight(const dwf_image *t, const float *weight, int32_t ky, int32_t kx,
                               pte_part all)
{
    pte_wide w = pte_part_load(weight + ky * t->weight_row + kx * t->weight_step, all);

    PTE_HOLD(w);
    return w;
}

#include "dwconv5_f32.inc"

/* -- 3x3: column by column -- */

/* Each column of the image is read once and adds to the results that it is in; a sum starts with
 * the bias and goes from the left column of its window to the right one. With 32 registers two rows
 * of the result share the rows that both read. Rows beside the image are zeros.
 *
 * The last block of channels is a part of a vector, or overlaps the one before. */
#if PTE_LANES_F32 == 16
#define DWF_PAIRS              1
#define DWF_FIRST(c, channels) (c)
#define DWF_PART_STORE(to, v)  pte_part_store(to, all, v)
#define DWF_LINE(i)                                                                                \
    const pte_part some##i = (pte_part)(y + (i) >= 0 && y + (i) < h ? all : 0);                    \
    const float *const in##i = image + (some##i ? y + (i) : top) * t->in_row;
#define DWF_READ(i) const pte_wide r##i = pte_part_load(in##i + at, some##i);
#else
static const float dwf_zeros[PTE_LANES_F32];

#if defined(__aarch64__)
#define DWF_PAIRS 1
#else
#define DWF_PAIRS 0
#endif
#define DWF_FIRST(c, channels) pte_least(c, channels - PTE_LANES_F32)
#define DWF_PART_STORE(to, v)  PTE_WIDE(store)(to, v)
#define DWF_LINE(i)                                                                                \
    const int is##i = y + (i) >= 0 && y + (i) < h;                                                 \
    const float *in##i = is##i ? image + (y + (i)) * t->in_row + at : dwf_zeros;                   \
    const ptrdiff_t step##i = is##i ? step : 0;
#define DWF_READ(i)                                                                                \
    const pte_wide r##i = PTE_WIDE(load)(in##i);                                                   \
    in##i += step##i;
#endif

PTE_INLINE void dwf_put(const dwf_image *t, ptrdiff_t at, pte_wide v, pte_part all)
{
    if (t->add)
        v = PTE_WIDE(add)(v, pte_part_load(t->add + at, all));
    v = PTE_WIDE(clamp)(v, t->p->lo, t->p->hi);
    if (t->p->gate.slope != 0)
        v = pte_gated(v, &t->p->gate);
    pte_part_store(t->out + at, all, v);
}

#define DWF_KEEP(ky, kx) const pte_wide w##ky##kx = dwf_weight(t, weight, ky, kx, all);
#define DWF_COLUMN(sum, start, kx, a, b, c)                                                        \
    sum = PTE_WIDE(mac)(r##a, w0##kx, start);                                                      \
    sum = PTE_WIDE(mac)(r##b, w1##kx, sum);                                                        \
    sum = PTE_WIDE(mac)(r##c, w2##kx, sum);
/* A result, the next one of its row. */
#define DWF_PUT(to, sum)                                                                           \
    if (plain)                                                                                     \
        DWF_PART_STORE(to, PTE_WIDE(clamp)(sum, lo, hi));                                          \
    else                                                                                           \
        dwf_put(t, to - t->out, sum, all);

/* Of position u, from the left end of the padding on: the last column of window u - 2, and the
 * first one of window u. WITH: what a second row of the result needs. */
#define DWF_K3S1(WITH)                                                                             \
    pte_wide start;                                                                                \
    DWF_COLUMN(a, a, 2, 0, 1, 2)                                                                   \
    DWF_COLUMN(b, b, 1, 0, 1, 2)                                                                   \
    DWF_COLUMN(start, bias, 0, 0, 1, 2)                                                            \
    WITH(pte_wide start2; DWF_COLUMN(a2, a2, 2, 1, 2, 3) DWF_COLUMN(b2, b2, 1, 1, 2, 3)            \
             DWF_COLUMN(start2, bias, 0, 1, 2, 3))                                                 \
    if (u >= 2) {                                                                                  \
        DWF_PUT(to, a)                                                                             \
        WITH(DWF_PUT(to + t->out_row, a2))                                                         \
        to += t->out_step;                                                                         \
        left--;                                                                                    \
    }                                                                                              \
    a = b, b = start;                                                                              \
    WITH(a2 = b2; b2 = start2;)
#define DWF_K3S2(WITH)                                                                             \
    if (u % 2) {                                                                                   \
        DWF_COLUMN(a, a, 1, 0, 1, 2)                                                               \
        WITH(DWF_COLUMN(a2, a2, 1, 2, 3, 4))                                                       \
        continue;                                                                                  \
    }                                                                                              \
    if (u >= 2) {                                                                                  \
        DWF_COLUMN(a, a, 2, 0, 1, 2)                                                               \
        WITH(DWF_COLUMN(a2, a2, 2, 2, 3, 4))                                                       \
        DWF_PUT(to, a)                                                                             \
        WITH(DWF_PUT(to + t->out_row, a2))                                                         \
        to += t->out_step;                                                                         \
        left--;                                                                                    \
    }                                                                                              \
    DWF_COLUMN(a, bias, 0, 0, 1, 2)                                                                \
    WITH(DWF_COLUMN(a2, bias, 0, 2, 3, 4))

/* Rows i to last - 1 of the result in channels c and on, as long as there are `rows`; returns the
 * next one. SECOND(M) is M(number) of the rows of the image that only the second one reads. */
#define DWF_SWEEP(name, rows, stride, SECOND, COLUMN, WITH)                                        \
    PTE_NOINLINE static int32_t name(const dwf_image *t, int32_t c, int32_t i, int32_t last)       \
    {                                                                                              \
        const int32_t h = t->p->h, from = t->p->pw < 0 ? -t->p->pw : 0;                            \
        const int32_t until = pte_least(t->p->w + t->p->pw, stride * (t->p->ow - 1) + 3);          \
        const ptrdiff_t step = t->in_step;                                                         \
        const float *const weight = t->weight + c, *const image = t->in + c;                       \
        const pte_part all = pte_part_of(t->p->c - c);                                             \
        const pte_wide bias = pte_part_load(t->bias + c, all);                                     \
        const float lo = t->p->lo, hi = t->p->hi;                                                  \
        const int plain = !t->add && t->p->gate.slope == 0;                                        \
        DWF_KEEP(0, 0)                                                                             \
        DWF_KEEP(0, 1)                                                                             \
        DWF_KEEP(0, 2)                                                                             \
        DWF_KEEP(1, 0)                                                                             \
        DWF_KEEP(1, 1)                                                                             \
        DWF_KEEP(1, 2)                                                                             \
        DWF_KEEP(2, 0)                                                                             \
        DWF_KEEP(2, 1)                                                                             \
        DWF_KEEP(2, 2)                                                                             \
                                                                                                   \
        for (; i + rows <= last; i += rows) {                                                      \
            const int32_t y = i * stride - t->p->ph, top = y < 0 || y >= h ? 0 : y;                \
            float *to = t->out + i * t->out_row + c;                                               \
            ptrdiff_t at = from * step;                                                            \
            int32_t left = t->p->ow;                                                               \
            pte_wide a = bias, b = bias;                                                           \
            WITH(pte_wide a2 = bias; pte_wide b2 = bias;)                                          \
                                                                                                   \
            (void)top;                                                                             \
            DWF_THREE(DWF_LINE)                                                                    \
            SECOND(DWF_LINE)                                                                       \
            for (int32_t u = from + t->p->pw; u < until; u++, at += step) {                        \
                DWF_THREE(DWF_READ)                                                                \
                SECOND(DWF_READ)                                                                   \
                COLUMN(WITH)                                                                       \
            }                                                                                      \
            for (; left > 0; left--, to += t->out_step) {                                          \
                DWF_PUT(to, a)                                                                     \
                a = b, b = bias;                                                                   \
                WITH(DWF_PUT(to + t->out_row, a2) a2 = b2; b2 = bias;)                             \
            }                                                                                      \
        }                                                                                          \
        return i;                                                                                  \
    }
#define DWF_ALONE(...)
#define DWF_THREE(M) M(0) M(1) M(2)
#define DWF_NO_MORE(M)
DWF_SWEEP(dwf_row_k3s1, 1, 1, DWF_NO_MORE, DWF_K3S1, DWF_ALONE)
DWF_SWEEP(dwf_row_k3s2, 1, 2, DWF_NO_MORE, DWF_K3S2, DWF_ALONE)
#if DWF_PAIRS
#define DWF_BOTH(...)           __VA_ARGS__
#define DWF_FOURTH(M)           M(3)
#define DWF_FOURTH_AND_FIFTH(M) M(3) M(4)
DWF_SWEEP(dwf_pair_k3s1, 2, 1, DWF_FOURTH, DWF_K3S1, DWF_BOTH)
DWF_SWEEP(dwf_pair_k3s2, 2, 2, DWF_FOURTH_AND_FIFTH, DWF_K3S2, DWF_BOTH)
#endif

PTE_INLINE void dwf_k3(const dwf_image *t, int32_t channels, int stride)
{
    DWF_FOR_BLOCKS(t, channels, block, row)
    {
        const int32_t last = pte_least(row + t->rows, t->p->oh);
        const int32_t c = DWF_FIRST(block, channels);
        int32_t i = row;

#if DWF_PAIRS
        i = (stride == 1 ? dwf_pair_k3s1 : dwf_pair_k3s2)(t, c, i, last);
#endif
        (stride == 1 ? dwf_row_k3s1 : dwf_row_k3s2)(t, c, i, last);
    }
}

static void dwf_k3s1(const dwf_image *t, int32_t channels)
{
    dwf_k3(t, channels, 1);
}

static void dwf_k3s2(const dwf_image *t, int32_t channels)
{
    dwf_k3(t, channels, 2);
}

/* -- windows of any size -- */

#if PTE_LANES_F32 == 16
enum { DWF_MANY = 8 }; /* positions of a row that are computed together */
#else
enum { DWF_MANY = 4 };
#endif

/* Some of the channels, from number c on. */
#if PTE_MASKS
#define DWF_SOME        const pte_part all = pte_part_of(t->p->c - c)
#define DWF_LOAD(at)    pte_part_load(at, all)
#define DWF_SAVE(to, v) pte_part_store(to, all, v)
#else
#define DWF_SOME        const int32_t lanes = t->p->c - c
#define DWF_LOAD(at)    pte_row_load(at, lanes, 0)
#define DWF_SAVE(to, v) pte_row_store(to, lanes, v)
#endif

/* Up to DWF_MANY positions of a row. `whole`: all columns of their windows are inside; else, those
 * beside the image are zeros. */
PTE_INLINE void dwf_some(const dwf_image *t, int32_t c, int32_t y, int32_t x, int whole)
{
    static const float beside[PTE_LANES_F32];
    const pte_conv2d *const p = t->p;
    const int32_t x0 = x * p->sw - p->pw, y0 = y * p->sh - p->ph;
    const pte_span rows = pte_taps(y0, p->kh, p->dh, p->h);
    const ptrdiff_t step = p->sw * t->in_step;
    pte_wide sum[DWF_MANY];
    DWF_SOME;

    PTE_UNROLLED
    for (int32_t j = 0; j < DWF_MANY; j++)
        sum[j] = DWF_LOAD(t->bias + c);
    for (int32_t ky = rows.first; ky < rows.first + rows.count; ky++) {
        const float *w = t->weight + ky * t->weight_row + c;
        const float *in = t->in + (y0 + ky * p->dh) * t->in_row + x0 * t->in_step + c;

        for (int32_t kx = 0; kx < p->kw; kx++, w += t->weight_step, in += p->dw * t->in_step) {
            const pte_wide factor = DWF_LOAD(w);

            PTE_UNROLLED
            for (int32_t j = 0; j < DWF_MANY; j++) {
                const int32_t column = x0 + j * p->sw + kx * p->dw;
                const int inside = whole || (column >= 0 && column < p->w);

                sum[j] = PTE_WIDE(mac)(DWF_LOAD(inside ? in + j * step : beside), factor, sum[j]);
            }
        }
    }
    PTE_UNROLLED
    for (int32_t j = 0; j < DWF_MANY; j++) {
        const ptrdiff_t out = y * t->out_row + (x + j) * t->out_step + c;

        if (x + j >= p->ow)
            break;
        if (t->add)
            sum[j] = PTE_WIDE(add)(sum[j], DWF_LOAD(t->add + out));
        sum[j] = PTE_WIDE(clamp)(sum[j], p->lo, p->hi);
        DWF_SAVE(t->out + out, p->gate.slope != 0 ? pte_gated(sum[j], &p->gate) : sum[j]);
    }
}

PTE_NOINLINE static void dwf_inside(const dwf_image *t, int32_t c, int32_t y, int32_t x)
{
    dwf_some(t, c, y, x, 1);
}

PTE_NOINLINE static void dwf_beside(const dwf_image *t, int32_t c, int32_t y, int32_t x)
{
    dwf_some(t, c, y, x, 0);
}

/* Channels c and on. */
static void dwf_any(const dwf_image *t, int32_t c)
{
    const pte_conv2d *p = t->p;
    const int32_t reach = (DWF_MANY - 1) * p->sw + (p->kw - 1) * p->dw;

    for (; c < p->c; c += PTE_LANES_F32)
        for (int32_t y = 0; y < p->oh; y++)
            for (int32_t x = 0; x < p->ow; x += DWF_MANY) {
                const int32_t x0 = x * p->sw - p->pw;

                (x0 >= 0 && x0 + reach < p->w ? dwf_inside : dwf_beside)(t, c, y, x);
            }
}

/* Rows that one block computes before the next one reads and writes the same lines of the cache:
 * all, or as many as stay near until then. */
static int32_t dwf_rows(const pte_conv2d *p)
{
    enum { NEAR_BYTES = 32 * 1024, TOGETHER = 1 + DWF_PAIRS };
    const int64_t row = ((int64_t)p->sh * p->w + p->ow) * DWF_LINE * 4;
    const int shared = PTE_LANES_F32 < DWF_LINE && p->c > PTE_LANES_F32;

    if (!shared || row * p->oh <= NEAR_BYTES)
        return p->oh;
    return row * TOGETHER >= NEAR_BYTES ? TOGETHER
                                        : (int32_t)(NEAR_BYTES / row / TOGETHER * TOGETHER);
}

/* What computes the first so many channels. */
typedef void dwf_run(const dwf_image *image, int32_t channels);

static dwf_run *dwf_find(const pte_conv2d *p)
{
    static const struct {
        int32_t k, stride;
        dwf_run *run;
    } shapes[] = {{3, 1, dwf_k3s1}, {3, 2, dwf_k3s2}, {5, 1, dwf_k5}, {5, 2, dwf_k5}};

    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++)
        if (p->kh == shapes[i].k && p->kw == shapes[i].k && p->sw == shapes[i].stride &&
            p->sh == shapes[i].stride && p->dh == 1 && p->dw == 1 && (p->kw == 5 || p->pw < 3))
            return shapes[i].run;
    return NULL;
}

/* How many these are: all, if the last vector may be a part, or be computed twice. What is added
 * may be in the result's memory: that only once. */
static int32_t dwf_channels(const pte_conv2d *p, int adds)
{
    const int parts = p->kw == 5 ? PTE_MASKS : PTE_LANES_F32 == 16;

    return parts || (p->kw == 3 && !adds && p->c >= PTE_LANES_F32)
               ? p->c
               : p->c / PTE_LANES_F32 * PTE_LANES_F32;
}
#endif

void pte_vec_dwconv2d_f32(pte_f32 *out, const pte_f32 *in, const pte_f32 *weight,
                          const pte_f32 *bias, const pte_f32 *add, const pte_conv2d *p)
{
    PTE_CALL_WIDEST(pte_vec_dwconv2d_f32, (out, in, weight, bias, add, p));
#ifndef PTE_LANES_M8
    dwf_run *const run = dwf_find(p);
    const int32_t some = dwf_channels(p, add != NULL);
#endif
    dwf_image t = {.p = p,
                   .weight = weight,
                   .bias = bias,
                   .in_row = p->is.h,
                   .in_step = p->is.w,
                   .weight_row = (ptrdiff_t)p->kw * p->c,
                   .weight_step = p->c,
                   .out_row = p->os.h,
                   .out_step = p->os.w,
#ifndef PTE_LANES_M8
                   .rows = dwf_rows(p)
#endif
    };

    for (int32_t n = 0; n < p->n; n++) {
        t.in = in + (ptrdiff_t)n * p->is.n;
        t.out = out + (ptrdiff_t)n * p->os.n;
        t.add = add ? add + (ptrdiff_t)n * p->os.n : NULL;
#ifdef PTE_LANES_M8
        dwf_by_length(&t);
#else
        if (run)
            run(&t, some);
        dwf_any(&t, run ? some : 0);
#endif
    }
}
