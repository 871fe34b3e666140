/* SPDX-License-Identifier: 0BSD
 * Copies in vectors against the scalar kernels: every number of rows and columns up to two squares
 * and more, in planes that are copied, or turned, or neither, with gaps, in any order of axes.
 * exit 77: this processor has not the instructions */
#include "can_run.h"
#include "edge.h"
#include "pte_vec_kernels.h"
#include "unit.h"

enum { MOST = 35, AXES = 4 };

typedef void kernel(void *out, const void *in, const pte_move *p);

/* Elements up to the last one. */
static size_t extent(const pte_move *p, int32_t offset, const int32_t *stride)
{
    size_t n = (size_t)offset + 1;

    for (int32_t i = 0; i < p->rank; i++)
        n += (size_t)((p->extent[i] - 1) * stride[i]);
    return n;
}

/* Strides in the order of axes `inner`, then `outer`, then the others; gaps between rows. */
static void lay_out(const pte_move *p, int32_t *stride, int32_t inner, int32_t outer, int32_t first)
{
    int32_t step = first;

    stride[inner] = step;
    step = step * p->extent[inner] + unit_between(0, 1) * 3;
    stride[outer] = step;
    step = step * p->extent[outer] + unit_between(0, 1) * 5;
    for (int32_t i = 0; i < p->rank; i++)
        if (i != inner && i != outer) {
            stride[i] = step;
            step *= p->extent[i];
        }
}

static void compare(kernel *got_by, kernel *want_by, size_t each, const pte_move *p)
{
    const size_t ins = extent(p, p->src_offset, p->src_stride) * each;
    const size_t outs = extent(p, p->dst_offset, p->dst_stride) * each;
    unsigned char *in = edge_block(ins), *got = edge_block(outs), *want = calloc(outs, 1);

    if (!want)
        abort();
    for (size_t i = 0; i < ins; i++)
        in[i] = (unsigned char)unit_random();
    got_by(got, in, p);
    want_by(want, in, p);
    CHECK(memcmp(got, want, outs) == 0,
          "%zu bytes, rank %d, %dx%dx.., to strides %d %d, from %d %d", each, p->rank, p->extent[0],
          p->extent[1], p->dst_stride[0], p->dst_stride[1], p->src_stride[0], p->src_stride[1]);
    edge_free(in, ins);
    edge_free(got, outs);
    free(want);
}

static void test(kernel *got_by, kernel *want_by, size_t each, int32_t rows, int32_t columns)
{
    const int32_t rank = unit_between(2, AXES), a = unit_between(0, rank - 1);
    const int32_t b = (a + unit_between(1, rank - 1)) % rank;
    const int turned = unit_between(0, 2) > 0;
    pte_move p = {.rank = rank, .dst_offset = unit_between(0, 3), .src_offset = unit_between(0, 3)};

    for (int32_t i = 0; i < rank; i++)
        p.extent[i] = i == a ? rows : i == b ? columns : unit_between(1, 3);
    lay_out(&p, p.dst_stride, b, a, unit_between(0, 7) ? 1 : 2);
    lay_out(&p, p.src_stride, turned ? a : b, turned ? b : a, unit_between(0, 7) ? 1 : 2);
    compare(got_by, want_by, each, &p);
}

/* Of one axis, of none, and of axes without elements: nothing is written. */
static void test_few_axes(kernel *got_by, kernel *want_by, size_t each)
{
    const pte_move none = {.rank = 0, .dst_offset = 1, .src_offset = 2};

    compare(got_by, want_by, each, &none);
    for (int32_t n = 1; n <= MOST; n++)
        for (int32_t step = 1; step <= 2; step++) {
            const pte_move p = {
                .rank = 1, .extent = {n}, .dst_offset = 1, .dst_stride = {step}, .src_stride = {1}};

            compare(got_by, want_by, each, &p);
        }
    for (int32_t empty = 0; empty < 3; empty++) {
        pte_move p = {.rank = 3,
                      .extent = {2, MOST, MOST},
                      .dst_stride = {MOST * MOST, MOST, 1},
                      .src_stride = {MOST * MOST, 1, MOST}};
        unsigned char out[4] = {1, 2, 3, 4};

        p.extent[empty] = 0;
        got_by(out, out, &p);
        CHECK(memcmp(out, "\1\2\3\4", 4) == 0, "%zu bytes, axis %d is empty", each, empty);
    }
}

static int tests(int argc, char **argv)
{
    (void)argc, (void)argv;
    test_few_axes(pte_vec_move_b1, pte_move_b1, 1);
    test_few_axes(pte_vec_move_b4, pte_move_b4, 4);
    for (int32_t rows = 1; rows <= MOST; rows++)
        for (int32_t columns = 1; columns <= MOST; columns++)
            for (int i = 0; i < 4; i++) {
                test(pte_vec_move_b1, pte_move_b1, 1, rows, columns);
                test(pte_vec_move_b4, pte_move_b4, 4, rows, columns);
            }
    return unit_result("moves");
}
