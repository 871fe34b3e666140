/* SPDX-License-Identifier: 0BSD
 * Matrix products against a direct evaluation, over random shapes, strides and broadcasts.
 * gcc -std=c11 -O2 -ffp-contract=off -Iruntime-min -Ibackends/portable tests/unit/gemm.c
 *     backends/portable/pte_gemm_*.c */
#include "pte_kernels.h"
#include "pte_math.h"
#include "requant.h"
#include "unit.h"

enum { ROOM = 1 << 14 };

static float a_f32[ROOM], b_f32[ROOM], c_f32[ROOM], out_f32[ROOM];
static int8_t a_s8[ROOM], b_s8[ROOM], out_s8[ROOM];
static int16_t a_s16[ROOM], out_s16[ROOM], wide_s16[ROOM];
static int32_t c_s32[ROOM];
static int8_t b_s4[ROOM];
static float rows_s8[ROOM], rows_s4[ROOM];

/* A matrix of rows x columns, perhaps transposed or with gaps; 0 strides broadcast. */
static pte_strides3 matrix(int32_t batch, int32_t rows, int32_t columns, int broadcast)
{
    const int32_t gap = unit_between(0, 3) ? 0 : 2;
    pte_strides3 s = {rows * (columns + gap), columns + gap, 1};

    if (unit_between(0, 1)) {
        s.b = columns * (rows + gap);
        s.r = 1;
        s.c = rows + gap;
    }
    if (batch == 1 || (broadcast && unit_between(0, 1)))
        s.b = 0;
    if (broadcast && unit_between(0, 1))
        s.r = 0;
    if (broadcast && unit_between(0, 3) == 0)
        s.c = 0;
    return s;
}

static int32_t span(const pte_gemm *p, pte_strides3 s, int32_t rows, int32_t columns)
{
    return p->batch * s.b + rows * s.r + columns * s.c;
}

static int random_gemm(pte_gemm *p)
{
    static const float factors[] = {1.0f, 0.0f, -0.75f, 3.0f};

    p->batch = unit_between(0, 3);
    p->m = unit_between(0, 3) ? unit_between(1, 9) : 1;
    p->n = unit_between(0, 3) ? unit_between(1, 9) : unit_between(0, 150);
    p->k = unit_between(0, 9) ? unit_between(1, 40) : 0;
    p->as = matrix(p->batch, p->m, p->k, 0);
    p->bs = matrix(p->batch, p->k, p->n, 0);
    p->cs = matrix(p->batch, p->m, p->n, 1);
    p->os = matrix(2, p->m, p->n, 0);
    p->alpha = factors[unit_between(0, 3)];
    p->beta = factors[unit_between(0, 3)];
    p->lo = unit_between(0, 1) ? 0.0f : -0x1p100f;
    p->hi = unit_between(0, 1) ? 1.0f : 0x1p100f;
    return span(p, p->as, p->m, p->k) < ROOM && span(p, p->bs, p->k, p->n) < ROOM &&
           span(p, p->cs, p->m, p->n) < ROOM && span(p, p->os, p->m, p->n) < ROOM;
}

static int32_t at(pte_strides3 s, int32_t b, int32_t r, int32_t c)
{
    return b * s.b + r * s.r + c * s.c;
}

static float expect_f32(const pte_gemm *p, const float *c, int32_t b, int32_t i, int32_t j)
{
    float sum = 0;

    for (int32_t k = 0; k < p->k; k++)
        sum += a_f32[at(p->as, b, i, k)] * b_f32[at(p->bs, b, k, j)];
    sum *= p->alpha;
    if (c)
        sum += p->beta * c[at(p->cs, b, i, j)];
    return sum < p->lo ? p->lo : sum > p->hi ? p->hi : sum;
}

static int8_t expect_s8(const pte_gemm *p, const int32_t *c, const int32_t *mult,
                        const int32_t *shift, const int32_t *q, int32_t b, int32_t i, int32_t j)
{
    int64_t sum = c ? c[at(p->cs, b, i, j)] : 0, v;

    for (int32_t k = 0; k < p->k; k++)
        sum += ((int64_t)a_s8[at(p->as, b, i, k)] + q[0]) * (b_s8[at(p->bs, b, k, j)] + q[4]);
    v = (int64_t)pte_requant_double((int32_t)(uint32_t)(uint64_t)sum, *mult, *shift) + q[1];
    v = v < q[2] ? q[2] : v;
    return (int8_t)(v > q[3] ? q[3] : v);
}

