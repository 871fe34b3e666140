/* SPDX-License-Identifier: 0BSD
 * The weights apart from the code: their struct, their bytes, and the two ways to link them. */
#ifndef PTEC_EMIT_WEIGHTS_H
#define PTEC_EMIT_WEIGHTS_H

#include "emit/text/emit.h"

void add_weights_struct(Text *t, Emit *e); /* also sets e->layout */
void add_weights_bytes(Text *t, const Emit *e);
/* Links the weights: the bytes in `array`, a C array, or, if that is NULL, those of the file beside
 * it. */
void add_linked_weights(Text *t, const Emit *e, const Text *array);
void add_weights_unit(Text *t, const Emit *e, const Text *array); /* NAME_weights.c */

#endif
