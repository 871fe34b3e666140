/* SPDX-License-Identifier: 0BSD
 * Bounds of products of sizes, against all extents that emitted code lets in (pte_fits); what sizes
 * are simplified to, and their ranges, against their formulas. */
#include "graph/size.h"
#include "pte_rt.h"
#include "unit.h"

enum { EXTENTS = 3, FACTORS = 4, MOST = 60, PRODUCTS = 2000, SIMPLIFIED = 20000 };

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

/* -- simplified sizes -- */

enum { POINTS = 16, LARGEST = 9 };

/* A size beside what its formula makes of each point's symbols. */
typedef struct Made {
    Size *s;
    int64_t at[POINTS];
} Made;

static int64_t symbols[EXTENTS][POINTS]; /* 0 to LARGEST; together any number of elements */
static Size *symbol[EXTENTS];

static int64_t result(SizeKind kind, int64_t a, int64_t b)
{
    int64_t quotient = b ? a / b - (a % b != 0 && (a < 0) != (b < 0)) : 0;
    switch (kind) {
    case S_ADD:
        return a + b;
    case S_MUL:
        return a * b;
    case S_FDIV:
        return quotient;
    case S_MOD:
        return b ? a - quotient * b : 0;
    case S_MIN:
        return a < b ? a : b;
    default:
        return a > b ? a : b;
    }
}

static Made random_size(int depth)
{
    static const SizeKind kinds[] = {S_ADD, S_ADD, S_MUL, S_MUL, S_FDIV, S_MOD, S_MIN, S_MAX};
    Made m;
    if (depth == 0 || between(0, 4) == 0) {
        int which = between(0, EXTENTS + 1), n = between(-3, 4);
        m.s = which < EXTENTS ? symbol[which] : size_const(n);
        for (int i = 0; i < POINTS; i++)
            m.at[i] = which < EXTENTS ? symbols[which][i] : n;
        return m;
    }
    SizeKind kind = kinds[between(0, 7)];
    Made a = random_size(depth - 1), b = between(0, 4) ? random_size(depth - 1) : a;
    m.s = size_op(kind, a.s, b.s);
    for (int i = 0; i < POINTS; i++)
        m.at[i] = result(kind, a.at[i], b.at[i]);
    return m;
}

static int64_t evaluated(const Size *s, int point)
{
    for (int i = 0; i < EXTENTS; i++)
        if (s == symbol[i])
            return symbols[i][point];
    if (s->kind == S_CONST)
        return s->lo;
    return result(s->kind, evaluated(s->a, point), evaluated(s->b, point));
}

/* What a size was simplified to is still what its formula is, and in its range. */
static void test_simplified(void)
{
    for (int i = 0; i < EXTENTS; i++)
        for (int k = 0; k < POINTS; k++)
            symbols[i][k] = k ? between(0, LARGEST) : LARGEST;
    Made m = random_size(between(1, 4));
    for (int k = 0; k < POINTS; k++) {
        long long n = evaluated(m.s, k), want = m.at[k];
        CHECK(n == want, "a size is %lld instead of %lld", n, want);
        CHECK(m.s->lo <= want && want <= m.s->hi, "a size is %lld, outside of %lld..%lld", want,
              (long long)m.s->lo, (long long)m.s->hi);
    }
}

