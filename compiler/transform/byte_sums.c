/* SPDX-License-Identifier: 0BSD
 * Maps of two tensors of bytes that weighted sums of integers can stand for. */
#include "transform/byte_sums.h"
#include "graph/build.h"
#include "graph/byte_sum.h"
#include "graph/constants.h"
#include "graph/quantised.h"

/* Holds a pair of bytes of the two tensors of a map; its other operands are numbers. */
typedef struct Pair {
    const Step *step;
    int operand[2];
    ExprNumber byte[2];
} Pair;

static ExprNumber load(void *from, int operand)
{
    const Pair *p = from;
    const Value *v = p->step->in[operand];
    for (int i = 0; i < 2; i++)
        if (p->operand[i] == operand)
            return p->byte[i];
    return const_element(v, (int64_t[MAX_RANK]){0}, v->type.rank);
}

/* Does the map turn two tensors of bytes, and numbers, into bytes? */
static bool takes_two(const Step *s, Pair *p)
{
    int n = 0;
    if (s->kind != K_MAP || s->effect || s->out[0]->type.dtype != I8 || !expr_evaluable(s->expr))
        return false;
    for (int i = 0; i < s->nin; i++) {
        if (!s->in[i]->scalar && is_const_number(s->in[i], s->in[i]->type.dtype))
            continue;
        if (n == 2 || s->in[i]->scalar || s->in[i]->type.dtype != I8)
            return false;
        p->operand[n++] = i;
    }
    p->step = s;
    return n == 2;
}

static bool find_sum(Pair *p, ByteSum *sum)
{
    static int8_t result[256][256];
    for (int i = 0; i < 256 * 256; i++) {
        p->byte[0].i = i / 256 + INT8_MIN;
        p->byte[1].i = i % 256 + INT8_MIN;
        result[i / 256][i % 256] = (int8_t)expr_eval(p->step->expr, load, p).i;
    }
    return find_byte_sum(result, sum);
}

void weigh_bytes(Graph *g)
{
    FOR_BLOCKS(b, g)
        FOR_STEPS(s, b) {
            Pair p;
            ByteSum sum;
            if (!takes_two(s, &p) || !find_sum(&p, &sum))
                continue;
            Value **in = NEW(Value *, 2);
            in[0] = s->in[p.operand[0]];
            in[1] = s->in[p.operand[1]];
            s->in = in;
            s->nin = 2;
            s->expr = byte_sum_expr(&sum);
        }
}
