/* SPDX-License-Identifier: 0BSD
 * Programs written value by value. */
#include "write.h"
#include "../schema/fields.h"

#include <string.h>

static const char *const op_name[OPS][2] = {
    [OP_ADD] = {"aten::add", "out"},
    [OP_ABS] = {"aten::abs", "out"},
    [OP_CAT] = {"aten::cat", "out"},
    [OP_COPY] = {"aten::copy_", ""},
    [OP_CONV] = {"aten::convolution", "out"},
    [OP_MM] = {"aten::mm", "out"},
    [OP_UNBIND] = {"aten::unbind_copy", "int_out"},
    [OP_VIEW] = {"aten::view_copy", "out"},
};

static int add_value(Writing *w, FileKind kind, uint32_t place)
{
    FlatTable t = {0};
    set_number(&t, 0, 1, (uint64_t)kind);
    set_place(&t, 1, place);
    PUSH(w->value, w->nvalues, flat_table(&w->flat, &t));
    return w->nvalues - 1;
}

static int add_number(Writing *w, FileKind kind, int bytes, int64_t number)
{
    FlatTable t = {0};
    set_number(&t, 0, bytes, (uint64_t)number);
    return add_value(w, kind, flat_table(&w->flat, &t));
}

int add_int(Writing *w, int64_t number)
{
    return add_number(w, FV_INT, 8, number);
}

int add_bool(Writing *w, bool truth)
{
    return add_number(w, FV_BOOL, 1, truth);
}

int add_list(Writing *w, FileKind kind, const int *item, int n)
{
    Flat *f = &w->flat;
    FlatTable t = {0};
    int64_t *wide = NEW(int64_t, n);
    for (int i = 0; i < n; i++)
        wide[i] = item[i];
    set_place(&t, 0,
              kind == FV_INT_LIST ? flat_bytes(f, wide, (size_t)n, 8, 8)
                                  : flat_bytes(f, item, (size_t)n, 4, 4));
    return add_value(w, kind, flat_table(f, &t));
}

static uint32_t allocation(Writing *w, uint64_t bytes)
{
    FlatTable t = {0};
    set_number(&t, 0, 4, 1);
    set_number(&t, 1, 4, w->arena);
    w->arena += (bytes + 15) / 16 * 16;
    return flat_table(&w->flat, &t);
}

/* Each constant has other bytes than all others. */
static uint32_t add_constant(Writing *w, size_t bytes)
{
    uint8_t *data = NEW(uint8_t, bytes + sizeof w->nconstants);
    memcpy(data, &w->nconstants, sizeof w->nconstants);
    FlatTable t = {0};
    set_place(&t, 0, flat_bytes(&w->flat, data, bytes, 1, 16));
    PUSH(w->constant, w->nconstants, flat_table(&w->flat, &t));
    return (uint32_t)w->nconstants - 1;
}

int add_tensor(Writing *w, Shape s)
{
    static const uint8_t order[] = {0, 1, 2, 3};
    Flat *f = &w->flat;
    FlatTable t = {0};
    size_t bytes = dtype_bytes(s.dtype);
    for (int i = 0; i < s.rank; i++)
        bytes *= (size_t)s.size[i];
    set_number(&t, TENSOR_DTYPE, 1, (uint64_t)s.dtype);
    set_place(&t, TENSOR_SIZES, flat_bytes(f, s.size, (size_t)s.rank, 4, 4));
    set_place(&t, TENSOR_ORDER, flat_bytes(f, order, (size_t)s.rank, 1, 4));
    if (s.constant)
        set_number(&t, TENSOR_DATA, 4, add_constant(w, bytes));
    else
        set_place(&t, TENSOR_ALLOCATION, allocation(w, bytes));
    set_number(&t, TENSOR_DYNAMISM, 1, s.dynamic ? DYN_BOUND : DYN_STATIC);
    return add_value(w, FV_TENSOR, flat_table(f, &t));
}

int add_input(Writing *w, Shape s)
{
    PUSH(w->input, w->ninputs, add_tensor(w, s));
    return w->input[w->ninputs - 1];
}

void add_output(Writing *w, int value)
{
    PUSH(w->output, w->noutputs, value);
}

static void add_instruction(Writing *w, FileInstrKind kind, FlatTable *call)
{
    FlatTable t = {0};
    set_number(&t, 0, 1, (uint64_t)kind);
    set_place(&t, 1, flat_table(&w->flat, call));
    PUSH(w->instruction, w->ninstructions, flat_table(&w->flat, &t));
}

void add_call(Writing *w, FileInstrKind kind, int index, const int *arg, size_t n)
{
    FlatTable t = {0};
    set_number(&t, 0, 4, (uint64_t)index);
    set_place(&t, 1, flat_bytes(&w->flat, arg, n, 4, 4));
    add_instruction(w, kind, &t);
}

void add_jump(Writing *w, int condition, int to)
{
    FlatTable t = {0};
    set_number(&t, 0, 4, (uint64_t)condition);
    set_number(&t, 1, 4, (uint64_t)to);
    add_instruction(w, FI_JUMP_FALSE_CALL, &t);
}

void begin_method(Writing *w)
{
    if (!w->nconstants)
        add_constant(w, 0); /* number 0 says "no data" */
    w->nvalues = w->ninstructions = w->ninputs = w->noutputs = 0;
    w->arena = 0;
}

static uint32_t write_operators(Flat *f)
{
    uint32_t place[OPS];
    for (int i = 0; i < OPS; i++) {
        FlatTable t = {0};
        set_place(&t, 0, flat_string(f, op_name[i][0]));
        set_place(&t, 1, flat_string(f, op_name[i][1]));
        place[i] = flat_table(f, &t);
    }
    return flat_places(f, place, OPS);
}

