/* SPDX-License-Identifier: 0BSD
 * Calls of what the user provides: custom operators, which are C functions, and the delegates of
 * other vendors. Operators get their tensors in row-major memory, delegates in the order of axes
 * for which they were compiled: what their data say, or else the program's. */
#include "graph/foreign.h"
#include "base/words.h"
#include "graph/build.h"
#include "import/build/copy.h"
#include "import/call/arguments.h"
#include "import/call/call.h"
#include "import/call/demands.h"
#include "import/call/results.h"
#include "import/call/slots.h"
#include "import/call/steps.h"
#include "import/foreign/foreign.h"
#include "import/foreign/signature.h"
#include "model.h"
#include "select/delegates.h"

#include <string.h>

typedef struct Builder {
    Call *c;
    Value **in, **out;
    int nin, nout;
    struct Copy { /* copies a result into the program's order of axes */
        Value *from, *to;
    } * copy;
    int ncopies;
    Foreign *call;
} Builder;

static const FileValue *file_value(const Builder *b, int slot)
{
    return &b->c->im->m->value[slot];
}

static ForeignArg operand(Builder *b, FileKind kind, Value *v)
{
    PUSH(b->in, b->nin, v);
    return (ForeignArg){.kind = kind, .operand = b->nin - 1};
}

static ForeignArg number(Builder *b, int slot)
{
    const FileValue *f = file_value(b, slot);
    if (!b->c->im->written[slot])
        return (ForeignArg){.kind = f->kind, .operand = -1, .literal = *f};
    Value *v = read_slot(b->c->im, b->c->im->current, slot);
    DType type = v->type.dtype;
    return operand(b, type == BOOL ? FV_BOOL : dtype_is_float((int)type) ? FV_DOUBLE : FV_INT, v);
}

/* Views `v` with its axes as they lie in memory, which `order` says; NULL: as the program numbers
 * them. */
static Value *in_memory_order(Builder *b, Value *v, const uint8_t *order)
{
    int axis[MAX_RANK];
    for (int i = 0; order && i < v->type.rank; i++)
        axis[i] = order[i];
    return order ? view_axes(b->c, v, v->type.rank, axis) : v;
}

static Value *in_program_order(Builder *b, Value *v, const uint8_t *order)
{
    int axis[MAX_RANK];
    for (int i = 0; order && i < v->type.rank; i++)
        axis[order[i]] = i;
    return order ? view_axes(b->c, v, v->type.rank, axis) : v;
}

static ForeignArg tensor(Builder *b, const char *name, int slot, const uint8_t *order)
{
    if (file_value(b, slot)->tensor->complex)
        refuse(b->c, "'%s' is complex, which ptec does not take there yet", name);
    Value *v = in_memory_order(b, operand_in_slot(b->c, name, slot), order);
    ForeignArg arg = operand(b, FV_TENSOR, row_major(b->c, v));
    arg.order = order;
    return arg;
}

static bool lists(const FileValue *list, int slot)
{
    for (int i = 0; i < list->count; i++)
        if (list->items[i] == slot)
            return true;
    return false;
}

static bool mentions(const FileMethod *m, int instr, int slot)
{
    const FileInstr *f = &m->instr[instr];
    for (int k = 0; k < f->nargs; k++) {
        const FileValue *v = &m->value[f->args[k]];
        if (f->args[k] == slot || (v->kind >= FV_TENSOR_LIST && lists(v, slot)))
            return true;
    }
    return false;
}

/* Is the value an input, a constant or state, or does an earlier instruction mention it? */
static bool is_known(const Builder *b, int slot)
{
    const FileMethod *m = b->c->im->m;
    const FileTensor *t = m->value[slot].tensor;
    bool known = t->constant || t->has_data || t->fqn;
    for (int i = 0; i < m->ninputs; i++)
        known |= m->input[i] == slot;
    for (int i = 0; i < b->c->instr; i++)
        known |= mentions(m, i, slot);
    return known;
}

/* Makes the extents of a result of open sizes: the function says how many elements each axis
 * has. */
