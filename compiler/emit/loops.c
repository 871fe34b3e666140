/* SPDX-License-Identifier: 0BSD
 * The loops of MAP and REDUCE steps: one C function for each distinct expression, element types and
 * order of access; extents are arguments, so that steps of any size share it. */
#include "emit.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_OPERANDS = 25 };

/* One operand's way through the loops; operand 0 is the result. */
typedef struct Lane {
    const Value *v;
    const char *name;
    Size *stride[MAX_RANK]; /* by loop axis, outermost first */
    bool explicit_strides;  /* not what a dense operand without its broadcast axes would have */
} Lane;

typedef struct Nest {
    const Step *s;
    int rank, kept; /* axes [kept, rank) are reduced */
    Size *extent[MAX_RANK];
    Lane lane[MAX_OPERANDS];
    int nlanes;
} Nest;

static bool is_zero(const Size *s)
{
    return s == size_const(0);
}

static bool is_one(const Size *s)
{
    return s == size_const(1);
}

/* Stride of operand `v` along axis `axis` of the result, 0 where it is broadcast. */
static Size *broadcast_stride(const Value *v, const Value *out, int axis)
{
    int own = axis - (out->type.rank - v->type.rank);
    if (own < 0 || (is_one(v->type.dim[own]) && !is_one(out->type.dim[axis])))
        return size_const(0);
    return v->layout.stride[own];
}

/* Axes from the largest stride to the smallest, as they lie in memory. Stable, so that unknown
 * strides keep the source's order. */
static void order_axes(const Value *v, int n, int *axis)
{
    for (int i = 1; i < n; i++)
        for (int k = i; k > 0; k--) {
            const Size *a = v->layout.stride[axis[k - 1]], *b = v->layout.stride[axis[k]];
            if (!size_is_const(a) || !size_is_const(b) || size_value(a) >= size_value(b))
                break;
            int t = axis[k];
            axis[k] = axis[k - 1];
            axis[k - 1] = t;
        }
}

static void add_axis(Nest *n, Size *extent)
{
    n->extent[n->rank++] = extent;
}

static void nest_map(Nest *n, const Step *s)
{
    const Value *out = s->out[0];
    int axis[MAX_RANK];
    for (int i = 0; i < out->type.rank; i++)
        axis[i] = i;
    if (!expr_uses(s->expr, E_AXIS)) /* which wants the source's axes */
        order_axes(out, out->type.rank, axis);
    for (int i = 0; i < out->type.rank; i++) {
        n->lane[0].stride[i] = out->layout.stride[axis[i]];
        for (int k = 0; k < s->nin; k++)
            n->lane[k + 1].stride[i] =
                s->in[k]->scalar ? size_const(0) : broadcast_stride(s->in[k], out, axis[i]);
        add_axis(n, out->type.dim[axis[i]]);
    }
    n->kept = n->rank;
}

static void nest_reduce(Nest *n, const Step *s)
{
    const Value *in = s->in[0], *out = s->out[0];
    int axis[MAX_RANK], out_axis[MAX_RANK], count = 0, at = 0;
    for (int i = 0; i < in->type.rank; i++) {
        bool reduced = s->axes >> i & 1;
        out_axis[i] = reduced ? -1 : at;
        at += !reduced || s->keepdim;
        if (!reduced)
            axis[count++] = i;
    }
    int kept = count;
    for (int i = 0; i < in->type.rank; i++)
        if (s->axes >> i & 1)
            axis[count++] = i;
    order_axes(in, kept, axis);
    order_axes(in, count - kept, axis + kept);
    for (int i = 0; i < count; i++) {
        int o = out_axis[axis[i]];
        n->lane[0].stride[i] = o < 0 ? size_const(0) : out->layout.stride[o];
        n->lane[1].stride[i] = in->layout.stride[axis[i]];
        add_axis(n, in->type.dim[axis[i]]);
    }
    n->kept = kept;
}

