/* SPDX-License-Identifier: 0BSD
 * Maps over short rows of bytes, as those that scale channels: what all rows share is repeated, so
 * that several rows are one and fill the vectors into which compilers put so many bytes. */
#include "transform/short_rows.h"
#include "graph/access.h"
#include "graph/build.h"
#include "graph/constants.h"
#include "graph/nest.h"

#include <string.h>

enum { VECTOR_BYTES = 64, MOST_ELEMENTS = 1024 };

/* Returns how many of n elements are left over behind vectors, plus how many behind half ones. */
static int64_t left_over(int64_t n)
{
    return n % VECTOR_BYTES + n % (VECTOR_BYTES / 2);
}

/* Returns how many of `rows` rows should become one, so that the least part of it is left over. */
static int64_t best_repeat(int64_t rows, int64_t columns)
{
    int64_t best = 1;
    for (int64_t n = 2; n <= rows && n * columns <= MOST_ELEMENTS; n++)
        if (rows % n == 0 && left_over(n * columns) * best < left_over(best * columns) * n)
            best = n;
    return best;
}

/* Does the lane read the same elements for all rows? */
static bool is_shared(const Nest *n, int lane)
{
    return !lane_moves(n, lane, 0) && lane_moves(n, lane, 1);
}

/* Is the value a constant, without being known here? Copies of it when the program runs would be
 * as long as what they save. */
static bool is_far_constant(const Value *v)
{
    return value_is_const(value_root((Value *)v)) && !value_is_known(v);
}

static int64_t rows_to_join(const Step *s)
{
    if (s->kind != K_MAP || !has_8_bits(s->out[0]) || is_positional(s) ||
        s->out[0]->type.rank == 0 || s->out[0]->type.dim[0] != size_const(1))
        return 1;
    Nest n = make_nest(s);
    if (n.rank != 2 || !size_is_const(n.extent[0]) || !size_is_const(n.extent[1]))
        return 1;
    for (int k = 0; k < n.nlanes; k++) {
        const Value *v = n.lane[k].v;
        bool moves = lane_moves(&n, k, 0) || lane_moves(&n, k, 1);
        if (moves && (n.lane[k].explicit_strides || !lane_moves(&n, k, 1) ||
                      (is_shared(&n, k) && is_far_constant(v))))
            return 1;
    }
    return best_repeat(size_value(n.extent[0]), size_value(n.extent[1]));
}

/* Returns a constant that has the elements of `v` so many times, with axes of sizes `dim`. */
static Value *repeated_constant(Graph *g, const Value *v, int rank, Size *const *dim, int64_t rows)
{
    size_t size = (size_t)size_value(value_numel(v)) * (size_t)dtype_bytes((int)v->type.dtype);
    const void *from = const_in_row_order(v);
    int64_t axes[MAX_RANK];
    char *data = NEW(char, (size_t)rows *size);
    for (int i = 0; i < rank; i++)
        axes[i] = size_value(dim[i]);
    for (size_t i = 0; i < (size_t)rows; i++)
        memcpy(data + i * size, from, size);
    return value_const(g, v->type.dtype, rank, axes, data);
}

/* Returns a copy of the operand that has it `rows` times, along axis 0. */
static Value *repeated(Graph *g, Step *s, Value *v, int64_t rows)
{
    int rank = s->out[0]->type.rank, before = rank - v->type.rank;
    Size *dim[MAX_RANK] = {size_const(rows)};
    for (int i = 1; i < rank; i++)
        dim[i] = i < before ? size_const(1) : v->type.dim[i - before];
    if (value_is_known(v))
        return repeated_constant(g, v, rank, dim, rows);
    Step *copy = step_new(g, K_MAP, 1, 1);
    copy->in[0] = v;
    copy->out[0] = value_new(g, v->type.dtype, rank, dim);
    for (int i = 1; i < rank; i++)
        if (i >= before)
            copy->out[0]->layout.stride[i] = v->layout.stride[i - before];
    copy->expr = expr_in(0, v->type.dtype);
    copy->out[0]->def = copy;
    copy->source = (Source){.instr = s->source.instr, .op = "layout::repeat"};
    step_insert_before(s, copy);
    return copy->out[0];
}

void join_short_rows(Graph *g)
{
    FOR_BLOCKS(b, g)
        FOR_STEPS(s, b) {
            int64_t rows = rows_to_join(s);
            if (rows == 1)
                continue;
            Nest n = make_nest(s);
            for (int i = 0; i < s->nin; i++)
                if (is_shared(&n, i + 1))
                    s->in[i] = repeated(g, s, s->in[i], rows);
            s->joined_rows = rows;
        }
}
