/* SPDX-License-Identifier: 0BSD
 * Where a mask holds. */
#include "pte_kernels.h"

void pte_nonzero_b1(pte_s64 *out, const pte_u8 *mask, const pte_nonzero *p)
{
    for (int32_t i = 0; i < p->count; i++) {
        int32_t rest = i;

        if (!mask[i])
            continue;
        for (int32_t axis = p->rank; axis-- > 0; rest /= p->extent[axis])
            out[(ptrdiff_t)axis * p->across] = rest % p->extent[axis];
        out += p->next;
    }
}
