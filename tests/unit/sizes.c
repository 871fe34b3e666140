/* SPDX-License-Identifier: 0BSD
 * Bounds of products of sizes, against all extents that emitted code lets in (pte_fits). */
#include "graph/size.h"
#include "pte_rt.h"
#include "unit.h"

enum { EXTENTS = 3, FACTORS = 4, MOST = 60, PRODUCTS = 2000 };

static Size *extent[EXTENTS];

static int between(int lo, int hi)
{
    return lo + (int)(unit_random() % (uint64_t)(hi - lo + 1));
}

/* One extent plus a number, divided, both several times, as strides and paddings make them. */
static Size *random_factor(void)
{
    Size *s = extent[between(0, EXTENTS - 1)];
    for (int i = between(0, 3); i > 0; i--) {
        s = size_op(S_ADD, s, size_const(between(-3, 3)));
        s = size_op(S_FDIV, s, size_const(between(1, 4)));
    }
    return between(0, 3) ? s : size_op(S_ADD, s, size_const(between(-2, 2)));
}

static int64_t value_at(const Size *s, const int64_t *n)
{
    for (int i = 0; i < EXTENTS; i++)
        if (s == extent[i])
            return n[i];
    if (s->kind == S_CONST)
        return s->lo;
    int64_t a = value_at(s->a, n), b = value_at(s->b, n);
    switch (s->kind) {
    case S_ADD:
        return a + b;
    case S_MUL:
        return a * b;
    case S_FDIV:
        return a / b - (a % b != 0 && (a < 0) != (b < 0));
    default:
        return s->kind == S_MIN ? (a < b ? a : b) : (a > b ? a : b);
    }
}

/* Returns the greatest product of `n` factors, where none of them is negative. */
static int64_t greatest(Size *const *factor, int n)
{
    int64_t at[EXTENTS], most = 0;
    for (at[0] = 0; at[0] <= MOST; at[0]++)
        for (at[1] = 0; at[1] <= MOST; at[1]++)
            for (at[2] = 0; at[2] <= MOST; at[2]++) {
                if (!PTE_FITS(MOST, at[0], at[1], at[2]))
                    break;
                int64_t product = 1, v = 0;
                for (int i = 0; i < n && v >= 0; i++)
                    product *= v = value_at(factor[i], at);
                if (v >= 0)
                    most = product > most ? product : most;
            }
    return most;
}

static void test_product(void)
{
    Size *factor[FACTORS], *s = size_const(1);
    int n = between(1, FACTORS);
    factor[0] = size_const(between(1, 2));
    for (int i = 0; i < n; i++) {
        if (i)
            factor[i] = size_op(S_MAX, random_factor(), size_const(0));
        s = size_op(S_MUL, s, factor[i]);
    }
    int64_t most = greatest(factor, n);
    CHECK(most <= s->hi, "a product is %lld, beyond its bound %lld", (long long)most,
          (long long)s->hi);
}

/* Extents of a tensor, of which there is none where one would be negative. */
static void test_tensor(void)
{
    Size *extent_of[FACTORS];
    int rank = between(1, FACTORS);
    for (int i = 0; i < rank; i++) {
        extent_of[i] = random_factor();
        if (between(0, 3) == 0)
            extent_of[i] = size_op(S_MUL, extent_of[i],
                                   between(0, 1) ? random_factor() : size_const(between(1, 3)));
    }
    int64_t most = greatest(extent_of, rank), bound = size_most_elements(extent_of, rank);
    CHECK(most <= bound, "a tensor has %lld elements, beyond the bound %lld", (long long)most,
          (long long)bound);
}

int main(void)
{
    static const char *const name[EXTENTS] = {"a", "b", "c"};
    for (int i = 0; i < EXTENTS; i++)
        extent[i] = size_sym(name[i], 0, MOST);
    for (int i = 0; i < PRODUCTS; i++)
        test_product();
    for (int i = 0; i < PRODUCTS; i++)
        test_tensor();
    const Size *half = size_op(S_MUL, size_op(S_FDIV, extent[0], size_const(2)),
                               size_op(S_FDIV, extent[1], size_const(2)));
    CHECK(half->hi == MOST / 4, "a quarter of %d is at most %lld", MOST, (long long)half->hi);
    Size *const cut[] = {extent[0], size_op(S_ADD, extent[1], size_const(-2)),
                         size_op(S_ADD, extent[2], size_const(-2))};
    CHECK(size_most_elements(cut, EXTENTS) == MOST, "without edges, %d elements are %lld", MOST,
          (long long)size_most_elements(cut, EXTENTS));
    return unit_result("sizes");
}