static bool joins(const Nest *n, int outer, int inner)
{
    if (outer < 0 || (outer < n->kept) != (inner < n->kept))
        return false;
    for (int k = 0; k < n->nlanes; k++)
        if (n->lane[k].stride[outer] !=
            size_op(S_MUL, n->lane[k].stride[inner], n->extent[inner]))
            return false;
    return true;
}

/* Drops axes of one element and joins those that every operand walks as one. */
static void simplify_axes(Nest *n)
{
    bool keep_all = expr_uses(n->s->expr, E_AXIS);
    int to = 0, kept = n->kept;
    for (int i = 0; i < n->rank; i++) {
        bool was_kept = i < n->kept;
        if (!keep_all && is_one(n->extent[i])) {
            kept -= was_kept;
            continue;
        }
        int into = to++;
        n->extent[into] = n->extent[i];
        for (int k = 0; k < n->nlanes; k++)
            n->lane[k].stride[into] = n->lane[k].stride[i];
    }
    n->rank = to;
    n->kept = kept;
    for (int i = n->rank - 1; i > 0 && !keep_all; i--) {
        if (!joins(n, i - 1, i))
            continue;
        n->extent[i - 1] = size_op(S_MUL, n->extent[i - 1], n->extent[i]);
        for (int k = 0; k < n->nlanes; k++)
            n->lane[k].stride[i - 1] = n->lane[k].stride[i];
        for (int j = i; j + 1 < n->rank; j++) {
            n->extent[j] = n->extent[j + 1];
            for (int k = 0; k < n->nlanes; k++)
                n->lane[k].stride[j] = n->lane[k].stride[j + 1];
        }
        n->kept -= i < n->kept;
        n->rank--;
    }
}

static void find_explicit_strides(Nest *n)
{
    for (int k = 0; k < n->nlanes; k++) {
        Size *dense = size_const(1);
        for (int i = n->rank; i-- > 0;) {
            Size *stride = n->lane[k].stride[i];
            if (is_zero(stride))
                continue;
            n->lane[k].explicit_strides |= stride != dense;
            dense = size_op(S_MUL, dense, n->extent[i]);
        }
    }
}

static Nest make_nest(const Step *s)
{
    static const char *const names[MAX_OPERANDS] = {
        "out", "a", "b", "c", "d", "e", "f", "g", "h", "j", "k", "l", "m",
        "p",   "q", "r", "s", "t", "u", "v", "w", "x", "y", "z", "z2"};
    Nest n = {.s = s, .nlanes = s->nin + 1};
    if (n.nlanes > MAX_OPERANDS)
        bug("a loop over %d operands", s->nin);
    for (int k = 0; k < n.nlanes; k++)
        n.lane[k] = (Lane){.v = k ? s->in[k - 1] : s->out[0], .name = names[k]};
    if (s->kind == K_REDUCE)
        nest_reduce(&n, s);
    else
        nest_map(&n, s);
    simplify_axes(&n);
    find_explicit_strides(&n);
    return n;
}

/* -- text -- */

static void add_indent(Text *t, int level)
{
    text_add(t, "%*s", 4 * level, "");
}

/* "n1 * n2", or the argument that carries it. */
static const char *stride_text(const Nest *n, int lane, int axis)
{
    const Lane *l = &n->lane[lane];
    if (l->explicit_strides)
        return fmt_text("%s_s%d", l->name, axis);
    Text t = {0};
    for (int i = axis + 1; i < n->rank; i++)
        if (!is_zero(l->stride[i]))
            text_add(&t, "%sn%d", t.size ? " * " : "", i);
    return t.size ? t.data : "1";
}

static bool moves(const Nest *n, int lane, int axis)
{
    return !is_zero(n->lane[lane].stride[axis]);
}

/* The pointer of a lane inside loop `axis`: named after the last outer loop that moved it. */
static const char *pointer_name(const Nest *n, int lane, int axis)
{
    for (int i = axis; i-- > 0;)
        if (moves(n, lane, i))
            return fmt_text("%s%d", n->lane[lane].name, i);
    return n->lane[lane].name;
}

