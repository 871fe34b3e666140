/* SPDX-License-Identifier: 0BSD
 * Rows that are picked by index, written by index, summed in bags, or are the largest, against
 * their definitions: random sizes, and each index, offset and start that is just in range or just
 * not. gcc -std=c11 -O2 -Iruntime-min -Ibackends/portable tests/unit/picked.c
 *     backends/portable/pte_{gather,scatter,embedding_bag,topk,nonzero,compact,attention}_*.c
 *     runtime-min/pte_*.c -lm */
#include <math.h>

#include "pte_kernels.h"
#include "unit.h"

enum { ROOM = 1 << 10 };

static float in_f32[ROOM], src_f32[ROOM];

static int same(float a, float b)
{
    return a == b || (isnan(a) && isnan(b));
}

/* Few numbers, so that there are equals. */
static void fill(void)
{
    for (int i = 0; i < ROOM; i++) {
        in_f32[i] = unit_between(0, 20) ? (float)unit_between(-4, 4) : NAN;
        src_f32[i] = unit_between(0, 20) ? (float)unit_between(-4, 4) : NAN;
    }
}

typedef pte_status scatter_f32(pte_f32 *out, const pte_f32 *in, const pte_s64 *index,
                               const pte_f32 *src, const pte_gather *p);

static pte_status put_f32(pte_f32 *out, const pte_f32 *in, const pte_s64 *index, const pte_f32 *src,
                          const pte_gather *p)
{
    return pte_scatter_b4(out, in, index, src, p);
}

static float put(int kind, float old, float by)
{
    const float most = isnan(old) || old > by ? old : by;
    const float least = isnan(old) || old < by ? old : by;
    const float made[] = {by, old + by, by * old, most, least};

    return made[kind];
}

static void test_scatter(const pte_gather *p, const pte_s64 *index)
{
    static scatter_f32 *const all[] = {put_f32, pte_scatter_add_f32, pte_scatter_mul_f32,
                                       pte_scatter_max_f32, pte_scatter_min_f32};
    const int32_t slice = p->rows * p->inner;
    /* One more, which stays. */
    const size_t bytes = (size_t)(p->outer * slice + 1) * sizeof(float);

    for (int kind = 0; kind < 5; kind++) {
        float *in = unit_copy(in_f32, bytes), *want = unit_copy(in_f32, bytes);
        float *out = unit_between(0, 1) ? in : unit_copy(src_f32, bytes);
        const float *src = src_f32;
        int ok = 1;

        for (int32_t i = 0; i < p->count; i++)
            ok &= index[i] >= -p->rows && index[i] < p->rows;
        for (int32_t o = 0; o < p->outer && ok; o++)
            for (int32_t i = 0; i < p->count; i++)
                for (int32_t e = 0; e < p->inner; e++, src++) {
                    float *v = want + o * slice + (index[i] + p->rows) % p->rows * p->inner + e;

                    *v = put(kind, *v, *src);
                }
        if (!ok)
            memcpy(want, out, bytes);
        want[p->outer * slice] = out[p->outer * slice];
        CHECK(all[kind](out, in, index, src_f32, p) == (ok ? PTE_OK : PTE_INVALID_ARGUMENT),
              "scatter %d: status", kind);
        for (size_t i = 0; i < bytes / sizeof(float); i++)
            CHECK(same(out[i], want[i]), "scatter %d: %g, not %g", kind, out[i], want[i]);
        if (out != in)
            free(out);
        free(in);
        free(want);
    }
}

