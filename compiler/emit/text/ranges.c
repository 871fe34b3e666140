/* SPDX-License-Identifier: 0BSD
 * What types, literals and constants say of the numbers in a loop's expression. */
#include "emit/text/ranges.h"
#include "graph/build.h"
#include "graph/constants.h"

#include <math.h>
#include <string.h>

typedef struct Range {
    bool number; /* never NaN */
    double lo, hi;
} Range;

/* Returns the range of a type; for types of 64 bits, that of the doubles that they hold. */
static Range of_type(DType type)
{
    switch (type) {
    case BOOL:
        return (Range){true, 0, 1};
    case U8:
        return (Range){true, 0, UINT8_MAX};
    case I8:
        return (Range){true, INT8_MIN, INT8_MAX};
    case U16:
        return (Range){true, 0, UINT16_MAX};
    case I16:
        return (Range){true, INT16_MIN, INT16_MAX};
    case U32:
        return (Range){true, 0, UINT32_MAX};
    case I32:
        return (Range){true, INT32_MIN, INT32_MAX};
    case U64:
        return (Range){true, 0, 0x1.fffffffffffffp63};
    case I64:
        return (Range){true, -0x1p63, 0x1.fffffffffffffp62};
    default:
        return (Range){false, -INFINITY, INFINITY};
    }
}

static bool is_finite(Range r)
{
    return r.number && isfinite(r.lo) && isfinite(r.hi);
}

static bool is_within(Range r, Range type)
{
    return is_finite(r) && r.lo >= type.lo && r.hi <= type.hi;
}

/* Lists the operands that IN stands for; NULL: nothing is known of constants. */
typedef Value *const *Operands;

static Range of_constant(const Value *v)
{
    int64_t n = size_value(value_numel(v)), index[MAX_RANK] = {0};
    bool real = dtype_is_float((int)v->type.dtype);
    Range r = {true, INFINITY, -INFINITY};
    for (int64_t i = 0; i < n; i++) {
        ExprNumber number = const_element(v, index, v->type.rank);
        double d = real ? number.d : (double)number.i;
        r.number &= !isnan(d);
        r.lo = fmin(r.lo, d);
        r.hi = fmax(r.hi, d);
        for (int k = v->type.rank; k-- > 0 && ++index[k] == size_value(v->type.dim[k]);)
            index[k] = 0;
    }
    return n > 0 ? r : of_type(v->type.dtype);
}

static Range of_operand(const Value *v)
{
    enum { MOST = 4096 };
    DType type = v->type.dtype;
    bool known = value_is_known(v) && v->layout.kind == L_STRIDED && (type == F32 || type == I32) &&
                 size_value(value_numel(v)) <= MOST;
    return known ? of_constant(v) : of_type(loaded_dtype(v));
}

/* Widens a range for what floats or a fused operation round to; the range is unknown where they may
 * overflow. */
static Range with_rounding(double lo, double hi, DType type)
{
    const double ulps = 1e-6, most = type == F32 ? 0x1p127 : 0x1p1023;
    lo -= fabs(lo) * ulps + 0x1p-149;
    hi += fabs(hi) * ulps + 0x1p-149;
    return lo >= -most && hi <= most ? (Range){true, lo, hi} : of_type(type);
}

/* Returns the range of a sum, difference or product, whatever its type holds. */
static Range unbounded(const Expr *e, Range a, Range b)
{
    if (!is_finite(a) || !is_finite(b))
        return of_type(NO_DTYPE);
    if (e->op == E_ADD)
        return (Range){true, a.lo + b.lo, a.hi + b.hi};
    if (e->op == E_SUB)
        return (Range){true, a.lo - b.hi, a.hi - b.lo};
    double p = a.lo * b.lo, q = a.lo * b.hi, s = a.hi * b.lo, t = a.hi * b.hi;
    return (Range){true, fmin(fmin(p, q), fmin(s, t)), fmax(fmax(p, q), fmax(s, t))};
}

static Range of_arithmetic(const Expr *e, Range a, Range b)
{
    Range r = unbounded(e, a, b), type = of_type(e->type);
    if (e->type == F32 || e->type == F64)
        return is_finite(r) ? with_rounding(r.lo, r.hi, e->type) : type;
    return dtype_bytes((int)e->type) <= 4 && is_within(r, type) ? r : type;
}

/* Returns the range of an absolute value. The least integer of a type has none: then the range is
 * the type's. */
