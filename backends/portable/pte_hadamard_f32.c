/* SPDX-License-Identifier: 0BSD
 * The Walsh-Hadamard transform of floats. */
#include "pte_kernels.h"
#include "pte_math.h"

#define T       pte_f32
#define ACC     float
#define KERNEL  pte_hadamard_f32
#define SQRT(v) pte_sqrt_f32(v)
#include "hadamard.inc"