static void test_gather(const pte_gather *p, const pte_s64 *index)
{
    float out[ROOM];
    int ok = 1;

    for (int32_t i = 0; i < p->count; i++)
        ok &= index[i] >= (p->from_start ? 0 : -p->rows) && index[i] < p->rows;
    ok |= p->outer == 0;
    out[p->outer * p->count * p->inner] = 77;
    CHECK(pte_gather_b4(out, in_f32, index, p) == (ok ? PTE_OK : PTE_INVALID_ARGUMENT),
          "gather: status");
    CHECK(out[p->outer * p->count * p->inner] == 77, "gather: written behind the result");
    for (int32_t o = 0; o < p->outer && ok; o++)
        for (int32_t i = 0; i < p->count; i++)
            for (int32_t e = 0; e < p->inner; e++) {
                const int64_t row = o * p->rows + (index[i] + p->rows) % p->rows;

                CHECK(same(out[(o * p->count + i) * p->inner + e], in_f32[row * p->inner + e]),
                      "gather: element %d of row %d", e, i);
            }
}

/* Most indices are in range, and of those the first and the last row are frequent. */
static pte_s64 random_index(int32_t rows, int from_start)
{
    const pte_s64 edges[] = {0, rows - 1, -1, -rows, rows, -(pte_s64)rows - 1};
    const int kind = unit_between(0, 60);

    if (kind < 4 || kind > 58)
        return edges[kind < 4 ? (from_start ? kind % 2 : kind) : kind - 55];
    return unit_between(from_start ? 0 : -rows, rows - 1);
}

static void test_rows(void)
{
    pte_gather p = {unit_between(0, 3), unit_between(1, 6), unit_between(0, 5), unit_between(0, 4),
                    0};
    pte_s64 index[8];

    for (int32_t i = 0; i < p.count; i++)
        index[i] = random_index(p.rows, 0);
    test_scatter(&p, index);
    p.from_start = unit_between(0, 1);
    test_gather(&p, index);
}

/* ==== Bags ==== */

typedef struct bags {
    pte_s64 index[16], offset[8];
    float scale[16];
} bags;

static int is_in_order(const bags *x, const pte_embedding_bag *p)
{
    if (p->offsets == 0)
        return p->count == 0;
    for (int32_t b = 0; b < p->offsets; b++)
        if (x->offset[b] > p->count || x->offset[b] < (b ? x->offset[b - 1] : 0))
            return 0;
    if (x->offset[0] != 0 || (p->offsets > p->bags && x->offset[p->bags] != p->count))
        return 0;
    for (int32_t i = 0; i < p->count; i++)
        if (x->index[i] < 0 || x->index[i] >= p->rows)
            return 0;
    return 1;
}

static void check_bag(const bags *x, const pte_embedding_bag *p, int32_t b, int scaled,
                      const float *out, pte_s64 size, const pte_s64 *most)
{
    const pte_s64 end = b + 1 < p->offsets ? x->offset[b + 1] : p->count;

    for (int32_t e = 0; e < p->width; e++) {
        double sum = 0, max = 0;
        pte_s64 n = 0, from = 0;

        for (pte_s64 i = x->offset[b]; i < end; i++) {
            const float v = src_f32[x->index[i] * p->width + e];

            if (x->index[i] == p->padding)
                continue;
            sum += (double)v * (scaled ? x->scale[i] : 1);
            if (n == 0 || v > max) {
                max = v;
                from = x->index[i];
            }
            n++;
        }
        if (p->mode == PTE_BAG_MEAN && n > 0)
            sum /= (double)n;
        CHECK(size == n, "bag %d has %d rows, not %d", b, (int)size, (int)n);
        if (p->mode == PTE_BAG_MAX)
            CHECK(out[e] == (float)max && most[e] == from, "bag %d: %g from %d, not %g from %d", b,
                  out[e], (int)most[e], max, (int)from);
        else
            CHECK(fabs(out[e] - sum) < 1e-5, "bag %d: %g, not %g", b, out[e], sum);
    }
}

