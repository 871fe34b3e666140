/* SPDX-License-Identifier: 0BSD
 * The loops of REDUCE and SCAN steps. */
#include "emit/loops/reductions.h"
#include "emit/loops/loop_text.h"

static const char *initial_value(ReduceOp op, DType type)
{
    static const char *const limit[][2] = {
        [U8] = {"0", "UINT8_MAX"},          [I8] = {"INT8_MIN", "INT8_MAX"},
        [I16] = {"INT16_MIN", "INT16_MAX"}, [I32] = {"INT32_MIN", "INT32_MAX"},
        [I64] = {"INT64_MIN", "INT64_MAX"}, [BOOL] = {"0", "1"},
        [U16] = {"0", "UINT16_MAX"},        [U32] = {"0", "UINT32_MAX"},
        [U64] = {"0", "UINT64_MAX"}};
    bool real = dtype_is_float((int)type);
    if (op == R_MAX || op == R_MIN)
        return real ? c_float(op == R_MAX ? -(1 / 0.0) : 1 / 0.0, type) : limit[type][op == R_MIN];
    bool one = op == R_PROD || op == R_ALL;
    return real ? c_float(one, type) : one ? "1" : "0";
}

static const char *accumulator(const Nest *n)
{
    return n->along ? element_text(n, 0) : "acc";
}

/* Returns the text before an element that the accumulator takes in, and sets the text behind it. */
static const char *combine(const Nest *n, const char **after)
{
    ReduceOp op = n->s->reduce;
    DType type = n->s->expr->type;
    const char *acc = accumulator(n);
    *after = ";\n";
    if (op == R_ANY || op == R_ALL) { /* without a branch; casts give 0 or 1, bytes any number */
        *after = n->s->expr->op == E_CAST ? ");\n" : " != 0);\n";
        return op == R_ANY ? "acc |= (uint8_t)(" : "acc &= (uint8_t)(";
    }
    if (dtype_is_float((int)type) && op != R_MAX && op != R_MIN)
        return fmt_text("%s %s ", acc, op == R_PROD ? "*=" : "+=");
    *after = ");\n";
    const char *name = op == R_MAX ? "max" : op == R_MIN ? "min" : op == R_PROD ? "mul" : "add";
    return fmt_text("%s = pte_%s_%s(%s, ", acc, name, c_suffix(type), acc);
}

static bool finds_position(const Step *s)
{
    return s->reduce == R_ARGMAX || s->reduce == R_ARGMIN;
}

/* Writes the step of a search for the largest or smallest element: it finds the first of equals, or
 * the first NaN. */
static void add_arg_step(Text *t, const Nest *n, int level)
{
    DType type = n->s->expr->type;
    char better = n->s->reduce == R_ARGMAX ? '>' : '<';
    add_indent(t, level);
    text_add(t, "const %s v = ", dtype_c((int)type));
    add_loop_body(t, n, n->s->expr, NULL);
    text_add(t, ";\n");
    add_indent(t, level);
    if (dtype_is_float((int)type))
        text_add(t, "if (k == 0 || (acc == acc && (v %c acc || v != v))) {\n", better);
    else
        text_add(t, "if (k == 0 || v %c acc) {\n", better);
    for (int i = 0; i < 2; i++) {
        add_indent(t, level + 1);
        text_add(t, i ? "at = k;\n" : "acc = v;\n");
    }
    add_indent(t, level);
    text_add(t, "}\n");
    add_indent(t, level);
    text_add(t, "k++;\n");
}

static void add_accumulate(Text *t, const Nest *n, int level)
{
    const Step *s = n->s;
    if (finds_position(s)) {
        add_arg_step(t, n, level);
        return;
    }
    const char *after, *before = combine(n, &after);
    add_indent(t, level);
    text_add(t, "%s", before);
    add_loop_body(t, n, s->expr, NULL);
    text_add(t, "%s", after);
    if (s->kind == K_SCAN) {
        add_indent(t, level);
        add_loop_store(t, n, expr_cast(expr_in(0, s->expr->type), s->out[0]->type.dtype), "acc");
    }
}