/* The elements from the first to the last that a matrix touches. */
static size_t extent(const pte_gemm *p, pte_strides3 s, int32_t rows, int32_t columns)
{
    if (p->batch == 0 || rows == 0 || columns == 0)
        return 0;
    return (size_t)at(s, p->batch - 1, rows - 1, columns - 1) + 1;
}

static void compare(const pte_gemm *p, const float *c, const int32_t *c8, const int32_t *mult,
                    const int32_t *shift, const int32_t *q)
{
    for (int32_t b = 0; b < p->batch; b++) {
        for (int32_t i = 0; i < p->m; i++) {
            for (int32_t j = 0; j < p->n; j++) {
                const int32_t o = at(p->os, b, i, j);
                const float want = expect_f32(p, c, b, i, j);
                const int8_t want8 = expect_s8(p, c8, mult, shift, q, b, i, j);

                CHECK(pte_bits_f32(out_f32[o]) == pte_bits_f32(want),
                      "f32 %dx%dx%d [%d][%d][%d]: %a, not %a", p->m, p->n, p->k, b, i, j,
                      out_f32[o], want);
                CHECK(out_s8[o] == want8, "s8 %dx%dx%d [%d][%d][%d]: %d, not %d", p->m, p->n, p->k,
                      b, i, j, out_s8[o], want8);
            }
        }
    }
}

static void test(const pte_gemm *p)
{
    const int32_t mult = unit_between(1 << 30, INT32_MAX), shift = unit_between(-12, 0);
    const int32_t lo = unit_between(-128, 0);
    const int32_t q[5] = {unit_between(-127, 128), unit_between(-128, 127), lo,
                          unit_between(lo, 127), unit_between(-127, 128)};
    const int with_c = unit_between(0, 2);
    const size_t na = extent(p, p->as, p->m, p->k), nb = extent(p, p->bs, p->k, p->n);
    const size_t nc = extent(p, p->cs, p->m, p->n);
    float *a = unit_copy(a_f32, na * sizeof *a), *b = unit_copy(b_f32, nb * sizeof *b);
    float *c = with_c ? unit_copy(c_f32, nc * sizeof *c) : NULL;
    int8_t *a8 = unit_copy(a_s8, na), *b8 = unit_copy(b_s8, nb);
    int32_t *c8 = with_c ? unit_copy(c_s32, nc * sizeof *c8) : NULL;

    pte_gemm_f32(out_f32, a, b, c, p);
    pte_gemm_s8(out_s8, a8, b8, c8, &mult, &shift, q, p);
    compare(p, c, c8, &mult, &shift, q);
    free(a);
    free(b);
    free(c);
    free(a8);
    free(b8);
    free(c8);
}

static void test_s16(const pte_gemm *p)
{
    const int32_t q[4] = {0, unit_between(-9, 9), unit_between(-32768, 0), 32767};
    const int32_t q8[4] = {0, unit_between(-128, 127), -128, unit_between(-128, 127)};
    const float *c = unit_between(0, 2) ? c_f32 : NULL;
    float scale[150], to_s8[150];

    for (int i = 0; i < 150; i++) {
        scale[i] = unit_float() * 0x1p-8f;
        to_s8[i] = unit_float() * 0x1p-16f;
    }
    pte_gemm_s16_fbias(out_s16, a_s16, b_s8, c, scale, q, p);
    pte_gemm_s16_wide_fbias(wide_s16, a_s16, b_s8, c, scale, q, p);
    pte_gemm_s16_s8_fbias(out_s8, a_s16, b_s8, c, to_s8, q8, p);
    for (int32_t b = 0; b < p->batch; b++)
        for (int32_t i = 0; i < p->m; i++)
            for (int32_t j = 0; j < p->n; j++) {
                const int32_t o = at(p->os, b, i, j);
                const float added = c ? c[at(p->cs, b, i, j)] : 0;
                int64_t sum = 0;

                for (int32_t k = 0; k < p->k; k++)
                    sum += (int64_t)a_s16[at(p->as, b, i, k)] * b_s8[at(p->bs, b, k, j)];
                CHECK(out_s16[o] == expect_fbias(sum, scale[j], added, q) &&
                          wide_s16[o] == out_s16[o] &&
                          out_s8[o] == expect_fbias(sum, to_s8[j], added, q8),
                      "s16 %dx%dx%d [%d][%d][%d]: %d, wide %d, byte %d of %lld", p->m, p->n, p->k,
                      b, i, j, out_s16[o], wide_s16[o], out_s8[o], (long long)sum);
            }
}