static int last_move(const Nest *n, int lane)
{
    for (int i = n->rank; i-- > 0;)
        if (moves(n, lane, i))
            return i;
    return -1;
}

/* Element at the innermost position, as stored. */
static const char *element(const Nest *n, int lane)
{
    const Lane *l = &n->lane[lane];
    if (l->v->scalar)
        return l->name;
    int last = n->rank - 1;
    if (last < 0 || !moves(n, lane, last))
        return fmt_text("%s[0]", pointer_name(n, lane, n->rank));
    const char *p = pointer_name(n, lane, last), *stride = stride_text(n, lane, last);
    return strcmp(stride, "1") == 0 ? fmt_text("%s[i%d]", p, last)
                                    : fmt_text("%s[i%d * %s]", p, last, stride);
}

static const char *loaded(const Value *v, const char *element)
{
    if (v->type.dtype == F16)
        return fmt_text("pte_f32_from_f16(%s)", element);
    if (v->type.dtype == BF16)
        return fmt_text("pte_f32_from_bf16(%s)", element);
    return element;
}

/* Operands that stand still in the innermost loop are read once, before it. */
static bool is_hoisted(const Nest *n, int lane)
{
    return lane > 0 && !n->lane[lane].v->scalar && n->rank > 0 && !moves(n, lane, n->rank - 1);
}

static void add_hoisted(Text *t, const Nest *n, int before_axis)
{
    for (int k = 1; k < n->nlanes; k++)
        if (is_hoisted(n, k) && last_move(n, k) + 1 == before_axis) {
            const Value *v = n->lane[k].v;
            add_indent(t, before_axis + 1);
            text_add(t, "const %s %s_ = %s;\n", dtype_c((int)loaded_dtype(v)), n->lane[k].name,
                     loaded(v, fmt_text("%s[0]", pointer_name(n, k, n->rank))));
        }
}

static void add_loop_heads(Text *t, const Nest *n, int from, int to)
{
    for (int i = from; i < to; i++) {
        add_hoisted(t, n, i);
        add_indent(t, i + 1);
        text_add(t, "for (int32_t i%d = 0; i%d < n%d; i%d++)%s\n", i, i, i, i,
                 i + 1 < n->rank || n->kept < n->rank ? " {" : "");
        for (int k = 0; k < n->nlanes; k++) {
            bool needed = moves(n, k, i) && !n->lane[k].v->scalar && i + 1 < n->rank;
            if (!needed)
                continue;
            const char *stride = stride_text(n, k, i);
            add_indent(t, i + 2);
            text_add(t, "%spte_%s *const %s%d = %s + i%d%s%s;\n", k ? "const " : "",
                     c_suffix(n->lane[k].v->type.dtype), n->lane[k].name, i,
                     pointer_name(n, k, i), i, strcmp(stride, "1") ? " * " : "",
                     strcmp(stride, "1") ? stride : "");
        }
    }
}

static void add_loop_tails(Text *t, const Nest *n, int from, int to)
{
    for (int i = to; i-- > from;)
        if (i + 1 < n->rank || n->kept < n->rank) {
            add_indent(t, i + 1);
            text_add(t, "}\n");
        }
}

/* The expression with operands and indices in place of the marks that add_c_expr left. */
static void add_body(Text *t, const Nest *n, const Expr *e, const char *accumulator)
{
    Text raw = {0};
    add_c_expr(&raw, e);
    for (const char *p = raw.data; *p; p++) {
        if (*p != '\001' && *p != '\002' && *p != '\004') {
            text_bytes(t, p, 1);
            continue;
        }
        int k = (int)strtol(p + 1, NULL, 10);
        if (*p == '\002')
            text_add(t, "(int64_t)i%d", k);
        else if (*p == '\004')
            text_add(t, "%s", element(n, k + 1));
        else if (accumulator)
            text_add(t, "%s", accumulator);
        else if (is_hoisted(n, k + 1))
            text_add(t, "%s_", n->lane[k + 1].name);
        else
            text_add(t, "%s", loaded(n->lane[k + 1].v, element(n, k + 1)));
        p = strchr(p + 1, *p);
    }
}

