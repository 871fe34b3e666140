/* SPDX-License-Identifier: 0BSD
 * The graph as text, for -d PASS and for goldens; and as a whole, for graph/parse/parse.c. */
#include "graph/dump.h"
#include "base/words.h"
#include "graph/build.h"
#include "graph/dump_whole.h"
#include "graph/kernel.h"

#include <inttypes.h>

const char *step_kind(Kind k)
{
    static const char *const name[] = {
#define KIND(id, text) [K_##id] = text,
#include "graph/kinds.def"
#undef KIND
    };
    return name[k];
}

static void dump_type(Text *t, const Value *v)
{
    text_add(t, "%s", dtype_name((int)v->type.dtype));
    if (v->scalar)
        return;
    text_add(t, "[");
    for (int i = 0; i < v->type.rank; i++) {
        text_add(t, i ? "," : "");
        size_print(t, v->type.dim[i]);
    }
    text_add(t, "]");
    if (!layout_is_row_major(v)) {
        text_add(t, " by [");
        for (int i = 0; i < v->type.rank; i++) {
            text_add(t, i ? "," : "");
            size_print(t, v->layout.stride[i]);
        }
        text_add(t, "]");
    }
}

/* As a whole a type comes with the file's bound of the elements. */
static void dump_bounded(Text *t, const Value *v, bool whole)
{
    dump_type(t, v);
    if (whole && v->max_elements)
        text_add(t, " most %" PRId64, v->max_elements);
    if (whole && v->scratch)
        text_add(t, " scratch");
}

/* A view has no number, except as a whole, where another one may look the same. */
static void dump_use(Text *t, const Value *v, bool whole)
{
    if (!v)
        text_add(t, "none");
    else if (v->size)
        size_print(t, v->size);
    else if (v->view_of) {
        text_add(t, whole ? "view%d(" : "view(", v->id);
        dump_use(t, v->view_of, whole);
        if (v->offset != size_const(0)) {
            text_add(t, " + ");
            size_print(t, v->offset);
        }
        text_add(t, ": ");
        dump_bounded(t, v, whole);
        text_add(t, ")");
    } else {
        text_add(t, "%s%d", value_is_const(v) ? "c" : "v", v->id);
    }
}

static void dump_places(Text *t, const Piece *p, Size *offset, Size *const *stride)
{
    size_print(t, offset);
    for (int i = 0; i < p->rank; i++) {
        text_add(t, i ? "," : " by ");
        size_print(t, stride[i]);
    }
}

static void dump_piece(Text *t, const Piece *p)
{
    text_add(t, "    [");
    for (int i = 0; i < p->rank; i++) {
        text_add(t, i ? "," : "");
        size_print(t, p->extent[i]);
    }
    if (p->src < 0) {
        text_add(t, "] filled");
    } else {
        text_add(t, "] from %d at ", p->src);
        dump_places(t, p, p->src_offset, p->src_stride);
    }
    text_add(t, " to ");
    dump_places(t, p, p->dst_offset, p->dst_stride);
    text_add(t, "\n");
}

static void dump_window(Text *t, const Window *w)
{
    static const struct {
        const char *name;
        size_t at;
    } part[] = {{"kernel", offsetof(Window, kernel)},
                {"stride", offsetof(Window, stride)},
                {"pad", offsetof(Window, pad)},
                {"dilation", offsetof(Window, dilation)}};
    for (size_t k = 0; k < sizeof part / sizeof *part; k++) {
        const int64_t *n = (const int64_t *)(const void *)((const char *)w + part[k].at);
        for (int i = 0; i < w->rank; i++)
            text_add(t, "%s%" PRId64, i ? "x" : fmt_text(" %s=", part[k].name), n[i]);
    }
}

