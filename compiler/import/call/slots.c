/* SPDX-License-Identifier: 0BSD
 * Reaching definitions over byte ranges. Elided views and reinplaced tensors have no instruction in
 * the file, only equal offsets: whoever wrote a byte last is what a read of it means. A read that
 * one value covers becomes that value or a view of it; a read over several assembles them. Joins of
 * control flow become block parameters, made when somebody reads them. */
#include "import/call/slots.h"
#include "graph/build.h"
#include "graph/forced.h"
#include "import/call/segments.h"
#include "import/call/state.h"
#include "model.h"

#include <inttypes.h>
#include <string.h>

typedef struct Range {
    int memory;
    uint64_t lo, hi;
} Range;

static Range range_of(const Import *im, int slot)
{
    const FileValue *v = &im->m->value[slot];
    uint64_t base = (uint64_t)slot << SLOT_SHIFT;
    if (v->kind != FV_TENSOR)
        return (Range){0, base, base + 1};
    const FileTensor *t = v->tensor;
    uint64_t bytes = t->bytes ? t->bytes : 1; /* an empty tensor still has an identity */
    if (!t->planned || !t->bytes || im->rebound[slot])
        return (Range){0, base, base + bytes};
    return (Range){t->memory, t->offset, t->offset + bytes};
}

static bool same_type(const Value *v, const Value *w)
{
    if (v->type.dtype != w->type.dtype || v->type.rank != w->type.rank)
        return false;
    for (int i = 0; i < v->type.rank; i++)
        if (v->type.dim[i] != w->type.dim[i] || v->layout.stride[i] != w->layout.stride[i])
            return false;
    return true;
}

/* Refuses to see `bytes` of `v` from byte `at` on, unless they are known to be there. */
static void need_bytes(const Import *im, const Value *v, uint64_t at, uint64_t bytes, int slot)
{
    if (v->max_elements)
        fatal(method_place(im->g),
              "tensor %d shares the bytes of a dynamic tensor under another type; "
              "ptec cannot follow that",
              slot);
    if (at + bytes > (uint64_t)value_bound_bytes(v))
        fatal(method_place(im->g), "tensor %d is larger than what was moved there", slot);
}

/* Returns `v` from byte `at` on, as the tensor in `slot` sees it. */
static Value *seen_as(Import *im, Value *v, uint64_t at, int slot)
{
    if (im->m->value[slot].kind != FV_TENSOR)
        return v;
    const FileTensor *t = im->m->value[slot].tensor;
    if (at == 0 && v->slot == slot)
        return v;
    Value *want = value_of_tensor(im->g, t);
    if (at == 0 && same_type(v, want))
        return v;
    uint64_t size = dtype_bytes(t->dtype);
    if (at % size)
        fatal(method_place(im->g),
              "tensor %d overlaps another one at byte %" PRIu64
              ", which is no multiple of its element size",
              slot, at);
    need_bytes(im, v, at, t->bytes, slot);
    Value *view =
        value_view(im->g, v, &want->type, &want->layout, size_const((int64_t)(at / size)));
    view->source = want->source;
    view->slot = slot;
    return view;
}

/* Gives the bytes of `slot` that no segment covers a value: what they held when the block began. */
static void fill_gaps(Import *im, int block, int slot, Range r)
{
    ImportBlock *b = &im->block[block];
    Memory *m = &b->memory[r.memory];
    Value *before = NULL;
    int from;
    for (uint64_t at = r.lo; at < r.hi;) {
        int i = find_segment(m, at);
        if (i < m->n && m->seg[i].lo <= at) {
            at = m->seg[i].hi;
            continue;
        }
        uint64_t end = i < m->n && m->seg[i].lo < r.hi ? m->seg[i].lo : r.hi;
        if (!before) {
            if (b->npreds == 0)
                before = initial_value(im, slot);
            else if (b->npreds == 1 && im->block[b->pred[0]].done)
                before = read_slot(im, b->pred[0], slot);
            else if ((from = last_writer(im, block, slot)) >= 0)
                before = read_slot(im, from, slot);
            else
                before = add_param(im, b, slot);
        }
        insert_segment(m, i, (Segment){at, end, at - r.lo, before});
        at = end;
    }
}