static void test_constants(void)
{
    static const struct {
        SizeKind kind;
        int64_t a, b, want;
    } row[] = {{S_ADD, INT64_MAX, 1, INT64_MAX},
               {S_ADD, INT64_MAX - 1, 1, INT64_MAX},
               {S_ADD, INT64_MIN, -1, INT64_MIN},
               {S_ADD, INT64_MIN + 1, -1, INT64_MIN},
               {S_ADD, INT64_MIN, INT64_MAX, -1},
               {S_MUL, INT64_MAX, 1, INT64_MAX},
               {S_MUL, INT64_MAX / 2, 2, INT64_MAX - 1},
               {S_MUL, INT64_MAX / 2 + 1, 2, INT64_MAX},
               {S_MUL, INT64_MAX / 2 + 1, -2, INT64_MIN},
               {S_MUL, -3, INT64_MAX / 2, INT64_MIN},
               {S_MUL, INT64_MIN, -1, INT64_MAX},
               {S_MUL, INT64_MIN, 0, 0},
               {S_FDIV, INT64_MIN, -1, INT64_MAX},
               {S_FDIV, 7, -1, -7},
               {S_FDIV, 7, 0, 0},
               {S_FDIV, -7, 2, -4},
               {S_FDIV, -8, 2, -4},
               {S_MOD, -7, 3, 2},
               {S_MOD, 7, -3, -2},
               {S_MOD, 7, 0, 0}};
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        int64_t n = size_value(size_op(row[i].kind, size_const(row[i].a), size_const(row[i].b)));
        CHECK(n == row[i].want, "row %d: %lld instead of %lld", (int)i, (long long)n,
              (long long)row[i].want);
    }
}

/* What can be said without an operation is; what cannot needs one for each. */
static void test_forms(void)
{
    Size *x = symbol[0], *y = symbol[1], *two = size_const(2);
    CHECK(size_op(S_MIN, x, size_const(LARGEST)) == x, "no more than the most is itself");
    CHECK(size_op(S_MIN, size_const(LARGEST - 1), x) != x, "no more than less is another");
    CHECK(size_op(S_MAX, size_const(0), x) == x, "no less than the least is itself");
    CHECK(size_op(S_MAX, x, size_const(1)) != x, "no less than more is another");
    CHECK(size_op(S_MIN, size_op(S_ADD, y, size_const(LARGEST)), x) == x, "the lesser of two");
    CHECK(size_op(S_MAX, size_op(S_ADD, y, size_const(LARGEST)), x) != x, "the greater of two");
    CHECK(size_op(S_ADD, x, x) == size_op(S_MUL, two, x), "twice");
    CHECK(size_op(S_MIN, x, size_op(S_MUL, x, two)) == x, "the lesser of once and twice");
    CHECK(size_op(S_MUL, size_op(S_MUL, x, two), two) == size_op(S_MUL, x, size_const(4)), "4 x");
    CHECK(size_op(S_ADD, size_op(S_ADD, x, two), size_const(-2)) == x, "there and back");
}

static Size *chain(int operations)
{
    Size *s = symbol[0];
    for (int i = 0; i < operations; i++)
        s = i % 2 ? size_op(S_MOD, s, size_const(7)) : size_op(S_ADD, s, symbol[1]);
    CHECK(s->operations == operations, "%d operations instead of %d", s->operations, operations);
    return s;
}

static void join(void *operations)
{
    size_op(S_MUL, chain(1000), chain(*(int *)operations));
}

static void test_operations(void)
{
    int most = 4096 - 1 - 1000, more = most + 1;
    CHECK(!message_of(join, &most), "4096 operations are refused");
    const char *message = message_of(join, &more);
    CHECK(message && strcmp(message, "a size takes more than 4096 operations") == 0,
          "4097 operations: %s", message ? message : "accepted");
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
    static const char *const own[EXTENTS] = {"x", "y", "z"};
    for (int i = 0; i < EXTENTS; i++)
        symbol[i] = size_sym(own[i], 1 + i, LARGEST);
    for (int i = 0; i < SIMPLIFIED; i++)
        test_simplified();
    test_constants();
    test_forms();
    test_operations();
    const Size *half = size_op(S_MUL, size_op(S_FDIV, extent[0], size_const(2)),
                               size_op(S_FDIV, extent[1], size_const(2)));
    CHECK(half->hi == MOST / 4, "a quarter of %d is at most %lld", MOST, (long long)half->hi);
    Size *const cut[] = {extent[0], size_op(S_ADD, extent[1], size_const(-2)),
                         size_op(S_ADD, extent[2], size_const(-2))};
    CHECK(size_most_elements(cut, EXTENTS) == MOST, "without edges, %d elements are %lld", MOST,
          (long long)size_most_elements(cut, EXTENTS));
    return unit_result("sizes");
}
