/* SPDX-License-Identifier: 0BSD
 * Elements of constants, and of views of constants. */
#include "graph/constants.h"
#include "graph/build.h"

#include <inttypes.h>
#include <string.h>

static ExprNumber load_as(DType type, const uint8_t *p)
{
    switch (type) {
    case BOOL:
    case U8:
        return (ExprNumber){.i = *p};
    case I8:
        return (ExprNumber){.i = (int8_t)*p};
    case I16: {
        int16_t n;
        memcpy(&n, p, sizeof n);
        return (ExprNumber){.i = n};
    }
    case I32: {
        int32_t n;
        memcpy(&n, p, sizeof n);
        return (ExprNumber){.i = n};
    }
    case I64: {
        int64_t n;
        memcpy(&n, p, sizeof n);
        return (ExprNumber){.i = n};
    }
    default: {
        float f;
        memcpy(&f, p, sizeof f);
        return (ExprNumber){.d = (double)f};
    }
    }
}

/* Returns where the bytes of a constant start, or of a view of one. */
const void *const_data(const Value *v)
{
    return (const uint8_t *)value_root((Value *)v)->buffer->data + value_start(v);
}

static const uint8_t *const_place(const Value *v, const int64_t *index, int rank)
{
    int64_t at = 0;
    for (int i = 0; i < v->type.rank; i++) {
        int64_t k = index[rank - v->type.rank + i];
        if (size_value(v->type.dim[i]) > 1)
            at += k * size_value(v->layout.stride[i]);
    }
    return (const uint8_t *)const_data(v) + at * (int64_t)dtype_bytes((int)v->type.dtype);
}

ExprNumber const_element(const Value *v, const int64_t *index, int rank)
{
    return load_as(v->type.dtype, const_place(v, index, rank));
}

const void *const_in_row_order(const Value *v)
{
    int64_t n = size_value(value_numel(v)), index[MAX_RANK] = {0};
    size_t size = dtype_bytes((int)v->type.dtype);
    if (layout_is_row_major(v))
        return const_data(v);
    uint8_t *to = zalloc((size_t)n, size);
    for (int64_t i = 0; i < n; i++) {
        memcpy(to + (size_t)i * size, const_place(v, index, v->type.rank), size);
        for (int k = v->type.rank; k-- > 0 && ++index[k] == size_value(v->type.dim[k]);)
            index[k] = 0;
    }
    return to;
}

static void mark_operands(const Expr *e, bool *used)
{
    if (e->op == E_IN)
        used[e->index] = true;
    for (int i = 0; i < expr_info[e->op].arity; i++)
        mark_operands(e->arg[i], used);
}

void drop_operands(Step *s)
{
    bool *used = NEW(bool, s->nin);
    Expr **with = NEW(Expr *, s->nin);
    int n = 0;
    mark_operands(s->expr, used);
    for (int i = 0; i < s->nin; i++) {
        if (!used[i])
            continue;
        with[i] = expr_in(n, loaded_dtype(s->in[i]));
        s->in[n++] = s->in[i];
    }
    if (n < s->nin)
        s->expr = expr_substitute(s->expr, with);
    s->nin = n;
}

int *number_of_origin(Dict *d, const Buffer *b)
{
    return dict_number(d, fmt_text("%p %" PRId64, b->origin, b->bound));
}
