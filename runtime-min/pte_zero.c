/* SPDX-License-Identifier: 0BSD
 * A number that compilers do not know. */
#include "pte_rt.h"

uint32_t pte_zero(void)
{
    const volatile uint32_t zero = 0;

    return zero;
}
