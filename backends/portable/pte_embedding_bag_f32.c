/* SPDX-License-Identifier: 0BSD
 * Rows of a table of floats, picked by index and summed, averaged or compared bag by bag. */
#include "pte_kernels.h"

/* Takes in one row; `most` may be NULL. The first of a bag stands for what was there before. */
static void pte_embedding_bag_f32_take(float *out, pte_s64 *most, const float *row, int64_t at,
                                       float scale, int first, const pte_embedding_bag *p)
{
    for (int32_t i = 0; i < p->width; i++) {
        if (p->mode != PTE_BAG_MAX) {
            out[i] += row[i] * scale;
        } else if (first || row[i] > out[i]) {
            out[i] = row[i];
            if (most)
                most[i] = at;
        }
    }
}

/* Are the bags next to each other, and all indices in one? */
static int pte_embedding_bag_f32_fits(const pte_s64 *offset, const pte_embedding_bag *p)
{
    int64_t end = 0;

    for (int32_t b = 0; b < p->offsets; b++) {
        if (offset[b] < end || offset[b] > p->count)
            return 0;
        end = offset[b];
    }
    return p->offsets > 0 ? offset[0] == 0 && (p->offsets == p->bags || end == p->count)
                          : p->count == 0;
}

pte_status pte_embedding_bag_f32(pte_f32 *out, pte_s64 *bag, pte_s64 *size, pte_s64 *most,
                                 const pte_f32 *weight, const pte_s64 *index, const pte_s64 *offset,
                                 const pte_f32 *scale, const pte_embedding_bag *p)
{
    if (PTE_CHECKS && !pte_embedding_bag_f32_fits(offset, p))
        return PTE_INVALID_ARGUMENT;
    for (int32_t b = 0; b < p->bags; b++) {
        const int64_t end = b + 1 < p->offsets ? offset[b + 1] : p->count;
        float *row = out + (ptrdiff_t)b * p->width;
        pte_s64 *where = most ? most + (ptrdiff_t)b * p->width : NULL;
        int32_t n = 0;

        for (int32_t i = 0; i < p->width; i++) {
            row[i] = 0;
            if (where)
                where[i] = 0;
        }
        for (int64_t i = offset[b]; i < end; i++) {
            if (PTE_CHECKS && (index[i] < 0 || index[i] >= p->rows))
                return PTE_INVALID_ARGUMENT;
            if (bag)
                bag[i] = b;
            if (index[i] == p->padding)
                continue;
            pte_embedding_bag_f32_take(row, where, weight + (ptrdiff_t)index[i] * p->width,
                                       index[i], scale ? scale[i] : 1.0f, n == 0, p);
            n++;
        }
        if (p->mode == PTE_BAG_MEAN)
            for (int32_t i = 0; i < p->width && n > 0; i++)
                row[i] /= (float)n;
        if (size)
            size[b] = n;
    }
    return PTE_OK;
}