/* Copies the several values that lie under the tensor together, in the tensor's own order. */
static Value *assemble(Import *im, int block, int slot, Range r, int first, int count)
{
    const Memory *m = &im->block[block].memory[r.memory];
    const FileTensor *t = im->m->value[slot].tensor;
    int64_t size = (int64_t)dtype_bytes(t->dtype);
    Value *out = value_of_tensor(im->g, t);
    out->slot = slot;
    if (out->max_elements)
        fatal(method_place(im->g),
              "tensor %d is dynamic and lies over several others; ptec cannot follow that", slot);
    Step *s = step_new(im->g, K_MOVE, count, 1);
    s->source = (Source){.instr = -1, .op = "tensors that share memory"};
    s->piece = NEW(Piece, count);
    s->npieces = count;
    for (int i = 0; i < count; i++) {
        Segment seg = m->seg[first + i];
        uint64_t lo = seg.lo > r.lo ? seg.lo : r.lo, hi = seg.hi < r.hi ? seg.hi : r.hi;
        Type flat = {.dtype = (DType)t->dtype, .rank = 1};
        flat.dim[0] = size_const((int64_t)(hi - lo) / size);
        Layout row = {.stride = {size_const(1)}};
        uint64_t at = seg.at + (lo - seg.lo);
        if ((int64_t)at % size || (int64_t)(lo - r.lo) % size)
            fatal(method_place(im->g),
                  "tensor %d overlaps others at bytes that are no multiple of its "
                  "element size",
                  slot);
        need_bytes(im, seg.value, at, hi - lo, slot);
        s->in[i] = value_view(im->g, seg.value, &flat, &row, size_const((int64_t)at / size));
        s->piece[i] = (Piece){.src = i,
                              .rank = 1,
                              .extent = {flat.dim[0]},
                              .src_offset = size_const(0),
                              .src_stride = {size_const(1)},
                              .dst_offset = size_const((int64_t)(lo - r.lo) / size),
                              .dst_stride = {size_const(1)}};
    }
    s->out[0] = out;
    layout_row_major(out); /* pieces are laid out by bytes; the view restores the file's order */
    step_append(im->block[block].block, s);
    Value *want = value_of_tensor(im->g, t);
    return same_type(out, want) ? out
                                : value_view(im->g, out, &want->type, &want->layout, size_const(0));
}

Value *read_slot(Import *im, int block, int slot)
{
    if (im->constant[slot])
        return im->constant[slot];
    Range r = range_of(im, slot);
    fill_gaps(im, block, slot, r);
    Memory *m = &im->block[block].memory[r.memory];
    int first = find_segment(m, r.lo), last = first;
    if (m->seg[last].hi >= r.hi)
        return seen_as(im, m->seg[first].value, m->seg[first].at + (r.lo - m->seg[first].lo), slot);
    while (m->seg[last].hi < r.hi)
        last++;
    Value *v = assemble(im, block, slot, r, first, last - first + 1);
    memory_write(m, r.lo, r.hi, v);
    return v;
}

void write_slot(Import *im, int block, int slot, Value *v)
{
    Range r = range_of(im, slot);
    memory_write(&im->block[block].memory[r.memory], r.lo, r.hi, v);
}

/* Keeps what all predecessors agree on; the rest is found out when somebody reads it. */
static void merge(Import *im, ImportBlock *b)
{
    const ImportBlock *p0 = &im->block[b->pred[0]];
    for (int a = 0; a < im->m->narenas || a == 0; a++) {
        const Memory *m = &p0->memory[a];
        for (int i = 0; i < m->n; i++) {
            const Segment *s = &m->seg[i];
            bool agree = true;
            for (int k = 1; k < b->npreds && agree; k++) {
                const Memory *other = &im->block[b->pred[k]].memory[a];
                int j = find_segment(other, s->lo);
                agree = j < other->n && other->seg[j].lo == s->lo && other->seg[j].hi == s->hi &&
                        other->seg[j].at == s->at && other->seg[j].value == s->value;
            }
            if (agree)
                insert_segment(&b->memory[a], b->memory[a].n, *s);
        }
    }
}

void memory_start(Import *im, int block)
{
    ImportBlock *b = &im->block[block];
    b->memory = NEW(Memory, im->m->narenas > 0 ? im->m->narenas : 1);
    b->started = true;
    for (int i = 0; i < b->npreds; i++)
        if (!im->block[b->pred[i]].done)
            return;
    if (b->npreds > 0)
        merge(im, b);
}

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

/* Makes a size of an extent that differs between the ways into a block: a number that the block
 * starts with, at most `most`. */
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

/* Gives a dynamic tensor the sizes of the ways from earlier blocks; other ways, of loops, have to
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

/* Returns the slot of the number that an instruction writes, or -1 if it writes none. */
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

/* Returns the only block that leads into blocks [first, *last], or -1 if there are several. Moves
 * `*last` on to the last of their predecessors, so that a loop is in the range as a whole. */
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

/* Has joined_size() made this extent of the parameter, so that it may differ between the ways? */
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

/* Sets the arguments of all jumps and the states at the return. Each read can make more parameters
 * and states, so it goes on until none is new. */
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
