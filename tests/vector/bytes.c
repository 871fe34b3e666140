/* SPDX-License-Identifier: 0BSD
 * The vector kernels of bytes against the scalar ones, to the bit: every number of rows and columns
 * up to two tiles, pictures of planes, and convolutions of random shapes, with ordinary and extreme
 * numbers; tables. Their weights are packed by the compiler's own pass.
 * usage: bytes [NUMBER-OF-SHAPES]      exit 77: this processor has not the instructions */
#include "backends/vector/compiler/pack_s8.h"
#include "backends/vector/compiler/takes.h"
#include "can_run.h"
#include "graph/constants.h"
#include "graph/layouts.h"
#include "pte_vec_kernels.h"

#include "bytes.h"
#include "edge.h"
#include "groups.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef void conv2d_s8(pte_s8 *out, const pte_s8 *in, const pte_s8 *weight, const pte_s32 *bias,
                       const pte_f32 *scale, const pte_s32 *q, const pte_u8 *table,
                       const pte_conv2d *p);
enum { WHOLE, DEPTHWISE, GROUPED };
static conv2d_s8 *const kernels[3][2] = {
    [WHOLE] = {pte_vec_conv2d_s8_rne, pte_vec_conv2d_s8_fbias},
    [DEPTHWISE] = {pte_vec_dwconv2d_s8_rne, pte_vec_dwconv2d_s8_fbias},
    [GROUPED] = {pte_vec_grouped2d_s8_rne, pte_vec_grouped2d_s8_fbias},
};
static void (*const packs[])(Graph *g, Step *s) = {
    [WHOLE] = pack_conv_s8, [DEPTHWISE] = pack_depthwise_s8, [GROUPED] = pack_grouped_s8};

/* Compares a case that is filled, and frees it. */
static int compare(int kernel, Case *c)
{
    const size_t n = (size_t)c->p.n * (size_t)c->p.os.n;
    const size_t inputs = (size_t)input_extent(&c->p);
    int8_t *in = edge_copy(c->in, inputs);
    int8_t *want = calloc(n, 1), *out = edge_block(n); /* and zeros between positions */
    uint8_t table[256];
    Graph g = {0};
    const int adds = c->requant == RQ_F32_BIAS;
    for (int i = 0; i < 256; i++)
        table[i] = (uint8_t)below(256);
    Step *s = step_of(&g, c);
    const int taken = vector_takes(s);
    pte_conv2d p = c->p;
    packs[kernel](&g, s);
    p.groups = (int)kernel_groups(s);
    kernels[kernel][adds](out, in, const_data(s->in[CONV_WEIGHT]), const_data(s->in[CONV_BIAS]),
                          const_data(s->in[CONV_MULT]), c->q, c->table ? table : NULL, &p);
    if (adds)
        pte_conv2d_s8_fbias(want, c->in, c->weight, c->offset, c->scale, c->q, &c->p);
    else
        pte_conv2d_s8_rne(want, c->in, c->weight, c->bias, c->scale, c->q, &c->p);
    for (size_t i = 0; c->table && i < n; i++)
        if ((int64_t)i % c->p.os.w < c->p.oc)
            want[i] = (int8_t)table[(uint8_t)want[i]];
    int failed = !taken || memcmp(out, want, n) != 0;
    if (failed) {
        printf("FAILED: taken %d, extreme %d, float bias %d, table %d, ", taken, c->extreme, adds,
               c->table);
        print_shape(&c->p, c->depthwise, c->planes);
    }
    edge_free(in, inputs);
    free(want);
    edge_free(out, n);
    free_case(c);
    return failed;
}

static int run_by(int kernel, Case *c)
{
    space_results(&c->p);
    space_rows(&c->p, c->planes);
    c->requant = below(2) ? RQ_F32_BIAS : RQ_F32_RNE;
    fill(c);
    return compare(kernel, c);
}

static int run(Case *c)
{
    return run_by(c->depthwise ? DEPTHWISE : WHOLE, c);
}