static Size **computed_extents(Builder *b, const FileTensor *t)
{
    Size **extent = NEW(Size *, t->rank);
    int64_t most = (int64_t)(t->bytes / dtype_bytes(t->dtype));
    for (int i = 0; i < t->rank; i++)
        extent[i] = size_scalar(fmt_text("size%d", b->c->g->nscalars++), most);
    for (int i = 0; i < t->rank; i++)
        PUSH(b->call->extent, b->call->nextents, extent[i]);
    return extent;
}

static ForeignArg result(Builder *b, const char *name, int slot, const uint8_t *order)
{
    const FileValue *f = file_value(b, slot);
    const FileTensor *t = f->tensor;
    ForeignArg arg = {
        .kind = FV_TENSOR, .result = true, .operand = b->nout, .order = order, .literal = *f};
    Size *dim[MAX_RANK] = {0}, *made_dim[MAX_RANK] = {0};
    if (!dtype_bytes(t->dtype) || t->complex)
        refuse(b->c, "'%s' has element type %s, which ptec does not take there", name,
               t->complex ? "complex" : dtype_name(t->dtype));
    if (t->dynamism != DYN_STATIC && t->rank > 0)
        arg.extent = computed_extents(b, t);
    for (int i = 0; i < t->rank; i++)
        dim[i] = arg.extent ? arg.extent[i] : size_const(t->size[i]);
    for (int i = 0; i < t->rank; i++)
        made_dim[i] = dim[order ? order[i] : i];
    Value *out = out_in_slot(b->c, name, slot, t->rank, dim), *made = out;
    if (order || !layout_is_row_major(out)) {
        made = value_new(b->c->g, out->type.dtype, t->rank, made_dim);
        made->max_elements = out->max_elements;
        struct Copy copy = {in_program_order(b, made, order), out};
        PUSH(b->copy, b->ncopies, copy);
    }
    PUSH(b->out, b->nout, made);
    return arg;
}

static Step *append_call(Builder *b)
{
    Step *s = emit_step(b->c, K_FOREIGN, b->nin, b->nout);
    s->effect = true;
    s->foreign = b->call;
    memcpy(s->in, b->in, (size_t)b->nin * sizeof *s->in);
    memcpy(s->out, b->out, (size_t)b->nout * sizeof *s->out);
    step_append(b->c->block, s);
    for (int i = 0; i < b->ncopies; i++)
        copy_to(b->c, b->copy[i].from, b->copy[i].to);
    return s;
}

/* Is the argument a result? The file has no schema: what a call writes is what it returns, and it
 * repeats that behind its arguments. */
static bool is_returned(const Builder *b, int slot)
{
    int last = b->c->args[b->c->nargs - 1];
    const FileValue *f = file_value(b, last);
    return slot == last || (f->kind == FV_TENSOR_LIST && lists(f, slot));
}

static ForeignArg argument(Builder *b, const char *name, int slot);

static ForeignArg list(Builder *b, const char *name, const FileValue *f)
{
    ForeignArg arg = {.kind = f->kind, .operand = -1, .item = NEW(ForeignArg, f->count)};
    for (arg.nitems = 0; arg.nitems < f->count; arg.nitems++) {
        int i = arg.nitems;
        ForeignArg *item = &arg.item[i];
        if (f->kind == FV_DOUBLE_LIST)
            *item = (ForeignArg){FV_DOUBLE, .operand = -1, .literal.d = f->doubles[i]};
        else if (f->kind == FV_BOOL_LIST)
            *item = (ForeignArg){FV_BOOL, .operand = -1, .literal.i = f->items[i]};
        else if (f->items[i] < 0)
            *item = (ForeignArg){FV_NULL, .operand = -1};
        else
            *item = argument(b, fmt_text("%s[%d]", name, i), (int)f->items[i]);
        if (i > 0 && item->result != arg.item[0].result)
            refuse(b->c, "some tensors of '%s' are results, others are not", name);
        arg.result = item->result;
    }
    return arg;
}

