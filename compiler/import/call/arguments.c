/* SPDX-License-Identifier: 0BSD
 * What lowerings read and write: arguments by name, results checked against the file. */
#include "import/call/arguments.h"
#include "graph/build.h"
#include "graph/forced.h"
#include "import/call/call.h"
#include "import/call/slots.h"
#include "import/call/state.h"
#include "model.h"

#include <inttypes.h>
#include <stdarg.h>
#include <string.h>

_Noreturn void refuse(Call *c, const char *fmt, ...)
{
    char text[512];
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(text, sizeof text, fmt, ap);
    va_end(ap);
    fatal(c->where, "%s%s", text, c->doubt ? c->doubt : "");
}

Call new_call(Import *im, int index, const OpRow *row)
{
    return (Call){.g = im->g,
                  .block = im->block[im->current].block,
                  .row = row,
                  .im = im,
                  .args = im->m->instr[index].args,
                  .nargs = im->m->instr[index].nargs,
                  .instr = index};
}

static int slot_of(Call *c, const char *name)
{
    for (int i = 0; i < c->row->nargs; i++)
        if (strcmp(c->row->arg[i].name, name) == 0)
            return c->args[i];
    bug("%s has no argument '%s'", c->row->name, name);
}

static const FileValue *value_of(Call *c, const char *name)
{
    return &c->im->m->value[slot_of(c, name)];
}

bool arg_given(Call *c, const char *name)
{
    const FileValue *v = value_of(c, name);
    return v->kind != FV_NONE && v->kind != FV_NULL;
}

bool has_arg(const Call *c, const char *name)
{
    for (int i = 0; i < c->row->nargs; i++)
        if (strcmp(c->row->arg[i].name, name) == 0)
            return true;
    return false;
}

static void need_known_dtype(Call *c, const char *name, int dtype)
{
    if (!dtype_bytes(dtype))
        refuse(c, "'%s' has element type %d, which ptec does not know", name, dtype);
}

static Value *tensor_in_slot(Call *c, const char *name, int slot)
{
    if (c->im->m->value[slot].kind != FV_TENSOR)
        refuse(c, "'%s' is no tensor", name);
    Value *v = read_slot(c->im, c->im->current, slot);
    need_known_dtype(c, name, (int)v->type.dtype);
    if (value_is_const(value_root(v)) && !value_root(v)->role)
        value_root(v)->role = name;
    return v;
}

static bool is_complex(const Call *c, int slot)
{
    const FileValue *f = &c->im->m->value[slot];
    return f->kind == FV_TENSOR && f->tensor->complex;
}

/* Returns the file's tensor in `slot` as the lowering sees it, complex numbers whole or as
 * parts. */
static const FileTensor *tensor_of_slot(const Call *c, int slot)
{
    const FileMethod *m = c->numbers == N_WHOLE ? c->g->method : c->im->m;
    return m->value[slot].tensor;
}

static Value *whole_numbers(Call *c, Value *parts, const FileTensor *t)
{
    Value *like = value_new(c->g, (DType)t->dtype, t->rank, parts->type.dim);
    layout_from_dim_order(like, t->dim_order);
    return value_view(c->g, parts, &like->type, &like->layout, size_const(0));
}

Value *operand_in_slot(Call *c, const char *name, int slot)
{
    Value *v = tensor_in_slot(c, name, slot);
    if (c->numbers != N_WHOLE || !is_complex(c, slot))
        return v;
    return whole_numbers(c, v, tensor_of_slot(c, slot));
}

Value *arg_tensor(Call *c, const char *name)
{
    return operand_in_slot(c, name, slot_of(c, name));
}

bool arg_is_complex(Call *c, const char *name)
{
    return is_complex(c, slot_of(c, name));
}

/* Returns a tensor argument, or NULL if it is None, which reaches some operators as an empty byte
 * tensor. */
