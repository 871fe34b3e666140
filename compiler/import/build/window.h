/* SPDX-License-Identifier: 0BSD
 * The arguments that describe the windows of convolutions and pools. */
#ifndef PTEC_IMPORT_BUILD_WINDOW_H
#define PTEC_IMPORT_BUILD_WINDOW_H

#include "import/call/import.h"

void conv_window(Call *c, Window *w, int rank);               /* stride, padding, dilation */
void kernel_extents(Call *c, Window *w, const Value *weight); /* of the axes from 2 on */
Size *window_size(Size *in, const Window *w, int axis, bool ceil_mode); /* number of positions */

void window_list(Call *c, const char *name, int rank, int64_t lowest, int64_t *out, int64_t absent);

#endif
