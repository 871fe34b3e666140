/* SPDX-License-Identifier: 0BSD
 * Which steps threads compute in parts, along which extent of their kernel's parameters. Parts are
 * of the result: each of its elements is computed as ever, so the number of threads changes no bit.
 */
#include "plan/split.h"
#include "graph/cost.h"
#include "graph/nest.h"
#include "kernels/params.h"
#include "plan/strips/strips.h"
#include "select/registry.h"

#include <string.h>

enum { PART_WORK = 10000 }; /* nanoseconds; a thread that waits gets a part in about 1000 */

static const Split conv_images = {
    .extent = "n",
    .move = {{"out", "p.os.n"}, {"in", "p.is.n"}, {"image_scale", "1"}, {"image_zero", "1"}},
    .optional = {{"add", "p.os.n"}}};
static const Split conv_rows = {.extent = "oh",
                                .move = {{"out", "p.os.h"}},
                                .optional = {{"add", "p.os.h"}},
                                .change = "p.ph -= from * p.sh"};
static const Split conv_blocks = {.extent = "oh",
                                  .unit = UNIT_ROW_BLOCK,
                                  .move = {{"out", "p.os.h"}},
                                  .optional = {{"add", "p.os.h"}},
                                  .change = "p.ph -= from * p.sh"};
static const Split conv_columns = {.extent = "ow",
                                   .move = {{"out", "p.os.w"}},
                                   .optional = {{"add", "p.os.w"}},
                                   .change = "p.pw -= from * p.sw"};
static const Split conv_positions = {.extent = "ow",
                                     .flat = true,
                                     .move = {{"out", "p.os.w"}, {"in", "p.is.w"}},
                                     .optional = {{"add", "p.os.w"}},
                                     .change = "p.w = p.ow"};
static const Split transposed_rows = {
    .extent = "oh", .move = {{"out", "p.os.h"}}, .change = "p.ph += from"};
static const Split transposed_columns = {
    .extent = "ow", .move = {{"out", "p.os.w"}}, .change = "p.pw += from"};
static const Split gemm_batch = {.extent = "batch",
                                 .move = {{"out", "p.os.b"}, {"a", "p.as.b"}, {"b", "p.bs.b"}},
                                 .optional = {{"c", "p.cs.b"}, {"add", "p.os.b"}}};
static const Split gemm_rows = {
    .extent = "m",
    .move = {{"out", "p.os.r"}, {"a", "p.as.r"}, {"row_scale", "1"}, {"row_zero", "1"}},
    .optional = {{"c", "p.cs.r"}, {"add", "p.os.r"}}};
static const Split gemm_columns = {.extent = "n",
                                   .move = {{"out", "p.os.c"}, {"b", "p.bs.c"}, {"scale", "1"}},
                                   .optional = {{"c", "p.cs.c"}}};
static const Split gemm_panels = {.extent = "n",
                                  .unit = UNIT_PANEL,
                                  .move = {{"out", "p.os.c"}, {"weight", "p.k"}, {"bias", "1"}},
                                  .optional = {{"add", "p.os.c"}}};
static const Split pool_images = {.extent = "n",
                                  .move = {{"out", "p.os.n"}, {"in", "p.is.n"}},
                                  .optional = {{"index", "p.os.n"}}};
static const Split pool_channels = {.extent = "c",
                                    .move = {{"out", "p.os.c"}, {"in", "p.is.c"}},
                                    .optional = {{"index", "p.os.c"}}};
static const Split pool_rows = {.extent = "oh",
                                .move = {{"out", "p.os.h"}},
                                .optional = {{"index", "p.os.h"}},
                                .change = "p.ph -= from * p.sh"};
static const Split softmax_rows = {.extent = "outer",
                                   .move = {{"out", "p.n * p.inner"}, {"in", "p.n * p.inner"}}};
static const Split norm_rows = {.extent = "outer",
                                .move = {{"out", "p.n"}, {"in", "p.n"}},
                                .optional = {{"mean", "1"}, {"rstd", "1"}}};
static const Split table_bytes = {.extent = "n", .move = {{"out", "1"}, {"in", "1"}}};
static const Split move_slices = {
    .extent = "extent[0]",
    .change = "p.dst_offset += from * p.dst_stride[0], p.src_offset += from * p.src_stride[0]"};

/* Holds the ways to split a step, the preferred one first. */
typedef struct Ways {
    const Split *split[3];
    int count;
} Ways;

static void add_way(Ways *w, const Split *split)
{
    w->split[w->count++] = split;
}

static bool has_rows_without_gaps(const Value *v)
{
    Size *const *stride = v->layout.stride;
    return v->type.rank == 4 && stride[2] == size_op(S_MUL, stride[3], v->type.dim[3]);
}

/* Does a 1x1 convolution visit all positions, and no padding, as they lie in memory? */
static bool is_flat(const Step *s)
{
    const Type *in = &s->in[CONV_IN]->type, *out = &s->out[0]->type;
    for (int i = 0; i < 2; i++)
        if (s->win.rank != 2 || s->win.kernel[i] != 1 || s->win.stride[i] != 1 || s->win.pad[i] ||
            in->dim[2 + i] != out->dim[2 + i])
            return false;
    return has_rows_without_gaps(s->in[CONV_IN]) && has_rows_without_gaps(s->out[0]);
}

/* Adds the ways to split a convolution. Columns are split only in results of one row, because
 * vector kernels write rows without gaps. */