static void add_store(Text *t, const Nest *n, const Expr *e, const char *accumulator)
{
    DType type = n->lane[0].v->type.dtype;
    bool cast = dtype_bytes((int)type) < 4 && e->op != E_IN && e->op != E_CONST && e->op != E_CAST;
    const char *place = element(n, 0);
    if (n->kept < n->rank) { /* the result stands still in the reduced axes */
        int last = n->kept - 1;
        const char *stride = last < 0 || !moves(n, 0, last) ? "0" : stride_text(n, 0, last);
        place = fmt_text("%s[0]", pointer_name(n, 0, n->kept));
        (void)stride;
    }
    text_add(t, "%s = ", place);
    if (cast)
        text_add(t, "(pte_%s)(", c_suffix(type));
    add_body(t, n, e, accumulator);
    text_add(t, cast ? ");\n" : ";\n");
}

static const char *initial_value(ReduceOp op, DType type)
{
    bool real = dtype_is_float((int)type);
    if (op == R_MAX || op == R_MIN) {
        if (real)
            return c_float(op == R_MAX ? -(1 / 0.0) : 1 / 0.0, type);
        return fmt_text("%s_%s", type == I64 ? "INT64" : type == I32 ? "INT32" : type == I16
                        ? "INT16" : type == I8 ? "INT8" : "UINT8", op == R_MAX ? "MIN" : "MAX");
    }
    return real ? c_float(op == R_PROD, type) : op == R_PROD ? "1" : "0";
}

static void add_accumulate(Text *t, const Nest *n)
{
    const Step *s = n->s;
    const char *op = s->reduce == R_MAX ? "max" : s->reduce == R_MIN ? "min"
                   : s->reduce == R_PROD ? "mul" : "add";
    DType type = s->expr->type;
    bool infix = dtype_is_float((int)type) && s->reduce != R_MAX && s->reduce != R_MIN;
    if (infix)
        text_add(t, s->reduce == R_PROD ? "acc *= " : "acc += ");
    else
        text_add(t, "acc = pte_%s_%s(acc, ", op, c_suffix(type));
    add_body(t, n, s->expr, NULL);
    text_add(t, infix ? ";\n" : ");\n");
}

static void add_reduction(Text *t, const Nest *n)
{
    const Step *s = n->s;
    DType type = s->expr->type;
    add_loop_heads(t, n, 0, n->kept);
    add_indent(t, n->kept + 1);
    text_add(t, "%s acc = %s;\n", dtype_c((int)type), initial_value(s->reduce, type));
    if (n->kept == n->rank) { /* every reduced axis has one element */
        add_indent(t, n->kept + 1);
        add_accumulate(t, n);
    } else {
        add_loop_heads(t, n, n->kept, n->rank - 1);
        int last = n->rank - 1;
        add_hoisted(t, n, last);
        add_indent(t, last + 1);
        text_add(t, "for (int32_t i%d = 0; i%d < n%d; i%d++)\n", last, last, last, last);
        add_indent(t, last + 2);
        add_accumulate(t, n);
        add_loop_tails(t, n, n->kept, n->rank - 1);
    }
    if (s->reduce == R_MEAN) {
        add_indent(t, n->kept + 1);
        text_add(t, "acc /= (%s)(", dtype_c((int)type));
        for (int i = n->kept; i < n->rank; i++)
            text_add(t, "%sn%d", i > n->kept ? " * " : "", i);
        text_add(t, n->kept == n->rank ? "1);\n" : ");\n");
    }
    add_indent(t, n->kept + 1);
    Expr *result = expr_cast(expr_in(0, type), s->out[0]->type.dtype);
    add_store(t, n, result, "acc");
    add_loop_tails(t, n, 0, n->kept);
}

