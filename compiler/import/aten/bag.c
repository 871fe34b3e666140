/* SPDX-License-Identifier: 0BSD
 * Embeddings in bags: rows of a table, put together in groups that offsets begin. */
#include "graph/build.h"
#include "import/build/copy.h"
#include "import/build/rows.h"
#include "import/call/arguments.h"
#include "import/call/call.h"
#include "import/call/demands.h"
#include "import/call/steps.h"

/* Holds a result and what a kernel writes in its place: i64, which copy_to() then converts. */
typedef struct Counted {
    Value *out; /* NULL for one that nobody reads */
    Value *wide;
} Counted;

static Counted counted_out(Call *c, const char *name, int rank, Size *const *dim)
{
    return (Counted){arg_out(c, name, rank, dim), value_new(c->g, I64, rank, dim)};
}

/* How many rows each bag has. Behind a last offset, the form without gradients has room for one bag
 * more in the file than there are: then the program may not read this. */
static Counted sizes_out(Call *c, Size *const *bags)
{
    if (out_bound(c, "out2") <= bags[0]->hi)
        return counted_out(c, "out2", 1, bags);
    arg_out_unwritten(c, "out2");
    return (Counted){NULL, value_new(c->g, I64, 1, bags)};
}

static void fill_with_zeros(Call *c, Value *out)
{
    emit_map(c, out, 0, NULL, expr_number(0, loaded_dtype(out)));
}

/* Writes, beside the rows, which bag an index is in, unless the file leaves no room for that, and
 * how many rows a bag has. PyTorch counts them for means and maxima only, and gives the number
 * again as the fourth result, where maxima have the rows that they are from. */
void lower_embedding_bag(Call *c)
{
    enum { SUM, MEAN, MAX };
    Value *weight = arg_tensor(c, "weight"), *scale = arg_maybe(c, "per_sample_weights");
    Value *index = arg_as_indices(c, "indices"), *offset = arg_as_indices(c, "offsets");
    int64_t mode = arg_int(c, "mode"), padding = arg_int(c, "padding_idx");
    DType type = float_dtype(weight);
    need_rank(c, "weight", weight, 2);
    need_rank(c, "indices", index, 1);
    need_rank(c, "offsets", offset, 1);
    if (mode < SUM || mode > MAX || (scale && mode != SUM))
        refuse(c, "there is no such way to put rows together");
    if (scale) {
        need_rank(c, "per_sample_weights", scale, 1);
        need_equal(c, "weights of the rows", scale->type.dim[0], index->type.dim[0]);
    }
    need_int32(c, "the padding", padding);
    Size *last = size_const(arg_bool(c, "include_last_offset") ? -1 : 0);
    Size *row[] = {size_op(S_ADD, offset->type.dim[0], last), weight->type.dim[1]};
    if (row[0]->hi < 0)
        refuse(c, "there is no last offset");
    Value *out = arg_out(c, "out0", 2, row), *wide = value_new(c->g, type, 2, row);
    bool listed = out_bound(c, "out1") > 0;
    Size *none = size_const(0);
    Counted bag = counted_out(c, "out1", 1, listed ? index->type.dim : &none);
    Counted size = sizes_out(c, row);
    Counted most = counted_out(c, "out3", mode == MAX ? 2 : 1, row);
    Step *s = emit_step(c, K_OPAQUE, 4, 4);
    s->fn = FN_EMBEDDING_BAG;
    s->mode = (int)mode;
    s->padding = (int)padding;
    s->in[0] = row_major(c, as_dtype(c, weight, type));
    s->in[1] = index;
    s->in[2] = offset;
    s->in[3] = scale ? row_major(c, as_dtype(c, scale, type)) : NULL;
    s->out[0] = wide;
    s->out[1] = listed ? bag.wide : NULL;
    s->out[2] = mode == SUM ? NULL : size.wide;
    s->out[3] = mode == MAX ? most.wide : NULL;
    s->effect = true; /* an index out of range ends the call with a status */
    step_append(c->block, s);
    copy_to(c, wide, out);
    if (listed)
        copy_to(c, bag.wide, bag.out);
    else
        fill_with_zeros(c, bag.out);
    if (mode == SUM) {
        if (size.out)
            fill_with_zeros(c, size.out);
        fill_with_zeros(c, most.out);
        return;
    }
    if (size.out)
        copy_to(c, size.wide, size.out);
    copy_to(c, mode == MAX ? most.wide : size.wide, most.out);
}