static Range of_abs(const Expr *e, Range a)
{
    double most = fmax(-a.lo, a.hi);
    Range r = {a.number, fmax(fmax(a.lo, -a.hi), 0), most};
    return is_within((Range){true, most, most}, of_type(e->type)) ? r : of_type(e->type);
}

/* Returns the range of a shift to the right by a constant number of bits; of other shifts, the
 * type's. */
static Range of_shift(const Expr *e, Range a, Range bits)
{
    if (e->type != I32 || bits.lo != bits.hi || bits.lo < 0 || bits.hi > 31)
        return of_type(e->type);
    return (Range){true, floor(ldexp(a.lo, -(int)bits.lo)), floor(ldexp(a.hi, -(int)bits.lo))};
}

static Range of_cast(const Expr *e, Range from)
{
    Range type = of_type(e->type);
    if (e->type == F32 || e->type == F64)
        return is_finite(from) ? with_rounding(from.lo, from.hi, e->type) : type;
    Range r = {true, trunc(from.lo), trunc(from.hi)};
    return e->type != BOOL && is_finite(from) && is_within(r, type) ? r : type;
}

static Range of_extreme(const Expr *e, Range a, Range b)
{
    bool least = e->op == E_MIN || e->op == E_FMIN, wins = e->op == E_FMIN || e->op == E_FMAX;
    if (!b.number)
        return of_type(e->type);
    if (wins && !a.number) /* b itself, or a where that is a number */
        return least ? (Range){true, fmin(a.lo, b.lo), b.hi}
                     : (Range){true, b.lo, fmax(a.hi, b.hi)};
    if (least)
        return (Range){a.number, fmin(a.lo, b.lo), fmin(a.hi, b.hi)};
    return (Range){a.number, fmax(a.lo, b.lo), fmax(a.hi, b.hi)};
}

static Range range_of(const Expr *e, Operands in)
{
    Range arg[2] = {{0}, {0}};
    for (int i = 0; i < expr_info[e->op].arity && i < 2; i++)
        arg[i] = range_of(e->arg[i], in);
    switch (e->op) {
    case E_IN:
        return in ? of_operand(in[e->index]) : of_type(e->type);
    case E_AXIS: /* an extent fits in 31 bits */
        return (Range){true, 0, INT32_MAX - 1};
    case E_CONST:
        if (!dtype_is_float((int)e->type))
            return e->type == U64 ? of_type(U64) : (Range){true, (double)e->i, (double)e->i};
        return isnan(e->d) ? of_type(e->type) : (Range){true, e->d, e->d};
    case E_CAST:
        return of_cast(e, arg[0]);
    case E_ADD:
    case E_SUB:
    case E_MUL:
        return of_arithmetic(e, arg[0], arg[1]);
    case E_ABS:
        return of_abs(e, arg[0]);
    case E_SHR:
        return of_shift(e, arg[0], arg[1]);
    case E_MIN:
    case E_MAX:
    case E_FMIN:
    case E_FMAX:
        return of_extreme(e, arg[0], arg[1]);
    case E_RINT:
        return (Range){arg[0].number, rint(arg[0].lo), rint(arg[0].hi)};
    default:
        return of_type(e->type);
    }
}

typedef struct Known {
    Operands in;
    Text *rests; /* for each decision: t by types, v by constants' values too, n it is not taken */
} Known;

/* Is a test of an expression, for a type and with what is known of the operands. */
typedef bool Fact(const Expr *e, DType type, Operands in);

static bool decide(const Known *k, Fact *holds, const Expr *e, DType type)
{
    bool by_types = holds(e, type, NULL), by_values = !by_types && holds(e, type, k->in);
    text_add(k->rests, "%c", by_types ? 't' : by_values ? 'v' : 'n');
    return by_types || by_values;
}

static bool stays_within(const Expr *e, DType type, Operands in)
{
    return is_within(range_of(e, in), of_type(type));
}

/* Does the sum, difference or product never leave the type? */
static bool cannot_wrap(const Expr *e, DType type, Operands in)
{
    return is_within(unbounded(e, range_of(e->arg[0], in), range_of(e->arg[1], in)), of_type(type));
}

static bool are_numbers(const Expr *e, DType type, Operands in)
{
    (void)type;
    return range_of(e->arg[0], in).number && range_of(e->arg[1], in).number;
}

static bool is_below_2_22(const Expr *e, Operands in)
{
    Range r = range_of(e, in);
    return r.number && r.lo > -0x1p22 && r.hi < 0x1p22;
}

/* Are a rounded number's bounds, the last of which wins, so near that a float of their magnitude
 * has digits of fractions? */
