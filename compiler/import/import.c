/* SPDX-License-Identifier: 0BSD
 * A method of the file becomes a graph: blocks from its jumps, canonical steps from its calls. */
#include "import/complex/import.h"
#include "base/words.h"
#include "graph/blocks.h"
#include "graph/build.h"
#include "graph/forced.h"
#include "graph/foreign.h"
#include "graph/pieces.h"
#include "import/call/arguments.h"
#include "import/call/call.h"
#include "import/call/places.h"
#include "import/call/results.h"
#include "import/call/slots.h"
#include "import/call/state.h"
#include "import/foreign/foreign.h"
#include "import/foreign/signature.h"
#include "import/import.h"
#include "import/lowerings.h"
#include "import/xnnpack/delegate.h"
#include "model.h"
#include "read/xnn_graph.h"

#include <inttypes.h>
#include <string.h>

static void add_pred(ImportBlock *b, int pred)
{
    PUSH(b->pred, b->npreds, pred);
}

static void add_block(Import *im, int first)
{
    Block *b = NEW(Block, 1);
    b->id = im->nblocks;
    *(im->g->last ? &im->g->last->next : &im->g->entry) = b;
    im->g->last = b;
    if (im->nblocks > 0)
        im->block[im->nblocks - 1].last = first;
    im->block_at[first] = im->nblocks;
    im->block[im->nblocks++] = (ImportBlock){.block = b, .first = first, .last = im->m->ninstrs};
}

static void split_blocks(Import *im)
{
    enum { MOST_JUMPS = 256 };
    const FileMethod *m = im->m;
    bool *leader = NEW(bool, m->ninstrs + 1);
    int jumps = 0;
    for (int i = 0; i < m->ninstrs; i++)
        if (m->instr[i].kind == FI_JUMP_FALSE_CALL) {
            leader[m->instr[i].to] = leader[i + 1] = true;
            jumps++;
        }
    if (jumps > MOST_JUMPS)
        fatal(im->g->model->program->path, "method '%s' has %d jumps; ptec follows up to %d",
              printable(im->g->name), jumps, MOST_JUMPS);
    leader[m->ninstrs] = true; /* the return; also where jumps past the last instruction go */
    im->block_at = NEW(int, m->ninstrs + 1);
    im->block = NEW(ImportBlock, m->ninstrs + 2);
    add_block(im, 0);
    for (int i = 0; i <= m->ninstrs; i++) /* nothing jumps to the entry: what does has its own */
        if (leader[i])
            add_block(im, i);
    im->g->nblocks = im->nblocks;
}

/* Returns the value of a condition that nobody writes, or -1 if somebody does: how the emitter of
 * .pte says "jump always". */
static int known_condition(const Import *im, int slot)
{
    const FileValue *v = &im->m->value[slot];
    return v->kind == FV_BOOL && !im->written[slot] ? (v->i != 0) : -1;
}

static void connect_blocks(Import *im)
{
    bool *reached = NEW(bool, im->nblocks);
    int *todo = NEW(int, im->nblocks), n = 0;
    todo[n++] = 0;
    reached[0] = true;
    while (n > 0) {
        int k = todo[--n];
        ImportBlock *b = &im->block[k];
        int to[2] = {-1, -1};
        const FileInstr *end = b->last > b->first ? &im->m->instr[b->last - 1] : NULL;
        if (k == im->nblocks - 1) {
            b->block->end = T_RETURN;
        } else if (end && end->kind == FI_JUMP_FALSE_CALL) {
            int known = known_condition(im, end->index);
            b->block->end = known < 0 ? T_BRANCH : T_JUMP;
            to[0] = known == 0 ? im->block_at[end->to] : k + 1;
            to[1] = known < 0 ? im->block_at[end->to] : -1;
        } else {
            b->block->end = T_JUMP;
            to[0] = k + 1;
        }
        if (to[0] >= 0 && to[0] == to[1]) {
            b->block->end = T_JUMP;
            to[1] = -1;
        }
        for (int side = 0; side < 2; side++) {
            if (to[side] < 0)
                continue;
            b->block->to[side] = im->block[to[side]].block;
            add_pred(&im->block[to[side]], k);
            if (!reached[to[side]]) {
                reached[to[side]] = true;
                todo[n++] = to[side];
            }
        }
    }
    if (!reached[im->nblocks - 1])
        fatal(im->g->model->program->path, "method '%s' never returns: its jumps lead in circles",
              printable(im->g->name));
    for (int k = 0; k < im->nblocks; k++)
        if (!reached[k])
            im->block[k].last = im->block[k].first; /* nothing to import */
}

/* Marks the tensors that et_view makes. Where one was planned does not matter: it has no bytes of
 * its own. */
