/* SPDX-License-Identifier: 0BSD
 * Reaching definitions over byte ranges. Elided views and reinplaced tensors have no instruction in
 * the file, only equal offsets: whoever wrote a byte last is what a read of it means. A read that
 * one value covers becomes that value or a view of it; a read over several assembles them. Joins of
 * control flow become block parameters, made when somebody reads them. */
#include "operators/operators.h"
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

const char *method_place(const Graph *g)
{
    return fmt_text("%s: method '%s'", g->model->program->path, printable(g->name));
}

/* Indices of the emitted code have 32 bits. */
void need_countable(const Graph *g, const FileTensor *t)
{
    if (t->bytes / dtype_bytes(t->dtype) > INT32_MAX)
        fatal(method_place(g), "a tensor has %" PRIu64 " elements; ptec counts up to %d",
              t->bytes / dtype_bytes(t->dtype), INT32_MAX);
}

/* A value of the file's type. Dynamic tensors keep their bound; the caller names their sizes. */
Value *value_of_tensor(Graph *g, const FileTensor *t)
{
    Size *dim[MAX_RANK] = {0};
    for (int i = 0; i < t->rank; i++)
        dim[i] = size_const(t->size[i]);
    if (!dtype_bytes(t->dtype))
        fatal(method_place(g), "a tensor has element type %s, which ptec cannot hold",
              dtype_name(t->dtype));
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
        fatal(method_place(im->g),
              "tensor %d shares the bytes of a dynamic tensor under another type; "
              "ptec cannot follow that",
              slot);
    if (at + bytes > (uint64_t)value_bound_bytes(v))
        fatal(method_place(im->g), "tensor %d is larger than what was moved there", slot);
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