static void test_bags(void)
{
    pte_embedding_bag p = {
        unit_between(1, 5), unit_between(1, 4), unit_between(0, 9), unit_between(0, 4), 0,
        unit_between(0, 2), unit_between(-1, 4)};
    float out[20];
    pte_s64 bag[16], size[8], most[20];
    bags x = {{0}, {0}, {0}};
    const int scaled = p.mode == PTE_BAG_SUM && unit_between(0, 1);
    pte_status status;

    p.offsets = p.bags + unit_between(0, 1);
    for (int32_t i = 0; i < p.count; i++) {
        x.index[i] = unit_between(0, 40) ? unit_between(0, p.rows - 1) : random_index(p.rows, 1);
        x.scale[i] = (float)unit_between(-2, 2);
    }
    for (int32_t b = 1; b < p.offsets; b++)
        x.offset[b] = x.offset[b - 1] + unit_between(0, p.count - (int32_t)x.offset[b - 1]);
    if (p.offsets > p.bags && p.bags > 0)
        x.offset[p.bags] = p.count;
    if (p.offsets > 0 && unit_between(0, 3) == 0) /* now and then, one is next to where it may be */
        x.offset[unit_between(0, p.offsets - 1)] += unit_between(-1, 1);
    out[p.bags * p.width] = 77;
    size[p.bags] = most[p.bags * p.width] = bag[p.count] = 77;
    status = pte_embedding_bag_f32(out, bag, size, most, src_f32, x.index, x.offset,
                                   scaled ? x.scale : NULL, &p);
    /* An index that no bag has is not looked at. */
    if (p.bags > 0 || p.offsets == 0)
        CHECK(status == (is_in_order(&x, &p) ? PTE_OK : PTE_INVALID_ARGUMENT),
              "%d bags, %d offsets of %d: status %d", p.bags, p.offsets, p.count, status);
    CHECK(out[p.bags * p.width] == 77 && size[p.bags] == 77 && most[p.bags * p.width] == 77 &&
              bag[p.count] == 77,
          "bags: written behind the results");
    for (int32_t b = 0; b < p.bags && status == PTE_OK; b++) {
        const pte_s64 end = b + 1 < p.offsets ? x.offset[b + 1] : p.count;

        check_bag(&x, &p, b, scaled, out + b * p.width, size[b], most + b * p.width);
        for (pte_s64 i = x.offset[b]; i < end; i++)
            CHECK(bag[i] == b, "index %d: bag %d, not %d", (int)i, (int)bag[i], b);
    }
}

/* ==== The largest, and those that a mask has ==== */

/* Does element i come before element j, of which none is the other? */
static int comes_before(const float *in, int32_t i, int32_t j, int smallest)
{
    const float a = in[i], b = in[j];

    if (same(a, b))
        return i < j;
    if (isnan(a) || isnan(b))
        return isnan(a) ? !smallest : smallest;
    return smallest ? a < b : a > b;
}

static void test_topk(void)
{
    const int32_t n = unit_between(1, 20), inner = unit_between(1, 3), outer = unit_between(1, 2);
    const pte_topk p = {outer, n, inner, unit_between(0, n), unit_between(0, 1)};
    float values[ROOM];
    pte_s64 at[ROOM];

    for (int32_t i = 0; i < inner; i++)
        at[outer * p.k * inner + i] = 77;
    pte_topk_f32(values, at, in_f32, &p);
    for (int32_t i = 0; i < inner; i++)
        CHECK(at[outer * p.k * inner + i] == 77, "topk: written behind the result");
    for (int32_t o = 0; o < outer; o++)
        for (int32_t e = 0; e < inner; e++) {
            float line[20];

            for (int32_t i = 0; i < n; i++)
                line[i] = in_f32[(o * n + i) * inner + e];
            for (int32_t i = 0; i < n; i++) {
                int32_t rank = 0, to;

                for (int32_t j = 0; j < n; j++)
                    rank += j != i && comes_before(line, j, i, p.smallest);
                to = (o * p.k + rank) * inner + e;
                CHECK(rank >= p.k || (at[to] == i && same(values[to], line[i])),
                      "topk %d of %d: %g at %d, not %g at %d", rank, n, values[to], (int)at[to],
                      line[i], i);
            }
        }
}

