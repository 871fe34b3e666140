/* SPDX-License-Identifier: 0BSD
 * --io int8: the caller passes and gets the bytes that the program quantises its inputs to, and
 * dequantises its outputs from. */
#include "transform/io_bytes.h"
#include "graph/build.h"
#include "graph/constants.h"
#include "graph/dead.h"
#include "graph/quantised.h"
#include "model.h"

#include <math.h>

/* Returns the expression of a step of which all operands but `tensor` are single constants; the
 * constants are numbers in it, and the tensor is in0. */
static Expr *closed(const Step *s, int tensor)
{
    Expr **with = NEW(Expr *, s->nin);
    for (int i = 0; i < s->nin; i++) {
        DType type = s->in[i]->type.dtype;
        ExprNumber n = {0};
        if (i != tensor)
            n = const_element(s->in[i], (int64_t[MAX_RANK]){0}, s->in[i]->type.rank);
        with[i] = i == tensor                 ? expr_in(0, type)
                  : dtype_is_float((int)type) ? expr_float(n.d, type)
                                              : expr_int(n.i, type);
    }
    return expr_substitute(s->expr, with);
}

/* Returns the number whose reciprocal, in floats, is `inverse`. */
static float reciprocal_of(float inverse)
{
    float number = 1 / inverse, back = 1 / number;
    return back == inverse ? number : nextafterf(number, back > inverse ? INFINITY : 0);
}

/* Matches in0 * (1 / scale), or in0 times the reciprocal as a number. */
static bool match_scaled(const Expr *e, float *scale)
{
    const Expr *by = e->op == E_MUL && e->arg[0]->op == E_IN ? e->arg[1] : NULL;
    if (by && by->op == E_DIV && expr_is_number(by->arg[0], 1) && by->arg[1]->op == E_CONST)
        *scale = (float)by->arg[1]->d;
    else if (by && by->op == E_CONST)
        *scale = reciprocal_of((float)by->d);
    else
        return false;
    return is_moderate(*scale);
}

/* Matches what quantises in0: rint() of match_scaled() plus a zero point, clamped before or behind.
 */
static bool match_border(const Expr *e, float *scale, int32_t *zero)
{
    bool rounds = false;
    *zero = 0;
    for (;; e = e->arg[0]) {
        switch (e->op) {
        case E_ADD:
            if (rounds || expr_reads(e->arg[1], 0))
                return false;
            *zero = (int32_t)expr_eval(expr_cast(expr_folded(e->arg[1]), I32), NULL, NULL).i;
            continue;
        case E_RINT:
            rounds = true;
            continue;
        case E_CAST:
        case E_MIN:
        case E_MAX:
        case E_FMIN:
        case E_FMAX:
            continue;
        default:
            return rounds && match_scaled(e, scale);
        }
    }
}

typedef struct Readers {
    const Value *input;
    Step **step; /* maps that make bytes of it */
    int count;
    bool others; /* something else reads it, too */
} Readers;

static void visit(Value **place, Step *reader, void *context)
{
    Readers *r = context;
    if (!*place || value_root(*place) != r->input)
        return;
    if (!reader || reader->kind != K_MAP || !has_8_bits(reader->out[0]) ||
        only_tensor(reader) < 0 || reader->in[only_tensor(reader)] != *place ||
        !same_places(*place, reader->out[0]))
        r->others = true;
    else
        PUSH(r->step, r->count, reader);
}

/* Returns how all readers of the input quantise it; NULL if they do not, or in several ways. */
static Border *border_of(const Readers *r)
{
    Border *b = NEW(Border, 1);
    if (r->others || r->count == 0)
        return NULL;
    b->expr = closed(r->step[0], only_tensor(r->step[0]));
    for (int i = 1; i < r->count; i++)
        if (!expr_equal(b->expr, closed(r->step[i], only_tensor(r->step[i]))))
            return NULL;
    return match_border(b->expr, &b->scale, &b->zero) ? b : NULL;
}

static void take_bytes(Arg *a, DType type)
{
    FileValue *file = NEW(FileValue, 1);
    FileTensor *tensor = NEW(FileTensor, 1);
    *file = *a->file;
    *tensor = *a->file->tensor;
    tensor->bytes /= dtype_bytes(tensor->dtype);
    tensor->dtype = (int)type;
    file->tensor = tensor;
    a->file = file;
}

static void quantise_input(Graph *g, int i)
{
    Arg *a = &g->input[i];
    Readers r = {.input = a->value};
    for_reads(g, visit, &r);
    a->border = border_of(&r);
    if (!a->border)
        fatal(method_place(g),
              "--io int8: input %d is not quantised, with one scale, by all that reads it", i);
    Value *bytes = value_like(g, a->value);
    bytes->type.dtype = r.step[0]->out[0]->type.dtype;
    bytes->max_elements = a->value->max_elements;
    take_bytes(a, bytes->type.dtype);
    bytes->buffer = NEW(Buffer, 1);
    *bytes->buffer =
        (Buffer){.kind = B_INPUT, .index = i, .bound = (int64_t)a->file->tensor->bytes};
    for (int k = 0; k < r.count; k++) {
        const Value *in = r.step[k]->in[only_tensor(r.step[k])];
        value_forward(r.step[k]->out[0], value_seen_as(g, in, bytes));
        step_remove(r.step[k]);
    }
    forward_uses(g);
    a->value = bytes;
}

static void dequantise_output(Graph *g, int i)
{
    Arg *a = &g->output[i];
    Dequantise d;
    Value *bytes = match_activation(a->value, &d) ? bytes_behind(g, a->value, &d) : NULL;
    if (!bytes || !has_8_bits(bytes))
        fatal(method_place(g), "--io int8: output %d is not dequantised with one scale", i);
    a->border = NEW(Border, 1);
    *a->border = (Border){.expr = closed(d.step, only_tensor(d.step)),
                          .scale = scale_of(&d),
                          .zero = zero_point_of(&d)};
    take_bytes(a, bytes->type.dtype);
    a->value = bytes;
}

static bool is_of_floats(const Arg *a)
{
    return a->given && !arg_is_number(a) && dtype_is_float((int)a->value->type.dtype);
}

void pass_bytes(Graph *g)
{
    for (int i = 0; i < g->ninputs; i++)
        if (is_of_floats(&g->input[i]))
            quantise_input(g, i);
    for (int i = 0; i < g->noutputs; i++)
        if (is_of_floats(&g->output[i]))
            dequantise_output(g, i);
    remove_dead_steps(g);
}
