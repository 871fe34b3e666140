/* SPDX-License-Identifier: 0BSD
 * Which steps can run a few rows at a time, and which rows they read. */
#include "plan/strips/rows.h"
#include "graph/access.h"
#include "graph/build.h"
#include "graph/layouts.h"
#include "graph/nest.h"
#include "select/registry.h"

/* Is it a single picture whose rows lie one behind the other? */
bool has_picture_rows(const Value *v)
{
    return v->type.rank == 4 && value_is_static(v) && v->type.dim[0] == size_const(1) &&
           (channels_last(v) || (v->type.dim[1] == size_const(1) && layout_is_row_major(v)));
}

/* Does the step's kernel compute any rows by themselves? Not if blocks of them begin at fixed rows,
 * so that the blocks of strips would have other bits. */
static bool has_kernel_by_rows(const Step *s)
{
    const Kernel *k = s->kernel;
    return k && k->params->rows.function && !k->backend->row_block && !called_library(s) &&
           s->win.rank == 2 && value_is_static(s->in[0]);
}

static bool is_conv_by_rows(const Step *s)
{
    return s->kind == K_CONV && !s->transposed && has_kernel_by_rows(s);
}

static bool operands_are_static(const Step *s)
{
    for (int i = 0; i < s->nin; i++)
        if (!s->in[i]->scalar && !value_is_static(s->in[i]))
            return false;
    return true;
}

/* Is the step a loop whose outermost turns are rows, or pieces of rows? Where a kernel of ptec's
 * own takes it, a strip has the loop. */
static bool is_map_by_rows(const Step *s)
{
    if (s->kind != K_MAP || called_library(s) || s->joined_rows || is_positional(s) ||
        !operands_are_static(s))
        return false;
    Nest n = make_nest(s);
    zfree(n.lane);
    return n.rank > 0 && n.axis[0] == ROW_AXIS;
}

/* Does the pool have one window over all of a picture, and a kernel that takes its rows in turns?
 */
bool pools_whole_rows(const Step *s)
{
    const Window *w = &s->win;
    return s->kind == K_POOL && kernel_variant(s->kernel, VARIANT_TURNS) && w->rank == 2 &&
           has_picture_rows(s->in[0]) && value_numel(s->out[0]) == s->out[0]->type.dim[1] &&
           w->pad[0] == 0 && w->pad[1] == 0 && w->dilation[0] == 1 && w->dilation[1] == 1;
}

/* Averages that count the padding want to know where the picture ends. */
static bool is_pool_by_rows(const Step *s)
{
    return s->kind == K_POOL && has_kernel_by_rows(s) && (s->nout == 1 || !s->out[1]) &&
           !(s->count_pad && s->win.pad[0]);
}

/* Does the reduction sum up the rows of a picture? Its sums then grow in the result, turn by turn.
 */
static bool is_reduced_by_rows(const Step *s)
{
    if (s->kind != K_REDUCE || s->kernel || !has_picture_rows(s->in[0]) || !operands_are_static(s))
        return false;
    Nest n = make_nest(s);
    zfree(n.lane);
    return n.along && n.kept == 0 && n.axis[0] == ROW_AXIS;
}

bool sums_rows(const Step *s)
{
    return pools_whole_rows(s) || is_reduced_by_rows(s);
}

bool may_run_by_rows(const Step *s)
{
    return sums_rows(s) || (has_picture_rows(s->out[0]) &&
                            (is_conv_by_rows(s) || is_pool_by_rows(s) || is_map_by_rows(s)));
}

bool slides_over_rows(const Step *s)
{
    return s->kind == K_CONV || (s->kind == K_POOL && !pools_whole_rows(s));
}

int64_t height(const Step *s)
{
    const Value *v = s->kind == K_REDUCE ? s->in[0] : s->out[0];
    return pools_whole_rows(s) ? s->win.kernel[0] : size_value(v->type.dim[ROW_AXIS]);
}

int64_t row_bytes(const Step *s)
{
    return value_bound_bytes(s->out[0]) / height(s);
}

bool reads_by_rows(const Step *s, int operand)
{
    if (s->kind != K_MAP)
        return true;
    Nest n = make_nest(s);
    bool moves = lane_moves(&n, operand + 1, 0);
    zfree(n.lane);
    return moves && size_value(s->in[operand]->type.dim[ROW_AXIS]) == height(s);
}
