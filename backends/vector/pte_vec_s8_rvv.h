/* SPDX-License-Identifier: 0BSD
 * Bytes of pte_vec_s8.h for RISC-V's vectors: eight and four lanes of sums, or as many as is said.
 */
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

/* Elements of so many bits of a and b in turn: the lower or the upper half of each. The numbers of
 * so many, from i on, where b's elements have n more. */
#define PTE_RVV_TURN2(i, n) (i), (i) + (n), (i) + 1, (i) + 1 + (n)
#define PTE_RVV_TURN4(i, n) PTE_RVV_TURN2(i, n), PTE_RVV_TURN2((i) + 2, n)
#define PTE_RVV_TURN8(i, n) PTE_RVV_TURN4(i, n), PTE_RVV_TURN4((i) + 4, n)

#define W pte_w4
#define N 4
#define F pte_rvv_four
#include "vec_s8_rvv.inc"
#define W pte_w8
#define N 8
#define F pte_v8
#include "vec_s8_rvv.inc"

/* Of moves, and of pixels from planes. */
#define PTE_RVV_ZIP(name, bits, numbers)                                                           \
    PTE_INLINE pte_w4 pte_w4_##name(pte_w4 a, pte_w4 b)                                            \
    {                                                                                              \
        typedef int##bits##_t elements __attribute__((vector_size(16)));                           \
                                                                                                   \
        return (pte_w4)PTE_RVV_LANES((elements)a, (elements)b, numbers);                           \
    }
PTE_RVV_ZIP(zip_low_8, 8, PTE_RVV_TURN8(0, 16))
PTE_RVV_ZIP(zip_high_8, 8, PTE_RVV_TURN8(8, 16))
PTE_RVV_ZIP(low_words, 16, PTE_RVV_TURN4(0, 8))
PTE_RVV_ZIP(high_words, 16, PTE_RVV_TURN4(4, 8))
PTE_RVV_ZIP(zip_low_32, 32, PTE_RVV_TURN2(0, 4))
PTE_RVV_ZIP(zip_high_32, 32, PTE_RVV_TURN2(2, 4))

/* Of tiles: eight or four registers of sums, of which the first n lanes are used. A factor is
 * multiplied by weights of 16 bits, of which those of a lane's four bytes are apart. Sums become
 * integers in the rounding mode that programs start with: the nearest one, the even one of two. */
#define PTE_RVV_LENGTH(M, HALF, QUARTER)                                                           \
    typedef vint32##M##_t pte_w##M;                                                                \
    typedef vfloat32##M##_t pte_w##M##_floats;                                                     \
    typedef vint8##QUARTER##x4_t pte_w##M##_four;                                                  \
    typedef vint16##HALF##_t pte_w##M##_lane;                                                      \
    typedef pte_w8_range pte_w##M##_range;                                                         \
    PTE_INLINE pte_w##M##_range pte_w##M##_range_of(pte_range_s8 r)                                \
    {                                                                                              \
        return pte_w8_range_of(r);                                                                 \
    }                                                                                              \
    PTE_INLINE pte_w##M pte_w##M##_load(const pte_s32 *p, size_t n)                                \
    {                                                                                              \
        return __riscv_vle32_v_i32##M(p, n);                                                       \
    }                                                                                              \
    PTE_INLINE pte_w##M##_floats pte_w##M##_scales(const float *p, size_t n)                       \
    {                                                                                              \
        return __riscv_vle32_v_f32##M(p, n);                                                       \
    }                                                                                              \
    PTE_INLINE pte_w##M##_four pte_w##M##_weights_four(const pte_s8 *p, ptrdiff_t row, size_t n)   \
    {                                                                                              \
        (void)row;                                                                                 \
        return __riscv_vlseg4e8_v_i8##QUARTER##x4(p, n);                                           \
    }                                                                                              \
    PTE_INLINE pte_w##M pte_w##M##_requantise_add(pte_w##M sum, pte_w##M##_floats scale,           \
                                                  pte_w##M##_floats offset, size_t n)              \
    {                                                                                              \
        const pte_w##M##_floats x = __riscv_vfcvt_f_x_v_f32##M(sum, n);                            \
        const pte_w##M##_floats y = __riscv_vfmul_vv_f32##M(x, scale, n);                          \
                                                                                                   \
        return __riscv_vfcvt_x_f_v_i32##M(__riscv_vfadd_vv_f32##M(y, offset, n), n);               \
    }                                                                                              \
    PTE_INLINE pte_w##M pte_w##M##_requantise(pte_w##M sum, pte_w##M##_floats scale, size_t n)     \
    {                                                                                              \
        const pte_w##M##_floats x = __riscv_vfcvt_f_x_v_f32##M(sum, n);                            \
                                                                                                   \
        return __riscv_vfcvt_x_f_v_i32##M(__riscv_vfmul_vv_f32##M(x, scale, n), n);                \
    }                                                                                              \
    PTE_INLINE void pte_w##M##_store(pte_s8 *out, ptrdiff_t row, int32_t rows, int32_t n,          \
                                     pte_w##M a, pte_w##M b, pte_w##M c, pte_w##M d,               \
                                     pte_w##M##_range r)                                           \
    {                                                                                              \
        const size_t vl = (size_t)n;                                                               \
                                                                                                   \
        (void)row, (void)rows, (void)b, (void)c, (void)d; /* one row, as long as a */              \
        a = __riscv_vmax_vx_i32##M(a, -r.base, vl);                                                \
        a = __riscv_vmin_vx_i32##M(a, r.span - r.base, vl);                                        \
        a = __riscv_vadd_vx_i32##M(a, r.base + r.lo, vl);                                          \
        const pte_w##M##_lane half = __riscv_vncvt_x_x_w_i16##HALF(a, vl);                         \
                                                                                                   \
        __riscv_vse8_v_i8##QUARTER(out, __riscv_vncvt_x_x_w_i8##QUARTER(half, vl), vl);            \
    }
