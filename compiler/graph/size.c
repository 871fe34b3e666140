/* SPDX-License-Identifier: 0BSD
 * Extents and offsets as hash-consed integer expressions with a known range: equal sizes are the
 * same pointer. */
#include "graph/size.h"

#include <inttypes.h>
#include <string.h>

static Size **table; /* of `room` chains, a power of two, at least one for each size */
static size_t room;
static int count;

static uint64_t mixed(uint64_t h, uint64_t part)
{
    h = (h ^ part) * 0x9E3779B97F4A7C15u;
    return h ^ h >> 29;
}

static size_t chain_of(const Size *s)
{
    uint64_t h = mixed((uint64_t)s->kind, (uint64_t)s->lo);
    if (s->kind != S_CONST)
        h = mixed(mixed(mixed(h, (uint64_t)(uintptr_t)s->a), (uint64_t)(uintptr_t)s->b),
                  (uint64_t)s->hi);
    if (s->sym)
        h = mixed(h, crc32_of(0, s->sym, strlen(s->sym)));
    return (size_t)(h >> 24) & (room - 1);
}

static bool same(const Size *x, const Size *y)
{
    if (x->kind != y->kind || x->a != y->a || x->b != y->b || x->lo != y->lo || x->hi != y->hi)
        return false;
    return !x->sym || strcmp(x->sym, y->sym) == 0;
}

static bool is_narrow(const Size *s)
{
    return s->lo >= INT32_MIN && s->hi <= INT32_MAX && (!s->a || s->a->narrow) &&
           (!s->b || s->b->narrow);
}

static void forget_sizes(void)
{
    table = NULL;
    room = 0;
    count = 0;
}

static void enlarge_table(void)
{
    enum { FIRST_ROOM = 4096 };
    const size_t old = room;
    Size **from = table;
    if (!old)
        at_free_all(forget_sizes);
    room = old ? 4 * old : FIRST_ROOM;
    table = NEW(Size *, room);
    for (size_t i = 0; i < old; i++)
        for (Size *s = from[i], *next; s; s = next) {
            next = s->next;
            size_t at = chain_of(s);
            s->next = table[at];
            table[at] = s;
        }
}

static Size *intern(Size key)
{
    if ((size_t)count >= room)
        enlarge_table();
    size_t at = chain_of(&key);
    for (Size *s = table[at]; s; s = s->next)
        if (same(s, &key))
            return s;
    Size *s = NEW(Size, 1);
    *s = key;
    s->narrow = is_narrow(&key);
    s->late = key.kind == S_SCALAR || (key.a && key.a->late) || (key.b && key.b->late);
    s->id = s->order = count++;
    s->next = table[at];
    return table[at] = s;
}

Size *size_const(int64_t n)
{
    return intern((Size){.kind = S_CONST, .lo = n, .hi = n});
}

Size *size_sym(const char *name, int group, int64_t hi)
{
    return intern((Size){.kind = S_SYM, .sym = name, .group = group, .hi = hi});
}

Size *size_scalar(const char *name, int64_t hi)
{
    return intern((Size){.kind = S_SCALAR, .sym = name, .hi = hi});
}

const Size *size_last_scalar(const Size *s)
{
    if (!s->late || s->kind == S_SCALAR)
        return s->late ? s : NULL;
    return size_last_scalar_of(s->a, s->b);
}

const Size *size_last_scalar_of(const Size *x, const Size *y)
{
    const Size *a = size_last_scalar(x), *b = size_last_scalar(y);
    return !a || (b && b->order > a->order) ? b : a;
}

static const Size *first_extent(const Size *s)
{
    if (s->kind == S_SYM || !s->a)
        return s->kind == S_SYM ? s : NULL;
    const Size *first = first_extent(s->a);
    return first ? first : first_extent(s->b);
}

const char *bind_hint(const Size *s)
{
    const Size *extent = first_extent(s);
    return extent ? fmt_text("; --bind %s=N fixes the size", extent->sym) : "";
}

int64_t size_value(const Size *s)
{
    if (s->kind != S_CONST)
        bug("a size was taken as known that is not");
    return s->lo;
}

/* Adds and stops at the ends of int64_t, as sat_mul() does, so that bounds stay bounds. */
static int64_t sat_add(int64_t a, int64_t b)
{
    if (b > 0 ? a > INT64_MAX - b : a < INT64_MIN - b)
        return b > 0 ? INT64_MAX : INT64_MIN;
    return a + b;
}

static int64_t sat_mul(int64_t a, int64_t b)
{
    if (a == 0 || b == 0)
        return 0;
    bool negative = (a < 0) != (b < 0);
    uint64_t ua = a < 0 ? 0 - (uint64_t)a : (uint64_t)a, ub = b < 0 ? 0 - (uint64_t)b : (uint64_t)b;
    if (ua > (uint64_t)INT64_MAX / ub)
        return negative ? INT64_MIN : INT64_MAX;
    return negative ? -(int64_t)(ua * ub) : (int64_t)(ua * ub);
}

