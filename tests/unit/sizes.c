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

/* Compares the bound with the greatest of all values, where no factor is negative. */
static void test_product(void)
{
    Size *factor[FACTORS], *s = size_const(between(1, 2));
    int n = between(1, FACTORS);
    for (int i = 0; i < n; i++) {
        factor[i] = size_op(S_MAX, random_factor(), size_const(0));
        s = size_op(S_MUL, s, factor[i]);
    }
    int64_t at[EXTENTS], most = 0;
    for (at[0] = 0; at[0] <= MOST; at[0]++)
        for (at[1] = 0; at[1] <= MOST; at[1]++)
            for (at[2] = 0; at[2] <= MOST; at[2]++) {
                if (!PTE_FITS(MOST, at[0], at[1], at[2]))
                    break;
                int64_t v = value_at(s, at);
                most = v > most ? v : most;
            }
    CHECK(most <= s->hi, "a product is %lld, beyond its bound %lld", (long long)most,
          (long long)s->hi);
}

int main(void)
{
    static const char *const name[EXTENTS] = {"a", "b", "c"};
    for (int i = 0; i < EXTENTS; i++)
        extent[i] = size_sym(name[i], 0, MOST);
    for (int i = 0; i < PRODUCTS; i++)
        test_product();
    const Size *half = size_op(S_MUL, size_op(S_FDIV, extent[0], size_const(2)),
                               size_op(S_FDIV, extent[1], size_const(2)));
    CHECK(half->hi == MOST / 4, "a quarter of %d is at most %lld", MOST, (long long)half->hi);
    return unit_result("sizes");
}
