/* SPDX-License-Identifier: 0BSD
 * Weighted sums of two bytes, rounded to a byte. For each pair of bytes the result allows only some
 * weights and starts. With some weights, the pairs say how far the start must be up, and how far it
 * may be: where these contradict each other, two pairs exclude all weights on one side of a line,
 * and the search goes on in the middle of what is left. */
#include "graph/byte_sum.h"

#include <math.h>
#include <stdlib.h>

enum { BYTES = 256, CORNERS = 128, MOST_WEIGHT = (1 << 23) - 1 };
enum { MOST_SHIFT = 22, LEAST_SHIFT = 19 }; /* less has too few digits */

typedef struct Point {
    double a, b;
} Point;

/* Holds the weights that are left, a convex polygon. */
typedef struct Polygon {
    Point corner[CORNERS];
    int n;
} Polygon;

/* Is what a pair of bytes asks of the start. */
typedef struct Demand {
    int64_t start;
    int a, b, result;
} Demand;

/* Says from where to where the start may be, with the pairs that say so. */
typedef struct Room {
    Demand least, most;
} Room;

static void find_bounds(int8_t (*result)[BYTES], ByteSum *sum)
{
    sum->lo = INT8_MAX;
    sum->hi = INT8_MIN;
    for (int i = 0; i < BYTES * BYTES; i++) {
        int r = result[i / BYTES][i % BYTES];
        sum->lo = r < sum->lo ? r : sum->lo;
        sum->hi = r > sum->hi ? r : sum->hi;
    }
}

/* Results at a bound ask for nothing beyond it. */
static Room find_room(int8_t (*result)[BYTES], const ByteSum *sum)
{
    const int64_t unit = INT64_C(1) << sum->shift;
    Room room = {{INT64_MIN / 2, 0, 0, 0}, {INT64_MAX / 2, 0, 0, 0}};
    for (int a = INT8_MIN; a <= INT8_MAX; a++)
        for (int b = INT8_MIN; b <= INT8_MAX; b++) {
            int r = result[a - INT8_MIN][b - INT8_MIN];
            int64_t start = r * unit - (int64_t)a * sum->weight[0] - (int64_t)b * sum->weight[1];
            if (r > sum->lo && start > room.least.start)
                room.least = (Demand){start, a, b, r};
            if (r < sum->hi && start + unit - 1 < room.most.start)
                room.most = (Demand){start + unit - 1, a, b, r};
        }
    return room;
}

/* Keeps what lies at or behind the line a * x + b * y = at. */
static bool cut(Polygon *p, double a, double b, double at)
{
    Polygon left = {.n = 0};
    for (int i = 0; i < p->n && left.n + 2 <= CORNERS; i++) {
        Point from = p->corner[i], to = p->corner[(i + 1) % p->n];
        double before = from.a * a + from.b * b - at, behind = to.a * a + to.b * b - at;
        if (before >= 0)
            left.corner[left.n++] = from;
        if ((before >= 0) == (behind >= 0))
            continue;
        double way = before / (before - behind);
        left.corner[left.n++] =
            (Point){from.a + way * (to.a - from.a), from.b + way * (to.b - from.b)};
    }
    *p = left;
    return left.n > 2;
}

static bool find_middle(const Polygon *p, ByteSum *sum)
{
    Point first = p->corner[0], middle = {0, 0};
    double area = 0;
    for (int i = 1; i + 1 < p->n; i++) {
        Point a = p->corner[i], b = p->corner[i + 1];
        double twice = (a.a - first.a) * (b.b - first.b) - (b.a - first.a) * (a.b - first.b);
        area += twice;
        middle.a += (a.a + b.a - 2 * first.a) * twice;
        middle.b += (a.b + b.b - 2 * first.b) * twice;
    }
    if (!(fabs(area) > 1e-3))
        return false;
    sum->weight[0] = (int32_t)lrint(first.a + middle.a / (3 * area));
    sum->weight[1] = (int32_t)lrint(first.b + middle.b / (3 * area));
    return true;
}

static bool stays_in_32_bits(const ByteSum *sum)
{
    int64_t most = llabs((int64_t)sum->start) +
                   128 * (llabs((int64_t)sum->weight[0]) + llabs((int64_t)sum->weight[1]));
    return most <= INT32_MAX;
}

/* The same with the shift that it says. */
static bool find_shifted(int8_t (*result)[BYTES], ByteSum *sum)
{
    enum { MOST_CUTS = 100 };
    const double most = MOST_WEIGHT;
    Polygon p = {{{-most, -most}, {most, -most}, {most, most}, {-most, most}}, 4};
    for (int i = 0; i < MOST_CUTS && find_middle(&p, sum); i++) {
        Room room = find_room(result, sum);
        const Demand *least = &room.least, *up = &room.most;
        int64_t start = least->start + (up->start - least->start) / 2;
        if (least->start <= up->start) {
            sum->start = (int32_t)start;
            return start == sum->start && stays_in_32_bits(sum);
        }
        double apart = ldexp(least->result - up->result - 1, sum->shift) + 1;
        if (!cut(&p, least->a - up->a, least->b - up->b, apart))
            return false;
    }
    return false;
}

bool find_byte_sum(int8_t (*result)[BYTES], ByteSum *sum)
{
    find_bounds(result, sum);
    for (sum->shift = MOST_SHIFT; sum->lo < sum->hi && sum->shift >= LEAST_SHIFT; sum->shift--)
        if (find_shifted(result, sum))
            return true;
    return false;
}

static Expr *weighted(int operand, int32_t weight)
{
    return expr_new(E_MUL, I32, expr_cast(expr_in(operand, I8), I32), expr_int(weight, I32), NULL);
}

Expr *byte_sum_expr(const ByteSum *sum)
{
    Expr *e = expr_new(E_ADD, I32, weighted(0, sum->weight[0]), weighted(1, sum->weight[1]), NULL);
    e = expr_new(E_ADD, I32, e, expr_int(sum->start, I32), NULL);
    e = expr_new(E_SHR, I32, e, expr_int(sum->shift, I32), NULL);
    e = expr_new(E_MAX, I32, e, expr_int(sum->lo, I32), NULL);
    e = expr_new(E_MIN, I32, e, expr_int(sum->hi, I32), NULL);
    return expr_cast(e, I8);
}

/* Returns the first operand of an operation whose second is a constant, which goes to *number. */
static const Expr *before_number(const Expr *e, ExprOp op, int32_t *number)
{
    if (!e || e->op != op || e->type != I32 || e->arg[1]->op != E_CONST)
        return NULL;
    *number = (int32_t)e->arg[1]->i;
    return e->arg[0];
}

bool match_byte_sum(const Expr *e, ByteSum *sum)
{
    const Expr *in = e->op == E_CAST ? e->arg[0] : NULL;
    in = before_number(in, E_MIN, &sum->hi);
    in = before_number(in, E_MAX, &sum->lo);
    in = before_number(in, E_SHR, &sum->shift);
    in = before_number(in, E_ADD, &sum->start);
    if (!in || in->op != E_ADD || !before_number(in->arg[0], E_MUL, &sum->weight[0]) ||
        !before_number(in->arg[1], E_MUL, &sum->weight[1]))
        return false;
    return expr_equal(e, byte_sum_expr(sum));
}