static bool rounds_within(const Expr *e, DType type, Operands in)
{
    (void)type;
    const Expr *clamp = e->arg[0]->arg[0];
    return is_below_2_22(clamp->arg[1], in) && is_below_2_22(clamp->arg[0]->arg[1], in);
}

/* Is it i32(rint(fmax(fmin(x, hi), lo)))? */
static bool is_rounded_clamp(const Expr *e)
{
    const Expr *rint = e->arg[0], *clamp = rint->arg[0];
    return e->type == I32 && rint->op == E_RINT && rint->type == F32 && clamp->op == E_FMAX &&
           clamp->arg[0]->op == E_FMIN;
}

static bool are_shorts(const Expr *e, DType type, Operands in)
{
    return stays_within(e->arg[0], type, in) && stays_within(e->arg[1], type, in);
}

static bool is_extreme(const Expr *e)
{
    return e->op == E_MIN || e->op == E_MAX || e->op == E_FMIN || e->op == E_FMAX;
}

static bool is_whole_float(const Expr *e)
{
    return e->op == E_CONST && e->type == F32 && e->d == rint(e->d) && fabs(e->d) <= INT32_MAX;
}

/* Returns what is below the clamps between whole numbers under the cast `e`. */
static Expr *below_clamps(const Expr *e)
{
    Expr *in = e->arg[0];
    while (is_extreme(in) && in->type == F32 && is_whole_float(in->arg[1]))
        in = in->arg[0];
    return in;
}

/* Moves the cast below the clamps, which then clamp integers. That changes nothing: the bounds are
 * whole numbers, which no fraction crosses. */
static void clamp_integers(Expr *e, Expr *below)
{
    Expr **place = &e->arg[0];
    for (; *place != below; place = &(*place)->arg[0]) {
        Expr *clamp = *place;
        bool least = clamp->op == E_MIN || clamp->op == E_FMIN;
        clamp->op = least ? E_MIN : E_MAX;
        clamp->type = I32;
        clamp->arg[1] = expr_cast(clamp->arg[1], I32);
    }
    *place = expr_cast(below, I32);
    if (e->type == I32)
        *e = *e->arg[0];
}

/* Drops a cast of a small integer to i32, since C widens those by itself. */
static Expr *without_promotion(Expr *e)
{
    bool small = e->op == E_CAST && e->type == I32 && dtype_bytes((int)e->arg[0]->type) < 4 &&
                 !dtype_is_float((int)e->arg[0]->type);
    return small ? e->arg[0] : e;
}

/* Writes x - 1 for x + -1. */
static void subtract_if_negative(Expr *e)
{
    const Expr *by = e->arg[1];
    if (e->op != E_ADD || by->op != E_CONST || by->i >= 0 || by->i == INT32_MIN)
        return;
    e->op = E_SUB;
    e->arg[1] = expr_int(-by->i, I32);
}

static void use_range(const Known *k, Expr *e)
{
    bool real = dtype_is_float((int)e->type), sum = e->op == E_ADD || e->op == E_SUB;
    if (e->op == E_CAST && dtype_is_int((int)e->type)) {
        Expr *below = below_clamps(e);
        if (below != e->arg[0] && stays_within(e->arg[0], e->type, NULL) &&
            decide(k, stays_within, below, I32))
            clamp_integers(e, below);
    }
    if (e->op == E_CAST && dtype_is_int((int)e->type) && dtype_is_float((int)e->arg[0]->type))
        e->bounded = decide(k, stays_within, e->arg[0], e->type);
    if (e->op == E_CAST && is_rounded_clamp(e))
        e->within = decide(k, rounds_within, e, I32);
    for (int i = 0; i < expr_info[e->op].arity; i++)
        use_range(k, e->arg[i]);
    if ((e->op == E_MIN || e->op == E_MAX) && real && e->arg[1]->op == E_CONST &&
        decide(k, are_numbers, e, e->type))
        e->op = e->op == E_MIN ? E_FMIN : E_FMAX; /* one instruction */
    if ((sum || e->op == E_MUL) && e->type == I32 && decide(k, cannot_wrap, e, I32)) {
        e->bounded = true;
        e->shorts = e->op == E_MUL && decide(k, are_shorts, e, I16);
        for (int i = 0; i < 2; i++)
            e->arg[i] = without_promotion(e->arg[i]);
        subtract_if_negative(e);
    }
}

const char *use_ranges(Expr *e, Value *const *operand)
{
    Text rests = {0};
    Known k = {operand, &rests};
    use_range(&k, e);
    return rests.size && strchr(rests.data, 'v') ? rests.data : "";
}
