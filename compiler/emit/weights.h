/* SPDX-License-Identifier: 0BSD
 * The weights apart from the code: their struct, their bytes, and the two ways to link them. */
#ifndef PTEC_EMIT_WEIGHTS_H
#define PTEC_EMIT_WEIGHTS_H

#include "base/content.h"
#include "emit/text/emit.h"

void add_weights_struct(Text *t, Emit *e); /* also sets e->layout */
Content weights_bytes(const Emit *e);      /* of NAME_weights.bin */
/* Links the weights: as a C array of these bytes, or those of the file beside it. */
Content linked_weights(const Emit *e, bool array);
Content weights_unit(const Emit *e, bool array); /* NAME_weights.c */

#endif
