/* SPDX-License-Identifier: 0BSD
 * What lowerings make: constants and steps. */
#include "import/call/steps.h"
#include "graph/build.h"
#include "graph/constants.h"
#include "import/call/arguments.h"
#include "import/call/call.h"
#include "import/call/demands.h"

#include <inttypes.h>
#include <string.h>

Value *weight_scalar(Call *c, DType dtype, double d)
{
    if (dtype == I32 && !(d >= INT32_MIN && d <= INT32_MAX))
        refuse(c, "quantisation parameter %.17g does not fit into 32 bits", d);
    void *data = NEW(uint32_t, 1);
    float f = (float)d;
    int32_t i = dtype == I32 ? (int32_t)d : 0;
    memcpy(data, dtype == F32 ? (const void *)&f : &i, 4);
    return value_const(c->g, dtype, 0, NULL, data);
}

Value *weight_numbers(Call *c, DType type, int rank, const int64_t *dim, const double *number)
{
    if (type == F64)
        return value_const(c->g, F64, rank, dim, number);
    int64_t n = 1;
    for (int i = 0; i < rank; i++)
        n *= dim[i];
    float *real = NEW(float, type == F32 ? n : 0);
    int64_t *whole = NEW(int64_t, type == F32 ? 0 : n);
    for (int64_t i = 0; i < n; i++)
        if (type == F32)
            real[i] = (float)number[i];
        else
            whole[i] = (int64_t)number[i];
    return value_const(c->g, type, rank, dim, type == F32 ? (void *)real : whole);
}

/* Returns `n` int32 numbers as one constant, which calibration changes. */
Value *weight_ints(Call *c, int n, const int64_t *number)
{
    int32_t *data = NEW(int32_t, n);
    for (int i = 0; i < n; i++) {
        if (number[i] < INT32_MIN || number[i] > INT32_MAX)
            refuse(c, "quantisation parameter %" PRId64 " does not fit into 32 bits", number[i]);
        data[i] = (int32_t)number[i];
    }
    return value_const(c->g, I32, 1, (int64_t[]){n}, data);
}

Source call_source(const Call *c)
{
    return (Source){.instr = c->instr, .op = c->row->name, .handle = c->handle};
}

Step *emit_step(Call *c, Kind kind, int nin, int nout)
{
    Step *s = step_new(c->g, kind, nin, nout);
    s->source = call_source(c);
    return s;
}

/* Refuses an operand unless its sizes are those of the result, or 1. */
static void need_broadcast(Call *c, const Value *in, const Value *out)
{
    int lead = out->type.rank - in->type.rank;
    bool fits = lead >= 0;
    for (int i = 0; fits && i < in->type.rank; i++) {
        Size *n = in->type.dim[i], *m = out->type.dim[lead + i];
        if (n == m || broadcasts(c, n, m))
            continue;
        fits = n->lo <= m->hi && m->lo <= n->hi;
        if (fits)
            need_equal(c, "sizes of an operand and the result", n, m);
    }
    if (!fits && !in->scalar)
        refuse(c, "an operand does not broadcast to the shape of the result");
}

Value *emit_map(Call *c, Value *out, int nin, Value *const *in, Expr *e)
{
    Step *s = emit_step(c, K_MAP, nin, 1);
    for (int i = 0; i < nin; i++) {
        need_broadcast(c, in[i], out);
        s->in[i] = in[i];
    }
    s->out[0] = out;
    s->expr = expr_cast(e, out->type.dtype);
    drop_operands(s);
    step_append(c->block, s);
    return out;
}