/* Every tail: 1x1, so many positions (also none) and filters. */
static int run_tails(void)
{
    int failed = 0;
    for (int rows = 0; rows <= 17; rows++)
        for (int columns = 1; columns <= 97; columns++) {
            Case c = {.p = shape_of_product(rows, columns, 1 + below(21)), .extreme = below(2)};
            lay_out(&c.p, 0, 0);
            failed += run(&c);
        }
    return failed;
}

/* Two weights of a column whose products have the largest sum, or the next one. */
static int run_pairs(void)
{
    enum { DEPTH = 16 };
    int failed = 0;
    for (int first = 0; first < DEPTH; first++)
        for (int second = first + 1; second < DEPTH; second++)
            for (int more = 0; more < 2; more++) {
                Case c = {.p = shape_of_product(9, 1, DEPTH), .requant = RQ_F32_BIAS};
                lay_out(&c.p, 0, 0);
                space_results(&c.p);
                fill(&c);
                memset(c.in, INT8_MIN, 9 * DEPTH);
                memset(c.weight, 0, DEPTH);
                c.weight[first] = INT8_MIN;
                c.weight[second] = (int8_t)(INT8_MIN + more);
                c.scale[0] = 1.0f / 512;
                memcpy(c.q, (int32_t[]){0, 0, INT8_MIN, INT8_MAX}, sizeof c.q);
                if (c.offset)
                    c.offset[0] = 0;
                failed += compare(WHOLE, &c);
            }
    return failed;
}

/* Sums so long that few rows of them have room at a time; longer ones are for other kernels. */
static int run_long(void)
{
    static const int depth[] = {4096, 4097, 8196, 16388, 32768, 32769};
    int failed = 0;
    for (int i = 0; i < 6; i++)
        for (int rows = 1; rows <= 10; rows += 3) {
            Case c = {.p = shape_of_product(rows, 5, depth[i])};
            lay_out(&c.p, 0, 0);
            if (depth[i] <= 32768) {
                failed += run(&c);
                continue;
            }
            Graph g = {0};
            c.requant = RQ_F32_RNE;
            fill(&c);
            if (vector_takes(step_of(&g, &c))) {
                printf("FAILED: takes a sum of %d\n", depth[i]);
                failed++;
            }
            free_case(&c);
        }
    return failed;
}

/* Sums that fill the tile registers of some processors, or nearly, of rows that do: of pixels, and
 * of two rows of windows of two pixels. */
static int run_deep(void)
{
    static const int rows[] = {14, 15, 16, 17, 31, 32, 40, 70};
    static const int depth[] = {60, 64, 66, 68, 124, 128, 132, 192};
    static const int columns[] = {16, 24, 31, 33, 48, 100};
    int failed = 0;
    for (int i = 0; i < 8; i++)
        for (int k = 0; k < 8; k++)
            for (int window = 1; window <= 2; window++) {
                Case c = {.p = shape_of_product(rows[i], columns[below(6)], depth[k] / window),
                          .extreme = below(3) == 0};
                c.p.kw = c.p.h = c.p.oh = window;
                c.p.w += window - 1;
                lay_out(&c.p, 0, 0);
                failed += run(&c);
            }
    return failed;
}

/* Which products go by AMX: those of enough rows, of sums that are long and in whole fours, and of
 * panels in whole tiles. */
static int run_by_amx(void)
{
    int failed = 0;
#ifdef AMX_STANDIN_H
    static const struct {
        int rows, columns, depth, taken;
    } shapes[] = {{16, 16, 64, 1}, {15, 16, 64, 0}, {16, 16, 60, 0},  {16, 16, 66, 0},
                  {16, 24, 64, 0}, {1, 48, 640, 0}, {32, 48, 192, 1}, {16, 31, 128, 1}};
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
        Case c = {.p = shape_of_product(shapes[i].rows, shapes[i].columns, shapes[i].depth)};
        lay_out(&c.p, 0, 0);
        amx_products = 0;
        failed += run(&c);
        if ((amx_products > 0) != shapes[i].taken) {
            printf("FAILED: %d products by AMX in shape %zu\n", amx_products, i);
            failed++;
        }
    }
