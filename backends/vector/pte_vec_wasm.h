/* SPDX-License-Identifier: 0BSD
 * Floats of pte_vec.h for WebAssembly's vectors. Tiles have four rows, as engines on x86-64 have 15
 * registers for them. */
#ifndef PTE_VEC_WASM_H
#define PTE_VEC_WASM_H

#include <wasm_simd128.h>

typedef float pte_wasm_f32 __attribute__((vector_size(16))); /* v128_t is of integers */

#define PTE_WASM_LOAD(p)      ((pte_wasm_f32)wasm_v128_load(p))
#define PTE_WASM_STORE(p, v)  wasm_v128_store(p, (v128_t)(v))
#define PTE_WASM_SPLAT(x)     ((pte_wasm_f32)wasm_f32x4_splat(x))
#define PTE_WASM_FMA(a, b, c) ((a) * (b) + (c))
#define PTE_WASM_ADD(a, b)    ((a) + (b))
/* pmin and pmax give their first operand, if one is NaN. */
#define PTE_WASM_MIN(a, b) ((pte_wasm_f32)wasm_f32x4_pmin((v128_t)(b), (v128_t)(a)))
#define PTE_WASM_MAX(a, b) ((pte_wasm_f32)wasm_f32x4_pmax((v128_t)(b), (v128_t)(a)))
PTE_VEC_OPS(pte_v4, pte_wasm_f32, PTE_WASM_LOAD, PTE_WASM_STORE, PTE_WASM_SPLAT, PTE_WASM_FMA,
            PTE_WASM_ADD, PTE_WASM_MIN, PTE_WASM_MAX)

#define PTE_WASM_LANES        __builtin_shufflevector
#define pte_v4_zip_low(a, b)  PTE_WASM_LANES(a, b, 0, 4, 1, 5)
#define pte_v4_zip_high(a, b) PTE_WASM_LANES(a, b, 2, 6, 3, 7)
#define pte_v4_low(a, b)      PTE_WASM_LANES(a, b, 0, 1, 4, 5)
#define pte_v4_high(a, b)     PTE_WASM_LANES(a, b, 2, 3, 6, 7)
PTE_INLINE pte_v4 pte_v4_pairs(pte_v4 a, pte_v4 b)
{
    return PTE_WASM_LANES(a, b, 0, 2, 4, 6) + PTE_WASM_LANES(a, b, 1, 3, 5, 7);
}

#endif
