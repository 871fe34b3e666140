/* SPDX-License-Identifier: 0BSD
 * What the emitted code tests, unless it was told not to: sizes of inputs and those that are
 * computed, the latter where neither their ranges nor earlier tests make that unnecessary. */
#include "emit/checks.h"
#include "graph/build.h"
#include "select/registry.h"

#include <inttypes.h>

bool has_checks(const Graph *g)
{
    return !g->model->options->unchecked;
}

bool gives_status(const Graph *g, const Step *s)
{
    bool tests = s->kind == K_GATHER || s->kind == K_SCATTER || s->kind == K_ATTENTION ||
                 (s->kind == K_OPAQUE && s->effect) || called_library(s);
    return s->kind == K_FOREIGN || makes_operator(s) || (tests && has_checks(g));
}

void add_forced_checks(Text *t, const Graph *g, const Size *last)
{
    for (int i = 0; i < g->nforced && has_checks(g); i++) {
        const struct Forced *f = &g->forced[i];
        if (size_last_scalar_of(f->size, f->other) != last)
            continue;
        text_add(t, "    if (");
        add_c_size(t, f->size);
        text_add(t, " != ");
        add_c_size(t, f->other);
        text_add(t, ")\n        return PTE_NOT_SUPPORTED;\n");
    }
}

static int64_t most_elements(const Value *v)
{
    return value_bound_bytes(v) / (int64_t)dtype_bytes((int)v->type.dtype);
}

/* Do the ranges of its extents show that a value fits the memory planned for it? */
static bool always_fits(const Value *v)
{
    if (value_numel(v) == size_const(0))
        return true;
    for (int i = 0; i < v->type.rank; i++)
        if (v->type.dim[i]->lo < 0)
            return false;
    return value_numel(v)->hi <= most_elements(v);
}

static bool same_extents(const Value *v, const Value *w)
{
    bool same = v->type.rank == w->type.rank;
    for (int i = 0; same && i < v->type.rank; i++)
        same = v->type.dim[i] == w->type.dim[i];
    return same;
}

static bool fits_like(const Value *v, const Value *tested)
{
    return tested && same_extents(v, tested) && most_elements(tested) <= most_elements(v);
}

/* Has an operand, or a result before this one, already had to pass the same test? */
static bool is_tested(const Step *s, int out)
{
    for (int i = 0; i < s->nin; i++)
        if (s->in[i] && fits_like(s->out[out], value_root(s->in[i])))
            return true;
    for (int i = 0; i < out; i++)
        if (fits_like(s->out[out], s->out[i]))
            return true;
    return false;
}

static void add_value_check(Text *t, const Value *v)
{
    text_add(t, "    if (!PTE_FITS(%" PRId64, most_elements(v));
    for (int i = 0; i < v->type.rank; i++) {
        text_add(t, ", ");
        add_c_size(t, v->type.dim[i]);
    }
    text_add(t, "))\n        return PTE_OUT_OF_RESOURCES;\n");
}

/* Is a product, split into its constant factor and the others. */
typedef struct Product {
    const Size **factor;
    int count;
    int64_t constant;
} Product;

static void multiply(Product *p, const Size *s)
{
    if (s->kind == S_MUL) {
        multiply(p, s->a);
        multiply(p, s->b);
    } else if (!size_is_const(s)) {
        PUSH(p->factor, p->count, s);
    } else if (s->lo < 0 || p->constant > INT32_MAX || s->lo > INT32_MAX) {
        p->constant = INT64_MAX;
    } else {
        p->constant *= s->lo;
    }
}

static Product product_of(const Size *s)
{
    Product p = {.constant = 1};
    multiply(&p, s);
    return p;
}

/* Takes the factors of `by` out of `p`, if all are there. */
static bool divide(Product *p, const Product *by)
{
    Product rest = {.factor = NEW(const Size *, p->count), .count = p->count};
    for (int i = 0; i < p->count; i++)
        rest.factor[i] = p->factor[i];
    for (int i = 0; i < by->count; i++) {
        int k = 0;
        while (k < rest.count && rest.factor[k] != by->factor[i])
            k++;
        if (k == rest.count)
            return false;
        rest.factor[k] = rest.factor[--rest.count];
    }
    p->factor = rest.factor;
    p->count = rest.count;
    return true;
}

/* Is `s` a product of extents of `v`, so that the test of `v` was one of `s` too? */
static bool follows_from(const Size *s, const Value *v)
{
    Product rest = product_of(s);
    int64_t constant = 1;
    if (value_numel(v) == size_const(0)) /* there was no test */
        return false;
    for (int i = 0; i < v->type.rank; i++) {
        Product extent = product_of(v->type.dim[i]);
        if (divide(&rest, &extent) && constant <= INT32_MAX && extent.constant <= INT32_MAX)
            constant *= extent.constant;
    }
    return rest.count == 0 && rest.constant <= constant;
}

static bool is_known(const Size *s, const Step *step)
{
    if (s->lo >= INT32_MIN && s->hi <= INT32_MAX)
        return true;
    for (int i = 0; i < step->nin; i++)
        if (step->in[i] && !step->in[i]->scalar && follows_from(s, value_root(step->in[i])))
            return true;
    for (int i = 0; i < step->nout; i++)
        if (step->out[i] && follows_from(s, step->out[i]))
            return true;
    return false;
}

static bool is_among(const SizeList *list, int n, const Size *s)
{
    for (int i = 0; i < n; i++)
        if (list->item[i] == s)
            return true;
    return false;
}

void add_size_checks(Text *t, const Graph *g, const Step *s, SizeList sizes)
{
    if (!has_checks(g))
        return;
    for (int i = 0; i < s->nout; i++)
        if (s->out[i] && !always_fits(s->out[i]) && !is_tested(s, i))
            add_value_check(t, s->out[i]);
    for (int i = 0; i < sizes.count; i++) {
        Size *size = sizes.item[i];
        if (is_known(size, s) || is_among(&sizes, i, size))
            continue;
        text_add(t, "    if (");
        add_c_size(t, size);
        text_add(t, " > INT32_MAX");
        if (size->lo < INT32_MIN) {
            text_add(t, " || ");
            add_c_size(t, size);
            text_add(t, " < INT32_MIN");
        }
        text_add(t, ")\n        return PTE_OUT_OF_RESOURCES;\n");
    }
}