static void test_mask(void)
{
    const int32_t h = unit_between(0, 4), w = unit_between(1, 4), inner = unit_between(0, 3);
    const pte_nonzero p = {h * w, 2, 2, 1, {h, w}};
    const pte_compact c = {h * w, inner};
    uint8_t mask[16];
    pte_s64 at[34], *next = at;
    float out[65], *to = out;

    for (int i = 0; i < 16; i++)
        mask[i] = (uint8_t)(unit_between(0, 1) * unit_between(1, 255));
    for (int i = 0; i < 34; i++)
        at[i] = 77;
    for (int i = 0; i < 65; i++)
        out[i] = 77;
    pte_nonzero_b1(at, mask, &p);
    pte_compact_b4(out, mask, in_f32, &c);
    for (int32_t y = 0; y < h; y++)
        for (int32_t x = 0; x < w; x++) {
            if (!mask[y * w + x])
                continue;
            CHECK(next[0] == y && next[1] == x, "the mask holds at %d,%d, not at %d,%d", y, x,
                  (int)next[0], (int)next[1]);
            next += 2;
            for (int32_t e = 0; e < inner; e++, to++)
                CHECK(same(*to, in_f32[(y * w + x) * inner + e]), "element %d of row %d", e,
                      y * w + x);
        }
    CHECK(*next == 77 && *to == 77, "mask: written behind the results");
}

/* ==== Attention ==== */

static float q[ROOM], k[ROOM], v[ROOM], mask[ROOM], attended[ROOM];

/* Scores are exact, and some of them far apart; of masks, some hide all keys or the first of them.
 */
static pte_attention random_attention(int masked)
{
    pte_attention p = {.batch = 1, .heads = 2, .shared = unit_between(1, 2)};
    const int32_t hidden = unit_between(0, 12);

    p.depth = unit_between(1, 5);
    p.rows = unit_between(1, 4);
    p.keys = p.rows + unit_between(0, 8);
    p.causal = !masked && unit_between(0, 1);
    p.scale = unit_between(0, 1) ? 0.5f : 64;
    p.ms = p.keys + unit_between(0, 1);
    p.qs = p.os = (pte_strides4){2 * p.rows * p.depth, p.rows * p.depth, p.depth, 1};
    p.ks = p.vs = (pte_strides4){2 * p.keys * p.depth, p.keys * p.depth, p.depth, 1};
    for (int i = 0; i < ROOM; i++) {
        q[i] = (float)unit_between(-3, 3);
        k[i] = (float)unit_between(-3, 3);
        v[i] = unit_float();
        mask[i] = unit_between(0, 3) ? (float)unit_between(-8, 8) : -INFINITY;
        attended[i] = NAN;
    }
    for (int32_t m = 0; m < p.rows; m++)
        for (int32_t n = 0; n < hidden && n < p.keys; n++)
            mask[m * p.ms + n] = -INFINITY;
    return p;
}

static void check_query(const pte_attention *p, int32_t h, int32_t m, int32_t keys, int masked)
{
    const float *query = q + (h * p->rows + m) * p->depth;
    const int32_t first = h / p->shared * p->keys * p->depth;
    double score[16], most = -INFINITY, all = 0;

    for (int32_t n = 0; n < keys; n++) {
        score[n] = 0;
        for (int32_t i = 0; i < p->depth; i++)
            score[n] += (double)query[i] * k[first + n * p->depth + i];
        score[n] = score[n] * p->scale + (masked ? mask[m * p->ms + n] : 0);
        most = fmax(most, score[n]);
    }
    for (int32_t n = 0; n < keys; n++)
        all += exp(score[n] - most);
    for (int32_t e = 0; e < p->depth; e++) {
        const float got = attended[(h * p->rows + m) * p->depth + e];
        double sum = 0;

        for (int32_t n = 0; n < keys; n++)
            sum += exp(score[n] - most) * v[first + n * p->depth + e];
        CHECK(isinf(most) ? isnan(got) : fabs(got - sum / all) < 1e-5,
              "attention of %d to %d of %d, masked %d: %g, not %g", m, keys, p->keys, masked, got,
              sum / all);
    }
}

