/* SPDX-License-Identifier: 0BSD
 * Floats of pte_vec.h for RISC-V's vectors: eight lanes, in two registers where these have 128
 * bits. An image built for wider registers than it finds computes nonsense: pte_dispatch.h. */
#ifndef PTE_VEC_RVV_H
#define PTE_VEC_RVV_H

typedef float pte_rvv_f32 __attribute__((vector_size(32)));
typedef int32_t pte_rvv_s32 __attribute__((vector_size(32)));
typedef pte_rvv_f32 pte_rvv_floats __attribute__((aligned(4), may_alias)); /* in memory */

#define PTE_RVV_LOAD(p)     (*(const pte_rvv_floats *)(const void *)(p))
#define PTE_RVV_STORE(p, v) (*(pte_rvv_floats *)(void *)(p) = (v))
#define PTE_RVV_FMA         __builtin_elementwise_fma
#define PTE_RVV_ADD(a, b)   ((a) + (b))
PTE_INLINE pte_rvv_f32 pte_rvv_splat(float x)
{
    return (pte_rvv_f32){x, x, x, x, x, x, x, x};
}
/* a where `a_taken`, else b. */
PTE_INLINE pte_rvv_f32 pte_rvv_choose(pte_rvv_s32 a_taken, pte_rvv_f32 a, pte_rvv_f32 b)
{
    return (pte_rvv_f32)(((pte_rvv_s32)a & a_taken) | ((pte_rvv_s32)b & ~a_taken));
}
#define PTE_RVV_MIN(a, b) pte_rvv_choose((a) < (b), a, b)
#define PTE_RVV_MAX(a, b) pte_rvv_choose((a) > (b), a, b)
PTE_VEC_OPS(pte_v8, pte_rvv_f32, PTE_RVV_LOAD, PTE_RVV_STORE, pte_rvv_splat, PTE_RVV_FMA,
            PTE_RVV_ADD, PTE_RVV_MIN, PTE_RVV_MAX)

/* Factors stay in memory: a product takes one from there. */
typedef const float *pte_v8_lanes;
PTE_INLINE pte_v8_lanes pte_v8_lane_factors(const float *p)
{
    return p;
}
#define pte_v8_mac_lane(x, w, sum, lane) pte_v8_mac(w, pte_v8_splat((x)[lane]), sum)

#define PTE_RVV_LANES __builtin_shufflevector
PTE_INLINE pte_v8 pte_v8_spread(const float *p)
{
    return (pte_v8){p[0], p[1], p[2], p[3], p[0], p[1], p[2], p[3]};
}
PTE_INLINE pte_v8 pte_v8_pairs(pte_v8 a, pte_v8 b)
{
    return PTE_RVV_LANES(a, b, 0, 2, 4, 6, 8, 10, 12, 14) +
           PTE_RVV_LANES(a, b, 1, 3, 5, 7, 9, 11, 13, 15);
}
PTE_INLINE pte_v8 pte_v8_zip_low(pte_v8 a, pte_v8 b)
{
    return PTE_RVV_LANES(a, b, 0, 8, 1, 9, 4, 12, 5, 13);
}
PTE_INLINE pte_v8 pte_v8_zip_high(pte_v8 a, pte_v8 b)
{
    return PTE_RVV_LANES(a, b, 2, 10, 3, 11, 6, 14, 7, 15);
}
PTE_INLINE pte_v8 pte_v8_low(pte_v8 a, pte_v8 b)
{
    return PTE_RVV_LANES(a, b, 0, 1, 8, 9, 4, 5, 12, 13);
}
PTE_INLINE pte_v8 pte_v8_high(pte_v8 a, pte_v8 b)
{
    return PTE_RVV_LANES(a, b, 2, 3, 10, 11, 6, 7, 14, 15);
}
PTE_INLINE void pte_v8_store_fours(float *p, ptrdiff_t step, pte_v8 v)
{
    typedef float four __attribute__((vector_size(16), aligned(4), may_alias));

    *(four *)(void *)p = PTE_RVV_LANES(v, v, 0, 1, 2, 3);
    *(four *)(void *)(p + 4 * step) = PTE_RVV_LANES(v, v, 4, 5, 6, 7);
}

#endif
