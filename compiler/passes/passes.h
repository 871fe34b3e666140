/* SPDX-License-Identifier: 0BSD
 * The passes, in their order, and what they ask each other. */
#ifndef PTEC_PASSES_H
#define PTEC_PASSES_H

#include "graph/graph.h"

Graph *import_method(Model *m, const struct FileMethod *method);
void pass_bytes(Graph *g); /* --io int8 */
/* blocks.c */
void merge_blocks(Graph *g); /* a block and the only one that follows it, and only it */
void split_critical_edges(Graph *g);
void skip_empty_blocks(Graph *g); /* whose arguments are where they arrive */
void simplify(Graph *g);
bool is_copy(const Step *s); /* a map of one tensor's elements as they are, maybe broadcast */
/* move.c: it reads what the operand, a view, shows out of the whole. False: strides cannot say it.
 */
bool move_from_whole(Step *move, int operand);
/* Do the operand's channels, axis 1, stay channels, and nothing else become them? */
bool keeps_channels(const Step *move, int operand);
void remove_dead_steps(Graph *g);
void fold_constants(Graph *g, bool bytes); /* bytes: those of 8 bits too */
void drop_operands(Step *s);               /* those that the step's expression does not read */
/* An element of a constant by its index in a tensor of `rank` axes, to which it broadcasts. */
ExprNumber const_element(const Value *v, const int64_t *index, int rank);
const void *const_data(const Value *v);         /* bytes of a constant, or of a view of one */
const void *const_in_row_order(const Value *v); /* a copy where strides differ */
void quantise(Graph *g);
void widen_halves(Graph *g); /* in convolutions and products that vector kernels take */
void fuse(Graph *g);
void split_phases(Graph *g);    /* of transposed convolutions, which become others */
void fill_epilogues(Graph *g);  /* of convolutions of floats, but for portable kernels */
void choose_layouts(Graph *g);  /* orders of axes in memory */
void average_bytes(Graph *g);   /* pooling of dequantised bytes, whose layout is final */
void look_up_at_once(Graph *g); /* of tables, what kernels take */
void move_planes(Graph *g);     /* copies, if their rows become columns, for vector kernels */
void join_short_rows(Graph *g); /* of bytes, in maps */
void narrow_halves(Graph *g);   /* pools and softmaxes between them, as libraries have these */
bool comes_first(const Graph *g, const Step *might_be, const Step *is);
bool uses_backend(const Graph *g, const char *name);
bool prefers_backend(const Graph *g, const char *name, const char *other);
/* Of select: does its kernel run what the instance has made before? */
bool makes_operator(const Step *s);
void select_kernels(Graph *g);
void choose_strips(Graph *g); /* chains of convolutions and pools that run row by row */
bool takes_turns_unasked(const Graph *g);
void split_strip(Strip *strip, int parts);
int64_t height(const Step *s); /* rows that the turns of a strip's step go over */
/* Can the step, over all rows of a picture, take them a few at a time? */
bool sums_rows(const Step *s);
/* Does each row of the step's result need a window of rows of in[0], as a convolution's or pool's?
 */
bool slides_over_rows(const Step *s);
/* Does the chain's result, row by row, lie on the operand's rows if it lies on what is added? */
bool adds_to_operand(const Step *first, const Step *last);
/* nest.c: of the loop that the emitter writes for the step, the outermost extent, if its turns can
 * be taken in any order, else NULL. */
Size *outermost_extent(const Step *s);
void join_numbers(Graph *g);                   /* of one loop: in one constant for each type */
void split_steps(Graph *g);                    /* among threads */
void choose_storage(Graph *g);                 /* which buffer each value lives in */
void place_slices(Graph *g, const Live *live); /* operands of concatenations, in their results */
bool can_overwrite(const Step *s, const Value *v);
/* Does the step, a MAP, overwrite each element of the operand when it has read it? */
bool reads_in_place(const Step *s, int operand);
/* overlap.c: results over their dying operands, where the arena is fullest */
void allow_overlaps(Graph *g);
void keep_overlaps(Graph *g); /* those of the earlier output */
void forget_overlaps(Graph *g);
/* Where a convolution's result may start, in elements from its operand: `before` it, at most 0,
 * exactly there or earlier still; `behind` it or later, NOWHERE: not behind it. */
typedef struct Shifts {
    int64_t before, behind;
    bool exact;
} Shifts;
bool find_shifts(const Step *s, Shifts *shift); /* nowhere over it: false */
bool may_overlap(const Buffer *b, int64_t at, const Buffer *other);
int64_t overlap_saves(const Buffer *out);       /* at most, of it and of what it may lie over */
void settle_overlaps(Graph *g);                 /* once all offsets are known */
void live_bytes(const Graph *g, int64_t *live); /* at each step; room for nsteps + 2 */
/* peak.c: of a planned method */
typedef struct Peak {
    int64_t bytes;   /* most that live at once */
    int *step;       /* where so many do; nsteps of the graph: behind the last one */
    int nsteps;      /* at least one */
    Buffer **buffer; /* those that live at step[0], the largest first */
    int nbuffers;
} Peak;
Peak find_peak(const Graph *g);
/* memories.c: --memory and --place */
Graph arena_part(const Graph *g, int memory);  /* as if the method had just the arena there */
void place_in_memories(Graph *g);              /* sets g->in_memory and g->arena_bytes */
void check_rules(const Model *m);              /* each has matched something */
void sort_by_size(Buffer **buffer, int count); /* the largest first */
static inline bool lives_at(const Buffer *b, int step)
{
    return b->first <= step && b->last >= step;
}
typedef enum VariantUse { VARIANT_OVERLAPS, VARIANT_TURNS } VariantUse;
const Kernel *kernel_variant(const Kernel *k, VariantUse use); /* NULL: none; may be itself */
void plan(Model *m);                                           /* where each buffer lies */
/* place.c: offsets, which set g->arena_bytes */
static inline bool overlap_in_time(const Buffer *a, const Buffer *b)
{
    return a->first <= b->last && b->first <= a->last;
}
/* Lowest place for `b` among those that live with it, which are sorted by offset: in a gap, or over
 * the operand or result that it may share bytes with. */
int64_t lowest_place(const Buffer *b, Buffer *const *neighbour, int n);
void insert_by_offset(Buffer **list, int n, Buffer *b); /* which has room */
void place_arena(Graph *g);
Buffer **in_time_order(const Graph *g);
int64_t place_in_order(Buffer **order, int n); /* each as low as it can; what they need */
void search_offsets(Graph *g);                 /* search.c: that need less, or a proof */
void check_offsets(const Graph *g);            /* two live buffers in one place are a bug() */
void place_as_before(Graph *g, int64_t limit); /* as the earlier output had it, as far as it fits */

#endif
