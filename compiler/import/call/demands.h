/* SPDX-License-Identifier: 0BSD
 * What lowerings demand of axes and sizes: refused if it cannot hold, tested by the method if it
 * is known only at run time. */
#ifndef PTEC_IMPORT_CALL_DEMANDS_H
#define PTEC_IMPORT_CALL_DEMANDS_H

#include "import/call/import.h"

int64_t known_size(Call *c, const Size *size); /* refuses one that is known only at run time */
/* Views `v` with its axes reordered; -1 stands for a new axis of one element. */
Value *view_axes(Call *c, Value *v, int rank, const int *axis);
void need_rank(Call *c, const char *name, const Value *v, int rank);
void need_length(Call *c, const char *name, const Value *v, Size *size); /* `size` elements */
/* Demands that two sizes agree: a static one wins, the rest is checked where the method is
 * entered. */
void need_equal(Call *c, const char *what, Size *a, Size *b);
/* Demands at least `least` elements; if the size is known only at run time, the method tests it. */
void need_least(Call *c, const char *what, Size *n, int64_t least);
void need_least_size(Call *c, const char *what, Size *n, Size *least);
void need_int32(Call *c, const char *what, int64_t n);
bool is_one_axis(Call *c, Size *n);                   /* is `n` at most 1? then it must be 1 */
bool broadcasts(Call *c, Size *n, const Size *whole); /* is `n` 1, repeated for `whole`? */
int wrap_axis(Call *c, int64_t axis, int rank);
void broadcast_dims(Call *c, int nin, Value *const *in, int *rank, Size **dim);

#endif
