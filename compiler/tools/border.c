/* SPDX-License-Identifier: 0BSD
 * What --io int8 leaves to the caller, done with recorded cases: inputs are quantised, outputs
 * dequantised, by the expressions that the program has for that. */
#include "tools/border.h"
#include "tools/exec/tensor.h"

#include <string.h>

static ExprNumber load_element(void *element, int operand)
{
    (void)operand;
    return *(const ExprNumber *)element;
}

static ExprNumber element_of(const FileTensor *t, int64_t i)
{
    ExprNumber n = {0};
    if (dtype_is_float(t->dtype))
        n.d = tensor_number(t->dtype, t->data.data, i);
    else
        n.i = tensor_integer(t->dtype, t->data.data, i);
    return n;
}

/* Converts a tensor at the border: bytes to f32, or numbers to bytes, in their order in memory. */
static FileTensor across(const Border *b, const FileTensor *from)
{
    FileTensor to = *from;
    int64_t n = tensor_count(from);
    to.dtype = (int)b->expr->type;
    size_t size = dtype_bytes(to.dtype);
    uint8_t *data = NEW(uint8_t, (size_t)n * size);
    for (int64_t i = 0; i < n; i++) {
        ExprNumber element = element_of(from, i);
        ExprNumber made = expr_eval(b->expr, load_element, &element);
        float number = (float)made.d;
        uint8_t byte = (uint8_t)made.i;
        memcpy(data + (size_t)i * size, size == 1 ? (void *)&byte : (void *)&number, size);
    }
    to.data = (Bytes){data, (size_t)n * size};
    to.bytes = to.data.size;
    return to;
}

/* Can the input be quantised? Others are refused later, where they are passed. */
static bool fits(const CaseValue *v)
{
    return v->kind == FV_TENSOR && dtype_is_float(v->tensor.dtype) &&
           v->tensor.data.size >= (size_t)tensor_count(&v->tensor) * dtype_bytes(v->tensor.dtype);
}

void quantise_inputs(const Graph *g, TestCase *c)
{
    for (int i = 0; i < g->ninputs && i < c->ninputs; i++)
        if (g->input[i].border && fits(&c->input[i]))
            c->input[i].tensor = across(g->input[i].border, &c->input[i].tensor);
}

CaseValue dequantised(const Arg *a, const CaseValue *got)
{
    CaseValue v = *got;
    if (a->border)
        v.tensor = across(a->border, &got->tensor);
    return v;
}