static void mark_rebound(Import *im)
{
    for (int i = 0; i < im->m->ninstrs; i++) {
        const FileInstr *f = &im->m->instr[i];
        bool view = f->kind == FI_KERNEL_CALL && f->nargs > 0 &&
                    strcmp(im->m->op[f->index].name, "executorch_prim::et_view") == 0;
        if (view)
            im->rebound[f->args[f->nargs - 1]] = true;
    }
}

static void import_kernel_call(Import *im, int index)
{
    const FileInstr *f = &im->m->instr[index];
    const FileOp *op = &im->m->op[f->index];
    bool custom = is_custom(im->g->model, op);
    const OpRow *row =
        custom ? custom_row(im->g->model, op, f->nargs) : op_find(op->name, op->overload);
    Call c = new_call(im, index, row);
    c.where = fmt_text("%s: method '%s', instruction %d, %s%s%s", im->g->model->program->path,
                       printable(im->g->name), index, printable(op->name), *op->overload ? "." : "",
                       printable(op->overload));
    if (!row) /* unsupported_operators() has listed them all before */
        bug("%s has no row", c.where);
    /* The call repeats what it returns after the schema's own arguments. */
    if (f->nargs < row->nargs || f->nargs > row->nargs + 1)
        refuse(&c, "the call has %d arguments, its schema %d", f->nargs, row->nargs);
    im->nwrites = 0;
    Lowering lower = custom ? lower_custom : lowering_of(row);
    if (!has_complex(im->m, f))
        lower(&c);
    else if (row->whole)
        lower_whole_numbers(&c, lower);
    else
        lower_parts_of_numbers(&c, custom ? lower : lowering_of_parts(row));
    write_results(im);
}

/* Returns what a slot holds after a move: a dynamic tensor takes the sizes of what is moved
 * there. */
static Value *moved_to(Import *im, int slot, Value *v)
{
    const FileValue *f = &im->m->value[slot];
    if (f->kind != FV_TENSOR || (f->tensor->dynamism == DYN_STATIC && !v->max_elements))
        return v;
    Value *view = value_view(im->g, v, &v->type, &v->layout, size_const(0));
    view->max_elements = v->max_elements;
    view->slot = slot;
    return view;
}

static void import_jump(Import *im, int index)
{
    Block *b = im->block[im->current].block;
    if (b->end != T_BRANCH)
        return;
    b->cond = read_slot(im, im->current, im->m->instr[index].index);
    if (b->cond->type.dtype != BOOL)
        fatal(im->g->model->program->path, "method '%s', instruction %d: jumps on a number",
              printable(im->g->name), index);
}

static void import_instr(Import *im, int index)
{
    const FileInstr *f = &im->m->instr[index];
    switch (f->kind) {
    case FI_KERNEL_CALL:
        import_kernel_call(im, index);
        break;
    case FI_MOVE_CALL:
        write_slot(im, im->current, f->to,
                   moved_to(im, f->to, read_slot(im, im->current, f->index)));
        break;
    case FI_JUMP_FALSE_CALL:
        import_jump(im, index);
        break;
    case FI_DELEGATE_CALL:
        if (is_opaque_delegate(im->g->model, &im->m->delegate[f->index]))
            import_delegate(im, index);
        else
            import_xnn(im, index);
        break;
    case FI_FREE_CALL: /* only for unbounded tensors, which the reader refuses */
        break;
    }
}

static const Binding *binding_of(const Graph *g, int input, int dim)
{
    const Options *o = g->model->options;
    for (int i = 0; i < o->nbinds; i++)
        if (o->bind[i].input == input && o->bind[i].dim == dim)
            return &o->bind[i];
    return NULL;
}

/* Names the extents that the caller passes; it passes none if all are known. One of at most 1 is 1,
 * since no exporter makes such an axis dynamic: it broadcasts. */
static void name_extents(Graph *g, Arg *a, int input, int rank)
{
    Value *v = a->value;
    int known = 0;
    int64_t least = 1, most = arg_max_elements(a);
    for (int d = 0; d < rank; d++) {
        const Binding *b = binding_of(g, input, d);
        known += b || v->type.dim[d] == size_const(1);
        least *= b ? b->extent : 1;
        if (b && (b->extent > most || least > most))
            fatal(g->model->program->path,
                  "method '%s', input %d: --bind %s makes it larger than its bound of %" PRId64
                  " elements",
                  printable(g->name), input, b->text, most);
    }
    a->sized = known < rank;
    for (int d = 0; d < rank; d++) {
        const Binding *b = binding_of(g, input, d);
        Size *extent = size_sym(fmt_text("input%d.dim%d", input, d), input, most);
        if (b)
            v->type.dim[d] = size_const(b->extent);
        else if (v->type.dim[d] != size_const(1))
            v->type.dim[d] = extent;
        if (a->sized && v->type.dim[d] != extent)
            size_force(g, extent, v->type.dim[d]);
    }
    if (!a->sized)
        v->max_elements = 0;
}

