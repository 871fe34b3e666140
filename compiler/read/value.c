/* SPDX-License-Identifier: 0BSD
 * Values of a method: scalars, strings, tensors, and lists of other values. */
#include "read/value.h"
#include "read/kinds.h"
#include "read/tensor.h"

#include <string.h>

static const Field PLAN_VALUES = {2, "values"};
static const Field VALUE_TYPE = {0, "val_type"};
static const Field VALUE = {1, "val"};
static const Field ONLY = {0, "items"};
static const Field STRING = {0, "string_val"};
static const Field INT = {0, "int_val"};
static const Field BOOLEAN = {0, "bool_val"};
static const Field DOUBLE = {0, "double_val"};

static void read_list(FileValue *v, const Table *t, size_t element)
{
    Vector items = need_vector(t, ONLY, element);
    v->count = items.count;
    v->items = NEW(int64_t, items.count);
    for (int i = 0; i < items.count; i++)
        v->items[i] = vector_int(&items, i);
}

static void read_bools(FileValue *v, const Table *t)
{
    read_list(v, t, 1);
    for (int i = 0; i < v->count; i++)
        v->items[i] = v->items[i] != 0;
}

static void read_doubles(FileValue *v, const Table *t)
{
    Vector items = need_vector(t, ONLY, 8);
    v->count = items.count;
    v->doubles = NEW(double, items.count);
    for (int i = 0; i < items.count; i++)
        v->doubles[i] = vector_double(&items, i);
}

static void read_value(Reader *r, FileValue *v, const Table *t)
{
    switch (v->kind) {
    case FV_INT:
        v->i = table_int(t, INT, 8);
        break;
    case FV_BOOL:
        v->i = table_uint(t, BOOLEAN, 1) != 0;
        break;
    case FV_DOUBLE:
        v->d = table_double(t, DOUBLE);
        break;
    case FV_TENSOR:
        v->tensor = read_tensor(r, t);
        break;
    case FV_STRING:
        v->string.data = (const uint8_t *)need_string(t, STRING);
        v->string.size = strlen((const char *)v->string.data);
        break;
    case FV_INT_LIST:
        read_list(v, t, 8);
        break;
    case FV_DOUBLE_LIST:
        read_doubles(v, t);
        break;
    case FV_BOOL_LIST:
        read_bools(v, t);
        break;
    case FV_TENSOR_LIST:
    case FV_OPTIONAL_TENSOR_LIST:
        read_list(v, t, 4);
        break;
    case FV_NONE:
    case FV_NULL:
        break;
    }
}

static void check_item(Reader *r, FileValue *v, int64_t *item)
{
    FileKind wanted = v->kind == FV_INT_LIST ? FV_INT : FV_TENSOR;
    bool optional = v->kind == FV_OPTIONAL_TENSOR_LIST;
    if (optional && *item == -1)
        return;
    FileKind kind = r->method->value[value_index(r, *item, "an item of the list")].kind;
    if (optional && kind == FV_NULL) { /* the file's other way to say None */
        *item = -1;
        return;
    }
    if (kind != wanted) {
        damaged(&r->fb, "its item, value %lld, has the kind '%s', expected '%s'", (long long)*item,
                kind_name(kind), kind_name(wanted));
    }
}

/* Lists may name values that come after them. */
static void check_lists(Reader *r)
{
    FileMethod *m = r->method;
    for (int i = 0; i < m->nvalues; i++) {
        FileValue *v = &m->value[i];
        if (v->kind == FV_INT_LIST || v->kind >= FV_TENSOR_LIST) {
            flat_enter(&r->fb, "value", i);
            for (int j = 0; j < v->count; j++)
                check_item(r, v, &v->items[j]);
        }
    }
    flat_enter(&r->fb, NULL, 0);
}

void read_values(Reader *r, const Table *plan)
{
    FileMethod *m = r->method;
    Vector values = need_vector(plan, PLAN_VALUES, 4);
    m->nvalues = values.count;
    m->value = NEW(FileValue, values.count);
    for (int i = 0; i < values.count; i++) {
        flat_enter(&r->fb, "value", i);
        Table t = vector_table(&values, i);
        uint64_t kind = table_uint(&t, VALUE_TYPE, 1);
        if (kind == FV_NONE || kind > FV_OPTIONAL_TENSOR_LIST)
            damaged(&r->fb, "is of kind %d, which the format does not know", (int)kind);
        m->value[i].kind = (FileKind)kind;
        if (kind != FV_NULL) {
            Table child = need_child(&t, VALUE);
            read_value(r, &m->value[i], &child);
        }
    }
    check_lists(r);
}
