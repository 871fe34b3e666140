/* SPDX-License-Identifier: 0BSD
 * Bytes of pte_vec_s8.h for RISC-V's vectors: eight and four lanes of sums. */
#ifndef PTE_VEC_S8_RVV_H
#define PTE_VEC_S8_RVV_H

typedef float pte_rvv_four __attribute__((vector_size(16)));
typedef pte_rvv_four pte_rvv_fours __attribute__((aligned(4), may_alias)); /* in memory */
#define PTE_RVV_FLOATS4(p) (*(const pte_rvv_fours *)(const void *)(p))
#define PTE_RVV_FLOATS8(p) PTE_RVV_LOAD(p)

/* Byte i of each lane. */
#define PTE_RVV_EACH4(v, i) PTE_RVV_LANES(v, v, i, i + 4, i + 8, i + 12)
#define PTE_RVV_EACH8(v, i)                                                                        \
    PTE_RVV_LANES(v, v, i, i + 4, i + 8, i + 12, i + 16, i + 20, i + 24, i + 28)

/* Bytes of four vectors of them: the first four of each, then the next four. */
#define PTE_RVV_4(i)       (i), (i) + 1, (i) + 2, (i) + 3
#define PTE_RVV_8(i)       PTE_RVV_4(i), PTE_RVV_4((i) + 4)
#define PTE_RVV_TWO4(a, b) PTE_RVV_LANES(a, b, PTE_RVV_8(0))
#define PTE_RVV_TWO8(a, b) PTE_RVV_LANES(a, b, PTE_RVV_8(0), PTE_RVV_8(8))
#define PTE_RVV_APART(i)   PTE_RVV_4(i), PTE_RVV_4((i) + 8)
#define PTE_RVV_JOIN4(a, b, c, d)                                                                  \
    PTE_RVV_LANES(PTE_RVV_TWO4(a, b), PTE_RVV_TWO4(c, d), PTE_RVV_8(0), PTE_RVV_8(8))
#define PTE_RVV_JOIN8(a, b, c, d)                                                                  \
    PTE_RVV_LANES(PTE_RVV_TWO8(a, b), PTE_RVV_TWO8(c, d), PTE_RVV_APART(0), PTE_RVV_APART(16),     \
                  PTE_RVV_APART(4), PTE_RVV_APART(20))

/* Elements of so many bits of a and b in turn: the lower or the upper half of each 16 bytes. The
 * numbers of so many, from i on, where b's elements have n more. */
#define PTE_RVV_TURN2(i, n)    (i), (i) + (n), (i) + 1, (i) + 1 + (n)
#define PTE_RVV_TURN4(i, n)    PTE_RVV_TURN2(i, n), PTE_RVV_TURN2((i) + 2, n)
#define PTE_RVV_TURN8(i, n)    PTE_RVV_TURN4(i, n), PTE_RVV_TURN4((i) + 4, n)
#define PTE_RVV_LOW4_8(a, b)   PTE_RVV_LANES(a, b, PTE_RVV_TURN8(0, 16))
#define PTE_RVV_HIGH4_8(a, b)  PTE_RVV_LANES(a, b, PTE_RVV_TURN8(8, 16))
#define PTE_RVV_LOW4_16(a, b)  PTE_RVV_LANES(a, b, PTE_RVV_TURN4(0, 8))
#define PTE_RVV_HIGH4_16(a, b) PTE_RVV_LANES(a, b, PTE_RVV_TURN4(4, 8))
#define PTE_RVV_LOW4_32(a, b)  PTE_RVV_LANES(a, b, PTE_RVV_TURN2(0, 4))
#define PTE_RVV_HIGH4_32(a, b) PTE_RVV_LANES(a, b, PTE_RVV_TURN2(2, 4))
#define PTE_RVV_LOW8_8(a, b)   PTE_RVV_LANES(a, b, PTE_RVV_TURN8(0, 32), PTE_RVV_TURN8(16, 32))
#define PTE_RVV_HIGH8_8(a, b)  PTE_RVV_LANES(a, b, PTE_RVV_TURN8(8, 32), PTE_RVV_TURN8(24, 32))
#define PTE_RVV_LOW8_16(a, b)  PTE_RVV_LANES(a, b, PTE_RVV_TURN4(0, 16), PTE_RVV_TURN4(8, 16))
#define PTE_RVV_HIGH8_16(a, b) PTE_RVV_LANES(a, b, PTE_RVV_TURN4(4, 16), PTE_RVV_TURN4(12, 16))
#define PTE_RVV_LOW8_32(a, b)  PTE_RVV_LANES(a, b, PTE_RVV_TURN2(0, 8), PTE_RVV_TURN2(4, 8))
#define PTE_RVV_HIGH8_32(a, b) PTE_RVV_LANES(a, b, PTE_RVV_TURN2(2, 8), PTE_RVV_TURN2(6, 8))

#define W pte_w4
#define N 4
#define F pte_rvv_four
#include "vec_s8_rvv.inc"
#define W pte_w8
#define N 8
#define F pte_v8
#include "vec_s8_rvv.inc"

#define PTE_PUTS_ROWS                    1
#define PTE_ADDS_IN_16                   1
#define PTE_BY_LANE_S8                   1
#define pte_w8_mac_lane(x, w, sum, lane) pte_w8_mac_in_16(x, w, sum)

typedef int8_t pte_rvv_bytes __attribute__((vector_size(8), aligned(1), may_alias));

PTE_INLINE void pte_w8_store(pte_s8 *out, ptrdiff_t row, int32_t rows, int32_t n, pte_w8 a,
                             pte_w8 b, pte_w8 c, pte_w8 d, pte_w8_range r)
{
    pte_s8 *const second = rows == 4 ? out + row : out + 8;
    pte_s8 *const third = rows == 4 ? out + 2 * row : rows == 2 ? out + row : out + 16;

    *(pte_rvv_bytes *)out = pte_w8_byte(a, r);
    if (rows == 4 || n > 8)
        *(pte_rvv_bytes *)second = pte_w8_byte(b, r);
    if (rows > 1 || n > 16)
        *(pte_rvv_bytes *)third = pte_w8_byte(c, r);
    if (rows > 1)
        *(pte_rvv_bytes *)(rows == 4 ? out + 3 * row : third + 8) = pte_w8_byte(d, r);
}

PTE_INLINE void pte_w4_put_threes(pte_s8 *to, pte_w4 v)
{
    const pte_w4_all x = (pte_w4_all)v;

    *(pte_w4_bytes_at *)to =
        PTE_RVV_LANES(x, x, 0, 1, 2, 4, 5, 6, 8, 9, 10, 12, 13, 14, 3, 3, 3, 3);
}

/* Four or eight bytes as often as they fit; sums of neighbours: pte_grouped_s8.h. */
PTE_INLINE pte_w8 pte_w8_spread_4(const pte_s8 *p)
{
    const pte_w4 two = pte_w4_load(p);

    return PTE_RVV_LANES(two, two, 0, 0, 0, 0, 1, 1, 1, 1);
}
PTE_INLINE pte_w8 pte_w8_spread_8(const pte_s8 *p)
{
    const pte_w4 two = pte_w4_load(p);

    return PTE_RVV_LANES(two, two, 0, 1, 0, 1, 0, 1, 0, 1);
}
PTE_INLINE pte_w8 pte_w8_pairs(pte_w8 a, pte_w8 b)
{
    return pte_w8_add(PTE_RVV_LANES(a, b, 0, 2, 4, 6, 8, 10, 12, 14),
                      PTE_RVV_LANES(a, b, 1, 3, 5, 7, 9, 11, 13, 15));
}

#endif
