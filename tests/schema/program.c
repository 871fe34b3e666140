/* SPDX-License-Identifier: 0BSD
 * The bytes of a drawn program (ExecuTorch's schema/program.fbs), with its constants in it. */
#include "program.h"
#include "fields.h"

#include <stdlib.h>
#include <string.h>

typedef struct Writing {
    const DrawnProgram *program;
    Flat *f;
    uint32_t constant[MOST_VALUES + 1];
    uint32_t nconstants;
    uint64_t arena;
} Writing;

int64_t drawn_elements(const DrawnValue *v)
{
    int64_t n = 1;
    for (int i = 0; i < v->rank; i++)
        n *= v->size[i];
    return n;
}

static uint32_t one_field(Flat *f, int bytes, uint64_t value)
{
    FlatTable t = {0};
    set_number(&t, 0, bytes, value);
    return flat_table(f, &t);
}

static uint32_t one_place(Flat *f, uint32_t place)
{
    FlatTable t = {0};
    set_place(&t, 0, place);
    return flat_table(f, &t);
}

static uint64_t bits_of(double d)
{
    uint64_t bits;
    memcpy(&bits, &d, sizeof bits);
    return bits;
}

/* Small numbers of every type, which index, divide and shift without harm: bytes of 1, and floats
 * of 1. */
static void fill(uint8_t *data, int64_t count, int dtype)
{
    size_t size = dtype_bytes(dtype);
    const float one = 1;
    const double two = 1;
    for (int64_t i = 0; i < count; i++) {
        uint8_t *p = data + (size_t)i * size;
        memset(p, 0, size);
        if (dtype == F32 || dtype == C64)
            memcpy(p, &one, sizeof one);
        else if (dtype == F64 || dtype == C128)
            memcpy(p, &two, sizeof two);
        else if (dtype == F16 || dtype == BF16)
            memcpy(p, (uint8_t[]){0, 0x3C}, 2);
        else
            *p = (uint8_t)(i % 2);
    }
}

static uint32_t write_data(Writing *w, const DrawnValue *v)
{
    static uint8_t data[1 << 19];
    size_t bytes = (size_t)drawn_elements(v) * dtype_bytes(v->dtype);
    if (bytes > sizeof data)
        abort();
    fill(data, drawn_elements(v), v->dtype);
    w->constant[++w->nconstants] = one_place(w->f, flat_bytes(w->f, data, bytes, 1, 16));
    return w->nconstants;
}

static uint32_t allocation(Writing *w, const DrawnValue *v)
{
    FlatTable t = {0};
    set_number(&t, 0, 4, 1);
    set_number(&t, 1, 4, w->arena);
    w->arena += ((uint64_t)drawn_elements(v) * dtype_bytes(v->dtype) + 15) / 16 * 16;
    return flat_table(w->f, &t);
}

static uint32_t write_tensor(Writing *w, const DrawnValue *v)
{
    FlatTable t = {0};
    set_number(&t, TENSOR_DTYPE, 1, (uint64_t)v->dtype);
    set_place(&t, TENSOR_SIZES, flat_bytes(w->f, v->size, (size_t)v->rank, 4, 4));
    set_place(&t, TENSOR_ORDER, flat_bytes(w->f, v->order, (size_t)v->rank, 1, 4));
    if (v->place == P_CONSTANT)
        set_number(&t, TENSOR_DATA, 4, write_data(w, v));
    else
        set_place(&t, TENSOR_ALLOCATION, allocation(w, v));
    set_number(&t, TENSOR_DYNAMISM, 1, v->dynamic);
    return flat_table(w->f, &t);
}

static uint32_t write_items(Flat *f, const DrawnValue *v)
{
    int64_t wide[MOST_ITEMS];
    uint8_t narrow[MOST_ITEMS];
    size_t n = (size_t)v->nitems;
    for (size_t i = 0; i < n; i++) {
        wide[i] = v->item[i];
        narrow[i] = (uint8_t)v->item[i];
    }
    switch (v->kind) {
    case FV_INT_LIST:
        return flat_bytes(f, wide, n, 8, 8);
    case FV_DOUBLE_LIST:
        return flat_bytes(f, v->number, n, 8, 8);
    case FV_BOOL_LIST:
        return flat_bytes(f, narrow, n, 1, 4);
    default:
        return flat_bytes(f, v->item, n, 4, 4);
    }
}

