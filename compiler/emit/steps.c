/* SPDX-License-Identifier: 0BSD
 * The steps of a method as lines of C. */
#include "emit/steps.h"
#include "emit/alone.h"
#include "emit/arenas.h"
#include "emit/checks.h"
#include "emit/foreign.h"
#include "emit/loops/loop_text.h"
#include "emit/loops/loops.h"
#include "emit/operators.h"
#include "emit/params.h"
#include "emit/parts.h"
#include "emit/pauses.h"
#include "emit/text/labels.h"
#include "emit/text/text.h"
#include "emit/turns.h"
#include "emit/value.h"
#include "graph/build.h"
#include "graph/cost.h"
#include "plan/strips/rows.h"
#include "select/registry.h"

#include <inttypes.h>
#include <string.h>

/* Writes a pointer to a result, or to an operand of which the step reads just the rows that it
 * computes now. */
static void add_rows(Text *t, Emit *e, const Graph *g, const Step *s, const Value *v)
{
    if (v && s->strip && v->def == s && s != s->strip->last) {
        text_add(t, "t.out");
        return;
    }
    add_value(t, g, v);
    if (!v || !s->strip || (v->def == s && sums_rows(s)))
        return;
    if (v->def != s && is_of_strip(s, v))
        text_add(t, " + pte_rows_in(&t, %s) * %" PRId64, turns_of(e, v->def), row_step(s, v));
    else
        text_add(t, " + t.from * %" PRId64, row_step(s, v));
}

/* Writes a pointer to in[0], from the first row on that the step reads now. */
static void add_input(Text *t, Emit *e, const Graph *g, const Step *s)
{
    if (s->strip && slides_over_rows(s)) {
        add_value(t, g, s->in[0]);
        text_add(t, " + t.under");
    } else {
        add_rows(t, e, g, s, s->in[0]);
    }
}

static void add_outs(Text *t, Emit *e, const Graph *g, const Step *s)
{
    for (int i = 0; i < s->nout; i++) {
        if (s->out[i] && s->out[i] == s->kept)
            continue;
        text_add(t, i ? ", " : "");
        Value *v = s->out[i] && (i == 0 || s->out[i]->buffer) ? s->out[i] : NULL;
        if (i > 0) /* sums, scratch */
            add_value(t, g, v);
        else
            add_rows(t, e, g, s, v);
    }
}

/* Do the step's calls have a function of their own, without parameters? */
static bool stands_alone(const Emit *e, const Step *s, const Params *p)
{
    bool sums = s->kind == K_CONV || s->kind == K_GEMM || s->kind == K_POOL;
    return e->m->options->speed && sums && !s->parts && !s->strip && params_are_static(p) &&
           !called_library(s);
}

/* Writes the name of the kernel, or of the function that calls it in parts, with the first
 * arguments. */
static void add_callee(Text *t, Emit *e, const Step *s, const char *symbol)
{
    use_kernel(e, symbol);
    if (s->parts)
        text_add(t, "%s(ctx->threads, %d, ", parted_kernel(e, s, symbol), s->parts);
    else
        text_add(t, "%s(", symbol);
}

static void add_kernel_call(Text *t, Emit *e, const Graph *g, const Step *s)
{
    Params p = params_of(s, 0);
    bool alone = stands_alone(e, s, &p);
    if (alone) {
        use_kernel(e, s->kernel->symbol);
        text_add(t, "%s(", kernel_alone(e, s->kernel->symbol, param_name(e, s, 0)));
    } else {
        add_callee(t, e, s, s->kernel->symbol);
    }
    add_outs(t, e, g, s);
    for (int i = 0; i < passed_operands(s); i++) {
        if (!is_passed(s, i))
            continue;
        text_add(t, ", ");
        if (i == 0)
            add_input(t, e, g, s);
        else
            add_value(t, g, s->in[i]);
    }
    if (s->strip && s->kind == K_POOL && sums_rows(s))
        text_add(t, ", t.from, t.from + t.count");
    bool epilogue =
        s->kernel->pack && s->requant == RQ_NONE && !keeps_together(s) && !called_library(s);
    if (epilogue && s->kind == K_GEMM)
        text_add(t, ", NULL");
    if (epilogue && s->kind == K_CONV) {
        text_add(t, ", ");
        add_rows(t, e, g, s, s->in[CONV_ADD]);
    }
    if (s->saved_rows)
        text_add(t, ", %s(u8, %s)", arena_access(g->model, s->saved_rows->buffer->memory),
                 s->saved_rows->buffer->name);
    if (alone) {
        text_add(t, ")");
        return;
    }
    const char *name = s->strip && slides_over_rows(s) ? turn_params(s)
                       : params_are_static(&p)         ? param_name(e, s, 0)
                                                       : "p";
    text_add(t, ", &%s)", name);
}

