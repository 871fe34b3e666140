/* SPDX-License-Identifier: 0BSD
 * Floats of pte_vec.h for RISC-V's vectors: eight lanes, in two registers where these have 128
 * bits; of tiles and depthwise windows, as many lanes as is said. An image built for wider
 * registers than it finds computes nonsense: pte_dispatch.h. */
#ifndef PTE_VEC_RVV_H
#define PTE_VEC_RVV_H

#include <riscv_vector.h>

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

/* Weights of four steps. */
typedef struct pte_vm_four {
    const float *at;
    ptrdiff_t row;
} pte_vm_four;

/* Of tiles: eight or four registers, of which the first n lanes are used. */
#define PTE_RVV_LENGTH(M, MASK)                                                                    \
    typedef vfloat32##M##_t pte_v##M, pte_v##M##_lane;                                             \
    typedef pte_vm_four pte_v##M##_four;                                                           \
    PTE_INLINE pte_v##M pte_v##M##_load(const float *p, size_t n)                                  \
    {                                                                                              \
        return __riscv_vle32_v_f32##M(p, n);                                                       \
    }                                                                                              \
    PTE_INLINE void pte_v##M##_store(float *p, pte_v##M v, size_t n)                               \
    {                                                                                              \
        __riscv_vse32_v_f32##M(p, v, n);                                                           \
    }                                                                                              \
    PTE_INLINE pte_v##M pte_v##M##_mac(pte_v##M a, pte_v##M b, pte_v##M c, size_t n)               \
    {                                                                                              \
        return __riscv_vfmacc_vv_f32##M(c, a, b, n);                                               \
    }                                                                                              \
    PTE_INLINE pte_v##M pte_v##M##_add(pte_v##M a, pte_v##M b, size_t n)                           \
    {                                                                                              \
        return __riscv_vfadd_vv_f32##M(a, b, n);                                                   \
    }                                                                                              \
    PTE_INLINE pte_v##M pte_v##M##_clamp(pte_v##M v, float lo, float hi, size_t n) /* NaN stays */ \
    {                                                                                              \
        v = __riscv_vfmerge_vfm_f32##M(v, lo, __riscv_vmflt_vf_f32##M##_##MASK(v, lo, n), n);      \
        return __riscv_vfmerge_vfm_f32##M(v, hi, __riscv_vmfgt_vf_f32##M##_##MASK(v, hi, n), n);   \
    }                                                                                              \
    PTE_INLINE pte_vm_four pte_v##M##_weights_four(const float *p, ptrdiff_t row, size_t n)        \
    {                                                                                              \
        (void)n;                                                                                   \
        return (pte_vm_four){p, row};                                                              \
    }                                                                                              \
    PTE_INLINE pte_v##M pte_v##M##_lane_weights(pte_vm_four *four, int lane, size_t n)             \
    {                                                                                              \
        const float *const at = four->at;                                                          \
                                                                                                   \
        (void)lane;                                                                                \
        four->at += four->row;                                                                     \
        return pte_v##M##_load(at, n);                                                             \
    }
PTE_RVV_LENGTH(m8, b4)
PTE_RVV_LENGTH(m4, b8)
#undef PTE_RVV_LENGTH
#define pte_vm8_mac_lane(x, w, sum, lane, n) __riscv_vfmacc_vf_f32m8(sum, (x)[lane], w, n)
#define pte_vm4_mac_lane(x, w, sum, lane, n) __riscv_vfmacc_vf_f32m4(sum, (x)[lane], w, n)

#endif
