/* SPDX-License-Identifier: 0BSD
 * Pools in vectors against the scalar kernels, to the bit: every number of channels up to two of
 * the widest vectors and more, windows of random shapes, whole and in portions as threads compute
 * them. usage: pools [NUMBER-OF-SHAPES]      exit 77: this processor has not the instructions */
#include "can_run.h"
#include "edge.h"
#include "pte_vec_kernels.h"
#include "unit.h"

#include <math.h>
#include <string.h>

enum { MOST_CHANNELS = 133, PARTS = 3 };
typedef enum Kind { MAX_F32, MAX_S8, AVG_F32, AVG_S8, KINDS } Kind;

static const char *const names[] = {"max_f32", "max_s8", "avg_f32", "avg_s8"};

typedef struct Case {
    pte_pool2d p;
    Kind kind;
    const void *in;
    const pte_s32 *range; /* of max_s8 */
    pte_f32 q[2];         /* of avg_s8 */
} Case;

static size_t element(Kind kind)
{
    return kind == MAX_F32 || kind == AVG_F32 ? sizeof(pte_f32) : 1;
}

/* Numbers with equal ones among them, zeros of both signs, infinities and NaN. */
static pte_f32 any_float(int extreme)
{
    static const pte_f32 special[] = {0.0f, -0.0f, INFINITY, -INFINITY, NAN};

    return extreme && unit_between(0, 9) == 0 ? special[unit_between(0, 4)]
                                              : (pte_f32)unit_between(-40, 40) / 8 + 0.1f;
}

static void fill(Kind kind, void *in, size_t n, int extreme)
{
    for (size_t i = 0; i < n; i++)
        if (element(kind) == 1)
            ((pte_s8 *)in)[i] =
                (pte_s8)(extreme ? 255 * unit_between(0, 1) - 128 : unit_between(-128, 127));
        else
            ((pte_f32 *)in)[i] = any_float(extreme);
}

static void scalar(const Case *c, void *out)
{
    if (c->kind == MAX_F32)
        pte_max_pool2d_f32(out, NULL, c->in, &c->p);
    else if (c->kind == MAX_S8)
        pte_max_pool2d_s8(out, NULL, c->in, c->range, &c->p);
    else if (c->kind == AVG_F32)
        pte_avg_pool2d_f32(out, c->in, &c->p);
    else
        pte_avg_pool2d_s8(out, c->in, c->q, &c->p);
}

static void vectors(const Case *c, const pte_pool2d *p, void *out, const void *in)
{
    if (c->kind == MAX_F32)
        pte_vec_max_pool2d_f32(out, NULL, in, p);
    else if (c->kind == MAX_S8)
        pte_vec_max_pool2d_s8(out, NULL, in, c->range, p);
    else if (c->kind == AVG_F32)
        pte_vec_avg_pool2d_f32(out, in, p);
    else
        pte_vec_avg_pool2d_s8(out, in, c->q, p);
}

/* As compiler/plan/split.c has it: rows, where the divisor allows that, else channels. */
static void in_portions(const Case *c, pte_s8 *out)
{
    const size_t each = element(c->kind);
    const int by_rows = c->kind < AVG_F32 || c->p.divisor || !c->p.count_pad;

    for (int part = 0; part < PARTS; part++) {
        const int32_t extent = by_rows ? c->p.oh : c->p.c;
        const int32_t from = extent * part / PARTS, n = extent * (part + 1) / PARTS - from;
        pte_pool2d p = c->p;

        if (by_rows) {
            p.oh = n;
            p.ph -= from * p.sh;
        } else {
            p.c = n;
        }
        vectors(c, &p, out + (size_t)(from * (by_rows ? p.os.h : 1)) * each,
                (const pte_s8 *)c->in + (by_rows ? 0 : (size_t)from * each));
    }
}

static int same(const Case *c, const void *got, const void *want, size_t n)
{
    const pte_f32 *a = got, *b = want;

    if (element(c->kind) == 1)
        return memcmp(got, want, n) == 0;
    for (size_t i = 0; i < n; i++)
        if (memcmp(a + i, b + i, sizeof *a) != 0 && !(isnan(a[i]) && isnan(b[i])))
            return 0;
    return 1;
}