#endif
    return failed;
}

/* Results that 32 bits do not hold are for other kernels. */
static int run_beyond(void)
{
    static const float sizes[] = {0, 1, 0x1.fffffp30f, 0x1p31f, 0x1p100f, INFINITY, NAN};
    int failed = 0;
    for (int size = 0; size < 7; size++)
        for (int adds = 0; adds < 2; adds++) {
            Case c = {.p = shape_of_product(1, 5, 9), .requant = adds ? RQ_F32_BIAS : RQ_F32_RNE};
            float scale[5] = {0}, offset[5] = {0};
            int32_t bias[5] = {0};
            lay_out(&c.p, 0, 0);
            c.weight = bytes(5 * 9, 0);
            c.scale = scale;
            (adds ? offset : scale)[3] = adds ? sizes[size] : sizes[size] / (9 * 128 * 128);
            c.offset = adds ? offset : NULL;
            c.bias = adds ? NULL : bias;
            Graph g = {0};
            if (vector_takes(step_of(&g, &c)) != (size < 2)) {
                printf("FAILED: takes results of %g, %d\n", (double)sizes[size], adds);
                failed++;
            }
            free(c.weight);
            free_all();
        }
    return failed;
}

/* Pictures whose channels lie one behind the other, of every number of them and of widths about
 * those of vectors; the rows of a single column may lie apart. */
static int run_planes(void)
{
    static const int widths[] = {1, 2, 15, 16, 17, 31, 32, 33, 64, 225};
    int failed = 0;
    for (int i = 0; i < 60; i++) {
        pte_conv2d p = {.n = 2, .w = widths[i / 6], .dh = 1, .dw = 1, .groups = 1 + i % 2};
        const int apart = p.w == 1 ? 1 + below(3) : p.w;
        p.c = p.groups * (2 + i % 3);
        p.oc = p.groups * (1 + below(50));
        p.kh = 1 + below(5), p.kw = 1 + below(p.w < 7 ? p.w : 7);
        p.sh = 1 + below(2), p.sw = 1 + below(3);
        p.ph = below(p.kh), p.pw = below(p.kw);
        p.h = p.kh + below(20);
        p.oh = outputs(p.h, p.kh, p.sh, p.ph, p.dh);
        p.ow = outputs(p.w, p.kw, p.sw, p.pw, p.dw);
        p.is = (pte_strides4){p.c * p.h * apart, p.h * apart, apart, 1};
        Case c = {.p = p, .planes = 1, .extreme = below(3) == 0, .table = below(4) == 0};
        failed += run(&c);
    }
    return failed;
}

/* A depthwise shape, whose results are as many as fit. */
static int run_depthwise_of(pte_conv2d p)
{
    p.oh = outputs(p.h, p.kh, p.sh, p.ph, p.dh);
    p.ow = outputs(p.w, p.kw, p.sw, p.pw, p.dw);
    lay_out(&p, 0, 0);
    Case c = {.p = p, .depthwise = 1, .extreme = below(3) == 0, .table = below(4) == 0};
    return run(&c);
}

/* Depthwise pictures of so few channels that a vector has those of several positions: any width up
 * to several runs of them, also where windows reach beyond both edges. */
static int run_flat(void)
{
    int failed = 0;
    for (int i = 0; i < 60; i++) {
        pte_conv2d p = {.n = 1 + below(2), .sw = 1, .dh = 1 + i % 2};
        p.c = p.oc = p.groups = 2 << i % 5;
        p.kh = 1 + below(6), p.kw = 1 + below(i % 3 ? 4 : 9);
        p.sh = 1 + below(2), p.dw = 1 + (below(3) == 0);
        p.ph = below(p.kh), p.pw = below(p.kw);
        p.h = p.dh * (p.kh - 1) + 1 + below(4);
        p.w = p.dw * (p.kw - 1) + 1 + below(i % 4 ? 40 : 1000);
        failed += run_depthwise_of(p);
    }
    return failed;
}

