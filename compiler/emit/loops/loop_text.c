/* SPDX-License-Identifier: 0BSD
 * The text of loops. */
#include "emit/loops/loop_text.h"
#include "emit/text/ranges.h"
#include "graph/build.h"

#include <inttypes.h>
#include <string.h>

void add_indent(Text *t, int level)
{
    text_add(t, "%*s", 4 * level, "");
}

/* Is the stride an argument? That of neighbours which are read at computed positions is not, so
 * that compilers know they lie side by side. */
bool takes_stride(const Nest *n, int lane, int axis)
{
    const Lane *l = &n->lane[lane];
    bool neighbours = l->indexed && axis == n->rank - 1 && l->stride[axis] == size_const(1);
    return l->explicit_strides && lane_moves(n, lane, axis) && !neighbours;
}

/* Writes a stride as a product of extents, "n1 * n2", or as the argument that carries it; each
 * argument gets `prefix`. */
const char *stride_text(const Nest *n, int lane, int axis, const char *prefix)
{
    const Lane *l = &n->lane[lane];
    if (takes_stride(n, lane, axis))
        return fmt_text("%s%s_s%d", prefix, l->name, axis);
    Text t = {0};
    for (int i = axis + 1; i < n->rank; i++)
        if (lane_moves(n, lane, i))
            text_add(&t, "%s%sn%d", t.size ? " * " : "", prefix, i);
    return t.size ? t.data : "1";
}

/* Names the lane's pointer inside loop `axis` after the last outer loop that moved it. */
static const char *pointer_name(const Nest *n, int lane, int axis)
{
    for (int i = axis; i-- > 0;)
        if (lane_moves(n, lane, i))
            return fmt_text("%s%d", n->lane[lane].name, i);
    return n->lane[n->lane[lane].by].name;
}

static int last_move(const Nest *n, int lane)
{
    for (int i = n->rank; i-- > 0;)
        if (lane_moves(n, lane, i))
            return i;
    return -1;
}

const char *element_text(const Nest *n, int lane)
{
    const Lane *l = &n->lane[lane];
    if (l->v->scalar)
        return l->name;
    if (l->in_place)
        return element_text(n, 0);
    int last = n->rank - 1;
    if (last < 0 || !lane_moves(n, lane, last))
        return fmt_text("%s[%" PRId64 "]", pointer_name(n, lane, n->rank), l->at);
    const char *p = pointer_name(n, lane, last), *stride = stride_text(n, lane, last, "");
    return strcmp(stride, "1") == 0 ? fmt_text("%s[i%d]", p, last)
                                    : fmt_text("%s[i%d * %s]", p, last, stride);
}

/* Does a loop pass such numbers on as they are? Half floats are widened only where something
 * computes with them. */
bool is_loop_stored(DType type)
{
    return type == F16 || type == BF16;
}

const char *loaded_element(const Nest *n, const Value *v, const char *element)
{
    const char *half = v->type.dtype == F16 ? "f16" : "bf16";
    if (!is_loop_stored(v->type.dtype))
        return element;
    return fmt_text("pte_f32_from_%s%s(%s)", half, n->lanes ? "_lane" : "", element);
}

/* Does the expression compute with the operand, instead of passing it on as it is stored? */
static bool computes_with(const Expr *e, int operand)
{
    bool any = e->op == E_IN && e->index == operand && !is_loop_stored(e->type);
    for (int i = 0; i < expr_info[e->op].arity && !any; i++)
        any = computes_with(e->arg[i], operand);
    return any;
}

/* Is the operand read once, before the innermost loop, since it stands still there? */
bool is_hoisted(const Nest *n, int lane)
{
    const Lane *l = &n->lane[lane];
    return lane > 0 && !l->v->scalar && !l->indexed && n->rank > 0 &&
           !lane_moves(n, lane, n->rank - 1) && computes_with(n->s->expr, lane - 1);
}

void add_hoisted(Text *t, const Nest *n, int before_axis)
{
    for (int k = 1; k < n->nlanes; k++)
        if (is_hoisted(n, k) && last_move(n, k) + 1 == before_axis) {
            const Value *v = n->lane[k].v;
            add_indent(t, before_axis + 1);
            text_add(t, "const %s %s_ = %s;\n", dtype_c((int)loaded_dtype(v)), n->lane[k].name,
                     loaded_element(n, v, element_text(n, k)));
        }
}

/* Does the loop hold several statements: an inner loop, or those of a reduction? */
static bool is_block(const Nest *n, int axis)
{
    bool one = n->s->kind == K_MAP || n->s->kind == K_LOOKUP;
    return axis + 1 < n->rank || (!one && axis < n->kept);
}

bool nest_takes_turns(const Nest *n)
{
    return n->s->strip && n->s->kind == K_REDUCE;
}

bool finishes_sums(const Step *s)
{
    return s->reduce == R_MEAN || s->post;
}