/* Writes the loops over the reduced axes. */
static void add_inner_loops(Text *t, const Nest *n)
{
    if (n->kept == n->rank) { /* every reduced axis has one element */
        add_accumulate(t, n, n->kept + 1);
        return;
    }
    int last = n->rank - 1;
    bool block = n->s->kind == K_SCAN || finds_position(n->s);
    add_loop_heads(t, n, n->kept, last);
    add_hoisted(t, n, last);
    add_indent(t, last + 1);
    text_add(t, "for (int32_t i%d = 0; i%d < n%d; i%d++)%s\n", last, last, last, last,
             block ? " {" : "");
    add_accumulate(t, n, last + 2);
    if (block) {
        add_indent(t, last + 1);
        text_add(t, "}\n");
    }
    add_loop_tails(t, n, n->kept, last);
}

static void add_mean(Text *t, const Nest *n, int level)
{
    int first = n->kept, last = n->along ? n->rank - 1 : n->rank;
    add_indent(t, level);
    text_add(t, "%s /= (%s)(", accumulator(n), dtype_c((int)n->s->expr->type));
    for (int i = first; i < last; i++)
        text_add(t, "%sn%d", i > first ? " * " : "", i);
    text_add(t, first == last ? "1);\n" : ");\n");
}

/* Writes the head of a loop over a row of the result. In turns, `when` is the condition for running
 * it, which holds in the first or the last of them. */
static void add_last_loop(Text *t, const Nest *n, const char *when, bool block)
{
    int last = n->rank - 1;
    add_indent(t, n->kept + 1);
    text_add(t, "for (int32_t i%d = 0; %si%d < n%d; i%d++)%s\n", last,
             nest_takes_turns(n) ? when : "", last, last, last, block ? " {" : "");
}

/* Writes a reduction that keeps a row of sums in the result: the loops over the reduced axes run
 * outside of the loop over the row. */
static void add_along(Text *t, const Nest *n)
{
    const Step *s = n->s;
    DType type = s->expr->type;
    add_loop_heads(t, n, 0, n->kept);
    add_last_loop(t, n, "from == 0 && ", false);
    add_indent(t, n->kept + 2);
    text_add(t, "%s = %s;\n", element_text(n, 0), initial_value(s->reduce, type));
    add_loop_heads(t, n, n->kept, n->rank);
    add_accumulate(t, n, n->rank + 1);
    add_loop_tails(t, n, n->kept, n->rank);
    bool mean = s->reduce == R_MEAN, both = mean && s->post;
    if (finishes_sums(s))
        add_last_loop(t, n, "from + count == n0 && ", both);
    if (mean)
        add_mean(t, n, n->kept + 2);
    if (s->post) {
        add_indent(t, n->kept + 2);
        add_loop_store(t, n, expr_cast(s->post, type), element_text(n, 0));
    }
    if (both) {
        add_indent(t, n->kept + 1);
        text_add(t, "}\n");
    }
    add_loop_tails(t, n, 0, n->kept);
}

static void add_one_by_one(Text *t, const Nest *n)
{
    const Step *s = n->s;
    DType type = s->expr->type;
    bool position = finds_position(s);
    add_loop_heads(t, n, 0, n->kept);
    add_indent(t, n->kept + 1);
    text_add(t, "%s acc = %s;\n", type == BOOL ? "uint8_t" : dtype_c((int)type),
             initial_value(s->reduce, type));
    if (position) {
        add_indent(t, n->kept + 1);
        text_add(t, "int64_t at = 0, k = 0;\n");
    }
    add_inner_loops(t, n);
    if (s->reduce == R_MEAN)
        add_mean(t, n, n->kept + 1);
    if (s->kind != K_SCAN) {
        Expr *result = s->post ? s->post : expr_in(0, position ? I64 : type);
        add_indent(t, n->kept + 1);
        add_loop_store(t, n, expr_cast(result, s->out[0]->type.dtype), position ? "at" : "acc");
    }
    add_loop_tails(t, n, 0, n->kept);
}

void add_reduction(Text *t, const Nest *n)
{
    if (n->along)
        add_along(t, n);
    else
        add_one_by_one(t, n);
}
