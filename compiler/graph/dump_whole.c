/* SPDX-License-Identifier: 0BSD
 * What the text of a whole graph has beside that of -d: symbols, constants, types of expressions
 * and all fields of steps. */
#include "graph/dump_whole.h"
#include "graph/build.h"
#include "pte_math.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- symbols ---- */

typedef struct Symbols {
    const Size **seen;
    int n;
} Symbols;

static void note_size(Symbols *all, const Size *s)
{
    if (!s || s->kind == S_CONST)
        return;
    if (s->kind != S_SYM && s->kind != S_SCALAR) {
        note_size(all, s->a);
        note_size(all, s->b);
        return;
    }
    for (int i = 0; i < all->n; i++)
        if (all->seen[i] == s)
            return;
    PUSH(all->seen, all->n, s);
}

static void note_value(Symbols *all, const Value *v)
{
    for (; v; v = v->view_of) {
        note_size(all, v->size);
        note_size(all, v->offset);
        for (int i = 0; i < v->type.rank; i++) {
            note_size(all, v->type.dim[i]);
            note_size(all, v->layout.stride[i]);
        }
    }
}

static void note_step(Symbols *all, const Step *s)
{
    note_size(all, s->size);
    for (int i = 0; i < s->nout; i++)
        note_value(all, s->out[i]);
    for (int k = 0; k < s->npieces; k++) {
        const Piece *p = &s->piece[k];
        note_size(all, p->src_offset);
        note_size(all, p->dst_offset);
        for (int i = 0; i < p->rank; i++) {
            note_size(all, p->extent[i]);
            note_size(all, p->src_stride[i]);
            note_size(all, p->dst_stride[i]);
        }
    }
}

static void note_read(Value **place, Step *reader, void *context)
{
    (void)reader;
    note_value(context, *place);
}

static int by_creation(const void *x, const void *y)
{
    const Size *const *a = x, *const *b = y;
    return ((*a)->id > (*b)->id) - ((*a)->id < (*b)->id);
}

void dump_symbols(Text *t, const Graph *g)
{
    Symbols all = {0};
    for (int i = 0; i < g->ninputs; i++)
        note_value(&all, g->input[i].value);
    for (int i = 0; i < g->nstate; i++)
        note_value(&all, g->state[i].in);
    for (int i = 0; i < g->nforced; i++) {
        note_size(&all, g->forced[i].size);
        note_size(&all, g->forced[i].other);
    }
    for_reads((Graph *)g, note_read, &all);
    FOR_BLOCKS(b, g) {
        for (int i = 0; i < b->nparams; i++)
            note_value(&all, b->param[i]);
        FOR_STEPS(s, b)
            note_step(&all, s);
    }
    if (all.n)
        qsort(all.seen, (size_t)all.n, sizeof *all.seen, by_creation);
    for (int i = 0; i < all.n; i++) {
        const Size *s = all.seen[i];
        text_add(t, " size %s: at most %" PRId64, s->sym, s->hi);
        text_add(t, s->kind == S_SYM ? " in group %d\n" : " computed\n", s->group);
    }
}

/* ---- constants ---- */

/* A NaN, or an element of a type without text, is written as its bits. */
static void dump_bits(Text *t, const uint8_t *at, size_t size)
{
    text_add(t, " 0x");
    for (size_t i = size; i-- > 0;)
        text_add(t, "%02x", at[i]);
}

static void dump_element(Text *t, DType type, const uint8_t *at, size_t size)
{
    uint64_t bits = 0;
    for (size_t i = size; i-- > 0 && size <= 8;)
        bits = bits << 8 | at[i];
    double d = NAN;
    switch (type) {
    case F16:
        d = (double)pte_f32_from_f16((uint16_t)bits);
        break;
    case BF16:
        d = (double)pte_f32_from_bf16((uint16_t)bits);
        break;
    case F32: {
        float f;
        memcpy(&f, at, sizeof f);
        d = (double)f;
        break;
    }
    case F64:
        memcpy(&d, at, sizeof d);
        break;
    default:
        if (!dtype_is_int((int)type) && type != BOOL)
            break;
        bool is_signed = type == I8 || type == I16 || type == I32 || type == I64;
        unsigned unused = (unsigned)(64 - 8 * size);
        if (is_signed)
            text_add(t, " %" PRId64, (int64_t)(bits << unused) >> unused);
        else
            text_add(t, " %" PRIu64, bits);
        return;
    }
    if (isnan(d))
        dump_bits(t, at, size);
    else
        text_add(t, type == F64 ? " %.17g" : " %.9g", d);
}

