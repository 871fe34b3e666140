/* SPDX-License-Identifier: 0BSD
 * Convolutions over their own operands against the same ones apart from them: the result starts as
 * far down in memory as the rule for overwritten rows allows, and scratch is no larger than needed.
 * gcc -std=c11 -O2 -ffp-contract=off -Iruntime-min -Ibackends/portable tests/unit/rows.c
 *     backends/portable/pte_conv2d_*.c runtime-min/pte_*.c */
#include "pte_kernels.h"
#include "unit.h"

enum { ROOM = 1 << 14, FENCE = 64 };
enum { F32, S8, S8_RNE, S8_FBIAS, KINDS };

static float weight_f32[ROOM], bias_f32[ROOM], scale[ROOM];
static int8_t weight_s8[ROOM];
static int32_t bias_s32[ROOM], mult[ROOM], shift[ROOM];
static const int32_t q[5] = {7, -3, -120, 110, 0};

static void fill(void)
{
    for (int i = 0; i < ROOM; i++) {
        weight_f32[i] = unit_float();
        bias_f32[i] = unit_float();
        scale[i] = (unit_float() + 1) / 256;
        weight_s8[i] = (int8_t)unit_random();
        bias_s32[i] = unit_between(-2000, 2000);
        mult[i] = unit_between(1 << 30, INT32_MAX);
        shift[i] = unit_between(-9, -6);
    }
}

/* Without scratch: where the result lies apart. */
static void run(int kind, int biased, void *out, const void *in, void *scratch, const pte_conv2d *p)
{
    const float *b = biased ? bias_f32 : NULL;
    const int32_t *n = biased ? bias_s32 : NULL;

    if (kind == F32 && scratch)
        pte_conv2d_rows_f32(out, in, weight_f32, b, scratch, p);
    else if (kind == F32)
        pte_conv2d_f32(out, in, weight_f32, b, p);
    else if (kind == S8 && scratch)
        pte_conv2d_rows_s8(out, in, weight_s8, n, mult, shift, q, scratch, p);
    else if (kind == S8)
        pte_conv2d_s8(out, in, weight_s8, n, mult, shift, q, p);
    else if (kind == S8_RNE && scratch)
        pte_conv2d_rows_s8_rne(out, in, weight_s8, n, scale, q, scratch, p);
    else if (kind == S8_RNE)
        pte_conv2d_s8_rne(out, in, weight_s8, n, scale, q, p);
    else if (scratch)
        pte_conv2d_rows_s8_fbias(out, in, weight_s8, b, scale, q, scratch, p);
    else
        pte_conv2d_s8_fbias(out, in, weight_s8, b, scale, q, p);
}

/* With gaps behind rows and, where channels lie together, behind positions. */
static pte_strides4 strides(int last, int32_t c, int32_t h, int32_t w, int32_t gap, int32_t behind)
{
    const int32_t step = c + behind, row = (last ? w * step : w) + gap;
    const pte_strides4 planes = {c * h * row, h * row, row, 1}, lasts = {h * row, 1, row, step};

    return last ? lasts : planes;
}

/* Channels lie together or are planes. */
static pte_conv2d random_conv(int last)
{
    pte_conv2d p = {.n = 1, .lo = -0.75f, .hi = 0.75f};
    const int depthwise = unit_between(0, 2) == 0;

    p.groups = depthwise ? unit_between(1, 6) : unit_between(1, 2);
    p.c = p.groups * (depthwise ? 1 : unit_between(1, 4));
    p.oc = p.groups * (depthwise ? 1 : unit_between(1, 5));
    p.kh = unit_between(1, 4);
    p.kw = unit_between(1, 3);
    p.sh = unit_between(1, 5); /* rows between windows are read by none of them */
    p.sw = unit_between(1, 2);
    p.dh = unit_between(1, 3);
    p.dw = unit_between(1, 2);
    p.ph = unit_between(0, (p.kh - 1) * p.dh + 1);
    p.pw = unit_between(0, p.kw - 1);
    p.h = unit_between(1, 9);
    p.w = unit_between(1, 7);
    p.oh = (p.h + 2 * p.ph - (p.kh - 1) * p.dh - 1) / p.sh + 1;
    p.ow = (p.w + 2 * p.pw - (p.kw - 1) * p.dw - 1) / p.sw + 1;
    p.is = strides(last, p.c, p.h, p.w, unit_between(0, 2) ? 0 : 2, unit_between(0, 2) ? 0 : 1);
    p.os = strides(last, p.oc, p.oh, p.ow, unit_between(0, 2) ? 0 : 3, 0);
    p.ws = strides(0, p.c / p.groups, p.kh, p.kw, 0, 0);
    return p;
}

