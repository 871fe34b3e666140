/* SPDX-License-Identifier: 0BSD
 * Random convolutions in small groups. */
#ifndef GROUPS_H
#define GROUPS_H

#include "shapes.h"

/* Groups of 4, 8 .. `most` channels, of which the last ones may fill less than a vector; now and
 * then pictures so wide that parts of rows are copied. */
static pte_conv2d shape_of_groups(int most)
{
    pte_conv2d p = random_shape(0);
    p.groups = 2 + below(12);
    int size = 4 << below(3);
    p.c = p.oc = p.groups * (size < most ? size : most);
    p.dh = p.dw = 1;
    p.kh = 1 + below(below(4) ? 4 : 11), p.kw = 1 + below(below(4) ? 4 : 11);
    p.sh = 1 + below(4), p.sw = 1 + below(4);
    p.ph = below(p.kh), p.pw = below(p.kw);
    p.h = p.kh + below(12), p.w = p.kw + (below(50) ? below(40) : 400 + below(1600));
    p.oh = (p.h + 2 * p.ph - p.kh) / p.sh + 1;
    p.ow = (p.w + 2 * p.pw - p.kw) / p.sw + 1;
    lay_out(&p, below(3) ? 0 : 5, 0);
    return p;
}

#endif
