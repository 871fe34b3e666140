/* SPDX-License-Identifier: 0BSD
 * Positions of a result, one after the other: pte_mcu_taps.h. */
#include "pte_mcu.h"
#include "pte_mcu_taps.h"

static ptrdiff_t pte_mcu_first(const pte_mcu_walk *k)
{
    const pte_mcu_conv2d *p = k->p;

    return (((ptrdiff_t)k->b * p->h + pte_mcu_top(k)) * p->w + pte_mcu_left(k)) * p->c;
}

pte_mcu_walk pte_mcu_walk_of(pte_s8 *out, const pte_s8 *in, const pte_mcu_conv2d *p, int32_t zero)
{
    pte_mcu_walk k = {.p = p, .in = in, .out = out, .zero = zero, .step = 1};

    if ((uintptr_t)out > (uintptr_t)in) {
        k.step = -1;
        k.b = p->n - 1;
        k.y = p->oh - 1;
        k.x = p->ow - 1;
        k.out += ((ptrdiff_t)p->n * p->oh * p->ow - 1) * p->oc;
    }
    k.first = pte_mcu_first(&k);
    return k;
}

/* One step along an axis of n; is that still on it? If not it goes on at its other end. */
static int pte_mcu_step(int32_t *i, int32_t step, int32_t n)
{
    *i += step;
    if (*i >= 0 && *i < n)
        return 1;
    *i = step > 0 ? 0 : n - 1;
    return 0;
}

void pte_mcu_next(pte_mcu_walk *k)
{
    const pte_mcu_conv2d *p = k->p;

    k->out += (ptrdiff_t)k->step * p->oc;
    k->first += (ptrdiff_t)k->step * p->sw * p->c;
    if (pte_mcu_step(&k->x, k->step, p->ow))
        return;
    if (!pte_mcu_step(&k->y, k->step, p->oh))
        k->b += k->step;
    k->first = pte_mcu_first(k);
}
