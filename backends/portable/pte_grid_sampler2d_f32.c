/* SPDX-License-Identifier: 0BSD
 * Sampling of float images at positions that another tensor gives. */
#include "pte_kernels.h"
#include "pte_math.h"

enum { PTE_TAPS = 4 };

/* What a position along one axis is made of: at < 0 stands for a zero outside. */
typedef struct pte_grid_taps {
    int32_t count;
    int32_t at[PTE_TAPS];
    float weight[PTE_TAPS];
} pte_grid_taps;

/* Back and forth between the centres of the edge elements, or between their outer edges. */
static float pte_grid_reflect(float x, int32_t size, int corners)
{
    const float low = corners ? 0.0f : -0.5f, span = (float)(corners ? size - 1 : size);
    float rest;

    if (span <= 0)
        return 0;
    x = pte_abs_f32(x - low);
    rest = pte_fmod_f32(x, span);
    return (pte_fmod_f32(pte_floor_f32(x / span), 2) == 0 ? rest : span - rest) + low;
}

static float pte_grid_pad(float x, int32_t size, const pte_grid_sampler2d *p)
{
    if (p->padding == PTE_PAD_ZEROS)
        return x;
    if (p->padding == PTE_PAD_REFLECT)
        x = pte_grid_reflect(x, size, p->corners);
    return pte_clamp_f32(x, 0, (float)(size - 1));
}

static float pte_cubic_near(float x)
{
    return ((-0.75f + 2) * x - (-0.75f + 3)) * x * x + 1;
}

static float pte_cubic_far(float x)
{
    return ((-0.75f * x + 5 * 0.75f) * x - 8 * 0.75f) * x + 4 * 0.75f;
}

/* Element `i` as the padding sees it. */
static int32_t pte_grid_element(float i, int32_t size, const pte_grid_sampler2d *p)
{
    const float at = p->mode == PTE_GRID_CUBIC ? pte_grid_pad(i, size, p) : i;

    if (p->padding == PTE_PAD_ZEROS)
        return at >= 0 && at < (float)size ? (int32_t)at : -1;
    return (int32_t)pte_clamp_f32(at == at ? at : 0, 0, (float)(size - 1));
}

static pte_grid_taps pte_grid_position(float x, int32_t size, const pte_grid_sampler2d *p)
{
    pte_grid_taps t = {1, {0}, {1}};
    float first, rest;

    x = p->corners ? (x + 1) / 2 * (float)(size - 1) : ((x + 1) * (float)size - 1) / 2;
    if (p->mode != PTE_GRID_CUBIC)
        x = pte_grid_pad(x, size, p);
    first = p->mode == PTE_GRID_NEAREST ? pte_rint_f32(x) : pte_floor_f32(x);
    rest = x - first;
    if (p->mode == PTE_GRID_LINEAR) {
        t.count = 2;
        t.weight[0] = first + 1 - x;
        t.weight[1] = rest;
    } else if (p->mode == PTE_GRID_CUBIC) {
        t.count = 4;
        t.weight[0] = pte_cubic_far(rest + 1);
        t.weight[1] = pte_cubic_near(rest);
        t.weight[2] = pte_cubic_near(1 - rest);
        t.weight[3] = pte_cubic_far(2 - rest);
        first -= 1;
    }
    for (int32_t i = 0; i < t.count; i++)
        t.at[i] = pte_grid_element(first + (float)i, size, p);
    return t;
}

static float pte_grid_sample(const pte_f32 *in, const pte_grid_taps *y, const pte_grid_taps *x,
                             const pte_grid_sampler2d *p)
{
    float sum = 0;

    for (int32_t i = 0; i < y->count; i++) {
        float row = 0;

        for (int32_t k = 0; k < x->count; k++)
            if (y->at[i] >= 0 && x->at[k] >= 0)
                row += in[(ptrdiff_t)y->at[i] * p->is.h + (ptrdiff_t)x->at[k] * p->is.w] *
                       x->weight[k];
        sum += row * y->weight[i];
    }
    return sum;
}

void pte_grid_sampler2d_f32(pte_f32 *out, const pte_f32 *in, const pte_f32 *grid,
                            const pte_grid_sampler2d *p)
{
    for (ptrdiff_t b = 0; b < p->n; b++) {
        for (ptrdiff_t oy = 0; oy < p->oh; oy++) {
            for (ptrdiff_t ox = 0; ox < p->ow; ox++) {
                const pte_f32 *at = grid + b * p->gs.n + oy * p->gs.h + ox * p->gs.w;
                const pte_grid_taps x = pte_grid_position(at[0], p->w, p);
                const pte_grid_taps y = pte_grid_position(at[p->gs.c], p->h, p);
                pte_f32 *to = out + b * p->os.n + oy * p->os.h + ox * p->os.w;

                for (ptrdiff_t c = 0; c < p->c; c++)
                    to[c * p->os.c] = pte_grid_sample(in + b * p->is.n + c * p->is.c, &y, &x, p);
            }
        }
    }
}