Value *arg_maybe(Call *c, const char *name)
{
    const FileValue *f = value_of(c, name);
    if (f->kind == FV_NONE || f->kind == FV_NULL)
        return NULL;
    if (f->kind == FV_TENSOR && f->tensor->dtype == U8 && f->tensor->rank == 1 &&
        f->tensor->size[0] == 0)
        return NULL;
    return arg_tensor(c, name);
}

int arg_tensors(Call *c, const char *name, Value ***list)
{
    const FileValue *f = value_of(c, name);
    if (f->kind != FV_TENSOR_LIST && f->kind != FV_OPTIONAL_TENSOR_LIST)
        refuse(c, "'%s' is no list of tensors", name);
    *list = NEW(Value *, f->count);
    for (int i = 0; i < f->count; i++)
        if (f->items[i] >= 0 && c->im->m->value[f->items[i]].kind == FV_TENSOR)
            (*list)[i] = operand_in_slot(c, name, (int)f->items[i]);
    return f->count;
}

int count_tensors(Call *c, const char *name)
{
    const FileValue *f = value_of(c, name);
    if (f->kind != FV_TENSOR_LIST)
        refuse(c, "'%s' is no list of tensors", name);
    return f->count;
}

static const FileValue *number(Call *c, const char *name, int slot)
{
    const FileValue *f = &c->im->m->value[slot];
    if (f->kind != FV_INT && f->kind != FV_BOOL && f->kind != FV_DOUBLE)
        refuse(c, "'%s' is no number", name);
    if (c->im->written[slot])
        refuse(c, "'%s' is computed when the program runs; here it must be known before", name);
    return f;
}

int64_t arg_int(Call *c, const char *name)
{
    const FileValue *f = number(c, name, slot_of(c, name));
    if (f->kind == FV_DOUBLE)
        refuse(c, "'%s' must be an integer", name);
    return f->i;
}

int64_t arg_count(Call *c, const char *name, int64_t most)
{
    int64_t n = arg_int(c, name);
    if (n < 1 || n > most)
        refuse(c, "'%s' is %lld, not from 1 to %lld", name, (long long)n, (long long)most);
    return n;
}

double arg_float(Call *c, const char *name)
{
    const FileValue *f = number(c, name, slot_of(c, name));
    return f->kind == FV_DOUBLE ? f->d : (double)f->i;
}

bool arg_bool(Call *c, const char *name)
{
    return arg_int(c, name) != 0;
}

bool arg_is(Call *c, const char *name, const char *word)
{
    const FileValue *f = value_of(c, name);
    return f->kind == FV_STRING && f->string.size == strlen(word) &&
           memcmp(f->string.data, word, strlen(word)) == 0;
}

bool arg_is_float(Call *c, const char *name)
{
    return value_of(c, name)->kind == FV_DOUBLE;
}

static Size *size_in_slot(Call *c, const char *name, int slot)
{
    if (c->im->written[slot]) {
        Value *v = read_slot(c->im, c->im->current, slot);
        if (!v->size)
            refuse(c, "'%s' is computed when the program runs; here it must be made of sizes",
                   name);
        return v->size;
    }
    const FileValue *f = number(c, name, slot);
    if (f->kind == FV_DOUBLE)
        refuse(c, "'%s' must be an integer", name);
    return size_const(f->i);
}

Size *arg_size(Call *c, const char *name)
{
    return size_in_slot(c, name, slot_of(c, name));
}

Size *arg_count_end(Call *c, const char *name)
{
    const FileMethod *m = c->im->m;
    for (int i = 0; i < m->ninstrs; i++) {
        const FileInstr *f = &m->instr[i];
        if (f->kind == FI_KERNEL_CALL && f->nargs > 1 && f->args[0] == slot_of(c, name) &&
            strcmp(m->op[f->index].name, "executorch_prim::eq") == 0)
            return c->im->written[f->args[1]] ? read_slot(c->im, c->im->current, f->args[1])->size
                                              : size_in_slot(c, name, f->args[1]);
    }
    return NULL;
}

bool arg_is_size(Call *c, const char *name)
{
    Value *v = arg_scalar(c, name);
    return v ? v->size != NULL : value_of(c, name)->kind == FV_INT;
}

