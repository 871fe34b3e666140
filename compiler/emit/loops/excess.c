/* SPDX-License-Identifier: 0BSD
 * Which programs have the same bits where C computes floats with more digits than they have (x87),
 * which casts, arguments and assignments drop: those of integers, with single float operations in
 * between. A float operation of doubles would be rounded twice. */
#include "emit/loops/excess.h"
#include "emit/text/cexpr.h"
#include "graph/build.h"
#include "select/registry.h"

/* Does the operation have no error of its own, since it works on the bits of a float or
 * compares? */
static bool is_lossless(ExprOp op)
{
    switch (op) {
    case E_IN:
    case E_AXIS:
    case E_AT:
    case E_CONST:
    case E_CAST:
    case E_MIN:
    case E_MAX:
    case E_FMIN:
    case E_FMAX:
    case E_LT:
    case E_LE:
    case E_EQ:
    case E_NE:
    case E_SELECT:
    case E_NEG:
    case E_ABS:
    case E_SIGN:
    case E_FLOOR:
    case E_CEIL:
    case E_TRUNC:
    case E_RINT:
    case E_ISNAN:
    case E_ISINF:
    case E_SIGNBIT:
        return true;
    default:
        return false;
    }
}

/* Is every float in the expression rounded to its type before it is used? `exact` is as in
 * rounded_products(); `operand`: an operation takes the result with its excess digits. */
static bool is_rounded(const Expr *e, bool exact, bool operand)
{
    bool real = dtype_is_float((int)e->type), arithmetic = expr_is_arithmetic(e);
    exact |= !real;
    for (int i = 0; i < expr_info[e->op].arity; i++) {
        const Expr *arg = e->arg[i];
        bool of_floats = dtype_is_float((int)arg->type);
        if (of_floats && (arg->type == F64 || !(arithmetic || is_lossless(e->op))))
            return false;
        if (!is_rounded(arg, exact, arithmetic || (operand && expr_passes_on(e))))
            return false;
    }
    return e->type != F64 && (exact || !arithmetic || !operand);
}

static bool are_rounded(const Step *s)
{
    bool exact = !dtype_is_float((int)s->out[0]->type.dtype), sums = s->kind == K_REDUCE;
    for (int i = 0; i < s->nin; i++)
        exact |= sums && s->in[i] && has_8_bits(s->in[i]);
    return (!s->expr || is_rounded(s->expr, exact, sums || s->kind == K_SCAN)) &&
           (!s->post || is_rounded(s->post, exact, false));
}

static bool is_real(const Value *v)
{
    return v && dtype_is_float((int)v->type.dtype);
}

static bool is_free(const Step *s)
{
    switch (s->kind) {
    case K_FOREIGN: /* the user's */
    case K_MOVE:
    case K_GATHER:
    case K_COMPACT:
        return true;
    case K_MAP:
    case K_LOOKUP:
    case K_REDUCE:
    case K_SCAN:
    case K_SCALAR:
    case K_CHECK:
        return are_rounded(s);
    default:
        return s->kernel && s->kernel->backend == backends[0] && s->nout && s->nin &&
               !is_real(s->out[0]) && !is_real(s->in[0]);
    }
}

bool is_free_of_excess(const Model *m)
{
    for (int i = 0; i < m->ngraphs; i++)
        FOR_BLOCKS(b, m->graph[i])
            FOR_STEPS(s, b)
                if (!is_free(s))
                    return false;
    return true;
}
