/* SPDX-License-Identifier: 0BSD
 * Reaching definitions over byte ranges. Elided views and reinplaced tensors have no instruction in
 * the file, only equal offsets: whoever wrote a byte last is what a read of it means. A read that
 * one value covers becomes that value or a view of it; a read over several assembles them. Joins of
 * control flow become block parameters, made when somebody reads them. */
#include "graph/ops.h"
#include "import.h"
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

/* Index of the first segment that ends after `lo`. */
static int find(const Memory *m, uint64_t lo)
{
    int a = 0, b = m->n;
    while (a < b) {
        int mid = (a + b) / 2;
        if (m->seg[mid].hi <= lo)
            a = mid + 1;
        else
            b = mid;
    }
    return a;
}

static void insert(Memory *m, int at, Segment s)
{
    if (m->n == m->room) {
        int room = m->room ? 2 * m->room : 8;
        Segment *seg = NEW(Segment, room);
        for (int i = 0; i < m->n; i++)
            seg[i] = m->seg[i];
        m->seg = seg;
        m->room = room;
    }
    memmove(m->seg + at + 1, m->seg + at, (size_t)(m->n - at) * sizeof s);
    m->seg[at] = s;
    m->n++;
}

static void erase(Memory *m, int at, int count)
{
    if (count > 0)
        memmove(m->seg + at, m->seg + at + count, (size_t)(m->n - at - count) * sizeof *m->seg);
    m->n -= count;
}

static void memory_write(Memory *m, uint64_t lo, uint64_t hi, Value *v)
{
    int i = find(m, lo);
    if (i < m->n && m->seg[i].lo < lo) { /* its head survives, perhaps its tail too */
        Segment old = m->seg[i];
        m->seg[i].hi = lo;
        i++;
        if (old.hi > hi)
            insert(m, i, (Segment){hi, old.hi, old.at + (hi - old.lo), old.value});
    }
    int j = i;
    while (j < m->n && m->seg[j].hi <= hi)
        j++;
    erase(m, i, j - i);
    if (i < m->n && m->seg[i].lo < hi) {
        m->seg[i].at += hi - m->seg[i].lo;
        m->seg[i].lo = hi;
    }
    insert(m, i, (Segment){lo, hi, 0, v});
}

/* Indices of the emitted code have 32 bits. */
void need_countable(const Graph *g, const FileTensor *t)
{
    if (t->bytes / dtype_bytes(t->dtype) > INT32_MAX)
        fatal(g->model->program->path,
              "method '%s': a tensor has %" PRIu64 " elements; ptec counts up to %d",
              printable(g->name), t->bytes / dtype_bytes(t->dtype), INT32_MAX);
}

/* A value of the file's type. Dynamic tensors keep their bound; the caller names their sizes. */
Value *value_of_tensor(Graph *g, const FileTensor *t)
{
    Size *dim[MAX_RANK] = {0};
    for (int i = 0; i < t->rank; i++)
        dim[i] = size_const(t->size[i]);
    if (!dtype_bytes(t->dtype))
        fatal(g->model->program->path,
              "method '%s': a tensor has element type %s, which ptec cannot "
              "hold",
              printable(g->name), dtype_name(t->dtype));
    need_countable(g, t);
    Value *v = value_new(g, (DType)t->dtype, t->rank, dim);
    layout_from_dim_order(v, t->dim_order);
    v->source = t->fqn;
    if (t->dynamism != DYN_STATIC)
        v->max_elements = (int64_t)(t->bytes / dtype_bytes(t->dtype));
    return v;
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
        fatal(im->g->name,
              "tensor %d shares the bytes of a dynamic tensor under another type; "
              "ptec cannot follow that",
              slot);
    if (at + bytes > (uint64_t)value_bound_bytes(v))
        fatal(im->g->name, "tensor %d is larger than what was moved there", slot);
}

