/* SPDX-License-Identifier: 0BSD
 * Maps that read a table at each byte of a tensor: vector kernels look up many bytes at once, those
 * of products before they leave the processor; kernels for microcontrollers those of products. */
#include "transform/lookups.h"
#include "graph/build.h"
#include "graph/constants.h"
#include "graph/quantised.h"
#include "graph/rewrite.h"
#include "select/registry.h"
#include "select/select.h"

#include <string.h>

enum { ENTRIES = 256 };

/* Is the step in1[in0], a look-up in a constant table? Signed bytes count from the middle. */
static bool reads_table(const Step *s)
{
    if (s->kind != K_MAP || s->nin != 2 || s->expr->op != E_AT || !has_8_bits(s->in[0]) ||
        !has_8_bits(s->in[1]) || !value_is_const(s->in[1]) || !same_places(s->in[0], s->out[0]) ||
        !layout_is_dense(s->in[0]))
        return false;
    return value_numel(s->in[1]) == size_const(ENTRIES) &&
           expr_equal(s->expr->arg[1], table_index(s->in[0]));
}

/* Returns the table with the entry for the byte of bits i at i. */
static Value *by_bits(Graph *g, const Value *table, bool is_signed)
{
    const uint8_t *from = const_data(table);
    uint8_t *to = NEW(uint8_t, ENTRIES);
    for (int i = 0; i < ENTRIES; i++)
        to[i] = from[is_signed ? (i + ENTRIES / 2) % ENTRIES : i];
    Value *v = value_const(g, U8, 1, (int64_t[]){ENTRIES}, to);
    v->role = table->role;
    return v;
}

/* Does a kernel that looks results up in the table come before those that do not? */
static bool takes_table(const Graph *g, const Step *products, Value *table)
{
    if (products->in[CONV_TABLE])
        return false;
    FOR_BACKENDS(b, g->model->options)
        if (b->will_take)
            return b->will_take(products);
    Step with = *products;
    with.in = NEW(Value *, with.nin);
    memcpy(with.in, products->in, (size_t)with.nin * sizeof *with.in);
    with.in[CONV_TABLE] = table;
    return comes_first(g, &with, products);
}

/* Returns the convolution or product whose bytes go through the table and nowhere else, if a kernel
 * takes both; else NULL. */
static Step *products_before(const Graph *g, const OnlyReader *r, const Step *s, Value *table)
{
    const Value *v = s->in[0];
    Step *p = v->view_of || r->count[v->id] != 1 ? NULL : v->def;
    if (!p || p->block != s->block || v->type.dtype != I8 || s->out[0]->type.dtype != I8)
        return NULL;
    bool sums = p->kind == K_CONV || p->kind == K_GEMM;
    return sums && takes_table(g, p, table) ? p : NULL;
}

void look_up_at_once(Graph *g)
{
    OnlyReader r = only_readers(g);
    FOR_BLOCKS(b, g)
        FOR_STEPS(s, b) {
            if (!reads_table(s))
                continue;
            Value *table = by_bits(g, s->in[1], s->in[0]->type.dtype == I8);
            Step *products = products_before(g, &r, s, table);
            if (products) {
                products->in[CONV_TABLE] = table;
                take_over(products, s);
                continue;
            }
            Step look_up = *s;
            look_up.in = NEW(Value *, 2);
            look_up.in[0] = s->in[0];
            look_up.in[1] = table;
            look_up.kind = K_OPAQUE;
            look_up.fn = FN_TABLE;
            look_up.expr = NULL;
            if (comes_first(g, &look_up, s))
                *s = look_up;
        }
}
