/* SPDX-License-Identifier: 0BSD
 * Elementwise steps and means read bytes and dequantise them in their own loop, in the program's
 * float arithmetic; what depends on one byte only becomes a table of its 256 results. */
#include "model.h"
#include "passes.h"
#include "quant.h"

/* -- means over windows that neither overlap nor leave gaps -- */

static bool is_window_mean(const Step *s)
{
    const Window *w = &s->win;
    bool tiles = s->kind == K_POOL && s->pool == POOL_AVG && s->requant == RQ_NONE &&
                 !s->has_clamp && s->divisor == 0 && w->rank == 2;
    for (int i = 0; tiles && i < 2; i++) {
        Size *n = s->in[0]->type.dim[2 + i], *m = s->out[0]->type.dim[2 + i];
        tiles = w->pad[i] == 0 && size_is_const(n) && size_is_const(m) &&
                (w->stride[i] == w->kernel[i] || size_value(m) == 1) &&
                size_value(m) * w->kernel[i] <= size_value(n) &&
                (w->dilation[i] == 1 || w->kernel[i] == 1);
    }
    return tiles;
}

/* [N, C, OH, KH, OW, KW] */
static Value *windows_of(Graph *g, Value *in, const Step *pool)
{
    Type type = {.dtype = in->type.dtype, .rank = 6};
    Layout layout = {.kind = L_STRIDED};
    for (int i = 0; i < 2; i++) {
        Size *kernel = size_const(pool->win.kernel[i]), *stride = in->layout.stride[2 + i];
        type.dim[i] = in->type.dim[i];
        layout.stride[i] = in->layout.stride[i];
        type.dim[2 + 2 * i] = pool->out[0]->type.dim[2 + i];
        layout.stride[2 + 2 * i] = size_op(S_MUL, stride, kernel);
        type.dim[3 + 2 * i] = kernel;
        layout.stride[3 + 2 * i] = stride;
    }
    return value_view(g, in, &type, &layout, size_const(0));
}

static void mean_of_windows(Graph *g, Step *s)
{
    s->in[0] = windows_of(g, s->in[0], s);
    s->nin = 1;
    s->kind = K_REDUCE;
    s->reduce = R_MEAN;
    s->axes = 1u << 3 | 1u << 5;
    s->keepdim = false;
    s->expr = expr_in(0, F32);
}

/* -- reading bytes -- */

static bool reads_elements(const Step *s, int operand)
{
    return s->kind == K_MAP || (s->kind == K_REDUCE && operand == 0);
}

enum { MOST_OPERANDS = 12 }; /* of a loop */

static void read_operand(Graph *g, Step *s, int operand)
{
    Dequantise d;
    if (!s->in[operand] || !reads_elements(s, operand) || s->nin + 2 > MOST_OPERANDS ||
        !match_activation(s->in[operand], &d))
        return;
    Value *real = s->in[operand], *bytes = bytes_behind(g, real, &d);
    Value **in = NEW(Value *, d.step->nin);
    if (!bytes && has_8_bits(s->out[0]))
        bytes = moved_bytes(g, s, real, &d);
    if (!bytes)
        return;
    for (int i = 0; i < d.step->nin; i++)
        in[i] = d.step->in[i] == d.bytes ? bytes : d.step->in[i];
    read_through(s, real, d.step->nin, in, d.step->expr);
    put_source_first(s, d.step);
}

/* One window over rows that come a few at a time: so do those of its operand. */
static bool takes_turns(const Graph *g, const Step *s)
{
    return g->model->savings.by_rows && value_numel(s->out[0]) == s->out[0]->type.dim[1];
}

void average_bytes(Graph *g)
{
    Dequantise d;
    FOR_BLOCKS(b, g)
        FOR_STEPS(s, b)
            if (is_window_mean(s) && !takes_turns(g, s) && match_activation(s->in[0], &d)) {
                mean_of_windows(g, s);
                read_operand(g, s, 0);
            }
    remove_dead_steps(g);
}

void read_bytes(Graph *g)
{
    FOR_BLOCKS(b, g)
        FOR_STEPS(s, b) {
            for (int i = 0; i < s->nin; i++) {
                int before = s->nin;
                read_operand(g, s, i);
                i = s->nin != before ? -1 : i; /* they are in another order now */
            }
        }
}

/* -- tables -- */

enum { ENTRIES = 256, MOST_NODES = 400, MOST_STEPS = 16 };

