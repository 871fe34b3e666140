/* SPDX-License-Identifier: 0BSD
 * What a method that runs by steps computes in one call: a step, or a turn of a strip. */
#include "plan/strips/bound.h"
#include "graph/build.h"
#include "graph/cost.h"
#include "model.h"
#include "plan/strips/rows.h"
#include "plan/strips/strips.h"

/* Returns how many rows a turn computes: about the same number in each, of no more multiply-adds
 * than `most` together, if a single row has no more. */
static int64_t rows_of_turn(const Step *s, int64_t most)
{
    int64_t all = height(s), rows = max64(1, most / quotient_up(step_macs(s), all));
    return quotient_up(all, quotient_up(all, rows));
}

static void bound_step(Graph *g, Step *s, int64_t most)
{
    if (s->strip || step_macs(s) <= most || !may_run_by_rows(s))
        return;
    int64_t rows = rows_of_turn(s, most);
    Chain c = {.stage = {{.s = s, .turns = {.rows = rows, .turns = 1, .start = rows}}}, .count = 1};
    if (rows < height(s) && simulate(&c))
        make_strip(g, &c);
}

void bound_pieces(Graph *g)
{
    FOR_BLOCKS(b, g)
        FOR_STEPS(s, b)
            bound_step(g, s, g->model->options->max_piece);
}

/* Counts the rows of the step's result that are there behind a turn, as pte_turns_end() does. */
static int64_t rows_behind(const Step *s, int64_t turn)
{
    const Turns *t = &s->turns;
    return turn < 0 ? 0 : max64(0, min64(height(s), (turn * t->rows + t->start) / t->turns));
}

static int64_t turn_macs(const Strip *strip, int64_t turn)
{
    int64_t macs = 0;
    for (const Step *s = strip->first; s != strip->last->next; s = s->next)
        macs += step_macs(s) / height(s) * (rows_behind(s, turn) - rows_behind(s, turn - 1));
    return macs;
}

static int64_t longest_turn(const Strip *strip)
{
    int64_t most = 0;
    for (int64_t turn = 0; rows_behind(strip->last, turn - 1) < height(strip->last); turn++)
        most = max64(most, turn_macs(strip, turn));
    return most;
}

/* Counts the multiply-adds of the strip whose last step is `s`, as one piece where threads compute
 * it. */
static int64_t strip_macs(const Strip *strip)
{
    int64_t macs = 0;
    if (!strip->parts)
        return longest_turn(strip);
    for (const Step *s = strip->first; s != strip->last->next; s = s->next)
        macs += step_macs(s);
    return macs;
}

LongestPiece longest_piece(const Graph *g)
{
    LongestPiece longest = {0};
    FOR_BLOCKS(b, g)
        FOR_STEPS(s, b) {
            if (s->strip && s != s->strip->last)
                continue;
            int64_t macs = s->strip ? strip_macs(s->strip) : step_macs(s);
            if (macs > longest.macs)
                longest = (LongestPiece){s, macs};
        }
    return longest;
}