static ForeignArg argument(Builder *b, const char *name, int slot)
{
    const FileValue *f = file_value(b, slot);
    switch (f->kind) {
    case FV_TENSOR:
        if (!is_returned(b, slot))
            return tensor(b, name, slot, NULL);
        if (is_known(b, slot))
            refuse(b->c,
                   "'%s' is read and written; only operators with results of their own can be "
                   "custom",
                   name);
        return result(b, name, slot, NULL);
    case FV_INT:
    case FV_BOOL:
    case FV_DOUBLE:
        return number(b, slot);
    case FV_STRING:
        return (ForeignArg){.kind = FV_STRING, .operand = -1, .literal = *f};
    case FV_NONE:
    case FV_NULL:
        return (ForeignArg){.kind = FV_NULL, .operand = -1};
    default:
        return list(b, name, f);
    }
}

void lower_custom(Call *c)
{
    Foreign *call = NEW(Foreign, 1);
    Builder b = {.c = c, .call = call};
    int nargs = c->nargs - 1;
    call->arg = NEW(ForeignArg, nargs > 0 ? nargs : 1);
    for (int i = 0; i < nargs; i++)
        call->arg[i] = argument(&b, fmt_text("argument %d", i), c->args[i]);
    if (b.nout == 0)
        refuse(c, "what it writes is unknown: no argument is also its result, as the argument "
                  "'out' of an out variant is");
    call->function = custom_function(c, call->arg, nargs);
    append_call(&b);
}

bool is_opaque_delegate(const Model *m, const FileDelegate *d)
{
    for (int i = 0; i < m->options->ndelegates; i++)
        if (strcmp(m->options->delegate[i], d->id) == 0)
            return true;
    return false;
}

const char *delegate_title(const FileDelegate *d)
{
    const KnownDelegate *known = delegate_find(d->id);
    return known ? fmt_text("%s (%s)", d->id, known->what) : printable(d->id);
}

static const DelegateFormat *format_of(const FileDelegate *d)
{
    const KnownDelegate *known = delegate_find(d->id);
    return known ? known->format : NULL;
}

/* Adds what the delegate works in as one more result, which nobody reads. */
static void add_scratch(Builder *b, const FileDelegate *file)
{
    const DelegateFormat *format = format_of(file);
    if (!format)
        return;
    const int64_t bytes = format->scratch(file->blob);
    if (bytes < 0)
        refuse(b->c, "its data do not say how much memory it works in");
    Value *scratch = value_new(b->c->g, U8, 1, (Size *[]){size_const(bytes)});
    scratch->scratch = true;
    PUSH(b->out, b->nout, scratch);
}

static bool has_place_of(const FileTensor *t, const FileTensor *other)
{
    return t->planned && other->planned && t->memory == other->memory &&
           t->offset == other->offset && t->bytes == other->bytes;
}

/* Does the tensor show another one, by a view that the exporter elided? Such views are not
 * mentioned before they are read. The tensor under one is read by nobody else before this call, or
 * is read later; that under a result is neither. */
static bool shows_another(const Builder *b, int slot)
{
    const FileMethod *m = b->c->im->m;
    for (int u = 0; u < m->nvalues; u++) {
        const FileTensor *t = m->value[u].tensor;
        if (u == slot || !t || !has_place_of(t, m->value[slot].tensor) || !is_known(b, u))
            continue;
        int before = 0, later = 0;
        for (int i = 0; i < m->ninputs; i++)
            before += m->input[i] == u; /* written by the caller */
        for (int i = 0; i < m->ninstrs; i++)
            *(i < b->c->instr ? &before : &later) += mentions(m, i, u);
        for (int i = 0; i < m->noutputs; i++)
            later += m->output[i] == u;
        if (before == 1 || later)
            return true;
    }
    return false;
}

/* Returns the index of the first result. Results stand behind the operands, and nothing tells where
 * they begin but that they are new. */
static int first_result(const Builder *b)
{
    const Call *c = b->c;
    int first = c->nargs;
    while (first > 0) {
        int slot = c->args[first - 1];
        bool earlier = is_known(b, slot) || shows_another(b, slot);
        for (int i = 0; i < first - 1; i++)
            earlier |= c->args[i] == slot;
        if (earlier)
            break;
        first--;
    }
    return first;
}

static bool is_in_order(const FileTensor *t)
{
    for (int i = 0; i < t->rank; i++)
        if (t->dim_order[i] != i)
            return false;
    return true;
}