/* `v` from byte `at` on, as the tensor in `slot` sees it. */
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
        fatal(im->g->name,
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

static Value *initial_value(Import *im, int slot);

static DType number_type(const FileValue *v)
{
    return v->kind == FV_DOUBLE ? F64 : v->kind == FV_BOOL ? BOOL : I64;
}

/* A block parameter: what the slot holds depends on the way to the block. A dynamic tensor's sizes
 * are those that it has on the ways from earlier blocks; fill_params_and_state checks the others.
 */
static Value *add_param(Import *im, ImportBlock *b, int slot)
{
    const FileValue *f = &im->m->value[slot];
    bool tensor = f->kind == FV_TENSOR;
    Value *v =
        tensor ? value_of_tensor(im->g, f->tensor) : value_new(im->g, number_type(f), 0, NULL);
    for (int k = 0; tensor && f->tensor->dynamism != DYN_STATIC && k < b->npreds; k++)
        if (im->block[b->pred[k]].done && &im->block[b->pred[k]] < b) {
            const Value *before = read_slot(im, b->pred[k], slot);
            memcpy(v->type.dim, before->type.dim, sizeof v->type.dim);
            layout_from_dim_order(v, f->tensor->dim_order);
        }
    v->slot = slot;
    v->param_of = b->block;
    int n = b->block->nparams;
    PUSH(b->param_slot, n, slot);
    PUSH(b->block->param, b->block->nparams, v);
    return v;
}

int written_scalar(const Import *im, const FileInstr *f)
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

static bool writes_number(const Import *im, const ImportBlock *b, int slot)
{
    for (int i = b->first; i < b->last; i++)
        if (written_scalar(im, &im->m->instr[i]) == slot)
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

/* The block behind which no way to this one writes the number, where loops or branches in between
 * make that hard to see; else -1. */
static int last_writer(const Import *im, int block, int slot)
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

/* Gives the bytes of `slot` that no segment covers a value: what they held when the block began. */
static void fill_gaps(Import *im, int block, int slot, Range r)
{
    ImportBlock *b = &im->block[block];
    Memory *m = &b->memory[r.memory];
    Value *before = NULL;
    int from;
    for (uint64_t at = r.lo; at < r.hi;) {
        int i = find(m, at);
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
        insert(m, i, (Segment){at, end, at - r.lo, before});
        at = end;
    }
}

/* Several values lie under the tensor: copies them together, in the tensor's own order. */
static Value *assemble(Import *im, int block, int slot, Range r, int first, int count)
{
    const Memory *m = &im->block[block].memory[r.memory];
    const FileTensor *t = im->m->value[slot].tensor;
    int64_t size = (int64_t)dtype_bytes(t->dtype);
    Value *out = value_of_tensor(im->g, t);
    out->slot = slot;
    if (out->max_elements)
        fatal(im->g->name,
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
            fatal(im->g->name,
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
    int first = find(m, r.lo), last = first;
    while (m->seg[last].hi < r.hi && m->seg[last + 1].value == m->seg[first].value &&
           m->seg[last + 1].at == m->seg[last].at + (m->seg[last].hi - m->seg[last].lo))
        last++;
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

static int state_index(Model *m, const FileTensor *t)
{
    for (int i = 0; i < m->nstates; i++)
        if (m->state[i].memory == t->memory && m->state[i].offset == t->offset &&
            m->state[i].buffer->bound == (int64_t)t->bytes)
            return i;
    Buffer *b = NEW(Buffer, 1);
    *b = (Buffer){.kind = B_STATE,
                  .index = m->nstates,
                  .bound = (int64_t)t->bytes,
                  .data = t->has_data ? t->data.data : NULL};
    State s = {.buffer = b,
               .memory = t->memory,
               .offset = t->offset,
               .fqn = t->fqn,
               .generator = t->memory == GENERATOR_MEMORY};
    PUSH(m->state, m->nstates, s);
    return m->nstates - 1;
}

/* The planner of .pte gives a mutable buffer bytes of its own for the whole program; other tensors
 * reuse theirs. Nothing else in the file tells a buffer without initial bytes from a mistake. */
static bool has_own_bytes(const Import *im, const FileTensor *t)
{
    for (int i = 0; i < im->m->nvalues; i++) {
        const FileValue *f = &im->m->value[i];
        if (f->kind != FV_TENSOR || !f->tensor->planned || f->tensor->memory != t->memory)
            continue;
        bool apart = f->tensor->offset >= t->offset + t->bytes ||
                     t->offset >= f->tensor->offset + f->tensor->bytes;
        if (!apart && (f->tensor->offset != t->offset || f->tensor->bytes != t->bytes))
            return false;
    }
    return true;
}

static bool same_place(const FileValue *f, const FileTensor *t)
{
    return f->kind == FV_TENSOR && f->tensor->planned && f->tensor->memory == t->memory &&
           f->tensor->offset == t->offset && f->tensor->bytes == t->bytes;
}

/* Does the call write a tensor in these bytes: one that its schema says it changes, or its result?
 */
static bool call_writes(const FileMethod *m, const FileInstr *f, const FileTensor *t)
{
    const FileOp *op = &m->op[f->index];
    const OpRow *row = op_find(op->name, op->overload);
    for (int i = 0; i < f->nargs; i++) {
        bool written = i == f->nargs - 1 || (row && i < row->nargs && row->arg[i].written);
        if (written && same_place(&m->value[f->args[i]], t))
            return true;
    }
    return false;
}

static bool somebody_writes(const Program *p, const FileTensor *t)
{
    for (int k = 0; k < p->nmethods; k++) {
        const FileMethod *m = &p->method[k];
        for (int i = 0; i < m->ninstrs; i++)
            if (m->instr[i].kind == FI_KERNEL_CALL && call_writes(m, &m->instr[i], t))
                return true;
    }
    return false;
}

bool is_state(const Import *im, const FileValue *f)
{
    if (f->kind != FV_TENSOR || !f->tensor->planned)
        return false;
    const FileTensor *t = f->tensor;
    return t->has_data || t->fqn ||
           (t->dynamism == DYN_STATIC && has_own_bytes(im, t) &&
            somebody_writes(im->g->model->program, t));
}

/* A number that instructions write starts with the one in the file. */
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

/* What a slot holds before the method's first instruction. */
static Value *initial_value(Import *im, int slot)
{
    const FileValue *f = &im->m->value[slot];
    Graph *g = im->g;
    if (slot == im->generator || is_state(im, f)) {
        Value *v = value_of_tensor(g, f->tensor);
        v->slot = slot;
        StateUse use = {.state = state_index(g->model, f->tensor), .in = v};
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
                int j = find(other, s->lo);
                agree = j < other->n && other->seg[j].lo == s->lo && other->seg[j].hi == s->hi &&
                        other->seg[j].at == s->at && other->seg[j].value == s->value;
            }
            if (agree)
                insert(&b->memory[a], b->memory[a].n, *s);
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

/* The arguments of all jumps, and the version of each state at the return; the slot that first read
 * a state names its place. Such a read can make more of both, so go on until none is new. */
static void need_same_type(const Import *im, const Value *param, const Value *v)
{
    if (v->type.dtype != param->type.dtype)
        fatal(im->g->name, "value %d has other types on different ways to a join", param->slot);
    bool fits = v->type.rank == param->type.rank;
    for (int i = 0; fits && i < param->type.rank; i++) {
        Size *n = v->type.dim[i], *m = param->type.dim[i];
        fits = n == m || (!n->late && !m->late && n->lo <= m->hi && m->lo <= n->hi);
        if (fits && n != m) /* where the method is entered, the two have to agree */
            size_force(im->g, size_is_const(n) ? m : n, size_is_const(n) ? n : m);
    }
    if (!fits)
        fatal(im->g->name, "tensor %d has other sizes on different ways to a join", param->slot);
}

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
                    Value *v = read_slot(im, b->pred[k], b->param_slot[filled[i]]);
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
