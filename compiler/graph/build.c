/* SPDX-License-Identifier: 0BSD
 * Making and editing the graph: values, steps, blocks, uses. */
#include "graph/build.h"
#include "graph.h"
#include "read/program.h"

Value *value_new(Graph *g, DType dtype, int rank, Size *const *dim)
{
    Value *v = NEW(Value, 1);
    v->id = g->nvalues++;
    v->slot = -1;
    v->type.dtype = dtype;
    v->type.rank = rank;
    for (int i = 0; i < rank; i++)
        v->type.dim[i] = dim[i];
    v->offset = size_const(0);
    layout_row_major(v);
    return v;
}

Value *value_like(Graph *g, const Value *v)
{
    Value *w = value_new(g, v->type.dtype, v->type.rank, v->type.dim);
    w->layout = v->layout;
    w->max_elements = v->max_elements;
    return w;
}

Value *value_scalar(Graph *g, DType dtype)
{
    Value *v = value_new(g, dtype, 0, NULL);
    v->scalar = true;
    return v;
}

Value *value_const(Graph *g, DType dtype, int rank, const int64_t *dim, const void *data)
{
    Size *size[MAX_RANK] = {0};
    for (int i = 0; i < rank; i++)
        size[i] = size_const(dim[i]);
    Value *v = value_new(g, dtype, rank, size);
    v->buffer = NEW(Buffer, 1);
    *v->buffer =
        (Buffer){.kind = B_CONST, .data = data, .origin = data, .bound = value_bound_bytes(v)};
    PUSH(g->constant, g->nconstants, v);
    return v;
}

Value *value_made(Graph *g, DType dtype, int rank, const int64_t *dim, void *data)
{
    Value *v = value_const(g, dtype, rank, dim, data);
    v->buffer->owned = data;
    return v;
}

void made_of(Value *made, const Value *of)
{
    const Value *root = value_root((Value *)of);
    made->source = root->source;
    made->role = root->role;
    made->buffer->origin = root->buffer->origin;
}

/* Makes a view: the bytes of `of` seen as another type. `offset` counts elements of the new type. A
 * view of a view looks at the value below both, so that long chains stay flat. */
Value *value_view(Graph *g, Value *of, const Type *type, const Layout *layout, Size *offset)
{
    while (of->view_of && of->type.dtype == type->dtype) {
        offset = size_op(S_ADD, of->offset, offset);
        of = of->view_of;
    }
    Value *v = value_new(g, type->dtype, type->rank, type->dim);
    v->type = *type;
    v->layout = *layout;
    v->view_of = of;
    v->offset = offset;
    return v;
}

Value *value_seen_as(Graph *g, const Value *v, Value *whole)
{
    Type type = v->type;
    type.dtype = whole->type.dtype;
    return v->view_of ? value_view(g, whole, &type, &v->layout, v->offset) : whole;
}

void layout_row_major(Value *v)
{
    Size *stride = size_const(1);
    for (int i = v->type.rank; i-- > 0;) {
        v->layout.stride[i] = stride;
        stride = size_op(S_MUL, stride, v->type.dim[i]);
    }
}

/* Sets the strides; `dim_order` lists the axes from the outermost in memory to the innermost. */
void layout_from_dim_order(Value *v, const uint8_t *dim_order)
{
    Size *stride = size_const(1);
    for (int i = v->type.rank; i-- > 0;) {
        v->layout.stride[dim_order[i]] = stride;
        stride = size_op(S_MUL, stride, v->type.dim[dim_order[i]]);
    }
}

/* Is the layout row-major? Axes of one element may have any stride, since no element is ever
 * reached through them. */
bool layout_is_row_major(const Value *v)
{
    Size *stride = size_const(1);
    for (int i = v->type.rank; i-- > 0;) {
        bool one = size_is_const(v->type.dim[i]) && size_value(v->type.dim[i]) == 1;
        if (!one && v->layout.stride[i] != stride)
            return false;
        stride = size_op(S_MUL, stride, v->type.dim[i]);
    }
    return true;
}

/* Is the layout row-major in some order of the axes, without gaps? */
bool layout_is_dense(const Value *v)
{
    bool seen[MAX_RANK] = {false};
    Size *stride = size_const(1);
    for (int left = v->type.rank; left > 0; left--) {
        int axis = -1;
        for (int i = v->type.rank; i-- > 0;) {
            bool one = size_is_const(v->type.dim[i]) && size_value(v->type.dim[i]) == 1;
            if (!seen[i] && (one || v->layout.stride[i] == stride)) {
                axis = i;
                break;
            }
        }
        if (axis < 0)
            return false;
        seen[axis] = true;
        stride = size_op(S_MUL, stride, v->type.dim[axis]);
    }
    return true;
}

