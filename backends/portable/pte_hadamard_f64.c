/* SPDX-License-Identifier: 0BSD
 * The Walsh-Hadamard transform of doubles. */
#include "pte_kernels.h"
#include "pte_math.h"

#define T       pte_f64
#define ACC     double
#define KERNEL  pte_hadamard_f64
#define SQRT(v) pte_sqrt_f64(v)
#include "hadamard.inc"