void add_loop_heads(Text *t, const Nest *n, int from, int to)
{
    for (int i = from; i < to; i++) {
        const char *extent = nest_takes_turns(n) && i == 0 ? "count" : fmt_text("n%d", i);
        add_hoisted(t, n, i);
        add_indent(t, i + 1);
        text_add(t, "for (int32_t i%d = 0; i%d < %s; i%d++)%s\n", i, i, extent, i,
                 is_block(n, i) ? " {" : "");
        for (int k = 0; k < n->nlanes; k++) {
            const Lane *l = &n->lane[k];
            if (!lane_moves(n, k, i) || l->v->scalar || l->indexed || l->in_place ||
                i + 1 == n->rank)
                continue;
            const char *stride = stride_text(n, k, i, "");
            add_indent(t, i + 2);
            text_add(t, "%spte_%s *const %s%d = %s + i%d%s%s;\n", k ? "const " : "",
                     c_suffix(l->v->type.dtype), l->name, i, pointer_name(n, k, i), i,
                     strcmp(stride, "1") ? " * " : "", strcmp(stride, "1") ? stride : "");
        }
    }
}

void add_loop_tails(Text *t, const Nest *n, int from, int to)
{
    for (int i = to; i-- > from;)
        if (is_block(n, i)) {
            add_indent(t, i + 1);
            text_add(t, "}\n");
        }
}

int loop_over(const Nest *n, int axis)
{
    for (int i = 0; i < n->rank; i++)
        if (n->axis[i] == axis)
            return i;
    bug("no loop runs over axis %d", axis);
}

/* Writes an element, "a[i0 * a_s0 + (row) * a_s1]": at the positions that the expression gives,
 * else at those of the loops. */
static void add_indexed(Text *t, const Body *b, const Expr *e)
{
    const Nest *n = b->n;
    const Expr *position[MAX_RANK] = {NULL};
    for (; e->op == E_AT; e = e->arg[0])
        position[e->index] = e->arg[1];
    int lane = e->index + 1, terms = 0;
    const Value *v = n->lane[lane].v;
    Text at = {0};
    if (n->lane[lane].table)
        add_c_operand(&at, position[0], &b->leaves);
    for (int own = 0; own < v->type.rank && !n->lane[lane].table; own++) {
        int axis = loop_over(n, own + n->rank - v->type.rank);
        if (!lane_moves(n, lane, axis))
            continue;
        text_add(&at, terms++ ? " + " : "");
        if (position[own])
            add_c_operand(&at, position[own], &b->leaves);
        else
            text_add(&at, "i%d", axis);
        const char *stride = stride_text(n, lane, axis, "");
        if (strcmp(stride, "1") != 0)
            text_add(&at, " * %s", stride);
    }
    const char *element = fmt_text("%s[%s]", n->lane[lane].name, at.size ? at.data : "0");
    text_add(t, "%s", is_loop_stored(e->type) ? element : loaded_element(n, v, element));
}

static void add_leaf(Text *t, const Expr *e, const Leaves *leaves)
{
    const Body *b = (const Body *)(const void *)leaves;
    const Nest *n = b->n;
    int lane = e->index + 1;
    if (e->op == E_AT)
        add_indexed(t, b, e);
    else if (e->op == E_AXIS)
        text_add(t, "%si%d", e->type == I32 ? "" : "(int64_t)", loop_over(n, e->index));
    else if (b->accumulator && e->index == 0)
        text_add(t, "%s", b->accumulator);
    else if (is_loop_stored(e->type))
        text_add(t, "%s", element_text(n, lane));
    else if (is_hoisted(n, lane))
        text_add(t, "%s_", n->lane[lane].name);
    else
        text_add(t, "%s", loaded_element(n, n->lane[lane].v, element_text(n, lane)));
}

/* Does the step sum dequantised bytes? Then each number is rounded, as a step of its own would have
 * done. */
static bool sums_bytes(const Nest *n)
{
    bool bytes = false;
    for (int k = 1; k < n->nlanes; k++)
        bytes |= has_8_bits(n->lane[k].v);
    return bytes && n->s->kind == K_REDUCE;
}

void add_loop_body(Text *t, const Nest *n, const Expr *e, const char *accumulator)
{
    Body b = {.leaves = {add_leaf}, .n = n, .accumulator = accumulator};
    bool exact = !dtype_is_float((int)n->lane[0].v->type.dtype) || sums_bytes(n);
    bool summed = n->s->kind == K_REDUCE || n->s->kind == K_SCAN;
    Expr *body = rounded_products(e, exact, summed);
    text_add(n->rests, "%s", use_ranges(body, accumulator ? NULL : n->constants));
    if (n->lanes)
        use_lanes(body, exact);
    add_c_expr_over(t, body, &b.leaves);
}

void add_loop_store(Text *t, const Nest *n, const Expr *e, const char *accumulator)
{
    DType type = n->lane[0].v->type.dtype;
    bool cast = dtype_bytes((int)type) < 4 && expr_info[e->op].arity > 0 && e->op != E_CAST;
    text_add(t, cast ? "%s = (pte_%s)(" : "%s = ", element_text(n, 0), c_suffix(type));
    add_loop_body(t, n, e, accumulator);
    text_add(t, cast ? ");\n" : ";\n");
}