bool arg_is_bool(Call *c, const char *name)
{
    return value_of(c, name)->kind == FV_BOOL;
}

Value *arg_scalar(Call *c, const char *name)
{
    int slot = slot_of(c, name);
    return c->im->written[slot] ? read_slot(c->im, c->im->current, slot) : NULL;
}

int arg_sizes(Call *c, const char *name, Size **out, int most)
{
    const FileValue *f = value_of(c, name);
    if (f->kind != FV_INT_LIST)
        refuse(c, "'%s' is no list of integers", name);
    if (f->count > most)
        refuse(c, "'%s' has %d elements, more than the %d that make sense", name, f->count, most);
    for (int i = 0; i < f->count; i++)
        out[i] = size_in_slot(c, name, (int)f->items[i]);
    return f->count;
}

int arg_ints(Call *c, const char *name, int64_t *out, int most)
{
    Size *size[MAX_RANK];
    int n = arg_sizes(c, name, size, most < MAX_RANK ? most : MAX_RANK);
    for (int i = 0; i < n; i++) {
        if (!size_is_const(size[i]))
            refuse(c, "'%s' is computed when the program runs; here it must be known before%s",
                   name, bind_hint(size[i]));
        out[i] = size_value(size[i]);
    }
    return n;
}

int arg_int_or_ints(Call *c, const char *name, int64_t *out)
{
    if (value_of(c, name)->kind == FV_INT_LIST)
        return arg_ints(c, name, out, MAX_RANK);
    out[0] = arg_int(c, name);
    return 1;
}

void arg_floats(Call *c, const char *name, double *out, int n)
{
    const FileValue *f = value_of(c, name);
    if (f->kind != FV_DOUBLE_LIST || f->count != n)
        refuse(c, "'%s' is no list of %d numbers", name, n);
    memcpy(out, f->doubles, (size_t)n * sizeof *out);
}

void arg_bools(Call *c, const char *name, bool *out, int n)
{
    const FileValue *f = value_of(c, name);
    if (f->kind != FV_BOOL_LIST || f->count != n)
        refuse(c, "'%s' is no list of %d bools", name, n);
    for (int i = 0; i < n; i++)
        out[i] = f->items[i] != 0;
}

/* Refuses a result whose elements or strides are always too many for the emitted code's indices,
 * of 32 bits. */
static void need_countable_result(Call *c, const char *name, int rank, Size *const *dim)
{
    int64_t least = 1;
    for (int i = 0; i < rank; i++) {
        int64_t n = dim[i]->lo > 1 ? dim[i]->lo : 1;
        if (n > INT32_MAX / least)
            refuse(c, "'%s' would have elements or strides beyond %d, up to which ptec counts",
                   name, INT32_MAX);
        least *= n;
    }
}

Value *out_in_slot(Call *c, const char *name, int slot, int rank, Size *const *dim)
{
    const FileValue *f = &c->im->m->value[slot];
    if (f->kind != FV_TENSOR)
        refuse(c, "'%s' is no tensor", name);
    const FileTensor *t = tensor_of_slot(c, slot);
    need_known_dtype(c, name, t->dtype);
    if (t->rank != rank)
        refuse(c, "'%s' has rank %d in the file, but its operands give it %d", name, t->rank, rank);
    Value *v = value_of_tensor(c->g, t);
    bool known = t->dynamism == DYN_STATIC;
    if (!known)
        need_countable_result(c, name, rank, dim);
    for (int i = 0; i < rank; i++) {
        if (dim[i]->hi < (known ? t->size[i] : 0) || (known && dim[i]->lo > t->size[i]))
            refuse(c,
                   "axis %d of '%s' has %" PRId64 " elements in the file, but its operands give "
                   "it %" PRId64,
                   i, name, t->size[i], dim[i]->hi);
        if (!known)
            v->type.dim[i] = dim[i];
        else if (!size_is_const(dim[i]))
            size_force(c->g, dim[i], v->type.dim[i]);
    }
    layout_from_dim_order(v, t->dim_order);
    v->slot = slot;
    struct Write w = {slot, v};
    PUSH(c->im->write, c->im->nwrites, w);
    return v;
}

