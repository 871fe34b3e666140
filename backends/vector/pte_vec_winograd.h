/* SPDX-License-Identifier: 0BSD
 * Convolution by fewer products. */
#ifndef PTE_VEC_WINOGRAD_H
#define PTE_VEC_WINOGRAD_H

#include "pte_vec_kernels.h"

/* Results of a row or column of a block, and the pixels that they depend on. */
enum { PTE_WINOGRAD_RESULTS = 4, PTE_WINOGRAD_PIXELS = PTE_WINOGRAD_RESULTS + 2 };

/* As pte_vec_conv2d_f32, for 3x3 windows with stride and dilation 1, one group, at most 512
 * channels and an input that lies channels last. Each result depends on the 6x6 pixels around its
 * block of 4x4: its error is up to 1e-6 of the sum of the weights' magnitudes, each times the
 * largest of these pixels in its channel; an infinite one makes it NaN.
 * weight: for each panel 36 matrices [c][columns], one for each element of G w G^T of the windows
 *         w, row by row; then c zeros */
PTE_BY_WIDTH void pte_vec_winograd_f32(pte_f32 *out, const pte_f32 *in, const pte_f32 *weight,
                                       const pte_f32 *bias, const pte_f32 *add, const pte_conv2d *p)
    PTE_LABEL(pte_vec_winograd_f32);

#endif
