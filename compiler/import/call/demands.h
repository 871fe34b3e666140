/* SPDX-License-Identifier: 0BSD
 * What lowerings demand of axes and sizes: refused if it cannot hold, tested by the method if it
 * is known only at run time. */
#ifndef PTEC_IMPORT_CALL_DEMANDS_H
#define PTEC_IMPORT_CALL_DEMANDS_H

#include "import/call/import.h"

int64_t known_size(Call *c, const Size *size); /* refuses one that is known only at run time */
/* The same elements with axes reordered; -1 stands for a new axis of one element. */
Value *view_axes(Call *c, Value *v, int rank, const int *axis);
void need_rank(Call *c, const char *name, const Value *v, int rank);
void need_length(Call *c, const char *name, const Value *v, Size *size); /* of this many elements */
/* Sizes that must agree: what is static wins, the rest is checked where the method is entered. */
void need_equal(Call *c, const char *what, Size *a, Size *b);
/* So many elements, or more; for a size that is known at run time the method tests it. */
void need_least(Call *c, const char *what, Size *n, int64_t least);
void need_least_size(Call *c, const char *what, Size *n, Size *least);
void need_int32(Call *c, const char *what, int64_t n);
bool is_one_axis(Call *c, Size *n); /* of one element, if at most one is possible */
bool broadcasts(Call *c, Size *n, const Size *whole); /* one element for as many as there are */
int wrap_axis(Call *c, int64_t axis, int rank);
void broadcast_dims(Call *c, int nin, Value *const *in, int *rank, Size **dim);

#endif
