/* SPDX-License-Identifier: 0BSD
 * The arguments that describe the windows of convolutions and pools. */
#ifndef PTEC_IMPORT_BUILD_WINDOW_H
#define PTEC_IMPORT_BUILD_WINDOW_H

#include "import/call/import.h"

void conv_window(Call *c, Window *w, int rank);               /* stride, padding, dilation */
void kernel_extents(Call *c, Window *w, const Value *weight); /* of the axes from 2 on */
/* Returns the number of window positions along axis `axis` of the window, over `in` elements;
 * refuses the call if there are none. */
Size *window_size(Call *c, Size *in, const Window *w, int axis, bool ceil_mode);
/* Returns `count`; refuses the call if it is less than 1 even at the largest sizes. */
Size *need_positions(Call *c, Size *count);

void window_list(Call *c, const char *name, int rank, int64_t lowest, int64_t *out, int64_t absent);

#endif