static void conv_ways(const Step *s, Ways *w)
{
    bool one_row = s->win.rank == 1 || s->out[0]->type.dim[2] == size_const(1);
    add_way(w, &conv_images);
    if (s->transposed)
        add_way(w, one_row ? &transposed_columns : &transposed_rows);
    else if (is_flat(s))
        add_way(w, &conv_positions);
    else if (one_row)
        add_way(w, &conv_columns);
    else
        add_way(w, s->kernel->backend->row_block ? &conv_blocks : &conv_rows);
}

/* Adds the ways to split a product. Packed columns lie in panels, and those of bytes have numbers
 * behind them, so they stay together. Scales of rows have no stride from column to column. */
static void gemm_ways(const Step *s, Ways *w)
{
    add_way(w, &gemm_batch);
    add_way(w, &gemm_rows);
    if (s->kernel->pack && s->requant == RQ_NONE)
        add_way(w, &gemm_panels);
    else if (!s->kernel->pack && s->requant != RQ_ROWS)
        add_way(w, &gemm_columns);
}

/* Adds the ways to split a pool. Not rows where the divisor of an average depends on its row,
 * because it counts the padding. */
static void pool_ways(const Step *s, Ways *w)
{
    add_way(w, &pool_images);
    if (s->pool == POOL_MAX || s->divisor || !s->count_pad)
        add_way(w, &pool_rows);
    add_way(w, &pool_channels);
}

/* Does the kernel work in scratch? The parts of the step would all write to it. */
static bool has_scratch(const Step *s)
{
    return (s->kind == K_CONV || s->kind == K_GEMM) && s->nout > 1;
}

/* Returns the ways to split a step. Parameters of kernels for microcontrollers have no strides to
 * move by. */
static Ways ways_of(const Step *s)
{
    Ways w = {.count = 0};
    if (has_scratch(s) || called_library(s) || (s->kernel && s->kernel->backend->keeps_together))
        return w;
    if (s->kind == K_CONV)
        conv_ways(s, &w);
    else if (s->kind == K_GEMM)
        gemm_ways(s, &w);
    else if (s->kind == K_POOL)
        pool_ways(s, &w);
    else if (s->kind == K_SOFTMAX)
        add_way(&w, &softmax_rows);
    else if (s->kind == K_NORM)
        add_way(&w, &norm_rows);
    else if (s->kind == K_MOVE)
        add_way(&w, &move_slices);
    else if (s->kind == K_OPAQUE && s->fn == FN_TABLE)
        add_way(&w, &table_bytes);
    return w;
}

static int64_t extent_in(const Params *p, const Split *split)
{
    for (int i = 0; i < p->count; i++)
        if (strcmp(p->param[i].field, split->extent) == 0)
            return p->param[i].size->hi;
    return 0;
}

/* Returns the extent that is split, in units of `split`; for a move, that of its largest piece. */
static int64_t extent_of(const Step *s, const Split *split)
{
    int64_t most = 0, unit = split_unit(s) ? split_unit(s) : 1;
    int pieces = s->kind == K_MOVE ? s->npieces : 1;
    for (int i = 0; i < pieces; i++) {
        Params p = {0};
        if (s->kind == K_MOVE)
            move_params(s, i, &p);
        else
            s->kernel->params->set(s, &p);
        int64_t extent = (extent_in(&p, split) + unit - 1) / unit;
        most = extent > most ? extent : most;
    }
    return most;
}

/* Takes the first way that splits the step into `parts` parts, else the way into most parts. */
static void choose_split(Step *s, int64_t parts)
{
    Ways w = ways_of(s);
    const Split *best = NULL;
    int64_t most = 1;
    for (int i = 0; i < w.count && most < parts; i++) {
        s->split = w.split[i]; /* parameters depend on it */
        int64_t extent = extent_of(s, s->split);
        if (extent <= most)
            continue;
        most = extent < parts ? extent : parts;
        best = s->split;
    }
    s->split = best;
    s->parts = best ? (int)most : 0;
}

static void choose_loop_parts(Step *s, int64_t parts)
{
    const Size *extent = outermost_extent(s);
    if (!extent)
        return;
    parts = parts < extent->hi ? parts : extent->hi;
    s->parts = parts > 1 ? (int)parts : 0;
}

static void choose_strip_parts(Strip *strip, int64_t parts)
{
    for (const Step *s = strip->first; s != strip->last->next; s = s->next)
        if (has_scratch(s) || (s->kernel && s->kernel->params->rows.of_all))
            return;
    int64_t rows = strip->last->out[0]->type.dim[2]->hi;
    parts = parts < rows ? parts : rows;
    if (parts > 1)
        split_strip(strip, (int)parts);
}

static int64_t strip_nanoseconds(const Strip *strip)
{
    int64_t n = 0;
    for (const Step *s = strip->first; s != strip->last->next; s = s->next)
        n += step_nanoseconds(s);
    return n;
}

void split_steps(Graph *g)
{
    const Options *o = g->model->options;
    if (o->threads < 2)
        return;
    int64_t worth = o->part_work ? o->part_work : PART_WORK;
    FOR_BLOCKS(b, g)
        FOR_STEPS(s, b) {
            int64_t work = s->strip ? strip_nanoseconds(s->strip) : step_nanoseconds(s);
            int64_t parts = work / worth < o->threads ? work / worth : o->threads;
            if (s->strip && s == s->strip->last && !g->model->savings.by_rows)
                choose_strip_parts(s->strip, parts);
            else if (makes_operator(s)) /* one of a library, which has no parts */
                continue;
            else if (!s->strip && s->kernel)
                choose_split(s, parts);
            else if (!s->strip && s->kind != K_SCALAR && s->kind != K_FOREIGN)
                choose_loop_parts(s, parts);
        }
}