static void add_parameters(Text *t, const Nest *n)
{
    for (int k = 0; k < n->nlanes; k++) {
        const Value *v = n->lane[k].v;
        if (v->scalar)
            text_add(t, ", %s %s", dtype_c((int)v->type.dtype), n->lane[k].name);
        else
            text_add(t, "%spte_%s *%s", k ? ", const " : "", c_suffix(v->type.dtype),
                     n->lane[k].name);
    }
    for (int i = 0; i < n->rank; i++)
        text_add(t, ", int32_t n%d", i);
    for (int k = 0; k < n->nlanes; k++)
        for (int i = 0; i < n->rank && n->lane[k].explicit_strides; i++)
            if (moves(n, k, i))
                text_add(t, ", int32_t %s_s%d", n->lane[k].name, i);
}

static void add_function(Text *t, const Nest *n)
{
    text_add(t, "static void \003(");
    add_parameters(t, n);
    text_add(t, ")\n{\n");
    if (n->s->kind == K_REDUCE) {
        add_reduction(t, n);
    } else {
        add_loop_heads(t, n, 0, n->rank);
        if (n->rank == 0)
            add_hoisted(t, n, 0);
        add_indent(t, n->rank + 1);
        add_store(t, n, n->s->expr, NULL);
        add_loop_tails(t, n, 0, n->rank);
    }
    text_add(t, "}\n");
}

/* "aten::add.out" -> "add"; fused steps join the names of what they do. */
void add_op_label(Text *t, const Step *s)
{
    for (const Source *from = &s->source; from; from = from->also) {
        const char *name = strstr(from->op, "::");
        name = name ? name + 2 : from->op;
        while (*name == '_')
            name++;
        size_t n = strcspn(name, ". ");
        if (n > 5 && strncmp(name + n - 5, "_copy", 5) == 0)
            n -= 5;
        text_add(t, "%s%.*s", from == &s->source ? "" : "_", (int)n, name);
    }
}

static bool name_taken(const Emit *e, const char *name)
{
    for (int i = 0; i < e->nloops; i++)
        if (strcmp(e->loop[i].name, name) == 0)
            return true;
    for (int i = 0; i < e->m->ngraphs; i++)
        FOR_BLOCKS(b, e->m->graph[i])
        FOR_STEPS(s, b)
        if (s->kernel && strcmp(s->name, name) == 0) /* the name of its parameters */
            return true;
    return false;
}

static const char *new_name(const Emit *e, const Step *s)
{
    Text label = {0};
    add_op_label(&label, s);
    const char *base = fmt_text("%s_%s", c_identifier(label.data), c_suffix(s->out[0]->type.dtype));
    const char *name = base;
    for (int k = 0; name_taken(e, name); k++) {
        Text t = {0};
        text_add(&t, "%s_", base);
        letter_suffix(&t, k + 1);
        name = t.data;
    }
    return name;
}

const char *loop_function(Emit *e, const Step *s, Text *args)
{
    Nest n = make_nest(s);
    Text text = {0};
    add_function(&text, &n);
    for (int i = 0; i < n.rank; i++) {
        text_add(args, ", ");
        add_c_size(args, n.extent[i]);
    }
    for (int k = 0; k < n.nlanes; k++)
        for (int i = 0; i < n.rank && n.lane[k].explicit_strides; i++)
            if (moves(&n, k, i)) {
                text_add(args, ", ");
                add_c_size(args, n.lane[k].stride[i]);
            }
    for (int i = 0; i < e->nloops; i++)
        if (strcmp(e->loop[i].key, text.data) == 0)
            return e->loop[i].name;
    Shared f = {.key = text.data, .name = new_name(e, s)};
    PUSH(e->loop, e->nloops, f);
    return f.name;
}

void add_loop_functions(Text *t, const Emit *e)
{
    for (int i = 0; i < e->nloops; i++) {
        const char *key = e->loop[i].key, *hole = strchr(key, '\003'), *end = strchr(key, '\n');
        text_add(t, "\n");
        add_wrapped(t, fmt_text("%.*s%s%.*s", (int)(hole - key), key, e->loop[i].name,
                                (int)(end - hole - 1), hole + 1));
        text_add(t, "%s", end);
    }
}