static int64_t floor_div(int64_t a, int64_t b)
{
    if (b == 0)
        return 0;
    if (b == -1)
        return a == INT64_MIN ? INT64_MAX : -a;
    return a / b - (a % b != 0 && (a < 0) != (b < 0));
}

static int64_t apply(SizeKind kind, int64_t a, int64_t b)
{
    switch (kind) {
    case S_ADD:
        return sat_add(a, b);
    case S_MUL:
        return sat_mul(a, b);
    case S_FDIV:
        return floor_div(a, b);
    case S_MOD:
        return b == 0 ? 0 : a - sat_mul(floor_div(a, b), b);
    case S_MIN:
        return a < b ? a : b;
    case S_MAX:
        return a > b ? a : b;
    default:
        bug("no such operation on sizes");
    }
}

enum { MOST_FACTORS = 32 };

static bool add_factors(const Size *s, const Size **factor, int *n)
{
    if (s->kind == S_MUL)
        return add_factors(s->a, factor, n) && add_factors(s->b, factor, n);
    if (*n == MOST_FACTORS || s->lo < 0)
        return false;
    factor[(*n)++] = s;
    return true;
}

/* Describes a size that is a symbol plus a number, divided by another one, rounded down. */
typedef struct Part {
    const Size *symbol; /* NULL: the size is of another form */
    int64_t plus, by;
} Part;

static Part part_of(const Size *s)
{
    if (s->kind == S_SYM)
        return (Part){s, 0, 1};
    if ((s->kind != S_ADD && s->kind != S_FDIV) || !size_is_const(s->b) || s->b->lo > INT16_MAX ||
        s->b->lo < (s->kind == S_ADD ? INT16_MIN : 1))
        return (Part){0};
    Part p = part_of(s->a);
    if (s->kind == S_ADD)
        p.plus += s->b->lo * p.by;
    else
        p.by *= s->b->lo;
    bool large = p.by > INT32_MAX || p.plus > INT32_MAX || p.plus < INT32_MIN;
    return large ? (Part){0} : p;
}

/* Returns the symbol that the size never exceeds, however small the symbol is, or NULL. It does not
 * exceed the symbol divided by `*by` either. The size may be stopped at 0, as symbols are. */
static const Size *symbol_above(const Size *s, int64_t *by)
{
    Part p = part_of(s->kind == S_MAX && s->b == size_const(0) ? s->a : s);
    *by = p.plus <= 0 ? p.by : 1;
    return p.symbol && p.plus < p.by ? p.symbol : NULL;
}

/* Returns an upper bound of the product of factors that are not negative, where the symbols of an
 * input count once together, and parts of symbols as such: the product of the symbols is bounded as
 * a whole. Takes the factors out of the list. */
static int64_t factors_bound(const Size **factor, int n)
{
    const Size *symbol[MOST_FACTORS];
    int64_t bound = 1, by[MOST_FACTORS];
    for (int i = 0; i < n; i++)
        symbol[i] = symbol_above(factor[i], &by[i]);
    for (int i = 0; i < n; i++) {
        if (!factor[i])
            continue;
        const Size *first = symbol[i], *taken[MOST_FACTORS];
        int64_t divisor = 1;
        int ntaken = 0;
        for (int k = i; k < n && first; k++) {
            bool again = !factor[k] || !symbol[k] || symbol[k]->group != first->group;
            for (int j = 0; j < ntaken; j++)
                again |= taken[j] == symbol[k];
            if (again)
                continue;
            taken[ntaken++] = symbol[k];
            divisor = sat_mul(divisor, by[k]);
            factor[k] = NULL;
        }
        bound = sat_mul(bound, first ? first->hi / divisor : factor[i]->hi);
    }
    return bound;
}

static int64_t product_bound(const Size *s)
{
    const Size *factor[MOST_FACTORS];
    int n = 0;
    return add_factors(s, factor, &n) ? factors_bound(factor, n) : INT64_MAX;
}

/* Adds the factors of an extent, which is not negative, whatever its formula is: the formula may be
 * taken apart where a part of it is negative only together with the whole. */
static bool add_extent(const Size *s, const Size **factor, int *n)
{
    if (s->lo < 0 && s->kind == S_MUL && size_is_const(s->b) && s->b->lo > 0)
        return add_extent(s->b, factor, n) && add_extent(s->a, factor, n);
    if (s->lo >= 0 || s->kind == S_MUL || *n == MOST_FACTORS)
        return add_factors(s, factor, n);
    factor[(*n)++] = s;
    return true;
}

