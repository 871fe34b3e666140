/* SPDX-License-Identifier: 0BSD
 * The discrete Fourier transform of floats. */
#include "pte_kernels.h"
#include "pte_math.h"

#define T        pte_f32
#define KERNEL   pte_fft_f32
#define FN(name) pte_fft_f32_##name
#define SQRT(v)  pte_sqrt_f32(v)
#include "fft.inc"
