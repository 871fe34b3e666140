/* SPDX-License-Identifier: 0BSD
 * 2-D convolution of floats in groups of four or eight channels with as many filters: filters
 * across the lanes, of several groups where a vector has more. Lane l of a channel's factors is
 * that channel of the group of filter l. */
#include "pte_dispatch.h"
#include "pte_row.h"
#include "pte_vec_kernels.h"

#if PTE_LANES_F32 == 16
enum { GROUPED_POSITIONS = 8 };
#else
enum { GROUPED_POSITIONS = 4 };
#endif

/* Some positions of a row of the result, of the filters of one vector. */
typedef struct grouped_tile {
    const pte_conv2d *p;
    const float *in, *weight; /* of the vector's first channel and filter */
    int32_t y, x, positions;  /* the window's corner in the image of the first one; how many */
    pte_part all;
} grouped_tile;

/* Channel `i` of each lane's group; `v` has the lanes' channels, which start at `at`. */
#if PTE_LANES_F32 == 16
#define GROUPED_OF_4(v, at, i) _mm512_permute_ps(v, 0x55 * (i))
#define GROUPED_OF_8(v, at, i)                                                                     \
    _mm512_permutexvar_ps(_mm512_setr_epi32(i, i, i, i, i, i, i, i, 8 + i, 8 + i, 8 + i, 8 + i,    \
                                            8 + i, 8 + i, 8 + i, 8 + i),                           \
                          v)
#elif PTE_LANES_F32 == 8
#define GROUPED_OF_4(v, at, i) _mm256_permute_ps(v, 0x55 * (i))
#define GROUPED_OF_8(v, at, i) ((void)(v), PTE_WIDE(factors)((at) + (i)))
#else
#define GROUPED_OF_4(v, at, i) ((void)(v), PTE_WIDE(factors)((at) + (i)))
#define GROUPED_OF_8(v, at, i) ((void)(v), PTE_WIDE(factors)((at) + (i)))
#endif