Value *arg_out(Call *c, const char *name, int rank, Size *const *dim)
{
    return out_in_slot(c, name, slot_of(c, name), rank, dim);
}

Value *arg_out_item(Call *c, const char *name, int item, int rank, Size *const *dim)
{
    return out_in_slot(c, name, (int)value_of(c, name)->items[item], rank, dim);
}

static Value *out_like_file(Call *c, const char *name, int slot)
{
    const FileValue *f = &c->im->m->value[slot];
    Size *dim[MAX_RANK] = {0};
    if (f->kind != FV_TENSOR)
        refuse(c, "'%s' is no tensor", name);
    const FileTensor *t = tensor_of_slot(c, slot);
    for (int i = 0; i < t->rank; i++)
        dim[i] = size_const(t->size[i]);
    return out_in_slot(c, name, slot, t->rank, dim);
}

Value *arg_out_like_file(Call *c, const char *name)
{
    return out_like_file(c, name, slot_of(c, name));
}

static bool has_static_shape(const FileValue *f)
{
    return f->kind == FV_TENSOR && f->tensor->dynamism == DYN_STATIC;
}

Value *arg_out_over(Call *c, const char *name, const Value *src)
{
    const FileValue *f = value_of(c, name);
    if (has_static_shape(f) && !is_state(c->im, f))
        return arg_out_like_file(c, name);
    const Value *before = arg_tensor(c, name);
    for (int i = 0; i < c->im->nundefined; i++)
        if (c->im->undefined[i] == before)
            before = src;
    return arg_out(c, name, before->type.rank, before->type.dim);
}

Size *out_known_dim(Call *c, const char *name, int axis)
{
    const FileValue *f = value_of(c, name);
    bool known = has_static_shape(f) && axis < f->tensor->rank;
    return known ? size_const(f->tensor->size[axis]) : NULL;
}

int64_t out_bound(Call *c, const char *name)
{
    const FileValue *f = value_of(c, name);
    if (f->kind != FV_TENSOR)
        refuse(c, "'%s' is no tensor", name);
    need_known_dtype(c, name, f->tensor->dtype);
    return (int64_t)(f->tensor->bytes / dtype_bytes(f->tensor->dtype));
}

Value *arg_out_indices(Call *c, int rank, Size *const *dim)
{
    Value *v = arg_out(c, "indices", rank, dim);
    if (v->type.dtype != I64)
        refuse(c, "'indices' are %s, not i64", dtype_name((int)v->type.dtype));
    return v;
}

void arg_out_unwritten(Call *c, const char *name)
{
    PUSH(c->im->undefined, c->im->nundefined, arg_out_like_file(c, name));
}

static int result_slot(Call *c)
{
    if (c->nargs != c->row->nargs + 1)
        refuse(c, "the call has no place for its result");
    return c->args[c->nargs - 1];
}

Value *out_tensor_like_file(Call *c)
{
    return out_like_file(c, "the result", result_slot(c));
}

static Value *write_result(Call *c, Value *v)
{
    v->slot = result_slot(c);
    if (c->im->m->value[v->slot].kind == FV_TENSOR)
        refuse(c, "its result is a number, but value %d is a tensor", v->slot);
    struct Write w = {v->slot, v};
    PUSH(c->im->write, c->im->nwrites, w);
    return v;
}

Value *out_scalar(Call *c, DType dtype)
{
    return write_result(c, value_scalar(c->g, dtype));
}

Value *out_number(Call *c, DType dtype)
{
    return write_result(c, value_new(c->g, dtype, 0, NULL));
}

Value *generator(Call *c)
{
    return read_slot(c->im, c->im->current, c->im->generator);
}

void set_generator(Call *c, Value *v)
{
    v->slot = c->im->generator;
    struct Write w = {v->slot, v};
    PUSH(c->im->write, c->im->nwrites, w);
}
