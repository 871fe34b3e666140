/* SPDX-License-Identifier: 0BSD
 * What powers and logarithms of doubles have in common. */
#include "pte_math_log_f64.h"

#define F        double
#define FN(name) pte_##name##_f64
#define THIRD                                                                                      \
    {                                                                                              \
        0x1.5555555555555p-2, 0x1.5555555555555p-56                                                \
    }
#define ATANH_POLY(z)                                                                              \
    PTE_POLY9(z, 0x1.999999999999ap-3, 0x1.2492492492363p-3, 0x1.c71c71c747eb4p-4,                 \
              0x1.745d172bc6f74p-4, 0x1.3b13ba5b99277p-4, 0x1.110f1be6db81fp-4,                    \
              0x1.e265997d865a2p-5, 0x1.a5069a36b79f8p-5, 0x1.ecb6833dac379p-5)
#include "pte_math_log_pair.inc"

pte_pair_f64 pte_log_pair_f64(double x, pte_pair_f64 unit, pte_pair_f64 factor)
{
    return pte_log_base_f64(x, unit, factor);
}