#define GROUPED_CHANNEL(size, i)                                                                   \
    {                                                                                              \
        const pte_wide w = pte_part_load(weight + (i)*t->p->oc, t->all);                           \
        PTE_UNROLLED                                                                               \
        for (int32_t j = 0; j < GROUPED_POSITIONS; j++)                                            \
            sum[j] = PTE_WIDE(mac)(GROUPED_OF_##size(v[j], at[j], i), w, sum[j]);                  \
    }
#define GROUPED_CHANNELS_4(size)                                                                   \
    GROUPED_CHANNEL(size, 0)                                                                       \
    GROUPED_CHANNEL(size, 1) GROUPED_CHANNEL(size, 2) GROUPED_CHANNEL(size, 3)
#define GROUPED_CHANNELS_8(size)                                                                   \
    GROUPED_CHANNELS_4(size)                                                                       \
    GROUPED_CHANNEL(size, 4)                                                                       \
    GROUPED_CHANNEL(size, 5) GROUPED_CHANNEL(size, 6) GROUPED_CHANNEL(size, 7)

/* Adds the products of all taps. Positions behind the last, and columns beside the image, read
 * zeros. */
#define GROUPED_SUMS(size)                                                                         \
    static void grouped_sums_##size(const grouped_tile *t, pte_wide *sums)                         \
    {                                                                                              \
        static const float zeros[PTE_LANES_F32 > 8 ? PTE_LANES_F32 : 8];                           \
        const pte_conv2d *const p = t->p;                                                          \
        pte_wide sum[GROUPED_POSITIONS], v[GROUPED_POSITIONS];                                     \
                                                                                                   \
        PTE_UNROLLED                                                                               \
        for (int32_t j = 0; j < GROUPED_POSITIONS; j++)                                            \
            sum[j] = sums[j];                                                                      \
        for (int32_t ky = 0; ky < p->kh; ky++) {                                                   \
            const int32_t y = t->y + ky * p->dh;                                                   \
            const float *const row = t->in + y * p->is.h;                                          \
                                                                                                   \
            for (int32_t kx = 0; kx < p->kw && y >= 0 && y < p->h; kx++) {                         \
                const float *const weight =                                                        \
                    t->weight + (ptrdiff_t)(ky * p->kw + kx) * size * p->oc;                       \
                const int32_t x = t->x + kx * p->dw;                                               \
                const float *at[GROUPED_POSITIONS];                                                \
                                                                                                   \
                PTE_UNROLLED                                                                       \
                for (int32_t j = 0; j < GROUPED_POSITIONS; j++) {                                  \
                    const int32_t column = x + j * p->sw;                                          \
                    const int inside = column >= 0 && column < p->w && j < t->positions;           \
                                                                                                   \
                    at[j] = inside ? row + column * p->is.w : zeros;                               \
                    v[j] = pte_part_load(at[j], t->all);                                           \
                }                                                                                  \
                GROUPED_CHANNELS_##size(size)                                                      \
            }                                                                                      \
        }                                                                                          \
        PTE_UNROLLED                                                                               \
        for (int32_t j = 0; j < GROUPED_POSITIONS; j++)                                            \
            sums[j] = sum[j];                                                                      \
    }
GROUPED_SUMS(4)
GROUPED_SUMS(8)

/* Computes the tile's positions; `out`, and `add` unless it is NULL, are of the first one. */
static void grouped_store(const grouped_tile *t, const pte_wide *sum, float *out, const float *add)
{
    const pte_conv2d *const p = t->p;

    for (int32_t j = 0; j < t->positions; j++) {
        pte_wide v = sum[j];

        if (add)
            v = PTE_WIDE(add)(v, pte_part_load(add + j * p->os.w, t->all));
        v = PTE_WIDE(clamp)(v, p->lo, p->hi);
        pte_part_store(out + j * p->os.w, t->all, p->gate.slope != 0 ? pte_gated(v, &p->gate) : v);
    }
}

/* Computes the filters from `first` on that one vector has, in a whole image. */
static void grouped_filters(float *out, const float *in, const float *weight, const float *bias,
                            const float *add, int32_t first, const pte_conv2d *p)
{
    const int32_t size = p->c / p->groups;
    const int32_t channel = PTE_LANES_F32 > size ? first : first - first % size;
    grouped_tile t = {
        .p = p, .in = in + channel, .weight = weight + first, .all = pte_part_of(p->oc - first)};
    pte_wide sum[GROUPED_POSITIONS];

    for (int32_t y = 0; y < p->oh; y++)
        for (int32_t x = 0; x < p->ow; x += GROUPED_POSITIONS) {
            const ptrdiff_t at = y * p->os.h + x * p->os.w + first;
            const int32_t left = p->ow - x;

            t.y = y * p->sh - p->ph;
            t.x = x * p->sw - p->pw;
            t.positions = left < GROUPED_POSITIONS ? left : GROUPED_POSITIONS;
            for (int32_t j = 0; j < GROUPED_POSITIONS; j++)
                sum[j] = pte_part_load(bias + first, t.all);
            (size == 4 ? grouped_sums_4 : grouped_sums_8)(&t, sum);
            grouped_store(&t, sum, out + at, add ? add + at : NULL);
        }
}

void pte_vec_grouped2d_f32(pte_f32 *out, const pte_f32 *in, const pte_f32 *weight,
                           const pte_f32 *bias, const pte_f32 *add, const pte_conv2d *p)
{
    PTE_CALL_BEST(pte_vec_grouped2d_f32, (out, in, weight, bias, add, p));
    for (int32_t n = 0; n < p->n; n++)
        for (int32_t first = 0; first < p->oc; first += PTE_LANES_F32)
            grouped_filters(out + n * p->os.n, in + n * p->is.n, weight, bias,
                            add ? add + n * p->os.n : NULL, first, p);
}