/* Prints where the value lies, once storage knows it, and its offset, once plan does. */
static void dump_place(Text *t, const Value *v)
{
    static const char *const kind[] = {[B_ARENA] = "arena",
                                       [B_INPUT] = "input",
                                       [B_OUTPUT] = "output",
                                       [B_CONST] = "weights",
                                       [B_STATE] = "state"};
    const Value *root = value_root((Value *)v);
    const Buffer *b = root->buffer;
    if (!b)
        return;
    text_add(t, " in %s", kind[b->kind]);
    if (b->kind == B_INPUT || b->kind == B_OUTPUT || b->kind == B_STATE)
        text_add(t, " %d", b->index);
    else if (b->memory)
        text_add(t, " %d at %" PRId64, b->memory, b->offset);
    else if (b->planned)
        text_add(t, " at %" PRId64, b->offset);
    if (root->sliced)
        text_add(t, " + %" PRId64, size_value(root->offset));
    text_add(t, " (%" PRId64 " bytes)", b->bound);
}

static void dump_definition(Text *t, const Value *v, bool whole)
{
    dump_use(t, v, whole);
    text_add(t, ": ");
    dump_bounded(t, v, whole);
}

static void dump_results(Text *t, const Step *s, bool whole)
{
    text_add(t, "  ");
    for (int i = 0; i < s->nout; i++) {
        text_add(t, "%s", i ? ", " : "");
        if (!s->out[i]) {
            dump_use(t, NULL, whole);
            continue;
        }
        dump_definition(t, s->out[i], whole);
        if (!whole)
            dump_place(t, s->out[i]);
        if (s->out[i]->replaces)
            text_add(t, " in place of v%d", s->out[i]->replaces->id);
    }
}

/* Prints the numbers behind the operands, each where the kinds of steps are that have it; as a
 * whole wherever it is set. */
static void dump_numbers(Text *t, const Step *s, bool whole)
{
    if (s->kind == K_CONV || s->kind == K_POOL || (whole && s->win.rank))
        dump_window(t, &s->win);
    if (s->kind == K_CONV ? s->groups != 1 : whole && s->groups)
        text_add(t, " groups=%" PRId64, s->groups);
    if (s->kind == K_REDUCE || s->kind == K_SOFTMAX || (whole && s->axes))
        text_add(t, " axes=%x", s->axes);
    if (s->causal)
        text_add(t, " causal");
    if (s->has_clamp)
        text_add(t, " clamp=%.9g..%.9g", (double)s->lo, (double)s->hi);
    if (s->gate.slope != 0)
        text_add(t, " gate=%.9g*v+%.9g:%.9g..%.9g", (double)s->gate.slope, (double)s->gate.offset,
                 (double)s->gate.lo, (double)s->gate.hi);
}

static void dump_step(Text *t, const Step *s, bool whole)
{
    dump_results(t, s, whole);
    text_add(t, " = %s(", step_kind(s->kind));
    int given = s->nin; /* the rest are roles that nothing fills */
    while (given > 0 && !s->in[given - 1])
        given--;
    for (int i = 0; i < given; i++) {
        text_add(t, "%s", i ? ", " : "");
        dump_use(t, s->in[i], whole);
    }
    text_add(t, ")");
    dump_numbers(t, s, whole);
    if (s->expr) {
        text_add(t, " ");
        (whole ? dump_typed_expr : expr_print)(t, s->expr);
    }
    if (whole)
        dump_fields(t, s);
    if (s->kernel)
        text_add(t, " by %s", s->kernel->symbol);
    if (s->strip)
        text_add(t, " %" PRId64 " rows in %" PRId64 " turns from %" PRId64, s->turns.rows,
                 s->turns.turns, s->turns.start);
    if (s->strip && s != s->strip->last)
        text_add(t, ", %" PRId64 " rows held", s->out[0]->held_rows);
    if (s->kept)
        text_add(t, ", %" PRId64 " kept apart", s->turns.kept);
    if (s->joined_rows)
        text_add(t, " %" PRId64 " rows as one", s->joined_rows);
    if (s->parts)
        text_add(t, " in %d parts by %s", s->parts, s->split ? s->split->extent : "n0");
    if (s->strip && s->strip->parts && s == s->strip->last)
        text_add(t, " in %d parts", s->strip->parts);
    if (s->saved_rows) {
        text_add(t, " rows saved");
        dump_place(t, s->saved_rows);
    }
    text_add(t, "  ; ");
    for (const Source *from = &s->source; from; from = from->also) {
        text_add(t, "%s", from == &s->source ? "" : ", ");
        if (whole)
            text_add(t, "%d ", from->instr);
        text_add(t, "%s", printable(from->op));
    }
    text_add(t, "\n");
    for (int i = 0; i < s->npieces; i++)
        dump_piece(t, &s->piece[i]);
}

