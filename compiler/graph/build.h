/* SPDX-License-Identifier: 0BSD
 * Making and editing the graph: values, steps, blocks, uses. */
#ifndef PTEC_GRAPH_BUILD_H
#define PTEC_GRAPH_BUILD_H

#include "graph/graph.h"

Value *value_new(Graph *g, DType dtype, int rank, Size *const *dim);
Value *value_like(Graph *g, const Value *v); /* same type and layout */
Value *value_scalar(Graph *g, DType dtype);
Value *value_view(Graph *g, Value *of, const Type *type, const Layout *layout, Size *offset);
Value *value_const(Graph *g, DType dtype, int rank, const int64_t *dim, const void *data);
/* As value_const(); the bytes, which nobody else reads, are from zalloc() and may be freed with the
 * last step that reads the constant. */
Value *value_made(Graph *g, DType dtype, int rank, const int64_t *dim, void *data);
void made_of(Value *made, const Value *of); /* a constant that is another one, laid out anew */
/* Returns a view of `whole`, or itself, that shows of it what `v` shows of the value that it views.
 */
Value *value_seen_as(Graph *g, const Value *v, Value *whole);
void layout_row_major(Value *v);
void layout_from_dim_order(Value *v, const uint8_t *dim_order);
bool layout_is_row_major(const Value *v);
bool layout_is_dense(const Value *v);
bool same_dims(const Value *a, const Value *b);
bool same_places(const Value *a, const Value *b); /* the same extents, and places in memory */
bool value_is_const(const Value *v);
/* Is it a constant, or a view of one, whose elements can be read now: at places that are known? */
bool value_is_known(const Value *v);
bool value_is_static(const Value *v);     /* extents and strides are known */
bool has_8_bits(const Value *v);          /* signed or not */
bool requantises_by_float(const Step *s); /* its sums, by one float for each channel? */
const Arg *arg_at(const Graph *g, int i); /* an input, or behind them an output */
bool arg_is_dynamic(const Arg *a);        /* its extents are passed as int32_t[rank] */
/* Does the method compute nothing, and give only what the program fixes? Then it is no function,
 * but constants in the header. */
bool is_constant_method(const Graph *g);
int64_t arg_max_elements(const Arg *a); /* a complex number counts once */
int arg_rank(const Arg *a);             /* does not count the axis of complex numbers' parts */
bool arg_is_number(const Arg *a);       /* one int64_t, double or bool */
DType loaded_dtype(const Value *v);     /* half floats are widened where they are read */
Value *value_root(Value *v);            /* follows view_of */
int64_t value_start(const Value *v);    /* bytes from the start of its buffer to its own */
Size *value_numel(const Value *v);
int64_t value_bound_bytes(const Value *v);
int64_t value_memory_bytes(const Value *v); /* bytes of the rows that are held at once */
Step *step_new(Graph *g, Kind kind, int nin, int nout); /* not yet in a block */
/* Makes a step (not yet in a block) from which on `number` is known as a size of at most `most`;
 * `counted`: the program itself keeps it within that, so that no test is emitted. */
Step *step_size(Graph *g, Value *number, int64_t most, bool counted);
void step_append(Block *b, Step *s);
void step_insert_before(Step *at, Step *s);
void step_insert_after(Step *at, Step *s);
void step_remove(Step *s);
void number_steps(Graph *g);
const char **step_names(const Graph *g); /* by position; one more, for what comes behind them */
void count_uses(Graph *g);
/* Notes that readers of `old` shall read `now`; forward_uses() carries out all such notes at
 * once. */
void value_forward(Value *old, Value *now);
void forward_uses(Graph *g);
void forward_operands(Step *s); /* forwards this step's operands at once */
void for_reads(Graph *g, void (*visit)(Value **place, Step *reader, void *context), void *context);
DType float_dtype(const Value *v); /* f64 stays, all else is f32 */

#endif