static void import_inputs(Import *im)
{
    Graph *g = im->g;
    g->ninputs = im->m->ninputs;
    g->input = NEW(Arg, g->ninputs);
    for (int i = 0; i < g->ninputs; i++) {
        int slot = im->m->input[i];
        Arg *a = &g->input[i];
        a->file = &im->m->value[slot];
        if (a->file->kind != FV_TENSOR)
            continue; /* the program holds the only value the runtime accepts */
        const FileTensor *t = a->file->tensor;
        a->given = true;
        a->value = value_of_tensor(g, t);
        a->value->slot = slot;
        a->sized = a->value->max_elements && arg_rank(a) > 0;
        if (a->sized) {
            name_extents(g, a, i, arg_rank(a));
            layout_from_dim_order(a->value, t->dim_order);
        }
        a->value->buffer = NEW(Buffer, 1);
        *a->value->buffer = (Buffer){.kind = B_INPUT, .index = i, .bound = (int64_t)t->bytes};
        write_slot(im, 0, slot, a->value);
    }
}

static void import_outputs(Import *im)
{
    Graph *g = im->g;
    g->noutputs = im->m->noutputs;
    g->output = NEW(Arg, g->noutputs);
    for (int i = 0; i < g->noutputs; i++) {
        int slot = im->m->output[i];
        Arg *a = &g->output[i];
        a->file = &im->m->value[slot];
        a->given = a->file->kind == FV_TENSOR || im->written[slot];
        if (a->given)
            a->value = read_slot(im, im->nblocks - 1, slot);
    }
}

static void import_constants(Import *im)
{
    for (int i = 0; i < im->m->nvalues; i++) {
        const FileValue *f = &im->m->value[i];
        if (f->kind != FV_TENSOR || !f->tensor->constant || !dtype_bytes(f->tensor->dtype))
            continue; /* of unknown type: an error where it is read */
        const FileTensor *t = f->tensor;
        need_countable(im->g, t);
        Value *v = value_const(im->g, (DType)t->dtype, t->rank, t->size, t->data.data);
        layout_from_dim_order(v, t->dim_order);
        v->slot = i;
        v->source = t->fqn;
        im->constant[i] = v;
    }
}

/* Replaces parameters that always get the same value by that value. Is true if there was one. */
static bool forward_trivial_params(Graph *g)
{
    bool any = false;
    FOR_BLOCKS(b, g) {
        for (int i = b->nparams; i-- > 0;) {
            Value *only = NULL;
            bool trivial = true;
            FOR_BLOCKS(p, g)
                for (int side = 0; side < 2 && trivial; side++) {
                    Value *v = p->to[side] == b ? p->arg[side][i] : NULL;
                    if (!v || v == b->param[i])
                        continue;
                    trivial = !only || only == v;
                    only = v;
                }
            if (!trivial || !only)
                continue;
            value_forward(b->param[i], only);
            any = true;
            int left = b->nparams - i - 1;
            memmove(&b->param[i], &b->param[i + 1], (size_t)left * sizeof *b->param);
            FOR_BLOCKS(p, g)
                for (int side = 0; side < 2; side++)
                    if (p->to[side] == b)
                        memmove(&p->arg[side][i], &p->arg[side][i + 1],
                                (size_t)left * sizeof(Value *));
            b->nparams--;
        }
    }
    if (any)
        forward_uses(g);
    return any;
}

static void force_value(Graph *g, Value *v)
{
    for (; v && !v->settled; v = v->view_of) {
        v->settled = true;
        v->offset = size_forced(g, v->offset);
        v->size = v->size ? size_forced(g, v->size) : NULL;
        for (int i = 0; i < v->type.rank; i++) {
            v->type.dim[i] = size_forced(g, v->type.dim[i]);
            v->layout.stride[i] = size_forced(g, v->layout.stride[i]);
        }
    }
}

static void force_piece(Graph *g, Piece *p)
{
    p->dst_offset = size_forced(g, p->dst_offset);
    p->src_offset = p->src < 0 ? NULL : size_forced(g, p->src_offset);
    for (int i = 0; i < p->rank; i++) {
        p->extent[i] = size_forced(g, p->extent[i]);
        p->dst_stride[i] = size_forced(g, p->dst_stride[i]);
        p->src_stride[i] = p->src < 0 ? NULL : size_forced(g, p->src_stride[i]);
    }
}

