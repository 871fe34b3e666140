/* SPDX-License-Identifier: 0BSD
 * Random convolutions for tests of kernels. */
#ifndef SHAPES_H
#define SHAPES_H

#include "graph/build.h"
#include "pte_kernels.h"

#include <stdio.h>

static uint64_t state = 1;

static int below(int n)
{
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (int)((state >> 33) % (uint64_t)n);
}

static Value *tensor(Graph *g, DType type, int n, int c, int h, int w, const pte_strides4 *s)
{
    Value *v = value_new(g, type, 4,
                         (Size *[]){size_const(n), size_const(c), size_const(h), size_const(w)});
    const int32_t stride[] = {s->n, s->c, s->h, s->w};
    for (int i = 0; i < 4; i++)
        v->layout.stride[i] = size_const(stride[i]);
    return v;
}

/* Without its constants. */
static Step *step_of_shape(Graph *g, const pte_conv2d *p, DType type)
{
    Step *s = step_new(g, K_CONV, CONV_OPERANDS, 1);
    s->groups = p->groups;
    s->win = (Window){.rank = 2,
                      .kernel = {p->kh, p->kw},
                      .stride = {p->sh, p->sw},
                      .pad = {p->ph, p->pw},
                      .dilation = {p->dh, p->dw}};
    s->in[CONV_IN] = tensor(g, type, p->n, p->c, p->h, p->w, &p->is);
    s->out[0] = tensor(g, type, p->n, p->oc, p->oh, p->ow, &p->os);
    return s;
}

static void print_shape(const pte_conv2d *p, int depthwise, int planes)
{
    printf("  n %d, %d -> %d channels, groups %d, %dx%d -> %dx%d, window %dx%d, stride %d,%d, "
           "pad %d,%d, dilation %d,%d, depthwise %d, planes %d\n",
           p->n, p->c, p->oc, p->groups, p->h, p->w, p->oh, p->ow, p->kh, p->kw, p->sh, p->sw,
           p->ph, p->pw, p->dh, p->dw, depthwise, planes);
}

static void lay_out(pte_conv2d *p, int gap, int planes)
{
    const int step = p->c + gap;
    p->is = (pte_strides4){p->h * p->w * step, 1, p->w * step, step};
    if (planes)
        p->is = (pte_strides4){p->c * p->h * p->w, p->h * p->w, p->w, 1};
    p->os = (pte_strides4){p->oh * p->ow * p->oc, 1, p->ow * p->oc, p->oc};
}

/* Now and then, gaps between the positions of the result, as slices of a larger one have. */
static inline void space_results(pte_conv2d *p)
{
    const int step = p->oc + (below(4) ? 0 : 1 + below(20));
    p->os = (pte_strides4){p->oh * p->ow * step, 1, p->ow * step, step};
}

/* Now and then, gaps between the rows of the input, as parts of a wider one have. */
static inline void space_rows(pte_conv2d *p, int planes)
{
    p->is.h += below(4) ? 0 : 1 + below(20);
    if (planes)
        p->is.c = p->h * p->is.h;
    p->is.n = planes ? p->c * p->is.c : p->h * p->is.h;
}

static pte_conv2d shape_of_product(int rows, int columns, int depth)
{
    return (pte_conv2d){.n = 1,
                        .c = depth,
                        .h = 1,
                        .w = rows,
                        .oc = columns,
                        .oh = 1,
                        .ow = rows,
                        .kh = 1,
                        .kw = 1,
                        .sh = 1,
                        .sw = 1,
                        .dh = 1,
                        .dw = 1,
                        .groups = 1};
}

static int outputs(int size, int kernel, int stride, int pad, int dilation)
{
    return (size + 2 * pad - dilation * (kernel - 1) - 1) / stride + 1;
}

static pte_conv2d random_shape(int depthwise)
{
    pte_conv2d p = {.n = 1 + below(2)};
    p.groups = depthwise ? 2 + below(200) : below(4) ? 1 : 2 + below(2);
    const int large = below(40); /* now and then many channels, a long row of few, large windows */
    p.c = depthwise ? p.groups : p.groups * (large == 0 ? 200 + below(150) : 1 + below(20));
    p.oc = depthwise ? p.groups : p.groups * (1 + below(large == 0 ? 60 : 110));
    if (large == 1 && !depthwise)
        p.c = p.groups * (1 + below(4));
    p.kh = 1 + below(large == 2 ? 16 : 6);
    p.kw = 1 + below(large == 3 ? 16 : large == 2 ? 3 : 6);
    p.sh = 1 + below(3);
    p.sw = 1 + below(3);
    p.ph = below(p.kh);
    p.pw = below(p.kw);
    p.dh = below(4) ? 1 : 2;
    p.dw = below(4) ? 1 : 2;
    p.h = p.dh * (p.kh - 1) + 1 + below(9);
    p.w = p.dw * (p.kw - 1) + 1 + below(large == 1 ? 3000 : 16);
    p.oh = outputs(p.h, p.kh, p.sh, p.ph, p.dh);
    p.ow = outputs(p.w, p.kw, p.sw, p.pw, p.dw);
    return p;
}

/* Do the channels come first, as reads_planes() of layout.c allows? */
static int random_layout(pte_conv2d *p, int depthwise, int gap)
{
    const int channels = p->c / p->groups, few = channels <= 4 && channels * p->kh * p->kw <= 256;
    const int planes = !depthwise && p->c > 1 && few && below(2);
    lay_out(p, gap, planes);
    return planes;
}

#endif
