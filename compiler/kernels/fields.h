/* SPDX-License-Identifier: 0BSD
 * Fields of parameter structs. */
#ifndef PTEC_KERNELS_FIELDS_H
#define PTEC_KERNELS_FIELDS_H

#include "graph/kernel.h"

void field(Params *p, const char *name, Size *size); /* left out if it is 0 */
void field_int(Params *p, const char *name, int64_t n);
void field_float(Params *p, const char *name, double number);
void clamp_fields(const Step *s, Params *p);
void bounds(Params *p, float lo, float hi);
/* pads: the names of those above and to the left */
void padded_window_fields(Params *p, const Window *w, const char *const pads[2]);
/* A product of matrices is a 1x1 convolution of an image of one row. sized: there are fields for
 * the result's extents. */
void product_fields(const Step *s, Params *p, bool sized);
void picture_fields(const Step *s, Params *p);

Size *extent4(const Value *v, int i); /* of axis `i` of [N,C,H,W]; 1-d operands have no H */
/* Window attribute of the rows (i = 0) or columns (i = 1). */
int64_t window2(const Window *w, const int64_t *list, int i, int64_t absent);
Size *product(const Value *v, int from, int to); /* of its extents from one axis up to another */

/* One for each kind of parameter struct */
Window window_of(const Step *s); /* of a mean over pictures, which are a window each, too */

void window_fields(Params *p, const Window *w);

#endif
