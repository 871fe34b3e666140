/* SPDX-License-Identifier: 0BSD
 * Operators that ignore a tensor, confuse two, or read one like the result. */
#include "kill.h"
#include "model.h"
#include "tools/exec/tensor.h"

#include <string.h>

static bool is_operand(const Argument *a, int index)
{
    return index < a->in->nargs && value_of(a, index)->kind == FV_TENSOR &&
           !a->row->arg[index].written;
}

static void swap(const Argument *a, int other)
{
    int *x = &a->in->args[a->index], *y = &a->in->args[other], old = *x;
    const FileTensor *t = value_of(a, a->index)->tensor, *u = value_of(a, other)->tensor;
    if (*x == *y || t->dtype != u->dtype)
        return;
    const char *kind = fmt_text("swap:%s,%s", a->row->arg[a->index].name, a->row->arg[other].name);
    *x = *y;
    *y = old;
    record(a->c, a->row->name, kind, judge_program(a->c), "the other order");
    *y = *x;
    *x = old;
}

void kill_tensors(const Argument *a)
{
    FileValue list = *value_of(a, a->index);
    list.items = NEW(int64_t, list.count);
    for (int i = 0; i < list.count; i++)
        list.items[i] = value_of(a, a->index)->items[list.count - 1 - i];
    if (list.count > 1)
        record_argument(a, judge_with(a, &list), "the order", "the reverse");
}

/* -- other elements -- */

typedef FileTensor Change(const FileTensor *t, const FileTensor *result);

/* The recorded inputs that are value `slot`. */
static FileTensor **recorded_inputs(const Argument *a, int slot, int *count)
{
    FileTensor **recorded = NULL;
    *count = 0;
    for (int s = 0; s < a->c->bundle->nsuites; s++) {
        const TestSuite *suite = &a->c->bundle->suite[s];
        bool same = strcmp(suite->method, a->m->name) == 0;
        for (int i = 0; same && i < suite->ntests; i++)
            for (int k = 0; k < suite->test[i].ninputs; k++)
                if (a->m->input[k] == slot)
                    PUSH(recorded, *count, &suite->test[i].input[k].tensor);
    }
    return recorded;
}

/* The program with a changed input or constant. */
static void judge_changed(const Argument *a, const char *kind, Change *change,
                          const FileTensor *result)
{
    int slot = a->in->args[a->index], count;
    FileTensor *t = a->m->value[slot].tensor, old = *t;
    FileTensor **recorded = recorded_inputs(a, slot, &count), *kept = NEW(FileTensor, count);
    if (count == 0 && !t->constant)
        return;
    for (int i = 0; i < count; i++) {
        kept[i] = *recorded[i];
        *recorded[i] = change(recorded[i], result);
    }
    *t = change(t, result);
    const char *name = a->row->arg[a->index].name;
    record(a->c, a->row->name, fmt_text("%s:%s", kind, name), judge_program(a->c),
           "other elements");
    *t = old;
    for (int i = 0; i < count; i++)
        *recorded[i] = kept[i];
}

static FileTensor zeroed(const FileTensor *t, const FileTensor *result)
{
    (void)result;
    FileTensor zeros = *t;
    if (t->data.data)
        zeros.data.data = zalloc(t->data.size, 1);
    return zeros;
}

/* -- broadcasts -- */

static const FileTensor *result_of(const Argument *a)
{
    for (int i = 0; i < a->row->nargs; i++)
        if (a->row->arg[i].written && value_of(a, i)->kind == FV_TENSOR)
            return value_of(a, i)->tensor;
    return NULL;
}

static bool in_plain_order(const FileTensor *t)
{
    for (int i = 0; i < t->rank; i++)
        if (t->dim_order[i] != i)
            return false;
    return t->dynamism == DYN_STATIC;
}

static bool broadcasts(const FileTensor *from, const FileTensor *to)
{
    int lead = to->rank - from->rank;
    bool fits = lead >= 0 && in_plain_order(from) && in_plain_order(to) && to->bytes > 0;
    for (int i = 0; fits && i < from->rank; i++)
        fits = from->size[i] == 1 || from->size[i] == to->size[lead + i];
    return fits && tensor_count(from) < tensor_count(to);
}

/* In the shape of the result: the elements in memory's order, and zeros behind. */
static FileTensor stretched(const FileTensor *t, const FileTensor *result)
{
    FileTensor wide = *t;
    wide.rank = result->rank;
    memcpy(wide.size, result->size, sizeof wide.size);
    memcpy(wide.dim_order, result->dim_order, sizeof wide.dim_order);
    wide.bytes = (uint64_t)tensor_count(result) * dtype_bytes(t->dtype);
    if (t->data.data) {
        uint8_t *data = zalloc(wide.bytes, 1);
        memcpy(data, t->data.data, t->bytes);
        wide.data = (Bytes){data, wide.bytes};
    }
    return wide;
}

void kill_tensor(const Argument *a)
{
    const FileTensor *t = value_of(a, a->index)->tensor, *result = result_of(a);
    for (int other = a->index + 1; other < a->row->nargs; other++)
        if (is_operand(a, other))
            swap(a, other);
    record_given(a, NULL);
    if (a->row->arg[a->index].optional)
        record_argument(a, judge_with(a, &(FileValue){.kind = FV_NULL}), "a tensor", "None");
    if (t->bytes > 0)
        judge_changed(a, "zero", zeroed, NULL);
    if (result && broadcasts(t, result))
        judge_changed(a, "broadcast", stretched, result);
}