static void test_attention(void)
{
    const int masked = unit_between(0, 1);
    const pte_attention p = random_attention(masked);
    const pte_s64 start = unit_between(-1, 9);
    const int fits = masked || (start >= 0 && start <= p.keys - p.rows);
    pte_status status;

    attended[p.os.n] = 77;
    status = pte_attention_f32(attended, q, k, v, masked ? mask : NULL, masked ? NULL : &start, &p);

    CHECK(status == (fits ? PTE_OK : PTE_INVALID_ARGUMENT), "attention from %d, %d of %d: %d",
          (int)start, p.rows, p.keys, status);
    CHECK(attended[p.os.n] == 77 && (fits || isnan(attended[0])),
          "attention: written where it has no result");
    for (int32_t h = 0; h < 2 && fits; h++)
        for (int32_t m = 0; m < p.rows; m++)
            check_query(&p, h, m,
                        masked     ? p.keys
                        : p.causal ? (int32_t)start + m + 1
                                   : (int32_t)start + p.rows,
                        masked);
}

/* ==== Experts ==== */

/* Numbers are small, and scales powers of two, so that sums are exact. */
static void test_experts(void)
{
    const int32_t block = 2 * unit_between(1, 3);
    const pte_expert_linear p = {unit_between(0, 5), unit_between(1, 3), unit_between(1, 4),
                                 block * unit_between(1, 3), block};
    const int32_t experts = unit_between(1, 4), groups = p.k / block;
    const int32_t weights = experts * p.n * p.k;
    int8_t bytes[4 * 4 * 18];
    uint8_t halves[4 * 4 * 9] = {0};
    float scale[4 * 4 * 9], by_bytes[21], by_halves[21];
    pte_s64 index[5];

    for (int32_t i = 0; i < weights; i++) {
        bytes[i] = (int8_t)unit_between(-8, 7);
        halves[i / 2] |= (uint8_t)((bytes[i] + 8) << (i % 2 * 4));
    }
    for (int32_t i = 0; i < experts * p.n * groups; i++)
        scale[i] = (float)(1 << unit_between(0, 3)) / 4;
    for (int i = 0; i < 5; i++)
        index[i] = unit_between(0, experts - 1);
    by_bytes[p.rows * p.n] = by_halves[p.rows * p.n] = 77;
    pte_expert_linear_f32_s8(by_bytes, src_f32, index, bytes, scale, &p);
    pte_expert_linear_f32_s4(by_halves, src_f32, index, halves, scale, &p);
    CHECK(by_bytes[p.rows * p.n] == 77 && by_halves[p.rows * p.n] == 77,
          "expert: written behind the result");
    for (int32_t i = 0; i < p.rows * p.n; i++) {
        const int32_t row = (int32_t)index[i / p.n] * p.n + i % p.n;
        double sum = 0;

        for (int32_t t = 0; t < p.k; t++)
            sum += (double)src_f32[i / p.n / p.repeat * p.k + t] * bytes[row * p.k + t] *
                   (double)scale[row * groups + t / block];
        CHECK(by_bytes[i] == sum && by_halves[i] == sum, "expert %d: %g, of 4 bits %g, not %g",
              (int)index[i / p.n], by_bytes[i], by_halves[i], sum);
    }
}

int main(void)
{
    for (int round = 0; round < 4000; round++) {
        fill();
        test_rows();
        for (int i = 0; i < ROOM; i++)
            src_f32[i] = isnan(src_f32[i]) ? 5 : src_f32[i];
        test_bags();
        test_topk();
        test_mask();
        test_attention();
        test_experts();
    }
    return unit_result("picked");
}
