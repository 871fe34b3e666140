/* SPDX-License-Identifier: 0BSD
 * Block parameters: where ways meet, what a slot holds depends on the way. They are made when
 * somebody reads the slot, and get their arguments when all blocks are there. */
#include "import.h"
#include "model.h"

#include <string.h>

static Value *push_param(ImportBlock *b, int slot, int axis, Value *v)
{
    const struct ParamOf of = {slot, axis};
    int n = b->block->nparams;
    v->slot = slot;
    v->param_of = b->block;
    PUSH(b->param_of, n, of);
    PUSH(b->block->param, b->block->nparams, v);
    return v;
}

/* An extent that differs between the ways is a number that the block starts with. */
static Size *joined_size(Import *im, ImportBlock *b, int slot, int axis, int64_t most)
{
    Value *number = push_param(b, slot, axis, value_new(im->g, I64, 0, NULL));
    Step *s = step_size(im->g, number, most, true);
    s->source = (Source){.instr = -1, .op = "sizes of the branches"};
    if (b->block->first)
        step_insert_before(b->block->first, s);
    else
        step_append(b->block, s);
    return s->size;
}

/* A dynamic tensor has the sizes of the ways from earlier blocks; other ways, of loops, have to
 * agree with them. */
static void take_sizes(Import *im, ImportBlock *b, int slot, Value *v)
{
    bool differs[MAX_RANK] = {0}, all = true;
    int64_t most[MAX_RANK] = {0};
    Size **dim = NULL;
    for (int k = 0; k < b->npreds; k++) {
        const ImportBlock *from = &im->block[b->pred[k]];
        if (!from->done || from >= b) {
            all = false;
            continue;
        }
        Value *before = read_slot(im, b->pred[k], slot);
        for (int i = 0; i < v->type.rank && i < before->type.rank; i++) {
            Size *n = before->type.dim[i];
            differs[i] |= dim && !sizes_agree(im->g, dim[i], n);
            most[i] = n->hi > most[i] ? n->hi : most[i];
        }
        dim = before->type.dim;
    }
    for (int i = 0; dim && i < v->type.rank; i++)
        v->type.dim[i] = differs[i] && all ? joined_size(im, b, slot, i, most[i]) : dim[i];
}

Value *add_param(Import *im, ImportBlock *b, int slot)
{
    const FileValue *f = &im->m->value[slot];
    if (f->kind != FV_TENSOR)
        return push_param(b, slot, -1, value_new(im->g, number_type(f), 0, NULL));
    Value *v = value_of_tensor(im->g, f->tensor);
    if (f->tensor->dynamism != DYN_STATIC) {
        take_sizes(im, b, slot, v);
        layout_from_dim_order(v, f->tensor->dim_order);
    }
    return push_param(b, slot, -1, v);
}

/* -- numbers -- */

/* The slot of the number that an instruction writes, or -1. */
static int written_number(const Import *im, const FileInstr *f)
{
    if (f->kind == FI_MOVE_CALL)
        return f->to;
    if (f->kind != FI_KERNEL_CALL || f->nargs == 0)
        return -1;
    int out = f->args[f->nargs - 1];
    FileKind kind = im->m->value[out].kind;
    const char *name = im->m->op[f->index].name;
    bool writes = strncmp(name, "executorch_prim", 15) == 0 ||
                  strncmp(name, "aten::sym_", 10) == 0 ||
                  strcmp(name, "aten::_local_scalar_dense") == 0;
    bool number = kind == FV_INT || kind == FV_BOOL || kind == FV_DOUBLE;
    return writes && number ? out : -1;
}

void mark_written_numbers(Import *im)
{
    const FileMethod *m = im->m;
    im->written = NEW(bool, m->nvalues);
    im->writes = NEW(int, m->ninstrs);
    for (int i = 0; i < m->ninstrs; i++) {
        im->writes[i] = written_number(im, &m->instr[i]);
        if (im->writes[i] >= 0)
            im->written[im->writes[i]] = true;
    }
}

static bool writes_number(const Import *im, const ImportBlock *b, int slot)
{
    for (int i = b->first; i < b->last; i++)
        if (im->writes[i] == slot)
            return true;
    return false;
}

/* The only block that leads into blocks [first, *last], the last of which moves on to where their
 * predecessors are; -1: there are several. */
static int only_entry(const Import *im, int first, int *last)
{
    int entry = -1;
    for (int k = first; k <= *last; k++)
        for (int i = 0; i < im->block[k].npreds; i++) {
            int from = im->block[k].pred[i];
            if (from < first && entry >= 0 && from != entry)
                return -1;
            entry = from < first ? from : entry;
            *last = from > *last ? from : *last;
        }
    return entry;
}

int last_writer(const Import *im, int block, int slot)
{
    int first = block, last = block, entry = -1;
    if (im->m->value[slot].kind == FV_TENSOR)
        return -1;
    while (first > 0 && (entry = only_entry(im, first, &last)) < 0)
        first--;
    for (int k = first; k <= last; k++)
        if (writes_number(im, &im->block[k], slot))
            return -1;
    return first > 0 && im->block[entry].done ? entry : -1;
}

/* -- arguments -- */

/* Is it the extent that its block has joined, whatever it is on a way? */
static bool is_joined(const Value *param, int axis)
{
    FOR_STEPS(s, param->param_of)
        if (s->kind == K_SCALAR && s->size == param->type.dim[axis])
            return s->in[0]->param_of == param->param_of;
    return false;
}

static void need_same_type(const Import *im, const Value *param, const Value *v)
{
    if (v->type.dtype != param->type.dtype)
        fatal(method_place(im->g), "value %d has other types on different ways to a join",
              param->slot);
    bool fits = v->type.rank == param->type.rank;
    for (int i = 0; fits && i < param->type.rank; i++) {
        Size *n = v->type.dim[i], *m = param->type.dim[i];
        if (is_joined(param, i))
            continue;
        fits = n == m || (!n->late && !m->late && n->lo <= m->hi && m->lo <= n->hi);
        if (fits && n != m) /* where the method is entered, the two have to agree */
            size_force(im->g, size_is_const(n) ? m : n, size_is_const(n) ? n : m);
    }
    if (!fits)
        fatal(method_place(im->g), "tensor %d has other sizes on different ways to a join",
              param->slot);
}

static Value *argument(Import *im, int block, struct ParamOf of)
{
    Value *v = read_slot(im, block, of.slot);
    if (of.axis < 0)
        return v;
    Value *extent = value_scalar(im->g, I64);
    extent->size = v->type.dim[of.axis];
    return extent;
}

/* Each read can make more parameters and states, so go on until none is new. */
void fill_params_and_state(Import *im)
{
    Graph *g = im->g;
    int *filled = NEW(int, im->nblocks), states = 0;
    for (bool again = true; again;) {
        again = false;
        for (; states < g->nstate; states++) {
            Value *out = read_slot(im, im->nblocks - 1, g->state[states].in->slot);
            g->state[states].out = out;
            again = true;
        }
        for (int i = 0; i < im->nblocks; i++) {
            ImportBlock *b = &im->block[i];
            for (; filled[i] < b->block->nparams; filled[i]++) {
                again = true;
                for (int k = 0; k < b->npreds; k++) {
                    Block *p = im->block[b->pred[k]].block;
                    Value *v = argument(im, b->pred[k], b->param_of[filled[i]]);
                    need_same_type(im, b->block->param[filled[i]], v);
                    for (int side = 0; side < 2; side++)
                        if (p->to[side] == b->block) {
                            int n = filled[i];
                            PUSH(p->arg[side], n, v);
                        }
                }
            }
        }
    }
}
