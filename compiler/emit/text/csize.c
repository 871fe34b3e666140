/* SPDX-License-Identifier: 0BSD
 * Sizes as C: in 32 bits where the ranges prove that nothing in them overflows, else in 64 bits,
 * and where even those might not do, by functions that stop at their ends. */
#include "emit/text/csize.h"
#include "graph/foreign.h"

#include <inttypes.h>
#include <stdlib.h>

/* Writes the C variable of a dynamic extent: "input0.dim1" is input0_dim1. */
static void add_symbol(Text *t, const char *sym)
{
    char *name = fmt_text("%s", sym);
    for (char *p = name; *p; p++)
        if (*p == '.')
            *p = '_';
    text_add(t, "%s", name);
}

static void add_call(Text *t, const char *function, const Size *s)
{
    text_add(t, "%s(", function);
    add_c_size(t, s->a);
    text_add(t, ", ");
    add_c_size(t, s->b);
    text_add(t, ")");
}

static bool is_negation(const Size *s)
{
    return s->kind == S_MUL && s->b == size_const(-1) && !s->name;
}

static bool is_infix(const Size *s)
{
    return !s->name && (s->kind == S_ADD || s->kind == S_MUL);
}

static void add_term(Text *t, Size *s, bool open)
{
    open = open && is_infix(s);
    text_add(t, open ? "(" : "");
    add_c_size(t, s);
    text_add(t, open ? ")" : "");
}

/* Writes a sum or a product, with - for a * -1 and + -1. */
static void add_infix(Text *t, const Size *s)
{
    bool widen = !s->narrow && s->a->narrow && s->b->narrow;
    text_add(t, widen ? "(int64_t)" : "");
    add_term(t, s->a, widen || (s->kind == S_MUL && s->a->kind == S_ADD));
    if (s->kind == S_MUL) {
        text_add(t, " * ");
        add_term(t, s->b, true);
    } else if (is_negation(s->b) && s->b->narrow == s->b->a->narrow) {
        text_add(t, " - ");
        add_term(t, s->b->a, true);
    } else if (size_is_const(s->b) && s->b->lo < 0 && s->b->lo > INT32_MIN) {
        text_add(t, " - %" PRId64, -s->b->lo);
    } else {
        text_add(t, " + ");
        add_term(t, s->b, s->b->kind == S_ADD);
    }
}

/* Writes what the variable of `s` is set to. */
static void add_definition(Text *t, const Size *s)
{
    static const char *const function[][2] = {[S_ADD] = {"pte_add_sat", NULL},
                                              [S_MUL] = {"pte_mul_sat", NULL},
                                              [S_FDIV] = {"pte_floordiv_s64", "pte_floordiv_s32"},
                                              [S_MOD] = {"pte_mod_s64", "pte_mod_s32"},
                                              [S_MIN] = {"pte_min_s64", "pte_min_s32"},
                                              [S_MAX] = {"pte_max_s64", "pte_max_s32"}};
    bool safe = s->lo > INT64_MIN && s->hi < INT64_MAX;
    if (s->kind == S_CONST)
        text_add(t, s->narrow ? "%" PRId64 : "INT64_C(%" PRId64 ")", s->lo);
    else if (s->sym)
        add_symbol(t, s->sym);
    else if (is_infix(s) && safe)
        add_infix(t, s);
    else
        add_call(t, function[s->kind][s->narrow], s);
}

void add_c_size(Text *t, Size *s)
{
    if (s->name) {
        s->used = true;
        text_add(t, "%s", s->name);
        return;
    }
    add_definition(t, s);
}

void add_c_int32(Text *t, Size *s)
{
    text_add(t, s->narrow ? "" : "(int32_t)");
    add_term(t, s, !s->narrow);
}

static void name_size(SizeList *list, Size *s, const char *name)
{
    if (size_is_const(s) || s->kind == S_SYM || s->name || (s->late && s->kind != S_SCALAR))
        return;
    s->name = name;
    s->used = false;
    PUSH(list->item, list->count, s);
}

static int by_id(const void *a, const void *b)
{
    return (*(Size *const *)a)->id - (*(Size *const *)b)->id;
}

static void name_scalar(SizeList *list, Size *s, const char *name, int *order)
{
    s->order = (*order)++;
    name_size(list, s, name);
}

SizeList name_sizes(const Graph *g)
{
    SizeList list = {0};
    int order = 0;
    FOR_BLOCKS(b, g)
        FOR_STEPS(s, b) {
            if (s->kind == K_SCALAR)
                name_scalar(&list, s->size, s->name, &order);
            for (int i = 0; s->foreign && i < s->foreign->nextents; i++)
                name_scalar(&list, s->foreign->extent[i], fmt_text("%s_size%d", s->name, i),
                            &order);
            for (int i = 0; i < s->nout; i++)
                for (int d = 0; s->out[i] && d < s->out[i]->type.rank; d++)
                    name_size(&list, s->out[i]->type.dim[d],
                              i ? fmt_text("%s_%d_dim%d", s->name, i, d)
                                : fmt_text("%s_dim%d", s->name, d));
        }
    if (list.count)
        qsort(list.item, (size_t)list.count, sizeof *list.item, by_id);
    return list;
}

/* Returns the value that the variable of a computed size starts with: 0, or what an earlier call of
 * a method that runs by steps has computed. */
static const char *earlier(const Size *s, bool by_steps)
{
    const char *cast = s->narrow ? "(int32_t)" : "";
    return by_steps ? fmt_text("run ? %srun->size[%d] : 0", cast, s->order) : "0";
}

void add_size_variables(Text *t, SizeList *list, bool by_steps)
{
    const char **definition = NEW(const char *, list->count);
    for (int i = list->count; i-- > 0;) {
        Size *s = list->item[i];
        Text one = {0};
        if (!s->used || s->kind == S_SCALAR)
            continue;
        const char *name = s->name;
        s->name = NULL;
        add_definition(&one, s);
        s->name = name;
        definition[i] = one.data;
    }
    for (int i = 0; i < list->count; i++) {
        Size *s = list->item[i];
        const char *type = s->narrow ? "int32_t" : "int64_t";
        if (s->kind == S_SCALAR)
            text_add(t, "    %s %s = %s;\n%s", type, s->name, earlier(s, by_steps),
                     s->used ? "" : fmt_text("    (void)%s;\n", s->name));
        else if (s->used)
            text_add(t, "    const %s %s = %s;\n", type, s->name, definition[i]);
        s->name = NULL; /* other methods share sizes, but no variables */
    }
}
