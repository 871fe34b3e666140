/* SPDX-License-Identifier: 0BSD
 * From a step to the parameter struct of its kernel. */
#ifndef PTEC_KERNELS_FIELDS_H
#define PTEC_KERNELS_FIELDS_H

#include "graph/kernel.h"

void field(Params *p, const char *name, Size *size); /* adds none if it is 0 */
void field_int(Params *p, const char *name, int64_t n);
void field_float(Params *p, const char *name, double number);
void clamp_fields(const Step *s, Params *p);
void bounds(Params *p, float lo, float hi);
/* Adds the fields of a window. `pads` are the names of the padding above and to the left. */
void padded_window_fields(Params *p, const Window *w, const char *const pads[2]);
/* Adds the fields of a product of matrices as a 1x1 convolution of an image of one row. `sized`:
 * there are fields for the result's extents, too. */
void product_fields(const Step *s, Params *p, bool sized);
void picture_fields(const Step *s, Params *p);
/* Adds the fields of a convolution or product of bytes: of its pictures, and its groups. */
void byte_sums_fields(const Step *s, Params *p);
/* Adds the fields of an elementwise function of one or two tensors: their size, and bounds of the
 * result if there are two or if it does nothing but clamp. */
void map_fields(const Step *s, Params *p);

Size *extent4(const Value *v, int i); /* of axis `i` of [N,C,H,W]; 1-d operands have no H */
/* Returns the entry of `list`, an attribute of the window, for the rows (i = 0) or columns (i = 1);
 * `absent` for rows that a window of one axis lacks. */
int64_t window2(const Window *w, const int64_t *list, int i, int64_t absent);
Size *product(const Value *v, int from, int to); /* multiplies the extents of axes [from, to) */

/* Returns the window of a step; a mean over pictures has one as large as those. */
Window window_of(const Step *s);

void window_fields(Params *p, const Window *w);

#endif