static int is_plane_by_plane(const pte_conv2d *p, int last)
{
    return !last && p->groups == p->c && p->oc == p->c;
}

/* How many elements before the operand the result starts at least; planes that several channels
 * read have it behind them. */
static int32_t least_lead(const pte_conv2d *p, int last)
{
    const int32_t reach = (p->kh - 1) * p->dh + 1;
    int32_t lead = -p->is.n;

    if (!last && !is_plane_by_plane(p, last))
        return lead;
    for (int32_t c = 0; c < (last ? 1 : p->c); c++)
        for (int32_t y = 0; y < p->oh; y++) {
            const int32_t below = y * p->sh - p->ph + reach;
            const int32_t free = below < 0 ? 0 : below < p->h ? below : p->h;
            const int32_t before = c * p->is.c * !last + free * p->is.h;
            const int32_t end = c * p->os.c * !last + (y + 1) * p->os.h;

            if ((free < p->h || (!last && c + 1 < p->c)) && end - before > lead)
                lead = end - before;
        }
    return lead;
}

static void test(int kind, const pte_conv2d *p, int last)
{
    const size_t size = kind == F32 ? sizeof(float) : 1;
    const int biased = unit_between(0, 2) > 0;
    const int32_t lead = least_lead(p, last), in = lead > 0 ? lead : 0, out = in - lead;
    const int32_t in_end = in + p->is.n, out_end = out + p->os.n;
    const size_t total = (size_t)(in_end > out_end ? in_end : out_end) * size;
    const size_t scratch =
        size * (size_t)(((p->kh - 1) * p->dh + 1) * (is_plane_by_plane(p, last) ? 1 : p->c) * p->w);
    char *got = malloc(total), *want, *rows = malloc(scratch + 2 * FENCE), *source;

    for (size_t i = 0; i < total / size; i++)
        if (kind == F32)
            ((float *)(void *)got)[i] = unit_float();
        else
            got[i] = (char)unit_random();
    memset(rows, 0x55, scratch + 2 * FENCE);
    want = unit_copy(got, total);
    source = unit_copy(got + (size_t)in * size, (size_t)p->is.n * size);
    run(kind, biased, want + (size_t)out * size, source, NULL, p);
    run(kind, biased, got + (size_t)out * size, got + (size_t)in * size, rows + FENCE, p);
    CHECK(memcmp(got, want, total) == 0,
          "kind %d: channels %d -> %d, groups %d, %dx%d -> %dx%d, window %dx%d, stride %d, pad %d, "
          "dilation %d, last %d, lead %d",
          kind, p->c, p->oc, p->groups, p->h, p->w, p->oh, p->ow, p->kh, p->kw, p->sh, p->ph, p->dh,
          last, lead);
    for (int i = 0; i < FENCE; i++)
        CHECK(rows[i] == 0x55 && rows[FENCE + scratch + (size_t)i] == 0x55,
              "kind %d: written outside of scratch", kind);
    free(got);
    free(want);
    free(rows);
    free(source);
}

int main(void)
{
    for (int round = 0; round < 4000; round++) {
        const int last = unit_between(0, 1);
        const pte_conv2d p = random_conv(last);

        if (round % 500 == 0)
            fill();
        /* Planes of one element are channels that lie together. */
        if (p.oh > 0 && p.ow > 0 && (p.is.c == 1) == last)
            test(round % KINDS, &p, last);
    }
    return unit_result("rows");
}
