/* SPDX-License-Identifier: 0BSD
 * Singular value decompositions by rotations of pairs of vectors until all are at right angles
 * (Hestenes, one-sided Jacobi). */
#include "pte_kernels.h"
#include "pte_math.h"

enum { SWEEPS = 30 };

/* Element i of vector v is at[v * next + i * step]. */
typedef struct svd_vectors {
    pte_f32 *at;
    ptrdiff_t next, step;
    int32_t length;
} svd_vectors;

static pte_f32 *svd_element(const svd_vectors *v, int32_t vector, int32_t i)
{
    return v->at + vector * v->next + i * v->step;
}

static double svd_dot(const svd_vectors *v, int32_t a, int32_t b)
{
    double sum = 0;

    for (int32_t i = 0; i < v->length; i++)
        sum += (double)*svd_element(v, a, i) * (double)*svd_element(v, b, i);
    return sum;
}

static void svd_rotate(const svd_vectors *v, int32_t a, int32_t b, double cosine, double sine)
{
    for (int32_t i = 0; i < v->length; i++) {
        pte_f32 *const p = svd_element(v, a, i), *const q = svd_element(v, b, i);
        const double x = (double)*p, y = (double)*q;

        *p = (pte_f32)(cosine * x - sine * y);
        *q = (pte_f32)(sine * x + cosine * y);
    }
}

/* The same turn of both kinds of vectors brings two of `longer` to a right angle; 0 if they were.
 */
static int svd_turn(const svd_vectors *longer, const svd_vectors *shorter, int32_t a, int32_t b)
{
    const double aa = svd_dot(longer, a, a), bb = svd_dot(longer, b, b);
    const double ab = svd_dot(longer, a, b), size = ab < 0 ? -ab : ab;

    const double no_cosine = 0x1p-21;

    if (!(size > no_cosine * pte_sqrt_f64(aa) * pte_sqrt_f64(bb)))
        return 0;
    const double ratio = (bb - aa) / (2 * ab), root = pte_sqrt_f64(1 + ratio * ratio);
    const double tangent = ratio < 0 ? 1 / (ratio - root) : 1 / (ratio + root);
    const double cosine = 1 / pte_sqrt_f64(1 + tangent * tangent);

    svd_rotate(longer, a, b, cosine, cosine * tangent);
    svd_rotate(shorter, a, b, cosine, cosine * tangent);
    return 1;
}

static void svd_exchange(const svd_vectors *v, int32_t a, int32_t b)
{
    svd_rotate(v, a, b, 0, 1);
}

static void svd_scale(const svd_vectors *v, int32_t a, double factor)
{
    for (int32_t i = 0; i < v->length; i++)
        *svd_element(v, a, i) = (pte_f32)((double)*svd_element(v, a, i) * factor);
}

/* Makes vector `a` one at right angles to all before it, which are orthonormal: what is left of the
 * axis that has least in common with them. */
static void svd_complete(const svd_vectors *v, int32_t a)
{
    int32_t axis = 0;
    double least = 2;

    for (int32_t i = 0; i < v->length; i++) {
        double shared = 0;

        for (int32_t b = 0; b < a; b++)
            shared += (double)*svd_element(v, b, i) * (double)*svd_element(v, b, i);
        if (shared < least) {
            least = shared;
            axis = i;
        }
    }
    for (int32_t i = 0; i < v->length; i++)
        *svd_element(v, a, i) = i == axis ? 1 : 0;
    for (int32_t again = 0; again < 2; again++) { /* the second time for what rounding left */
        for (int32_t b = 0; b < a; b++) {
            const double part = svd_dot(v, a, b);

            for (int32_t i = 0; i < v->length; i++)
                *svd_element(v, a, i) -= (pte_f32)(part * (double)*svd_element(v, b, i));
        }
        svd_scale(v, a, 1 / pte_sqrt_f64(svd_dot(v, a, a)));
    }
}

/* Is that the length of what rounding left of a vector that the ones before it make up? Its
 * elements are then too small for the bits that say where it points. */
static int svd_is_rest(pte_f32 s, pte_f32 largest)
{
    return (double)s < 0x1p-102 && (double)s <= (double)largest * 0x1p-24;
}

/* `longer` holds the matrix and has room for `all` vectors, of which `count` are the matrix's. */
static void svd_decompose(pte_f32 *s, const svd_vectors *longer, int32_t all,
                          const svd_vectors *shorter, int32_t count)
{
    int turned = 1;

    for (int32_t a = 0; a < count; a++)
        for (int32_t i = 0; i < count; i++)
            *svd_element(shorter, a, i) = a == i ? 1 : 0;
    for (int32_t sweep = 0; sweep < SWEEPS && turned; sweep++) {
        turned = 0;
        for (int32_t a = 0; a < count; a++)
            for (int32_t b = a + 1; b < count; b++)
                turned |= svd_turn(longer, shorter, a, b);
    }
    for (int32_t a = 0; a < count; a++)
        s[a] = (pte_f32)pte_sqrt_f64(svd_dot(longer, a, a));
    for (int32_t a = 0; a < count; a++)
        for (int32_t b = a + 1; b < count; b++)
            if (s[b] > s[a]) {
                const pte_f32 smaller = s[a];

                s[a] = s[b];
                s[b] = smaller;
                svd_exchange(longer, a, b);
                svd_exchange(shorter, a, b);
            }
    for (int32_t a = 0; a < all; a++)
        if (a < count && !svd_is_rest(s[a], s[0]))
            svd_scale(longer, a, 1 / (double)s[a]);
        else
            svd_complete(longer, a);
}

void pte_svd_f32(pte_f32 *u, pte_f32 *s, pte_f32 *vh, const pte_f32 *in, const pte_svd *p)
{
    const int tall = p->m >= p->n;
    const int32_t count = tall ? p->n : p->m;
    const ptrdiff_t left = p->left, n = p->n;

    for (int32_t k = 0; k < p->count; k++) {
        const svd_vectors columns = {u, 1, left, p->m}, rows = {vh, n, 1, p->n};

        for (int32_t i = 0; i < p->m; i++)
            for (int32_t j = 0; j < p->n; j++)
                *(tall ? u + i * left + j : vh + i * n + j) = in[i * n + j];
        if (tall)
            svd_decompose(s, &columns, p->left, &rows, count);
        else
            svd_decompose(s, &rows, p->right, &columns, count);
        in += p->m * n;
        u += p->m * left;
        s += count;
        vh += p->right * n;
    }
}
