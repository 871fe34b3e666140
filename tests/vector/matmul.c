/* SPDX-License-Identifier: 0BSD
 * Products of two computed matrices against sums in double: every number of rows and columns up to
 * two tiles, sums of one block and of several, the second matrix in either order.
 * exit 77: this processor has not the instructions */
#include "can_run.h"
#include "edge.h"
#include "pte_vec_kernels.h"
#include "unit.h"

#include <math.h>

enum { MOST_ROWS = 17, MOST_COLUMNS = 97, MOST_DEPTH = 300 };

static float a[2 * MOST_ROWS * (MOST_DEPTH + 3)], b[2 * (MOST_COLUMNS + 3) * (MOST_DEPTH + 3)];

static void fill(float *x, size_t n)
{
    for (size_t i = 0; i < n; i++)
        x[i] = unit_float();
}

static void compare(const pte_gemm *p, const float *out, int32_t s, int32_t i, int32_t j)
{
    const float got = out[s * p->os.b + i * p->os.r + j];
    double want = 0, size = 1;

    for (int32_t k = 0; k < p->k; k++) {
        const double product = (double)a[s * p->as.b + i * p->as.r + k] *
                               (double)b[s * p->bs.b + k * p->bs.r + j * p->bs.c];

        want += product;
        size += fabs(product);
    }
    want = fmin(fmax(want * (double)p->alpha, (double)p->lo), (double)p->hi);
    CHECK(fabs((double)got - want) <= 1e-6 * size,
          "%dx%dx%d, strides %d %d, [%d][%d][%d]: %g, not %g", p->m, p->n, p->k, p->bs.r, p->bs.c,
          s, i, j, (double)got, want);
}

static void test(int32_t rows, int32_t columns, int32_t depth)
{
    const int32_t gap = unit_between(0, 1) * 3, turned = unit_between(0, 1);
    const pte_gemm p = {.batch = 2,
                        .m = rows,
                        .n = columns,
                        .k = depth,
                        .as = {rows * (depth + gap), depth + gap, 1},
                        .bs = {(columns + gap) * (depth + gap), turned ? 1 : columns + gap,
                               turned ? depth + gap : 1},
                        .os = {rows * columns, columns, 1},
                        .alpha = unit_between(0, 1) ? 1.0f : -0.75f,
                        .lo = unit_between(0, 1) ? -1.0f : -INFINITY,
                        .hi = unit_between(0, 1) ? 1.0f : INFINITY};
    const size_t bytes = (size_t)(2 * rows * columns) * sizeof(float);
    const size_t a_bytes = (size_t)(2 * p.as.b - gap) * sizeof(float);
    const int32_t last = depth > 0 ? (depth - 1) * p.bs.r + (columns - 1) * p.bs.c + 1 : 0;
    const size_t b_bytes = (size_t)(p.bs.b + last) * sizeof(float);
    float *out = edge_block(bytes), *left = edge_copy(a, a_bytes), *right = edge_copy(b, b_bytes);

    pte_vec_matmul_f32(out, left, right, NULL, &p);
    for (int32_t s = 0; s < 2; s++)
        for (int32_t i = 0; i < rows; i++)
            for (int32_t j = 0; j < columns; j++)
                compare(&p, out, s, i, j);
    edge_free(out, bytes);
    edge_free(left, a_bytes);
    edge_free(right, b_bytes);
}

static int tests(int argc, char **argv)
{
    (void)argc, (void)argv;
    fill(a, sizeof a / sizeof *a);
    fill(b, sizeof b / sizeof *b);
    for (int32_t rows = 1; rows <= MOST_ROWS; rows++)
        for (int32_t columns = 1; columns <= MOST_COLUMNS; columns++)
            test(rows, columns, unit_between(0, 7) ? unit_between(0, 5) : unit_between(126, 300));
    return unit_result("matmul");
}