static uint32_t write_value(Writing *w, const DrawnValue *v)
{
    FlatTable t = {0};
    set_number(&t, 0, 1, (uint64_t)v->kind);
    switch (v->kind) {
    case FV_NONE:
    case FV_NULL:
        set_place(&t, 1, flat_table(w->f, &(FlatTable){0}));
        break;
    case FV_INT:
        set_place(&t, 1, one_field(w->f, 8, (uint64_t)v->i));
        break;
    case FV_BOOL:
        set_place(&t, 1, one_field(w->f, 1, v->i != 0));
        break;
    case FV_DOUBLE:
        set_place(&t, 1, one_field(w->f, 8, bits_of(v->d)));
        break;
    case FV_STRING:
        set_place(&t, 1, one_place(w->f, flat_string(w->f, v->text)));
        break;
    case FV_TENSOR:
        set_place(&t, 1, write_tensor(w, v));
        break;
    default:
        set_place(&t, 1, one_place(w->f, write_items(w->f, v)));
    }
    return flat_table(w->f, &t);
}

static uint32_t write_call(Flat *f, const DrawnCall *c, int index)
{
    FlatTable call = {0}, instruction = {0};
    set_number(&call, 0, 4, (uint64_t)index);
    set_place(&call, 1, flat_bytes(f, c->arg, (size_t)c->nargs, 4, 4));
    set_number(&instruction, 0, 1, FI_KERNEL_CALL);
    set_place(&instruction, 1, flat_table(f, &call));
    return flat_table(f, &instruction);
}

/* "aten::add.out" is the operator "aten::add" and its overload "out". */
static uint32_t write_operator(Flat *f, const OpRow *row)
{
    char name[256];
    snprintf(name, sizeof name, "%s", row->name);
    char *dot = strchr(name, '.');
    if (dot)
        *dot++ = 0;
    FlatTable t = {0};
    set_place(&t, 0, flat_string(f, name));
    set_place(&t, 1, flat_string(f, dot ? dot : ""));
    return flat_table(f, &t);
}

static uint32_t write_chain(Flat *f, const DrawnProgram *p)
{
    uint32_t call[MOST_CALLS];
    for (int i = 0; i < p->ncalls; i++)
        call[i] = write_call(f, &p->call[i], i);
    FlatTable t = {0};
    set_place(&t, CHAIN_INSTRUCTIONS, flat_places(f, call, (size_t)p->ncalls));
    uint32_t chain = flat_table(f, &t);
    return flat_places(f, &chain, 1);
}

/* Lists the values that are inputs, or those that are results. */
static uint32_t write_arguments(Flat *f, const DrawnProgram *p, Place place)
{
    int32_t list[MOST_VALUES];
    size_t n = 0;
    for (int i = 0; i < p->nvalues; i++)
        if (p->value[i].place == place &&
            (p->value[i].kind == FV_TENSOR || (place == P_RESULT && p->value[i].kind == FV_INT)))
            list[n++] = i;
    return flat_bytes(f, list, n, 4, 4);
}

static uint32_t write_plan(Writing *w)
{
    const DrawnProgram *p = w->program;
    uint32_t value[MOST_VALUES], op[MOST_CALLS];
    for (int i = 0; i < p->nvalues; i++)
        value[i] = write_value(w, &p->value[i]);
    for (int i = 0; i < p->ncalls; i++)
        op[i] = write_operator(w->f, p->call[i].row);
    FlatTable t = {0};
    int64_t arenas[] = {0, (int64_t)w->arena};
    set_place(&t, PLAN_NAME, flat_string(w->f, "forward"));
    set_place(&t, PLAN_VALUES, flat_places(w->f, value, (size_t)p->nvalues));
    set_place(&t, PLAN_INPUTS, write_arguments(w->f, p, P_INPUT));
    set_place(&t, PLAN_OUTPUTS, write_arguments(w->f, p, P_RESULT));
    set_place(&t, PLAN_CHAINS, write_chain(w->f, p));
    set_place(&t, PLAN_OPERATORS, flat_places(w->f, op, (size_t)p->ncalls));
    set_place(&t, PLAN_ARENAS, flat_bytes(w->f, arenas, 2, 8, 8));
    uint32_t plan = flat_table(w->f, &t);
    return flat_places(w->f, &plan, 1);
}

Bytes program_bytes(const DrawnProgram *p, Flat *f)
{
    Writing w = {.program = p, .f = f};
    FlatTable t = {0};
    f->used = 0;
    set_place(&t, PROGRAM_PLANS, write_plan(&w));
    w.constant[0] = one_place(f, flat_bytes(f, NULL, 0, 1, 16)); /* number 0 says "no data" */
    set_place(&t, PROGRAM_CONSTANTS, flat_places(f, w.constant, w.nconstants + 1));
    const uint8_t *data = flat_end(f, flat_table(f, &t), "ET12");
    return (Bytes){data, f->used};
}