/* Depthwise windows so wide that the columns of one have no room side by side. */
static int run_wide(void)
{
    int failed = 0;
    for (int i = 0; i < 16; i++) {
        pte_conv2d p = {.n = 1 + below(2), .sw = 1 + i % 2, .sh = 1, .dh = 1};
        p.c = p.oc = p.groups = i % 4 ? 2 + below(100) : 16;
        p.kh = 1 + below(5), p.kw = 42 + below(9);
        p.ph = below(p.kh), p.pw = below(p.kw), p.dw = 1 + below(2);
        p.h = p.kh + below(3), p.w = p.dw * (p.kw - 1) + 1 + below(50);
        failed += run_depthwise_of(p);
    }
    return failed;
}

/* As many taps as kernels have room for, at last as many quads of depthwise ones too. */
static int run_most(void)
{
    int failed = 0;
    for (int kw = 4; kw <= PTE_VEC_QUADS; kw *= 2) {
        pte_conv2d p = {.n = 1, .sh = 1, .sw = 1, .dh = 1, .dw = 1};
        p.c = p.oc = p.groups = 20;
        p.kw = kw, p.kh = PTE_VEC_TAPS / kw;
        p.h = p.kh + 1, p.w = p.kw + 4;
        failed += run_depthwise_of(p);
        p.groups = 1, p.c = 3;
        p.oh = 2, p.ow = 5;
        lay_out(&p, 0, 0);
        Case c = {.p = p};
        failed += run(&c);
    }
    return failed;
}

static int run_random(void)
{
    Case c = {.depthwise = below(2), .extreme = below(3) == 0, .table = below(4) == 0};
    c.p = random_shape(c.depthwise);
    c.planes = random_layout(&c.p, c.depthwise, below(3) ? 0 : 5);
    return run(&c);
}

static int run_grouped(void)
{
    Case c = {.p = shape_of_groups(8), .extreme = below(3) == 0, .table = below(4) == 0};
    return run_by(GROUPED, &c);
}

/* Tables that are constant below one signed byte and above another. */
static int run_clamps(void)
{
    enum { N = 5000 };
    uint8_t table[256], in[N], out[N];
    int failed = 0;
    for (int i = 0; i < N; i++)
        in[i] = (uint8_t)(i * 37);
    for (int first = -128; first < 128; first++)
        for (int last = first; last < 128; last += last < first + 120 ? 30 : 1) {
            for (int i = -128; i < 128; i++)
                table[(uint8_t)i] = i < first ? 7 : i > last ? 9 : (uint8_t)(3 * i + first);
            pte_vec_table_b1(out, in, table, &(pte_table){N});
            for (int i = 0; i < N; i++)
                failed |= out[i] != table[in[i]];
        }
    if (failed)
        printf("FAILED: a table of a clamp\n");
    return failed;
}

/* Every length up to a few vectors, in place too. */
static int run_tables(void)
{
    uint8_t table[256], in[300], out[300];
    int failed = 0;
    for (int i = 0; i < 256; i++)
        table[i] = (uint8_t)below(256);
    for (int i = 0; i < 300; i++)
        in[i] = (uint8_t)(i * 37);
    for (int n = 0; n < 299; n++) {
        memset(out, 99, sizeof out);
        pte_vec_table_b1(out, in, table, &(pte_table){n});
        for (int i = 0; i < n; i++)
            failed |= out[i] != table[in[i]];
        failed |= out[n] != 99;
    }
    memcpy(out, in, sizeof out);
    pte_vec_table_b1(out, out, table, &(pte_table){300});
    for (int i = 0; i < 300; i++)
        failed |= out[i] != table[in[i]];
    if (failed)
        printf("FAILED: a table\n");
    return failed;
}

static int tests(int argc, char **argv)
{
    int failed = run_tails() + run_pairs() + run_tables() + run_clamps() + run_long() + run_deep() +
                 run_by_amx() + run_beyond() + run_planes() + run_flat() + run_wide() + run_most();
    for (int i = 0; i < (argc > 1 ? atoi(argv[1]) : 2000) && failed < 10; i++)
        failed += run_random() + run_grouped();
    return failed > 0;
}