bool same_dims(const Value *a, const Value *b)
{
    bool same = a->type.rank == b->type.rank;
    for (int i = 0; same && i < a->type.rank; i++)
        same = a->type.dim[i] == b->type.dim[i];
    return same;
}

bool same_places(const Value *a, const Value *b)
{
    bool same = same_dims(a, b);
    for (int i = 0; same && i < a->type.rank; i++)
        same = a->layout.stride[i] == b->layout.stride[i] || a->type.dim[i] == size_const(1);
    return same;
}

bool value_is_static(const Value *v)
{
    for (int i = 0; i < v->type.rank; i++)
        if (!size_is_const(v->type.dim[i]) || !size_is_const(v->layout.stride[i]))
            return false;
    return true;
}

bool has_8_bits(const Value *v)
{
    return v->type.dtype == I8 || v->type.dtype == U8;
}

bool requantises_by_float(const Step *s)
{
    return s->requant == RQ_F32_RNE || s->requant == RQ_F32_BIAS;
}

bool value_is_const(const Value *v)
{
    return v->buffer && v->buffer->kind == B_CONST;
}

bool value_is_known(const Value *v)
{
    bool placed = value_is_static(v) && value_numel(v) != size_const(0);
    for (; v->view_of; v = v->view_of)
        placed &= size_is_const(v->offset);
    return placed && value_is_const(v);
}

DType loaded_dtype(const Value *v)
{
    return v->type.dtype == F16 || v->type.dtype == BF16 ? F32 : v->type.dtype;
}

Value *value_root(Value *v)
{
    while (v->view_of)
        v = v->view_of;
    return v;
}

Size *value_numel(const Value *v)
{
    Size *n = size_const(1);
    for (int i = 0; i < v->type.rank; i++)
        n = size_op(S_MUL, n, v->type.dim[i]);
    return n;
}

/* Sums offsets of views of views, each in its own elements; the root's is into its buffer. */
int64_t value_start(const Value *v)
{
    int64_t bytes = 0;
    for (const Value *w = v; w; w = w->view_of)
        bytes += size_value(w->offset) * (int64_t)dtype_bytes((int)w->type.dtype);
    return bytes;
}

int64_t value_bound_bytes(const Value *v)
{
    const Size *elements = value_numel(v);
    int64_t n = elements->hi, size = (int64_t)dtype_bytes(v->type.dtype);
    if (!size_is_const(elements))
        n = min64(n, size_most_elements(v->type.dim, v->type.rank));
    if (v->max_elements && n > v->max_elements)
        n = v->max_elements;
    if (size == 0 || n <= 0)
        return 0;
    return n > INT64_MAX / size ? INT64_MAX : n * size;
}

int64_t value_memory_bytes(const Value *v)
{
    int64_t bytes = value_bound_bytes(v);
    return v->held_rows ? bytes / size_value(v->type.dim[2]) * v->held_rows : bytes;
}

Step *step_new(Graph *g, Kind kind, int nin, int nout)
{
    (void)g;
    Step *s = NEW(Step, 1);
    s->kind = kind;
    s->nin = nin;
    s->nout = nout;
    s->in = NEW(Value *, nin);
    s->out = NEW(Value *, nout);
    return s;
}

Step *step_size(Graph *g, Value *number, int64_t most, bool counted)
{
    Step *s = step_new(g, K_SCALAR, 1, 1);
    s->size = size_scalar(fmt_text("size%d", g->nscalars++), most);
    s->counted = counted;
    s->in[0] = number;
    s->out[0] = value_scalar(g, I64);
    s->out[0]->size = s->size;
    s->effect = true; /* sizes are no operands that would keep it */
    return s;
}

void step_append(Block *b, Step *s)
{
    s->block = b;
    s->prev = b->last;
    s->next = NULL;
    *(b->last ? &b->last->next : &b->first) = s;
    b->last = s;
    for (int i = 0; i < s->nout; i++)
        if (s->out[i])
            s->out[i]->def = s;
}

void step_insert_before(Step *at, Step *s)
{
    s->block = at->block;
    s->prev = at->prev;
    s->next = at;
    *(at->prev ? &at->prev->next : &at->block->first) = s;
    at->prev = s;
    for (int i = 0; i < s->nout; i++)
        if (s->out[i])
            s->out[i]->def = s;
}

void step_insert_after(Step *at, Step *s)
{
    if (at->next)
        step_insert_before(at->next, s);
    else
        step_append(at->block, s);
}

void step_remove(Step *s)
{
    *(s->prev ? &s->prev->next : &s->block->first) = s->next;
    *(s->next ? &s->next->prev : &s->block->last) = s->prev;
    s->block = NULL;
}