/* What a value is made of: maps of maps of one tensor of bytes. */
typedef struct Chain {
    Value *bytes;
    int nodes;                    /* of expressions */
    bool floats;                  /* some of it computes in them */
    const Step *step[MOST_STEPS]; /* behind the last */
    int nsteps;
} Chain;

static bool has_floats(const Expr *e)
{
    bool found = dtype_is_float((int)e->type);
    for (int i = 0; i < expr_info[e->op].arity && !found; i++)
        found = has_floats(e->arg[i]);
    return found;
}

static bool follow(Chain *c, const Step *s);

static bool follow_step(Chain *c, const Step *s)
{
    for (int i = 0; i < c->nsteps; i++)
        if (c->step[i] == s)
            return follow(c, s);
    if (s->kind != K_MAP || c->nsteps == MOST_STEPS)
        return false;
    c->step[c->nsteps++] = s;
    return follow(c, s);
}

static bool follow_operand(Chain *c, const Step *s, int operand)
{
    Value *v = s->in[operand];
    if (is_const_number(v, v->type.dtype))
        return true;
    if (!same_dims(v, s->out[0]))
        return false;
    if (!has_8_bits(v))
        return !v->view_of && v->def && follow_step(c, v->def);
    if (!c->bytes)
        c->bytes = v;
    return c->bytes == v;
}

static bool follow(Chain *c, const Step *s)
{
    c->nodes += expr_nodes(s->expr);
    c->floats = c->floats || has_floats(s->expr);
    if (c->nodes > MOST_NODES || s->effect || !expr_evaluable(s->expr))
        return false;
    for (int i = 0; i < s->nin; i++)
        if (!follow_operand(c, s, i))
            return false;
    return true;
}

/* The number that a step makes where the tensor holds `byte`. */
typedef struct Entry {
    const Step *s;
    ExprNumber byte;
} Entry;

static ExprNumber load_entry(void *from, int operand)
{
    const Entry *e = from;
    const Value *v = e->s->in[operand];
    if (is_const_number(v, v->type.dtype))
        return const_element(v, (int64_t[MAX_RANK]){0}, v->type.rank);
    if (has_8_bits(v))
        return e->byte;
    Entry inner = {value_root((Value *)v)->def, e->byte};
    return expr_eval(inner.s->expr, load_entry, &inner);
}

/* Entry i of its table, where the bytes count from the lowest. */
static uint8_t entry(const Step *s, int i, bool is_signed)
{
    Entry e = {s, {.i = is_signed ? i - ENTRIES / 2 : i}};
    return (uint8_t)expr_eval(s->expr, load_entry, &e).i;
}

bool undoes(const Step *s, const Dequantise *d)
{
    DType type = d->bytes->type.dtype;
    bool same = s->out[0]->type.dtype == type && expr_evaluable(s->expr);
    for (int i = 0; same && i < ENTRIES; i++)
        same = entry(s, i, type == I8) == (uint8_t)(type == I8 ? i - ENTRIES / 2 : i);
    return same;
}

Expr *table_index(const Value *bytes)
{
    Expr *byte = expr_cast(expr_in(0, bytes->type.dtype), I32);
    return bytes->type.dtype == I8 ? expr_new(E_ADD, I32, byte, expr_int(ENTRIES / 2, I32), NULL)
                                   : byte;
}

static void become_table(Graph *g, Step *s, const Chain *c)
{
    Value *bytes = c->bytes;
    uint8_t *data = NEW(uint8_t, ENTRIES);
    for (int i = 0; i < ENTRIES; i++)
        data[i] = entry(s, i, bytes->type.dtype == I8);
    DType type = s->out[0]->type.dtype;
    Value *table = value_const(g, type, 1, (int64_t[]){ENTRIES}, data);
    table->role = "table";
    s->expr = expr_new(E_AT, type, expr_in(1, type), table_index(bytes), NULL);
    s->nin = 2;
    s->in = NEW(Value *, 2);
    s->in[0] = bytes;
    s->in[1] = table;
    for (int i = 0; i < c->nsteps; i++)
        put_source_first(s, c->step[i]);
}

/* A clamp of bytes is cheaper as it is. */
static bool is_worth_table(const Chain *c)
{
    return c->bytes && c->floats;
}

void tabulate(Graph *g)
{
    FOR_BLOCKS(b, g)
        FOR_STEPS(s, b) {
            Chain c = {0};
            if (s->kind == K_MAP && has_8_bits(s->out[0]) && s->out[0]->type.rank > 0 &&
                follow(&c, s) && is_worth_table(&c))
                become_table(g, s, &c);
        }
}