static void check(const Case *c, const void *got, const void *want, size_t n, const char *how)
{
    const pte_pool2d *p = &c->p;

    CHECK(same(c, got, want, n),
          "%s %s: n %d, %d channels, %dx%d -> %dx%d, window %dx%d, stride %d,%d, pad %d,%d, "
          "dilation %d,%d, count_pad %d, divisor %d",
          names[c->kind], how, p->n, p->c, p->h, p->w, p->oh, p->ow, p->kh, p->kw, p->sh, p->sw,
          p->ph, p->pw, p->dh, p->dw, p->count_pad, p->divisor);
}

/* Also with a result larger than the input asks for, as of ceil_mode: windows beyond the edge. */
static pte_pool2d random_window(int32_t channels)
{
    const int32_t gap = unit_between(0, 1) * 3, out_gap = unit_between(0, 1) * 5;
    pte_pool2d p = {.n = unit_between(1, 2), .c = channels};

    p.kh = unit_between(1, 4), p.kw = unit_between(1, 4);
    p.sh = unit_between(1, 3), p.sw = unit_between(1, 3);
    p.ph = unit_between(0, p.kh - 1), p.pw = unit_between(0, p.kw - 1);
    p.dh = unit_between(1, 2), p.dw = unit_between(1, 2);
    p.h = unit_between(1, 9), p.w = unit_between(1, 9);
    p.oh = (p.h + p.ph) / p.sh + 1, p.ow = (p.w + p.pw) / p.sw + 1;
    p.is = (pte_strides4){p.h * p.w * (channels + gap), 1, p.w * (channels + gap), channels + gap};
    p.os = (pte_strides4){p.oh * p.ow * (channels + out_gap), 1, p.ow * (channels + out_gap),
                          channels + out_gap};
    p.count_pad = unit_between(0, 1);
    p.divisor = unit_between(0, 3) ? 0 : unit_between(1, 9);
    p.lo = unit_between(0, 1) ? -1.5f : -INFINITY;
    p.hi = unit_between(0, 1) ? 2 : INFINITY;
    return p;
}

static size_t extent(const pte_pool2d *p, const pte_strides4 *s, int32_t h, int32_t w)
{
    return (size_t)((p->n - 1) * s->n + (p->c - 1) * s->c + (h - 1) * s->h + (w - 1) * s->w + 1);
}

static void test(Kind kind, int32_t channels)
{
    const int extreme = unit_between(0, 1);
    const pte_s32 range[] = {unit_between(-128, 10), unit_between(11, 127)};
    Case c = {.kind = kind, .p = random_window(channels)};
    const size_t ins = extent(&c.p, &c.p.is, c.p.h, c.p.w);
    const size_t outs = extent(&c.p, &c.p.os, c.p.oh, c.p.ow), bytes = outs * element(kind);
    void *in = edge_block(ins * element(kind)), *want = edge_block(bytes), *got = edge_block(bytes);

    fill(kind, in, ins, extreme);
    c.in = in;
    c.range = unit_between(0, 1) ? range : NULL;
    c.q[0] = (pte_f32)unit_between(-128, 127);
    c.q[1] = unit_between(0, 2) ? 1.0f / 256 : (pte_f32)unit_between(1, 1000) / 3000;
    scalar(&c, want);
    vectors(&c, &c.p, got, in);
    check(&c, got, want, outs, "whole");
    memset(got, 0, bytes);
    in_portions(&c, got);
    check(&c, got, want, outs, "in portions");
    edge_free(in, ins * element(kind));
    edge_free(want, bytes);
    edge_free(got, bytes);
}

static int tests(int argc, char **argv)
{
    const int shapes = argc > 1 ? atoi(argv[1]) : 2000;

    for (int32_t channels = 1; channels <= MOST_CHANNELS; channels++)
        for (int i = 0; i < shapes / 100; i++)
            for (Kind kind = 0; kind < KINDS; kind++)
                test(kind, channels);
    return unit_result("pools");
}
