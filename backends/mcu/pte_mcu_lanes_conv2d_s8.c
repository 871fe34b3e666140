/* SPDX-License-Identifier: 0BSD
 * Convolution of bytes in one group, four positions and two channels at a time: pte_mcu_lanes.h. */
#include "pte_mcu_lanes.h"
#include "pte_mcu_taps.h"

enum { PTE_MCU_TILE = 4 };

#if PTE_MCU_MVE
_Static_assert(offsetof(pte_mcu_tile16, places) == 32, "where the assembler code reads it");

typedef struct pte_mcu_lanes {
    const pte_mcu_conv2d *p;
    const pte_u8 *table;
    pte_s8 *factors, *windows;
    int32_t depth, step; /* from one window to the next */
    pte_mcu_tile16 tile;
} pte_mcu_lanes;

/* Results of n positions of the walk; those that are missing are the last one. */
static void pte_mcu_lanes_place(pte_mcu_lanes *c, int32_t direction, int32_t n)
{
    const uint32x4_t index = vidupq_n_u32(0, 1), last = vdupq_n_u32((uint32_t)n - 1);
    uint32x4_t at = vminq_u32(index, last);

    if (direction < 0)
        at = vsubq_u32(last, at);
    c->tile.places = pte_mcu_two_channels(vmulq_n_u32(at, c->p->oc));
}

/* Multiplies what was dealt, for n positions whose first result is at `out`. */
static void pte_mcu_lanes_multiply(pte_mcu_lanes *c, pte_s8 *out, int32_t direction, int32_t n)
{
    const int32_t oc = c->p->oc;

    if (direction < 0)
        out -= (n - 1) * oc;
    c->tile.out = out;
    c->tile.last = out + oc;
    if (c->tile.zero == -128)
        pte_mcu_sum_tile16_rectified(&c->tile);
    else
        pte_mcu_sum_tile16(&c->tile);
    if (c->table)
        pte_mcu_look_up(out, c->table, n * oc);
}

/* So many positions, `pitch` from window to window, whose rows of n bytes lie in the picture. */
static void pte_mcu_lanes_row(pte_mcu_lanes *c, const pte_mcu_walk *k, int32_t positions)
{
    const pte_mcu_conv2d *p = c->p;
    const int32_t n = p->kw * p->c, pitch = k->step * p->sw * p->c, row = p->w * p->c;
    const int32_t whole = n % 16 == 0 || p->kh == 1;
    const pte_s8 *from = k->in + k->first;
    pte_s8 *out = k->out;

    for (; positions > 0; positions -= PTE_MCU_TILE, from += PTE_MCU_TILE * pitch) {
        const int32_t many = positions < PTE_MCU_TILE ? positions : PTE_MCU_TILE;
        const pte_s8 *x[PTE_MCU_TILE];

        for (int32_t i = 0; i < PTE_MCU_TILE; i++)
            x[i] = from + (i < many ? i : many - 1) * pitch;
        if (many < PTE_MCU_TILE)
            pte_mcu_lanes_place(c, k->step, many);
        if (whole) {
            for (int32_t ky = 0; ky < p->kh; ky++) {
                pte_mcu_deal16(c->factors + ky * PTE_MCU_TILE * n, x, n);
                for (int32_t i = 0; i < PTE_MCU_TILE; i++)
                    x[i] += row;
            }
        } else {
            for (int32_t i = 0; i < PTE_MCU_TILE; i++) {
                pte_mcu_copy_rows(c->windows + i * c->step, n, x[i], row, p->kh, n);
                x[i] = c->windows + i * c->step;
            }
            pte_mcu_deal16(c->factors, x, c->depth);
        }
        pte_mcu_lanes_multiply(c, out, k->step, many);
        out += PTE_MCU_TILE * k->step * p->oc;
    }
}

