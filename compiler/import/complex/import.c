/* SPDX-License-Identifier: 0BSD
 * What import does about complex numbers: tensors of them become real ones with an axis of parts,
 * and calls with them are lowered on the parts, or on whole numbers that get their parts after. */
#include "import/complex/import.h"
#include "graph/build.h"
#include "import/call/arguments.h"
#include "import/call/call.h"
#include "model.h"
#include "read/tensor.h"

FileTensor *without_complex(const Model *model, const FileTensor *t)
{
    if (t->rank == MAX_RANK && dtype_part(t->dtype) != NO_DTYPE)
        fatal(model->program->path, "a complex tensor has %d axes; ptec takes %d", t->rank,
              MAX_RANK - 1);
    FileTensor *parts = NEW(FileTensor, 1);
    *parts = tensor_in_parts(t);
    return parts;
}

static bool is_complex(const FileMethod *m, int64_t slot)
{
    return slot >= 0 && m->value[slot].kind == FV_TENSOR && m->value[slot].tensor->complex;
}

bool has_complex(const FileMethod *m, const FileInstr *f)
{
    for (int i = 0; i < f->nargs; i++) {
        const FileValue *v = &m->value[f->args[i]];
        bool list = v->kind == FV_TENSOR_LIST || v->kind == FV_OPTIONAL_TENSOR_LIST, any = false;
        for (int k = 0; list && k < v->count; k++)
            any |= is_complex(m, v->items[k]);
        if (any || is_complex(m, f->args[i]))
            return true;
    }
    return false;
}

void list_missing_complex(Text *missing, const FileMethod *m)
{
    bool *listed = NEW(bool, m->nops);
    for (int i = 0; i < m->ninstrs; i++) {
        const FileInstr *f = &m->instr[i];
        if (f->kind != FI_KERNEL_CALL || listed[f->index] || !has_complex(m, f))
            continue;
        const OpRow *row = op_find(m->op[f->index].name, m->op[f->index].overload);
        if (!row || row->whole || row->parts)
            continue;
        listed[f->index] = true;
        text_add(missing, "%s%s of complex numbers", missing->size ? ", " : "", row->name);
    }
}

static Value *with_parts(Call *c, Value *v)
{
    DType part = dtype_part((int)v->type.dtype);
    if (part == NO_DTYPE)
        return v;
    bool row_major = layout_is_row_major(v);
    Size *two = size_const(2);
    int rank = v->type.rank++;
    if (rank == MAX_RANK)
        refuse(c, "complex numbers have at most %d axes here", MAX_RANK - 1);
    for (int i = 0; i < rank; i++)
        v->layout.stride[i] = size_op(S_MUL, v->layout.stride[i], two);
    v->type.dtype = part;
    v->type.dim[rank] = two;
    v->layout.stride[rank] = size_const(1);
    if (row_major)
        layout_row_major(v);
    v->offset = size_op(S_MUL, v->offset, two);
    v->max_elements *= 2;
    if (!v->view_of)
        return v;
    Value *of = with_parts(c, v->view_of);
    bool same = v->offset == size_const(0) && v->type.dtype == of->type.dtype && same_places(v, of);
    return same ? of : v;
}

/* Gives an expression the type of the parts, for expressions move numbers too; a constant is 0, of
 * which both parts are. */
static void split_expr(Call *c, Expr *e)
{
    DType part = e ? dtype_part((int)e->type) : NO_DTYPE;
    if (e && e->op == E_CAST &&
        (part == NO_DTYPE) != (dtype_part((int)e->arg[0]->type) == NO_DTYPE))
        refuse(c, "it moves numbers, but some of them are real and some complex");
    for (int i = 0; e && i < 3; i++)
        split_expr(c, e->arg[i]);
    if (part != NO_DTYPE)
        e->type = part;
}

static void split_piece(Call *c, Piece *p)
{
    Size *two = size_const(2), *one = size_const(1);
    int rank = p->rank++;
    if (rank == MAX_RANK)
        refuse(c, "complex numbers have at most %d axes here", MAX_RANK - 1);
    for (int i = 0; i < rank; i++) {
        p->src_stride[i] = size_op(S_MUL, p->src_stride[i], two);
        p->dst_stride[i] = size_op(S_MUL, p->dst_stride[i], two);
    }
    p->extent[rank] = two;
    p->src_stride[rank] = p->dst_stride[rank] = one;
    p->src_offset = size_op(S_MUL, p->src_offset, two);
    p->dst_offset = size_op(S_MUL, p->dst_offset, two);
}

/* Requires that a step which moves elements as they are moves complex ones to complex ones. */
static void need_one_kind(Call *c, const Step *s)
{
    bool from = false, to = dtype_part((int)s->out[0]->type.dtype) != NO_DTYPE;
    for (int i = 0; i < s->nin; i++)
        from |= s->in[i] && dtype_part((int)s->in[i]->type.dtype) != NO_DTYPE;
    if (!s->expr && from != to)
        refuse(c, "it moves numbers, but some of them are real and some complex");
}

/* Splits the numbers of the steps behind `before` into parts; if it is NULL, those of all steps of
 * the block. */
static void split_numbers(Call *c, const Step *before)
{
    for (Step *s = before ? before->next : c->block->first; s; s = s->next) {
        bool complex = dtype_part((int)s->out[0]->type.dtype) != NO_DTYPE;
        need_one_kind(c, s);
        for (int i = 0; i < s->nin; i++)
            s->in[i] = s->in[i] ? with_parts(c, s->in[i]) : NULL;
        for (int i = 0; i < s->nout; i++)
            with_parts(c, s->out[i]);
        split_expr(c, s->expr);
        for (int i = 0; complex && i < s->npieces; i++)
            split_piece(c, &s->piece[i]);
    }
}

/* Lowers a call on whole numbers, which get their parts after. list_missing_operators() has refused
 * rows that have neither form. */
void lower_whole_numbers(Call *c, Lowering lower)
{
    const Step *before = c->block->last;
    c->numbers = N_WHOLE;
    lower(c);
    split_numbers(c, before);
}

void lower_parts_of_numbers(Call *c, Lowering lower)
{
    c->numbers = N_PARTS;
    lower(c);
}