static void dump_jump(Text *t, const Block *b, int side, bool whole)
{
    text_add(t, "block%d(", b->to[side]->id);
    for (int i = 0; i < b->to[side]->nparams; i++) {
        text_add(t, "%s", i ? ", " : "");
        dump_use(t, b->arg[side][i], whole);
    }
    text_add(t, ")");
}

static void dump_block(Text *t, const Block *b, bool whole)
{
    text_add(t, " block%d(", b->id);
    for (int i = 0; i < b->nparams; i++) {
        text_add(t, "%s", i ? ", " : "");
        dump_definition(t, b->param[i], whole);
    }
    text_add(t, "):\n");
    FOR_STEPS(s, b)
        dump_step(t, s, whole);
    if (b->end == T_RETURN) {
        text_add(t, "  return\n");
        return;
    }
    text_add(t, "  ");
    if (b->end == T_BRANCH) {
        text_add(t, "if ");
        dump_use(t, b->cond, whole);
        text_add(t, " ");
    }
    text_add(t, "goto ");
    dump_jump(t, b, 0, whole);
    if (b->end == T_BRANCH) {
        text_add(t, " else ");
        dump_jump(t, b, 1, whole);
    }
    text_add(t, "\n");
}

static void dump_constants(Text *t, const Graph *g)
{
    for (int i = 0; i < g->nconstants; i++) {
        text_add(t, " constant ");
        dump_definition(t, g->constant[i], true);
        text_add(t, " =");
        dump_constant_data(t, g->constant[i]);
    }
}

/* Says what the bytes of an argument stand for, with --io int8. */
static void dump_border(Text *t, const Border *b)
{
    if (!b)
        return;
    text_add(t, " bytes of scale %.9g zero %d ", (double)b->scale, b->zero);
    dump_typed_expr(t, b->expr);
}

static void dump_inputs(Text *t, const Graph *g, bool whole)
{
    for (int i = 0; i < g->ninputs; i++) {
        const Arg *a = &g->input[i];
        if (!(whole ? a->value != NULL : a->given))
            continue;
        text_add(t, a->given ? " input %d: " : " fixed input %d: ", i);
        dump_definition(t, a->value, whole);
        if (whole)
            dump_border(t, a->border);
        text_add(t, whole && a->sized ? " sized\n" : "\n");
    }
}

static void dump_states(Text *t, const Graph *g, bool whole)
{
    for (int i = 0; i < g->nstate; i++) {
        text_add(t, " state %d: ", g->state[i].state);
        if (whole)
            dump_definition(t, g->state[i].in, true);
        else
            dump_use(t, g->state[i].in, whole);
        text_add(t, " -> ");
        dump_use(t, g->state[i].out, whole);
        text_add(t, "\n");
    }
}

static void dump_outputs(Text *t, const Graph *g, bool whole)
{
    for (int i = 0; i < g->noutputs; i++) {
        text_add(t, "%s output %d: ", whole && !g->output[i].given ? " fixed" : "", i);
        dump_use(t, g->output[i].value, whole);
        if (whole)
            dump_border(t, g->output[i].border);
        text_add(t, "\n");
    }
}

static void dump(Text *t, const Graph *g, bool whole)
{
    text_add(t, "method %s\n", printable(g->name));
    if (whole) {
        dump_symbols(t, g);
        dump_constants(t, g);
    }
    dump_inputs(t, g, whole);
    for (int i = 0; i < g->nforced; i++) {
        text_add(t, " needs ");
        size_print(t, g->forced[i].size);
        text_add(t, " = ");
        size_print(t, g->forced[i].other);
        text_add(t, "\n");
    }
    dump_states(t, g, whole);
    FOR_BLOCKS(b, g)
        dump_block(t, b, whole);
    dump_outputs(t, g, whole);
}

void dump_graph(Text *t, const Graph *g)
{
    dump(t, g, false);
}

void dump_whole_graph(Text *t, const Graph *g)
{
    dump(t, g, true);
}
