/* SPDX-License-Identifier: 0BSD
 * Steps that Cadence's nnlib computes on HiFi cores with a unit for floats, by calls of its
 * functions. They give PTE_INTERNAL if it refuses an argument. */
#ifndef PTE_XA_KERNELS_H
#define PTE_XA_KERNELS_H

#include "pte_kernels.h"

/* As pte_gemm_f32() with alpha and beta 1 and without a range; rows of a and columns of b have
 * their elements one behind the other, c is one row. Sums are in the library's order. */
pte_status pte_xa_gemm_f32(pte_f32 *out, const pte_f32 *a, const pte_f32 *b, const pte_f32 *c,
                           const pte_gemm *p);

#endif
