/* SPDX-License-Identifier: 0BSD
 * Rows that a loop collects: one each time, in a tensor of as many rows as the loop has turns. The
 * file says neither number where it is known only at run time, but both are before the loop. */
#include "graph/build.h"
#include "graph/foreign.h"
#include "import/build/rows.h"
#include "import/call/arguments.h"
#include "import/call/call.h"
#include "import/call/slots.h"
#include "import/call/state.h"
#include "model.h"

#include <string.h>

/* Returns the first block of the innermost loop around the current block, or -1 if there is
 * none. */
static int loop_start(const Import *im)
{
    for (int k = im->current; k >= 0; k--)
        for (int i = 0; i < im->block[k].npreds; i++)
            if (im->block[k].pred[i] >= im->current)
                return k;
    return -1;
}

static bool computes(const Step *s, const Size *n)
{
    for (int i = 0; s->foreign && i < s->foreign->nextents; i++)
        if (s->foreign->extent[i] == n)
            return true;
    return s->size == n;
}

static void need_known_before(Call *c, int loop, const Size *n)
{
    const Size *last = size_last_scalar(n);
    for (int k = loop; last && k >= 0 && k <= c->im->current; k++)
        for (const Step *s = c->im->block[k].block->first; s; s = s->next)
            if (computes(s, last))
                refuse(c, "the loop computes the size of the rows that it collects");
}

/* Puts zeros into the slot at the end of the block. The first `rank` extents are `dim`, any others
 * are the file's. */
static void start_rows(Import *im, int block, int slot, int rank, Size *const *dim)
{
    const FileTensor *t = im->m->value[slot].tensor;
    Value *v = value_of_tensor(im->g, t);
    Step *s = step_new(im->g, K_MAP, 0, 1);
    memcpy(v->type.dim, dim, (size_t)rank * sizeof *dim);
    layout_from_dim_order(v, t->dim_order);
    v->slot = slot;
    s->out[0] = v;
    s->expr = expr_cast(expr_number(0, loaded_dtype(v)), v->type.dtype);
    s->source = (Source){.instr = -1, .op = "rows that a loop collects"};
    step_append(im->block[block].block, s);
    write_slot(im, block, slot, v);
}

/* Puts zeros into the slot before the loop, on the ways into it only: others still need what was in
 * the slot. */
static void start_before(Call *c, int loop, int slot, int rank, Size *const *dim)
{
    Import *im = c->im;
    if (loop < 0)
        refuse(c, "it is in no loop, and ptec collects rows nowhere else");
    for (int i = 0; i < im->block[loop].npreds; i++) {
        int k = im->block[loop].pred[i];
        if (k < loop && im->block[k].block->end != T_JUMP)
            refuse(c, "its loop begins where a branch leads");
        if (k < loop)
            start_rows(im, k, slot, rank, dim);
    }
}

/* Collects as many rows as the loop counts to: each time it writes another one. */
void lower_copy_index(Call *c)
{
    Import *im = c->im;
    Value *row = arg_tensor(c, "copy_from");
    int slot = c->args[0], rank = row->type.rank + 1, loop = loop_start(im);
    Size *dim[MAX_RANK + 1] = {arg_count_end(c, "index")};
    if (im->m->value[slot].kind != FV_TENSOR)
        refuse(c, "'copy_to' is no tensor");
    if (im->m->value[slot].tensor->rank != rank + arg_is_complex(c, "copy_to"))
        refuse(c, "a row of rank %d for a tensor of rank %d", rank - 1,
               im->m->value[slot].tensor->rank);
    if (!dim[0])
        refuse(c, "how many rows there will be is not known before the loop");
    memcpy(dim + 1, row->type.dim, sizeof row->type.dim);
    for (int i = 0; i < rank; i++)
        need_known_before(c, loop, dim[i]);
    start_before(c, loop, slot, rank, dim);
    Value *out = arg_out(c, "copy_to", rank, dim), *rows = arg_tensor(c, "copy_to");
    for (int i = 0; i < rank; i++)
        if (rows->type.dim[i] != dim[i])
            refuse(c, "other rows of the same tensor have other sizes");
    scatter_rows(c, rows, arg_as_index(c, "index"), row, 0, FN_REPLACE, out);
}