PTE_RVV_LENGTH(m8, m4, m2)
PTE_RVV_LENGTH(m4, m2, m1)
#undef PTE_RVV_LENGTH

#define pte_wm8_lane_weights(four, lane, n)                                                        \
    __riscv_vsext_vf2_i16m4(__riscv_vget_v_i8m2x4_i8m2(*(four), lane), n)
#define pte_wm4_lane_weights(four, lane, n)                                                        \
    __riscv_vsext_vf2_i16m2(__riscv_vget_v_i8m1x4_i8m1(*(four), lane), n)
#define pte_wm8_mac_lane(x, w, sum, lane, n) __riscv_vwmacc_vx_i32m8(sum, (x)[lane], w, n)
#define pte_wm4_mac_lane(x, w, sum, lane, n) __riscv_vwmacc_vx_i32m4(sum, (x)[lane], w, n)

/* Of n channels the weights of four rows are neighbours: those of `rows` rows are put as 16 bits,
 * at `row` from each other, every fourth group of four channels side by side. */
PTE_INLINE void pte_wm8_put_rows(int16_t *to, ptrdiff_t row, int32_t rows, const pte_s8 *p,
                                 size_t n)
{
    const vint8m1x4_t v = __riscv_vlseg4e8_v_i8m1x4(p, n);

#define PTE_RVV_PUT_ROW(i)                                                                         \
    if (rows > (i)) {                                                                              \
        const vint16m2_t wide = __riscv_vsext_vf2_i16m2(__riscv_vget_v_i8m1x4_i8m1(v, i), n);      \
                                                                                                   \
        __riscv_vsse64_v_i64m2((int64_t *)(void *)(to + (i)*row), 32,                              \
                               __riscv_vreinterpret_v_i16m2_i64m2(wide), n / 4);                   \
    }
    PTE_RVV_PUT_ROW(0)
    PTE_RVV_PUT_ROW(1)
    PTE_RVV_PUT_ROW(2)
    PTE_RVV_PUT_ROW(3)
#undef PTE_RVV_PUT_ROW
}

/* Adds the products of n bytes with weights of their own. */
PTE_INLINE pte_wm8 pte_wm8_mac_each(pte_wm8 sum, const pte_s8 *p, pte_wm8_lane w, size_t n)
{
    const vint16m4_t x = __riscv_vsext_vf2_i16m4(__riscv_vle8_v_i8m2(p, n), n);

    return __riscv_vwmacc_vv_i32m8(sum, x, w, n);
}

/* Two rows of 16 bytes, as grouped convolutions have. */
PTE_INLINE void pte_w8_store(pte_s8 *out, ptrdiff_t row, int32_t rows, int32_t n, pte_w8 a,
                             pte_w8 b, pte_w8 c, pte_w8 d, pte_w8_range r)
{
    typedef int8_t bytes __attribute__((vector_size(8), aligned(1), may_alias));

    (void)rows, (void)n;
    *(bytes *)out = pte_w8_byte(a, r);
    *(bytes *)(out + 8) = pte_w8_byte(b, r);
    *(bytes *)(out + row) = pte_w8_byte(c, r);
    *(bytes *)(out + row + 8) = pte_w8_byte(d, r);
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
