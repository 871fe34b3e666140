/* SPDX-License-Identifier: 0BSD
 * The discrete Fourier transform of doubles. */
#include "pte_kernels.h"
#include "pte_math.h"

#define T        pte_f64
#define KERNEL   pte_fft_f64
#define FN(name) pte_fft_f64_##name
#define SQRT(v)  pte_sqrt_f64(v)
#include "fft.inc"