static void force_read(Value **place, Step *reader, void *context)
{
    (void)reader;
    force_value(context, *place);
}

static void force_sizes(Graph *g)
{
    for (int i = 0; i < g->ninputs; i++)
        force_value(g, g->input[i].value);
    for_reads(g, force_read, g);
    FOR_BLOCKS(b, g) {
        for (int i = 0; i < b->nparams; i++)
            force_value(g, b->param[i]);
        FOR_STEPS(s, b) {
            for (int i = 0; i < s->nout; i++)
                force_value(g, s->out[i]);
            for (int i = 0; i < s->npieces; i++)
                force_piece(g, &s->piece[i]);
            drop_empty_pieces(s);
        }
    }
}

static void refuse_undefined(Import *im)
{
    count_uses(im->g);
    for (int i = 0; i < im->nundefined; i++)
        if (im->undefined[i]->uses > 0)
            fatal(method_place(im->g), "value %d is read before anything wrote it",
                  im->undefined[i]->slot);
}

static void list_missing_operators(const Model *model, const FileMethod *m)
{
    Text missing = {0};
    bool operators = false, delegates = false;
    for (int i = 0; i < m->nops; i++) {
        if (is_custom(model, &m->op[i]) || op_find(m->op[i].name, m->op[i].overload))
            continue;
        operators = true;
        text_add(&missing, "%s%s%s%s", missing.size ? ", " : "",
                 *m->op[i].name ? printable(m->op[i].name) : "an operator without a name",
                 *m->op[i].overload ? "." : "", printable(m->op[i].overload));
    }
    list_missing_complex(&missing, m);
    for (int i = 0; i < m->ndelegates; i++) {
        const FileDelegate *d = &m->delegate[i];
        if (is_opaque_delegate(model, d) || d->xnn)
            continue;
        delegates = true;
        text_add(&missing, "%sdelegate %s", missing.size ? ", " : "", delegate_title(d));
    }
    if (missing.size)
        fatal(model->program->path, "method '%s' needs what ptec does not have yet: %s%s%s",
              printable(m->name), missing.data,
              operators ? "; --custom NAME makes an operator a C function of yours" : "",
              delegates ? "; --delegate NAME calls a delegate that you provide" : "");
}

/* Returns the method as import sees it: with one more value, the state of the generator of random
 * numbers, which no file mentions, and which all methods share; without complex numbers. */
static const FileMethod *prepared(const Model *model, const FileMethod *file)
{
    FileMethod *m = NEW(FileMethod, 1);
    FileTensor *t = NEW(FileTensor, 1);
    *t = (FileTensor){.dtype = I64,
                      .rank = 1,
                      .size = {2},
                      .bytes = 2 * sizeof(int64_t),
                      .dynamism = DYN_STATIC,
                      .memory = GENERATOR_MEMORY,
                      .fqn = "random"};
    *m = *file;
    m->value = NEW(FileValue, file->nvalues + 1);
    memcpy(m->value, file->value, (size_t)file->nvalues * sizeof *m->value);
    for (int i = 0; i < file->nvalues; i++)
        if (m->value[i].kind == FV_TENSOR)
            m->value[i].tensor = without_complex(model, m->value[i].tensor);
    m->value[m->nvalues++] = (FileValue){.kind = FV_TENSOR, .tensor = t};
    return m;
}

Graph *import_method(Model *model, const FileMethod *file)
{
    const FileMethod *m = prepared(model, file);
    list_missing_operators(model, m);
    Graph *g = NEW(Graph, 1);
    g->model = model;
    g->method = file;
    g->name = m->name;
    for (int i = 1; i < m->narenas; i++)
        g->executorch_bytes += (int64_t)m->arena_bytes[i];
    Import im = {.g = g, .m = m, .generator = file->nvalues};
    im.constant = NEW(Value *, m->nvalues);
    im.rebound = NEW(bool, m->nvalues);
    mark_written_numbers(&im);
    mark_rebound(&im);
    collect_places(&im);
    split_blocks(&im);
    connect_blocks(&im);
    import_constants(&im);
    memory_start(&im, 0);
    import_inputs(&im);
    for (im.current = 0; im.current < im.nblocks; im.current++) {
        if (!im.block[im.current].started)
            memory_start(&im, im.current);
        for (int i = im.block[im.current].first; i < im.block[im.current].last; i++)
            import_instr(&im, i);
        im.block[im.current].done = true;
    }
    import_outputs(&im);
    fill_params_and_state(&im);
    while (forward_trivial_params(g))
        continue;
    refuse_undefined(&im);
    split_critical_edges(g);
    merge_blocks(g);
    if (g->nforced > 0)
        force_sizes(g);
    number_steps(g);
    return g;
}
