/* SPDX-License-Identifier: 0BSD
 * Powers of doubles. */
#include "pte_math_log_f64.h"

#define F           double
#define FN(name)    pte_##name##_f64
#define SIGN_BIT(x) (pte_bits_f64(x) >> 63)
#define ABS         pte_abs_f64
#define RINT        pte_rint_f64
#define TRUNC       pte_trunc_f64
#define MAX         PTE_MAX_F64
#define LOG         pte_log_pair_f64
#define DIGITS      52
#define BIAS        1023
#define INV_LOG2                                                                                   \
    {                                                                                              \
        0x1.71547652b82fep+0, 0x1.777d0ffda0d24p-56                                                \
    }
#define LOG2                                                                                       \
    {                                                                                              \
        0x1.62e42fefa39efp-1, 0x1.abc9e3b39803fp-56                                                \
    }
#include "pte_math_pow.inc"

double pte_pow_f64(double x, double y)
{
    return pte_power_f64(x, y);
}
