/* SPDX-License-Identifier: 0BSD
 * What values hold before the first instruction, and which outlive the call. */
#include "import/call/state.h"
#include "graph/build.h"
#include "import/call/places.h"
#include "model.h"

#include <inttypes.h>
#include <string.h>

/* Refuses a tensor of more elements than indices of the emitted code, of 32 bits, can count. */
void need_countable(const Graph *g, const FileTensor *t)
{
    if (t->bytes / dtype_bytes(t->dtype) > INT32_MAX)
        fatal(method_place(g), "a tensor has %" PRIu64 " elements; ptec counts up to %d",
              t->bytes / dtype_bytes(t->dtype), INT32_MAX);
}

/* Returns a value of the file's type. Dynamic tensors keep their bound; the caller names their
 * sizes. */
Value *value_of_tensor(Graph *g, const FileTensor *t)
{
    Size *dim[MAX_RANK] = {0};
    for (int i = 0; i < t->rank; i++)
        dim[i] = size_const(t->size[i]);
    if (!dtype_bytes(t->dtype))
        fatal(method_place(g), "a tensor has element type %s, which ptec cannot hold",
              dtype_name(t->dtype));
    need_countable(g, t);
    Value *v = value_new(g, (DType)t->dtype, t->rank, dim);
    layout_from_dim_order(v, t->dim_order);
    v->source = t->fqn;
    if (t->dynamism != DYN_STATIC)
        v->max_elements = (int64_t)(t->bytes / dtype_bytes(t->dtype));
    return v;
}

DType number_type(const FileValue *v)
{
    return v->kind == FV_DOUBLE ? F64 : v->kind == FV_BOOL ? BOOL : I64;
}

static int state_index(const Import *im, const FileTensor *t)
{
    Model *m = im->g->model;
    int *number = state_number(im, t);
    if (*number >= 0)
        return *number;
    *number = m->nstates;
    Buffer *b = NEW(Buffer, 1);
    *b = (Buffer){.kind = B_STATE,
                  .index = m->nstates,
                  .bound = (int64_t)t->bytes,
                  .data = t->has_data ? t->data.data : NULL};
    State s = {.buffer = b, .fqn = t->fqn, .generator = t->memory == GENERATOR_MEMORY};
    PUSH(m->state, m->nstates, s);
    return m->nstates - 1;
}

bool is_state(const Import *im, const FileValue *f)
{
    if (f->kind != FV_TENSOR || !f->tensor->planned)
        return false;
    const FileTensor *t = f->tensor;
    return t->has_data || t->fqn ||
           (t->dynamism == DYN_STATIC && has_own_bytes(im, t) && is_written(im, t));
}

/* Returns the number in the file with which a number that instructions write starts. */
static Value *number_of_file(Graph *g, const FileValue *f)
{
    if (f->kind == FV_INT) {
        Value *v = value_scalar(g, I64);
        v->size = size_const(f->i);
        return v;
    }
    uint64_t *data = NEW(uint64_t, 1);
    if (f->kind == FV_DOUBLE)
        memcpy(data, &f->d, sizeof f->d);
    else
        *(bool *)(void *)data = f->i != 0;
    return value_const(g, number_type(f), 0, NULL, data);
}

/* Returns what a slot holds before the method's first instruction. */
Value *initial_value(Import *im, int slot)
{
    const FileValue *f = &im->m->value[slot];
    Graph *g = im->g;
    if (slot == im->generator || is_state(im, f)) {
        Value *v = value_of_tensor(g, f->tensor);
        v->slot = slot;
        StateUse use = {.state = state_index(im, f->tensor), .in = v};
        v->buffer = g->model->state[use.state].buffer;
        PUSH(g->state, g->nstate, use);
        return v;
    }
    if (f->kind == FV_INT || f->kind == FV_BOOL || f->kind == FV_DOUBLE)
        return number_of_file(g, f);
    Value *v = f->kind == FV_TENSOR ? value_of_tensor(g, f->tensor) : value_scalar(g, I64);
    v->slot = slot;
    PUSH(im->undefined, im->nundefined, v);
    return v;
}
