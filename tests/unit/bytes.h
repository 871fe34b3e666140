/* SPDX-License-Identifier: 0BSD
 * Random convolutions of bytes, with ordinary and extreme numbers. */
#ifndef BYTES_H
#define BYTES_H

#include "graph/build.h"
#include "shapes.h"

#include <stdlib.h>

typedef struct Case {
    pte_conv2d p;
    int depthwise, planes, extreme;
    RequantKind requant;
    int table; /* behind everything */
    int8_t *in, *weight;
    int32_t *bias, q[4];
    float *scale, *offset; /* of floats */
    int32_t *mult, *shift; /* of fixed point */
} Case;

static int8_t any_byte(int extreme)
{
    if (extreme)
        return below(2) ? INT8_MIN : INT8_MAX;
    return (int8_t)(below(256) - 128);
}

/* Blocks of their own, so that the sanitizers see a read beyond the end. */
static int8_t *bytes(int64_t n, int extreme)
{
    int8_t *p = malloc((size_t)n);
    for (int64_t i = 0; i < n; i++)
        p[i] = any_byte(extreme);
    return p;
}

static int32_t *biases(int n, int extreme)
{
    int32_t *p = malloc((size_t)n * sizeof *p);
    for (int i = 0; i < n; i++)
        p[i] = extreme ? (int32_t)((uint32_t)below(1 << 16) << 16 | (uint32_t)below(1 << 16))
                       : below(20001) - 10000;
    return p;
}

/* Extreme: up to those at which results of `most` exceed 32 bits. */
static float *scales(int n, int depth, double most, int extreme)
{
    float *p = malloc((size_t)n * sizeof *p);
    for (int i = 0; i < n; i++)
        p[i] = extreme ? (float)(0x1p31 / most) * (float)below(1 << 16) / 65536
                       : (float)(1 + below(1 << 16)) / 65536 / (float)(16 * depth + 64);
    return p;
}

static float *offsets(int n, int extreme)
{
    float *p = malloc((size_t)n * sizeof *p);
    for (int i = 0; i < n; i++)
        p[i] = ((float)below(1 << 16) - 32768) / (extreme ? 0x1p-14f : 512);
    return p;
}

/* Elements up to the last one. */
static int64_t input_extent(const pte_conv2d *p)
{
    return (int64_t)(p->n - 1) * p->is.n + (int64_t)(p->c - 1) * p->is.c +
           (int64_t)(p->h - 1) * p->is.h + (int64_t)(p->w - 1) * p->is.w + 1;
}

/* The sum of the first position, without a bias. */
static int32_t first_sum(const Case *c, int oc)
{
    const pte_conv2d *p = &c->p;
    const int channels = p->c / p->groups, group = oc / (p->oc / p->groups);
    uint32_t sum = 0;
    for (int ic = 0; ic < channels; ic++)
        for (int ky = 0; ky < p->kh; ky++)
            for (int kx = 0; kx < p->kw; kx++) {
                const int y = ky * p->dh - p->ph, x = kx * p->dw - p->pw;
                if (y < 0 || y >= p->h || x < 0 || x >= p->w)
                    continue;
                const int32_t in =
                    c->in[(group * channels + ic) * p->is.c + y * p->is.h + x * p->is.w] + c->q[0];
                sum += (uint32_t)(in * c->weight[((oc * channels + ic) * p->kh + ky) * p->kw + kx]);
            }
    return (int32_t)sum;
}

/* Offsets that bring the first position next to a half: whether its product is rounded before the
 * offset is added then shows in the result. */
static void aim_at_halves(Case *c)
{
    for (int oc = 0; oc < c->p.oc; oc++) {
        const float product = (float)first_sum(c, oc) * c->scale[oc];
        c->offset[oc] = (float)(below(101) - 50) + 0.5f - product;
    }
}

static void fill(Case *c)
{
    pte_conv2d *p = &c->p;
    const int depth = p->c / p->groups * p->kh * p->kw;
    c->in = bytes(input_extent(p), c->extreme);
    c->weight = bytes((int64_t)p->oc * depth, c->extreme);
    const int adds = c->requant == RQ_F32_BIAS;
    c->bias = !adds && below(4) ? biases(p->oc, c->extreme) : NULL;
    c->offset = adds && below(4) ? offsets(p->oc, c->extreme) : NULL;
    c->scale = scales(p->oc, depth, c->bias ? 0x1p31 : 32768.0 * depth, c->extreme);
    for (int i = 0; c->offset && i < p->oc; i++) /* leave room for these */
        c->scale[i] *= 0.75f;
    c->q[0] = -any_byte(c->extreme);
    c->q[1] = below(3) ? any_byte(c->extreme) : INT8_MIN; /* as behind a ReLU */
    c->q[2] = below(2) ? INT8_MIN : any_byte(0);
    c->q[3] = below(2) ? INT8_MAX : c->q[2] + below(128 - c->q[2]);
    p->ws = (pte_strides4){depth, p->kh * p->kw, p->kw, 1};
    if (c->offset && !c->extreme && p->oh > 0 && p->ow > 0)
        aim_at_halves(c);
}

static Step *step_of(Graph *g, const Case *c)
{
    const pte_conv2d *p = &c->p;
    const int64_t dim[] = {p->oc, p->c / p->groups, p->kh, p->kw};
    Step *s = step_of_shape(g, p, I8);
    s->requant = c->requant;
    s->in[CONV_WEIGHT] = value_const(g, I8, 4, dim, c->weight);
    if (c->bias)
        s->in[CONV_BIAS] = value_const(g, I32, 1, dim, c->bias);
    if (c->offset)
        s->in[CONV_BIAS] = value_const(g, F32, 1, dim, c->offset);
    s->in[CONV_MULT] =
        c->mult ? value_const(g, I32, 1, dim, c->mult) : value_const(g, F32, 1, dim, c->scale);
    if (c->shift)
        s->in[CONV_SHIFT] = value_const(g, I32, 1, dim, c->shift);
    s->in[CONV_QUANT] = value_const(g, I32, 1, (int64_t[]){4}, c->q);
    return s;
}

static void free_case(Case *c)
{
    free(c->in);
    free(c->weight);
    free(c->bias);
    free(c->scale);
    free(c->offset);
    free(c->mult);
    free(c->shift);
    free_all();
}

#endif