void end_method(Writing *w, const char *name)
{
    Flat *f = &w->flat;
    FlatTable chain = {0}, t = {0};
    set_place(&chain, CHAIN_INSTRUCTIONS, flat_places(f, w->instruction, (size_t)w->ninstructions));
    uint32_t chains = flat_table(f, &chain);
    int64_t arenas[] = {0, (int64_t)w->arena};
    set_place(&t, PLAN_NAME, flat_string(f, name));
    set_place(&t, PLAN_VALUES, flat_places(f, w->value, (size_t)w->nvalues));
    set_place(&t, PLAN_INPUTS, flat_bytes(f, w->input, (size_t)w->ninputs, 4, 4));
    set_place(&t, PLAN_OUTPUTS, flat_bytes(f, w->output, (size_t)w->noutputs, 4, 4));
    set_place(&t, PLAN_CHAINS, flat_places(f, &chains, 1));
    set_place(&t, PLAN_OPERATORS, write_operators(f));
    if (w->ndelegates)
        set_place(&t, PLAN_DELEGATES, flat_places(f, w->delegate, (size_t)w->ndelegates));
    set_place(&t, PLAN_ARENAS, flat_bytes(f, arenas, 2, 8, 8));
    PUSH(w->plan, w->nplans, flat_table(f, &t));
}

static uint32_t xnnpack_value(Flat *f, int id, bool input, bool output)
{
    enum { TENSOR = 1, DIMS = 4, FLOATS = 1 };
    enum { DATATYPE, NUM_DIMS, SIZES, CONSTANT, EXTERNAL, FLAGS, ID };
    FlatTable t = {0}, value = {0};
    set_number(&t, DATATYPE, 2, FLOATS);
    set_number(&t, NUM_DIMS, 4, 1);
    set_place(&t, SIZES, flat_bytes(f, (const uint32_t[]){DIMS}, 1, 4, 4));
    set_number(&t, EXTERNAL, 4, input ? 0 : output ? 1 : UINT32_MAX);
    set_number(&t, FLAGS, 4, input ? 1 : output ? 2 : 0);
    set_number(&t, ID, 4, (uint64_t)id);
    set_number(&value, 0, 1, TENSOR);
    set_place(&value, 1, flat_table(f, &t));
    return flat_table(f, &value);
}

/* Value `id + 1` is value `id` added to itself. */
static uint32_t xnnpack_node(Flat *f, int id)
{
    enum { ADD = 1 };
    enum { INPUT1, INPUT2, OUTPUT };
    FlatTable t = {0}, node = {0};
    set_number(&t, INPUT1, 4, (uint64_t)id);
    set_number(&t, INPUT2, 4, (uint64_t)id);
    set_number(&t, OUTPUT, 4, (uint64_t)id + 1);
    set_number(&node, 0, 1, ADD);
    set_place(&node, 1, flat_table(f, &t));
    return flat_table(f, &node);
}

/* Returns a graph as a FlatBuffer of its own (runtime_schema.fbs of ExecuTorch's XNNPACK backend).
 */
static Bytes xnnpack_graph(Flat *f, int n)
{
    enum { NODES = 1, VALUES, EXTERNS, INPUTS, OUTPUTS };
    uint32_t *value = NEW(uint32_t, n + 1), *node = NEW(uint32_t, n + 1);
    for (int i = 0; i <= n; i++)
        value[i] = xnnpack_value(f, i, i == 0, i == n);
    for (int i = 0; i < n; i++)
        node[i] = xnnpack_node(f, i);
    FlatTable t = {0};
    set_place(&t, NODES, flat_places(f, node, (size_t)n));
    set_place(&t, VALUES, flat_places(f, value, (size_t)n + 1));
    set_number(&t, EXTERNS, 4, 2);
    set_place(&t, INPUTS, flat_bytes(f, (const uint32_t[]){0}, 1, 4, 4));
    set_place(&t, OUTPUTS, flat_bytes(f, (const uint32_t[]){(uint32_t)n}, 1, 4, 4));
    const uint8_t *data = flat_end(f, flat_table(f, &t), "XN01");
    return (Bytes){data, f->used};
}

void add_xnnpack(Writing *w, int n)
{
    enum { ID, PROCESSED };
    enum { INDEX = 1 };
    Flat graph = {0}, *f = &w->flat;
    Bytes blob = xnnpack_graph(&graph, n);
    FlatTable data = {0}, at = {0}, t = {0};
    set_place(&data, 0, flat_bytes(f, blob.data, blob.size, 1, 16));
    PUSH(w->blob, w->nblobs, flat_table(f, &data));
    set_number(&at, INDEX, 4, (uint64_t)w->nblobs - 1);
    set_place(&t, ID, flat_string(f, "XnnpackBackend"));
    set_place(&t, PROCESSED, flat_table(f, &at));
    PUSH(w->delegate, w->ndelegates, flat_table(f, &t));
}

Bytes end_program(Writing *w)
{
    Flat *f = &w->flat;
    FlatTable t = {0};
    set_place(&t, PROGRAM_PLANS, flat_places(f, w->plan, (size_t)w->nplans));
    set_place(&t, PROGRAM_CONSTANTS, flat_places(f, w->constant, (size_t)w->nconstants));
    if (w->nblobs)
        set_place(&t, PROGRAM_BLOBS, flat_places(f, w->blob, (size_t)w->nblobs));
    const uint8_t *data = flat_end(f, flat_table(f, &t), "ET12");
    return (Bytes){data, f->used};
}