static void add_move_call(Text *t, Emit *e, const Graph *g, const Step *s, int piece)
{
    static const char *const fill[] = {
        [1] = "pte_fill_b1", [2] = "pte_fill_b2", [4] = "pte_fill_b4", [8] = "pte_fill_b8"};
    const Piece *p = &s->piece[piece];
    const char *symbol =
        p->src < 0 ? fill[dtype_bytes((int)s->out[0]->type.dtype)] : s->kernel->symbol;
    add_callee(t, e, s, symbol);
    add_value(t, g, s->out[0]);
    text_add(t, ", ");
    if (p->src >= 0) {
        add_value(t, g, s->in[p->src]);
    } else {
        text_add(t, "&(const %s){", dtype_c((int)s->expr->type));
        add_c_expr(t, s->expr);
        text_add(t, "}");
    }
    Params params = params_of(s, piece);
    text_add(t, params_are_static(&params) ? ", &%s)" : ", &p)", param_name(e, s, piece));
}

static void add_product(Text *t, const char *rows, int64_t pieces)
{
    text_add(t, ", %s", rows);
    if (pieces > 1)
        text_add(t, " * %" PRId64, pieces);
}

/* Writes the turn's rows, and the other extents and strides of the loop. Sums also take which rows
 * those are. */
static void add_row_sizes(Text *t, const Step *s)
{
    SizeList list = loop_sizes(s);
    int64_t pieces = size_value(list.item[0]) / height(s);
    if (sums_rows(s))
        add_product(t, "t.from", pieces);
    add_product(t, "t.count", pieces);
    for (int i = sums_rows(s) && finishes_sums(s) ? 0 : 1; i < list.count; i++) {
        text_add(t, ", ");
        add_c_int32(t, list.item[i]);
    }
}

static void add_loop_call(Text *t, Emit *e, const Graph *g, const Step *s)
{
    Text args = {0};
    const Shared *loop = loop_function(e, s, &args);
    if (s->parts)
        text_add(t, "%s(ctx->threads, %d, ", parted_loop(e, s, loop), s->parts);
    else
        text_add(t, "%s(", loop->name);
    add_rows(t, e, g, s, s->out[0]);
    for (int i = 0; i < s->nin; i++)
        if (loop_takes(s, i)) {
            text_add(t, ", ");
            if (moves_in_loop(s, i))
                add_rows(t, e, g, s, s->in[i]);
            else
                add_value(t, g, s->in[i]);
        }
    if (s->strip)
        add_row_sizes(t, s);
    else
        text_add(t, "%s", text_string(&args));
    text_add(t, ")");
}

static void add_bytes(Text *t, const Step *s)
{
    const Value *v = s->out[0];
    int64_t size = (int64_t)dtype_bytes((int)v->type.dtype);
    Size *n = size_op(S_MUL, value_numel(v), size_const(size));
    if (s->strip && !sums_rows(s)) {
        text_add(t, "(size_t)t.count * %" PRId64, row_step(s, v) * size);
        return;
    }
    bool cast = !size_is_const(n);
    text_add(t, cast ? "(size_t)(" : "");
    add_c_size(t, n);
    text_add(t, cast ? ")" : "");
}

static const char *margin(const Step *s)
{
    return s->strip ? "        " : "    ";
}

void add_step_comment(Text *t, const Step *s)
{
    Text line = {0};
    text_add(&line, "%s/* -> %s", margin(s), shape_text(s->out[0]));
    int64_t macs = step_macs(s);
    if (macs >= 5000)
        text_add(&line, ", %.2f M multiply-adds", (double)macs / 1e6);
    if (s->has_clamp)
        text_add(&line, ", clamped to %.6g..%.6g", (double)s->lo, (double)s->hi);
    for (const Source *from = &s->source; from; from = from->also)
        text_add(&line, "%s%.*s", from == &s->source ? ", from " : ", ",
                 (int)strcspn(from->op, "."), from->op);
    add_wrapped(t, line.data);
    text_add(t, " */\n");
}