static float expect_rows(const pte_gemm *p, const float *scale, float row_scale, int32_t row_zero,
                         float added, int32_t i, int32_t j)
{
    const int32_t block = p->block ? p->block : p->k;
    float sum = 0;

    for (int32_t first = 0; first < p->k; first += block) {
        int32_t part = 0;

        for (int32_t k = first; k < first + block; k++)
            part += (a_s8[i * p->as.r + k] - row_zero) * b_s4[j * p->k + k];
        sum += (float)part * scale[(j * p->k + first) / block];
    }
    sum = sum * row_scale + added;
    return sum < p->lo ? p->lo : sum > p->hi ? p->hi : sum;
}

/* Rows that were quantised one by one, with weights of 8 bits and the same in 4. */
static void test_rows(void)
{
    const int32_t block = 2 * unit_between(1, 20), blocks = unit_between(1, 3);
    const int32_t k = block * blocks, n = unit_between(1, 9), m = unit_between(1, 3);
    const pte_gemm p = {.m = m,
                        .n = n,
                        .k = k,
                        .as = {0, k + unit_between(0, 2), 1},
                        .bs = {0, 1, k},
                        .os = {0, n, 1},
                        .lo = -1000,
                        .hi = 1000,
                        .block = blocks > 1 ? block : 0};
    const float *c = unit_between(0, 2) ? c_f32 : NULL, row_scale[] = {1, 0.25f, 3};
    const int32_t zero[] = {unit_between(-128, 127), 0, unit_between(-128, 127)};
    int8_t *bytes = unit_copy(b_s4, (size_t)(n * k)), *pairs = unit_copy(b_s4, (size_t)(n * k / 2));

    for (int32_t i = 0; i < n * k / 2; i++) {
        const int8_t *first = b_s4 + i / (block / 2) * block + i % (block / 2);

        pairs[i] = (int8_t)((first[0] & 15) | first[block / 2] * 16);
    }
    pte_gemm_s8_rows(rows_s8, a_s8, bytes, c, b_f32, row_scale, zero, &p);
    pte_gemm_s4_rows(rows_s4, a_s8, pairs, c, b_f32, row_scale, zero, &p);
    for (int32_t i = 0; i < m * n; i++) {
        const float want = expect_rows(&p, b_f32, row_scale[i / n], zero[i / n],
                                       c ? c[i % n] : 0.0f, i / n, i % n);

        CHECK(rows_s8[i] == want && rows_s4[i] == want,
              "rows %dx%dx%d of %d [%d]: %a and %a, not %a", m, n, k, block, i, rows_s8[i],
              rows_s4[i], want);
    }
    free(bytes);
    free(pairs);
}

int main(void)
{
    pte_gemm p;

    for (int i = 0; i < ROOM; i++) {
        a_f32[i] = unit_float();
        b_f32[i] = unit_float();
        c_f32[i] = unit_float();
        a_s8[i] = (int8_t)unit_random();
        a_s16[i] = (int16_t)unit_random();
        b_s8[i] = (int8_t)unit_random();
        b_s4[i] = (int8_t)unit_between(-8, 7);
        c_s32[i] = unit_between(-20000, 20000);
    }
    for (int round = 0; round < 5000; round++)
        if (random_gemm(&p)) {
            test(&p);
            test_s16(&p);
            test_rows();
        }
    return unit_result("gemm");
}