/* n positions from that of the walk on, wherever their windows lie. */
static void pte_mcu_lanes_few(pte_mcu_lanes *c, pte_mcu_walk *k, int32_t n)
{
    const pte_s8 *x[PTE_MCU_TILE];
    pte_s8 *const out = k->out;

    for (int32_t i = 0; i < n; i++, pte_mcu_next(k)) {
        pte_mcu_gather(c->windows + i * c->step, k, 0, c->p->c, c->p->c);
        x[i] = c->windows + i * c->step;
    }
    for (int32_t i = n; i < PTE_MCU_TILE; i++)
        x[i] = x[n - 1];
    if (n < PTE_MCU_TILE)
        pte_mcu_lanes_place(c, k->step, n);
    pte_mcu_deal16(c->factors, x, c->depth);
    pte_mcu_lanes_multiply(c, out, k->step, n);
    if (n < PTE_MCU_TILE)
        pte_mcu_lanes_place(c, k->step, PTE_MCU_TILE);
}

void pte_mcu_lanes_conv2d_s8(pte_s8 *out, pte_s8 *scratch, const pte_s8 *in, const pte_s8 *weight,
                             const pte_mcu_conv2d *p)
{
    const pte_s32 *const q = (const pte_s32 *)(const void *)weight;
    const int32_t depth = p->kh * p->kw * p->c, blocks = (depth + 15) / 16;
    const int32_t all = p->n * p->oh * p->ow;
    pte_mcu_walk k = pte_mcu_walk_of(out, in, p, q[0]);
    pte_mcu_lanes c = {.p = p,
                       .table = pte_mcu_table(q),
                       .factors = scratch,
                       .windows = scratch + 64 * blocks,
                       .depth = depth,
                       .step = (depth + 3) & -4,
                       .tile = {.x = scratch,
                                .end = scratch + 64 * blocks,
                                .weight = pte_mcu_filters(q),
                                .blocks = blocks,
                                .zero = q[1]}};

    pte_mcu_lanes_place(&c, k.step, PTE_MCU_TILE);
    if (pte_mcu_is_pointwise(p) && p->sh * p->sw == 1) {
        pte_mcu_lanes_row(&c, &k, all);
        return;
    }
    for (int32_t left = all; left > 0;) {
        const int32_t whole = pte_mcu_count_whole(&k) / PTE_MCU_TILE * PTE_MCU_TILE;
        const int32_t more = whole ? k.step * (whole - 1) : 0;
        const int32_t n = left < PTE_MCU_TILE ? left : PTE_MCU_TILE;

        left -= whole ? whole : n;
        if (!whole) {
            pte_mcu_lanes_few(&c, &k, n);
            continue;
        }
        pte_mcu_lanes_row(&c, &k, whole);
        k.x += more;
        k.out += more * p->oc;
        k.first += more * p->sw * p->c;
        pte_mcu_next(&k);
    }
}
#else
void pte_mcu_lanes_conv2d_s8(pte_s8 *out, pte_s8 *scratch, const pte_s8 *in, const pte_s8 *weight,
                             const pte_mcu_conv2d *p)
{
    const pte_s32 *const q = (const pte_s32 *)(const void *)weight;
    const pte_u8 *const table = pte_mcu_table(q);
    const int32_t depth = p->kh * p->kw * p->c, padded = (depth + 15) & -16;
    pte_mcu_walk k = pte_mcu_walk_of(out, in, p, q[0]);

    for (int32_t left = p->n * p->oh * p->ow; left > 0; left--, pte_mcu_next(&k)) {
        const pte_s8 *w = pte_mcu_filters(q);

        pte_mcu_gather(scratch, &k, 0, p->c, p->c);
        for (int32_t o = 0; o < p->oc; o += 2, w += 2 * padded + 24) {
            const pte_s32 *const number = (const pte_s32 *)(const void *)(w + 2 * padded);

            for (int32_t i = 0; i < 2; i++) {
                uint32_t sum = (uint32_t)number[i];

                for (int32_t j = 0; j < depth; j++)
                    sum += (uint32_t)(scratch[j] * w[j / 16 * 32 + 16 * i + j % 16]);
                k.out[o + i] = pte_mcu_lanes_result(sum, number[2 + i], number[4 + i], q[1]);
            }
        }
        if (table)
            pte_mcu_look_up(k.out, table, p->oc);
    }
}
#endif