/* Sets sizes that come at run time in a copy of the step's parameters. */
static void add_dynamic_params(Text *t, Emit *e, const Step *s, int piece)
{
    Params p = params_of(s, piece);
    text_add(t, "        %s p = %s;\n", s->kernel->params->name, param_name(e, s, piece));
    for (int i = 0; i < p.count; i++)
        if (p.param[i].size && !size_is_const(p.param[i].size)) {
            text_add(t, "        p.%s = ", p.param[i].field);
            add_c_int32(t, p.param[i].size);
            text_add(t, ";\n");
        }
}

static void add_step_head(Text *t, Emit *e, const Graph *g, const Step *s)
{
    text_add(t, "STEP(%s, ", s->name);
    add_rows(t, e, g, s, s->out[0]);
    text_add(t, ", ");
    add_bytes(t, s);
    text_add(t, ", ");
}

/* Writes a call of the step's kernel or loop. Parts of a strip are calls only, since threads do not
 * run the user's PTE_STEP. */
static void add_call(Text *t, Emit *e, const Graph *g, const Step *s, int piece)
{
    bool whole = !s->strip || !s->strip->parts;
    if (whole) {
        add_step_head(t, e, g, s);
        text_add(t, "%s", gives_status(g, s) ? "status = " : "");
    }
    if (s->kind == K_MOVE)
        add_move_call(t, e, g, s, piece);
    else if (makes_operator(s))
        add_operator_run(t, e, g, s);
    else if (s->kernel)
        add_kernel_call(t, e, g, s);
    else
        add_loop_call(t, e, g, s);
    text_add(t, whole ? ");" : ";");
}

static void add_piece(Text *t, Emit *e, const Graph *g, const Step *s, int piece)
{
    Params p = {0};
    Text call = {0};
    if (s->kernel)
        p = params_of(s, piece);
    bool block = !params_are_static(&p);
    if (block) {
        text_add(t, "    {\n");
        add_dynamic_params(t, e, s, piece);
    }
    add_call(&call, e, g, s, piece);
    add_wrapped(t, fmt_text("%s%s%s", block ? "    " : "", margin(s), call.data));
    text_add(t, block ? "\n    }\n" : "\n");
    if (gives_status(g, s))
        text_add(t, "    if (status != PTE_OK)\n        return status;\n");
}

/* Lists the sizes that the step's kernel or loop takes as int32_t. */
static SizeList sizes_of(const Step *s)
{
    if (!s->kernel)
        return loop_sizes(s);
    SizeList list = {0};
    for (int i = 0; i < pieces_of(s); i++) {
        Params p = params_of(s, i);
        for (int k = 0; k < p.count; k++)
            if (p.param[k].size)
                PUSH(list.item, list.count, p.param[k].size);
    }
    return list;
}

/* Writes the step that sets a size's variable to a number that the program computes. From there on,
 * what is made of that size is known. */
static void add_scalar(Text *t, const Graph *g, const Step *s)
{
    Text number = {0};
    text_add(&number, value_is_const(value_root(s->in[0])) ? "(const pte_s64 *)" : "");
    add_value(&number, g, s->in[0]);
    if (!s->counted && has_checks(g))
        text_add(t, "    if (*%s < 0 || *%s > %" PRId64 ")\n        return PTE_OUT_OF_RESOURCES;\n",
                 number.data, number.data, s->size->hi);
    add_step_comment(t, s);
    add_wrapped(t, fmt_text("    STEP(%s, %s, 8, %s = %s*%s);", s->name, number.data, s->size->name,
                            s->size->narrow ? "(int32_t)" : "", number.data));
    text_add(t, "\n");
    add_kept_size(t, g, s->size);
    add_forced_checks(t, g, s->size);
}

void add_step_calls(Text *t, Emit *e, const Graph *g, const Step *s)
{
    for (int i = 0; i < pieces_of(s); i++)
        add_piece(t, e, g, s, i);
    if (pieces_of(s) == 0) {
        Text call = {0};
        add_step_head(&call, e, g, s);
        add_wrapped(t, fmt_text("%s%s(void)0);", margin(s), call.data));
        text_add(t, "\n");
    }
}

void add_step_lines(Text *t, Emit *e, const Graph *g, const Step *s)
{
    if (s->kind == K_SCALAR) {
        add_scalar(t, g, s);
        return;
    }
    if (s->kind == K_FOREIGN) {
        add_step_comment(t, s);
        add_foreign_step(t, g, s);
        return;
    }
    add_size_checks(t, g, s, sizes_of(s));
    add_step_comment(t, s);
    add_step_calls(t, e, g, s);
}