int64_t size_most_elements(Size *const *extent, int rank)
{
    const Size *factor[MOST_FACTORS];
    int n = 0;
    for (int i = 0; i < rank; i++)
        if (!add_extent(extent[i], factor, &n))
            return INT64_MAX;
    return factors_bound(factor, n);
}

static void widen(Size *s, int64_t n)
{
    s->lo = n < s->lo ? n : s->lo;
    s->hi = n > s->hi ? n : s->hi;
}

/* Sets the range of a result from the ranges of its operands: from their corners, and in a quotient
 * also from the divisors next to 0. */
static void range_of(Size *s)
{
    const Size *a = s->a, *b = s->b;
    if (s->kind == S_MOD) {
        s->lo = b->lo < 0 ? b->lo + 1 : 0;
        s->hi = b->hi > 0 ? b->hi - 1 : 0;
        return;
    }
    const int64_t divisor[] = {b->lo, b->hi, -1, 0, 1};
    s->lo = s->hi = apply(s->kind, a->lo, b->lo);
    for (int i = 0; i < (s->kind == S_FDIV ? 5 : 2); i++)
        if (divisor[i] >= b->lo && divisor[i] <= b->hi) {
            widen(s, apply(s->kind, a->lo, divisor[i]));
            widen(s, apply(s->kind, a->hi, divisor[i]));
        }
    int64_t bound = s->kind == S_MUL ? product_bound(s) : INT64_MAX;
    s->hi = s->hi < bound ? s->hi : bound;
}

/* Splits a size into a constant factor and another size. */
static int64_t coefficient(Size *s, Size **of)
{
    bool scaled = s->kind == S_MUL && size_is_const(s->b);
    *of = scaled ? s->a : s;
    return scaled ? s->b->lo : 1;
}

Size *size_op(SizeKind kind, Size *a, Size *b)
{
    if (size_is_const(a) && size_is_const(b))
        return size_const(apply(kind, a->lo, b->lo));
    bool commutes = kind == S_ADD || kind == S_MUL || kind == S_MIN || kind == S_MAX;
    if (commutes && size_is_const(a)) { /* the constant stands right */
        Size *t = a;
        a = b;
        b = t;
    }
    if (size_is_const(b)) {
        if ((kind == S_ADD && b->lo == 0) || ((kind == S_MUL || kind == S_FDIV) && b->lo == 1))
            return a;
        if ((kind == S_MUL && b->lo == 0) || (kind == S_MOD && b->lo == 1))
            return size_const(0);
        if (kind == a->kind && (kind == S_ADD || kind == S_MUL) && size_is_const(a->b))
            return size_op(kind, a->a, size_op(kind, a->b, b));
    }
    if (a == b && (kind == S_MIN || kind == S_MAX))
        return a;
    Size *of_a, *of_b;
    int64_t times_a = coefficient(a, &of_a), times_b = coefficient(b, &of_b);
    if (kind == S_ADD && of_a == of_b)
        return size_op(S_MUL, of_a, size_const(sat_add(times_a, times_b)));
    if ((kind == S_MIN || kind == S_MAX) && of_a == of_b && of_a->lo >= 0)
        return (times_a < times_b) == (kind == S_MIN) ? a : b;
    if ((kind == S_MIN && a->hi <= b->lo) || (kind == S_MAX && a->lo >= b->hi))
        return a;
    if ((kind == S_MIN && b->hi <= a->lo) || (kind == S_MAX && b->lo >= a->hi))
        return b;
    enum { MOST_OPERATIONS = 4096 };
    Size s = {.kind = kind, .a = a, .b = b, .operations = 1 + a->operations + b->operations};
    if (s.operations > MOST_OPERATIONS)
        fatal(NULL, "a size takes more than %d operations", MOST_OPERATIONS);
    range_of(&s);
    return s.lo == s.hi ? size_const(s.lo) : intern(s);
}

void size_print(Text *t, const Size *s)
{
    static const char *const infix[] = {
        [S_ADD] = "+", [S_MUL] = "*", [S_FDIV] = "/", [S_MOD] = "%"};
    switch (s->kind) {
    case S_CONST:
        text_add(t, "%" PRId64, s->lo);
        return;
    case S_SYM:
    case S_SCALAR:
        text_add(t, "%s", s->sym);
        return;
    case S_MIN:
    case S_MAX:
        text_add(t, s->kind == S_MIN ? "min(" : "max(");
        size_print(t, s->a);
        text_add(t, ", ");
        size_print(t, s->b);
        text_add(t, ")");
        return;
    default:
        text_add(t, "(");
        size_print(t, s->a);
        text_add(t, " %s ", infix[s->kind]);
        size_print(t, s->b);
        text_add(t, ")");
    }
}