/* Writes the elements as they lie in memory; a tail of equal ones is one of them and "...". */
void dump_constant_data(Text *t, const Value *v)
{
    size_t size = dtype_bytes((int)v->type.dtype);
    size_t n = size ? (size_t)v->buffer->bound / size : 0, shown = n;
    const uint8_t *data = v->buffer->data;
    while (shown > 1 && memcmp(data + (shown - 1) * size, data + (shown - 2) * size, size) == 0)
        shown--;
    for (size_t i = 0; i < shown; i++)
        dump_element(t, v->type.dtype, data + i * size, size);
    text_add(t, shown < n ? " ...\n" : "\n");
}

/* ---- expressions ---- */

DType expr_usual_type(const Expr *e)
{
    if (expr_info[e->op].boolean)
        return BOOL;
    return e->arg[e->op == E_SELECT ? 1 : 0]->type;
}

void dump_typed_expr(Text *t, const Expr *e)
{
    const char *type = dtype_name((int)e->type);
    switch (e->op) {
    case E_IN:
    case E_AXIS:
        text_add(t, "%s%d:%s", expr_info[e->op].name, e->index, type);
        return;
    case E_CONST:
        if (dtype_is_float((int)e->type))
            text_add(t, "%.17g:%s", e->d, type);
        else
            text_add(t, "%" PRId64 ":%s", e->i, type);
        return;
    case E_CAST:
        text_add(t, "%s(", type);
        break;
    case E_AT:
        text_add(t, "at%d(", e->index);
        break;
    default:
        text_add(t, "%s", expr_info[e->op].name);
        text_add(t, e->type != expr_usual_type(e) ? ":%s(" : "(", type);
    }
    for (int i = 0; i < expr_info[e->op].arity; i++) {
        text_add(t, i ? ", " : "");
        dump_typed_expr(t, e->arg[i]);
    }
    text_add(t, ")");
}

/* ---- steps ---- */

int usual_operands(Kind k, int given)
{
    int most = k == K_CONV        ? CONV_OPERANDS
               : k == K_GEMM      ? GEMM_OPERANDS
               : k == K_ATTENTION ? ATTEND_OPERANDS
                                  : 0;
    return given < most ? most : given;
}

static const char *comma(const Text *t)
{
    return t->size ? ", " : "";
}

/* The fields that have no row in fields.def. */
static void dump_others(Text *t, const Step *s)
{
    int given = s->nin;
    while (given > 0 && !s->in[given - 1])
        given--;
    if (s->nin != usual_operands(s->kind, given))
        text_add(t, "%soperands=%d", comma(t), s->nin);
    if (s->win.out_pad[0] || s->win.out_pad[1] || s->win.out_pad[2])
        for (int i = 0; i < s->win.rank; i++)
            text_add(t, "%s%" PRId64, i ? "x" : fmt_text("%sout_pad=", comma(t)),
                     s->win.out_pad[i]);
    if (s->size) {
        text_add(t, "%ssize=", comma(t));
        size_print(t, s->size);
    }
    if (s->post) {
        text_add(t, "%spost=", comma(t));
        dump_typed_expr(t, s->post);
    }
}

#define FLAG(member)
#define COUNT(type, member)
#define NUMBER(member)
#define CHOICE(type, member, ...) static const char *const member##_text[] = {__VA_ARGS__};
#include "graph/fields.def"
#undef FLAG
#undef COUNT
#undef NUMBER
#undef CHOICE

const char *reduce_name(ReduceOp op)
{
    return reduce_text[op];
}

void dump_fields(Text *out, const Step *s)
{
    Text fields = {0}, *t = &fields;
#define FLAG(member)                                                                               \
    if (s->member)                                                                                 \
        text_add(t, "%s%s", comma(t), #member);
#define COUNT(type, member)                                                                        \
    if (s->member)                                                                                 \
        text_add(t, "%s%s=%" PRId64, comma(t), #member, (int64_t)s->member);
#define NUMBER(member)                                                                             \
    if (s->member != 0)                                                                            \
        text_add(t, "%s%s=%.9g", comma(t), #member, (double)s->member);
#define CHOICE(type, member, ...)                                                                  \
    if (s->member)                                                                                 \
        text_add(t, "%s%s=%s", comma(t), #member, member##_text[s->member]);
#include "graph/fields.def"
#undef FLAG
#undef COUNT
#undef NUMBER
#undef CHOICE
    dump_others(t, s);
    if (fields.size)
        text_add(out, " {%s}", text_string(&fields));
}