void number_steps(Graph *g)
{
    g->nsteps = 0;
    FOR_BLOCKS(b, g)
        FOR_STEPS(s, b)
            s->index = g->nsteps++;
}

const char **step_names(const Graph *g)
{
    const char **name = NEW(const char *, g->nsteps + 1);
    FOR_BLOCKS(b, g)
        FOR_STEPS(s, b)
            name[s->index] = s->name;
    name[g->nsteps] = "the end";
    return name;
}

/* Calls `visit` for every place in the graph that names a value to be read. */
void for_reads(Graph *g, void (*visit)(Value **place, Step *reader, void *context), void *context)
{
    FOR_BLOCKS(b, g) {
        FOR_STEPS(s, b) {
            for (int i = 0; i < s->nin; i++)
                if (s->in[i])
                    visit(&s->in[i], s, context);
        }
        if (b->cond)
            visit(&b->cond, NULL, context);
        for (int k = 0; k < 2; k++)
            for (int i = 0; b->to[k] && i < b->to[k]->nparams; i++)
                visit(&b->arg[k][i], NULL, context);
    }
    for (int i = 0; i < g->noutputs; i++)
        if (g->output[i].value)
            visit(&g->output[i].value, NULL, context);
    for (int i = 0; i < g->nstate; i++)
        visit(&g->state[i].out, NULL, context);
}

static void count_one(Value **place, Step *reader, void *context)
{
    (void)reader, (void)context;
    for (Value *v = *place; v; v = v->view_of)
        v->uses++;
}

static void clear_block(Block *b)
{
    for (int i = 0; i < b->nparams; i++)
        b->param[i]->uses = 0;
    FOR_STEPS(s, b) {
        for (int i = 0; i < s->nout; i++)
            if (s->out[i])
                s->out[i]->uses = 0;
        for (int i = 0; i < s->nin; i++)
            for (Value *v = s->in[i]; v; v = v->view_of)
                v->uses = 0;
    }
}

void count_uses(Graph *g)
{
    for (int i = 0; i < g->ninputs; i++)
        if (g->input[i].value)
            g->input[i].value->uses = 0;
    for (int i = 0; i < g->nconstants; i++)
        g->constant[i]->uses = 0;
    for (int i = 0; i < g->nstate; i++)
        g->state[i].in->uses = g->state[i].out->uses = 0;
    for (int i = 0; i < g->noutputs; i++)
        for (Value *v = g->output[i].value; v; v = v->view_of)
            v->uses = 0;
    FOR_BLOCKS(b, g)
        clear_block(b);
    for_reads(g, count_one, NULL);
}

void value_forward(Value *old, Value *now)
{
    if (old == now)
        bug("a value was replaced by itself");
    old->forward = now;
}

static Value *forwarded(Value *v)
{
    while (v && v->forward)
        v = v->forward;
    return v;
}

static void forward_one(Value **place, Step *reader, void *context)
{
    (void)reader, (void)context;
    *place = forwarded(*place);
    for (Value *v = *place; v->view_of; v = v->view_of)
        v->view_of = forwarded(v->view_of);
}

/* Carries out the calls of value_forward() in one walk over the graph. */
void forward_uses(Graph *g)
{
    for_reads(g, forward_one, NULL);
}

void forward_operands(Step *s)
{
    for (int i = 0; i < s->nin; i++)
        s->in[i] = forwarded(s->in[i]);
}

bool arg_is_number(const Arg *a)
{
    return a->file->kind != FV_TENSOR;
}

static bool arg_is_complex(const Arg *a)
{
    return a->file->kind == FV_TENSOR && a->file->tensor->complex;
}

int arg_rank(const Arg *a)
{
    return a->value->type.rank - arg_is_complex(a);
}

int64_t arg_max_elements(const Arg *a)
{
    return a->value->max_elements / (arg_is_complex(a) ? 2 : 1);
}

bool is_constant_method(const Graph *g)
{
    bool given = false;
    for (int i = 0; i < g->ninputs; i++)
        given |= g->input[i].given;
    for (int i = 0; i < g->noutputs; i++)
        given |= g->output[i].given;
    return !given && g->noutputs > 0 && g->nsteps == 0;
}

const Arg *arg_at(const Graph *g, int i)
{
    return i < g->ninputs ? &g->input[i] : &g->output[i - g->ninputs];
}

bool arg_is_dynamic(const Arg *a)
{
    if (arg_is_number(a))
        return false;
    const Type *type = &a->value->type;
    for (int i = 0; i < type->rank; i++)
        if (!size_is_const(type->dim[i]))
            return true;
    return a->sized;
}

DType float_dtype(const Value *v)
{
    return v->type.dtype == F64 ? F64 : F32;
}
