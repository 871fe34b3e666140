/* SPDX-License-Identifier: 0BSD
 * Product of matrices that are both computed: panels of the second are packed block by block. */
#include "pte_dispatch.h"
#include "pte_tile_f32.h"
#include "pte_vec_kernels.h"

enum { MATMUL_DEPTH = 128 }; /* products of a block of the sum: 24 KiB of panel */

/* A block of one matrix's panel: rows first..first+depth of b, `exist` columns from `column` on. */
typedef struct matmul_block {
    const float *panel;
    ptrdiff_t panel_row;
    int32_t first, depth, column, width, exist;
} matmul_block;

/* Columns that do not exist are zeros. */
static void matmul_pack(float *to, const pte_f32 *b, const pte_gemm *p, const matmul_block *k)
{
    const pte_f32 *from = b + (ptrdiff_t)k->first * p->bs.r + (ptrdiff_t)k->column * p->bs.c;

    for (int32_t i = 0; i < k->depth; i++, to += k->width, from += p->bs.r) {
        for (int32_t j = 0; j < k->exist; j++)
            to[j] = p->alpha * from[(ptrdiff_t)j * p->bs.c];
        for (int32_t j = k->exist; j < k->width; j++)
            to[j] = 0;
    }
}

/* All rows of one matrix times one block. */
static void matmul_multiply(pte_f32 *out, const pte_f32 *a, const pte_gemm *p,
                            const matmul_block *k)
{
    static const float zeros[PTE_PANEL] = {0};
    const int is_last = k->first + k->depth == p->k;
    static const ptrdiff_t start = 0;
    const float *row[PTE_TILE_ROWS];
    pte_tile_f32 t = {.a = row,
                      .offset = &start,
                      .bias = zeros,
                      .ahead = k->panel,
                      .panel_row = k->panel_row,
                      .out_row = p->os.r,
                      .add_row = p->os.r,
                      .tiles = 1,
                      .taps = 1,
                      .k = k->depth,
                      .lo = is_last ? p->lo : PTE_NEG_INF,
                      .hi = is_last ? p->hi : PTE_INF};

    for (int32_t i = 0, rows; i < p->m; i += rows) {
        rows = pte_tile_rows(p->m - i);
        for (int32_t r = 0; r < rows; r++)
            row[r] = a + (ptrdiff_t)(i + r) * p->as.r + k->first;
        for (int32_t j = 0; j < k->exist; j += t.columns) {
            t.columns = pte_tile_columns_f32(k->width - j, k->exist - j, p->m == 1);
            t.panel = k->panel + j;
            t.out = out + (ptrdiff_t)i * p->os.r + k->column + j;
            t.add = k->first ? t.out : NULL;
            pte_tile_run_part(&t, rows, k->exist - j);
        }
    }
}

/* For few rows a panel is read where it lies, if its columns are neighbours. */
static void matmul_run_block(pte_f32 *out, const pte_f32 *a, const pte_f32 *b, const pte_gemm *p,
                             matmul_block *k)
{
    float panel[MATMUL_DEPTH * PTE_PANEL];

    if (p->m <= PTE_TILE_ROWS && p->bs.c == 1 && p->alpha == 1 && k->exist == k->width) {
        k->panel = b + (ptrdiff_t)k->first * p->bs.r + k->column;
        k->panel_row = p->bs.r;
    } else {
        matmul_pack(panel, b, p, k);
        k->panel = panel;
        k->panel_row = k->width;
    }
    matmul_multiply(out, a, p, k);
}

void pte_vec_matmul_f32(pte_f32 *out, const pte_f32 *a, const pte_f32 *b, const pte_f32 *c,
                        const pte_gemm *p)
{
    PTE_CALL_WIDEST(pte_vec_matmul_f32, (out, a, b, c, p));
    const int32_t blocks = p->k > MATMUL_DEPTH ? (p->k + MATMUL_DEPTH - 1) / MATMUL_DEPTH : 1;

    (void)c;
    for (int32_t s = 0; s < p->batch; s++, out += p->os.b, a += p->as.b, b += p->bs.b)
        for (int32_t column = 0; column < p->n; column += PTE_PANEL)
            for (int32_t i = 0; i < blocks; i++) {
                const int32_t first = (int32_t)((int64_t)p->k * i / blocks);
                const int32_t end = (int32_t)((int64_t)p->k * (i + 1) / blocks);
                const int32_t left = p->n - column;
                matmul_block k = {.first = first,
                                  .depth = end - first,
                                  .column = column,
                                  .width = left < PTE_PANEL ? pte_panel_width(left) : PTE_PANEL,
                                  .exist = left < PTE_PANEL ? left : PTE_PANEL};

                matmul_run_block(out, a, b, p, &k);
            }
}
