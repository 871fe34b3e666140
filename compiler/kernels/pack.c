/* SPDX-License-Identifier: 0BSD
 * Constants in the order in which kernels read them. */
#include "kernels/pack.h"
#include "graph/build.h"
#include "graph/constants.h"

#include <string.h>

/* A smaller constant is not worth an address that is computed. */
enum { LEAST_PART = 64 };

/* Holds the bytes of packed constants; those of an origin and a size are chained, the newest
 * first. */
typedef struct PackedConstants {
    Dict newest;
    struct PackedBytes {
        const void *data;
        int earlier; /* number, or -1 */
    } * bytes;
    int count;
    Dict of_origin; /* the number of one that is made of the same bytes of the file */
    Value **value;
    int nvalues;
} PackedConstants;

/* Takes the bytes of an equal constant that was packed before, for another step, so that it has
 * them once. */
static void share_bytes(Graph *g, Buffer *b, void *data)
{
    PackedConstants *p = g->packed;
    if (!p)
        p = g->packed = NEW(PackedConstants, 1);
    int *newest = number_of_origin(&p->newest, b);
    for (int i = *newest; i >= 0; i = p->bytes[i].earlier)
        if (memcmp(p->bytes[i].data, data, (size_t)b->bound) == 0) {
            b->data = p->bytes[i].data;
            zfree(data);
            return;
        }
    struct PackedBytes own = {data, *newest};
    *newest = p->count;
    PUSH(p->bytes, p->count, own);
}

static void note_packed(PackedConstants *p, Value *v)
{
    int *number = dict_number(&p->of_origin, fmt_text("%p", v->buffer->origin));
    if (*number >= 0)
        return;
    *number = p->nvalues;
    PUSH(p->value, p->nvalues, v);
}

/* Returns where the constant's bytes lie within those that were packed, in elements; -1: nowhere.
 */
static int64_t place_within(const Buffer *packed, const Buffer *b, int64_t element)
{
    for (int64_t at = 0; at + b->bound <= packed->bound; at += element)
        if (memcmp((const uint8_t *)packed->data + at, b->data, (size_t)b->bound) == 0)
            return at / element;
    return -1;
}

/* Makes the constant a part of one that was packed of the same bytes of the file. */
static void take_from_packed(PackedConstants *p, Value *v)
{
    const int number = *dict_number(&p->of_origin, fmt_text("%p", v->buffer->origin));
    if (number < 0 || p->value[number]->type.dtype != v->type.dtype ||
        p->value[number]->buffer->bound == v->buffer->bound) /* plan/plan.c makes these one */
        return;
    int64_t at =
        place_within(p->value[number]->buffer, v->buffer, (int64_t)dtype_bytes((int)v->type.dtype));
    if (at < 0)
        return;
    v->view_of = p->value[number];
    v->offset = size_const(at);
    v->buffer = NULL;
}

void reuse_packed(Graph *g)
{
    PackedConstants *p = g->packed;
    if (!p)
        return;
    FOR_BLOCKS(b, g)
        FOR_STEPS(s, b)
            for (int i = 0; i < s->nin; i++) {
                Value *v = s->in[i] ? value_root(s->in[i]) : NULL;
                bool is_constant = v && v->buffer && v->buffer->kind == B_CONST;
                if (is_constant && v->layout.kind != L_PANELS && v->buffer->bound >= LEAST_PART)
                    take_from_packed(p, v);
            }
}

void free_packed(Graph *g)
{
    PackedConstants *p = g->packed;
    for (int i = 0; p && i < p->count; i++)
        zfree((void *)p->bytes[i].data);
    g->packed = NULL;
}

Value *packed(Graph *g, const Value *of, DType type, int64_t n, void *data)
{
    Value *v = value_const(g, type, 1, &n, data);
    v->layout.kind = L_PANELS;
    if (!of)
        return v;
    made_of(v, of);
    share_bytes(g, v->buffer, data);
    note_packed(g->packed, v);
    return v;
}

Value *packed_columns(Graph *g, const Value *v, int64_t groups, int64_t filters, int64_t columns)
{
    float *to = NEW(float, groups *columns);
    for (int64_t i = 0; v && i < groups * filters; i++)
        to[i / filters * columns + i % filters] = ((const float *)const_data(v))[i];
    return packed(g, v, F32, groups * columns, to);
}

void *with_taps_first(const void *data, size_t bytes, int64_t filters, int64_t channels,
                      int64_t taps)
{
    int64_t each = channels * taps, size = (int64_t)bytes;
    const uint8_t *from = data;
    uint8_t *to = NEW(uint8_t, filters * each * size);
    for (int64_t i = 0; i < filters * each; i++) {
        int64_t at = i / each * each + i % taps * channels + i % each / taps;
        memcpy(to + at * size, from + i * size, bytes);
    }
    return to;
}

void *with_columns_first(const Value *b)
{
    int64_t k = size_value(b->type.dim[0]), n = size_value(b->type.dim[1]);
    int64_t row = size_value(b->layout.stride[0]), column = size_value(b->layout.stride[1]);
    size_t bytes = dtype_bytes((int)b->type.dtype);
    int64_t size = (int64_t)bytes;
    const uint8_t *from = const_data(b);
    uint8_t *to = NEW(uint8_t, n * k * size);
    for (int64_t i = 0; i < n * k; i++)
        memcpy(to + i * size, from + (i % k * row + i / k * column) * size, bytes);
    return to;
}

void give_scratch(Graph *g, Step *s, int64_t bytes)
{
    Value **out = NEW(Value *, 2);
    out[0] = s->out[0];
    s->out = out;
    s->nout = 2;
    if (bytes == 0)
        return;
    out[1] = value_new(g, I8, 1, (Size *[]){size_const(bytes)});
    out[1]->def = s;
    out[1]->scratch = true;
}