static const uint8_t *channels_last(const Builder *b, const char *name, const FileTensor *t)
{
    uint8_t *order = NEW(uint8_t, t->rank);
    if (t->rank != 3 && t->rank != 4)
        refuse(b->c, "'%s' has rank %d, and the delegate wants its channels last", name, t->rank);
    for (int i = 0; i < t->rank; i++)
        order[i] = (uint8_t)(i < t->rank - 3 ? i : i + 1);
    order[t->rank - 1] = (uint8_t)(t->rank - 3);
    return order;
}

/* Returns the axes of a tensor in the order in which they lie in memory for the delegate; NULL: as
 * the program numbers them. */
static const uint8_t *order_for(const Builder *b, const FileDelegate *file, const char *name,
                                const FileTensor *t, bool result, int index)
{
    const DelegateFormat *format = format_of(file);
    if (!format || !format->has_channels_last)
        return is_in_order(t) ? NULL : t->dim_order;
    return format->has_channels_last(file->blob, result, index) ? channels_last(b, name, t) : NULL;
}

static ForeignArg tensors(Builder *b, const FileDelegate *file, int from, int to, bool results)
{
    ForeignArg list = {.kind = FV_TENSOR_LIST,
                       .operand = -1,
                       .result = results,
                       .item = NEW(ForeignArg, to - from),
                       .nitems = to - from};
    for (int i = from; i < to; i++) {
        int slot = b->c->args[i];
        const FileTensor *t = file_value(b, slot)->tensor;
        const char *name = fmt_text("argument %d", i);
        const uint8_t *order = order_for(b, file, name, t, results, i - from);
        list.item[i - from] = (results ? result : tensor)(b, name, slot, order);
    }
    return list;
}

/* Returns the delegate of the method, with its data among the weights; several calls share one. */
static const Delegate *delegate_of(Call *c, const FileDelegate *file)
{
    Model *m = c->g->model;
    for (int i = 0; i < m->ndelegates; i++)
        if (m->delegate[i]->file == file)
            return m->delegate[i];
    int64_t size = (int64_t)file->blob.size;
    Delegate *d = NEW(Delegate, 1);
    *d = (Delegate){.file = file,
                    .data = value_const(c->g, U8, 1, &size, file->blob.data),
                    .index = m->ndelegates};
    d->data->buffer->align = VECTOR_ALIGN;
    d->data->role = "data";
    PUSH(m->delegate, m->ndelegates, d);
    return d;
}

static ForeignFunction *execute_of(const FileDelegate *file, const ForeignArg *arg)
{
    ForeignFunction *f = NEW(ForeignFunction, 1);
    *f = (ForeignFunction){.op = file->id, .param = NEW(ForeignArg, 2), .nparams = 2};
    memcpy(f->param, arg, 2 * sizeof *arg);
    return f;
}

void import_delegate(Import *im, int index)
{
    const FileInstr *f = &im->m->instr[index];
    const FileDelegate *file = &im->m->delegate[f->index];
    OpRow *row = NEW(OpRow, 1);
    row->name = file->id;
    Call c = new_call(im, index, row);
    c.where =
        fmt_text("%s: method '%s', instruction %d, delegate %d, %s", im->g->model->program->path,
                 printable(im->g->name), index, f->index, file->id);
    Foreign *call = NEW(Foreign, 1);
    Builder b = {.c = &c, .call = call};
    for (int i = 0; i < c.nargs; i++)
        if (file_value(&b, c.args[i])->kind != FV_TENSOR)
            refuse(&c, "argument %d is no tensor, and ptec passes nothing else to a delegate", i);
    int first = first_result(&b);
    if (first == c.nargs)
        refuse(&c, "it has no result: each of its arguments has a value before the call");
    im->nwrites = 0;
    call->delegate = delegate_of(&c, file);
    call->arg = NEW(ForeignArg, 2);
    call->arg[0] = tensors(&b, file, 0, first, false);
    call->arg[1] = tensors(&b, file, first, c.nargs, true);
    call->function = execute_of(file, call->arg);
    add_scratch(&b, file);
    PUSH(b.in, b.nin, call->delegate->data);
    append_call(&b);
    write_results(im);
}
