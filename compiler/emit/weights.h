/* SPDX-License-Identifier: 0BSD
 * The weights apart from the code: their struct, their bytes, and the two ways to link them. */
#ifndef PTEC_EMIT_WEIGHTS_H
#define PTEC_EMIT_WEIGHTS_H

#include "base/content.h"
#include "emit/text/emit.h"

void add_weights_struct(Text *t, Emit *e); /* also sets e->layout */
Content weights_bytes(const Emit *e);      /* of NAME_weights.bin */
/* Links the weights: `array`, their bytes, as a C array; or, if that is NULL, the file beside it.
 */
Content linked_weights(const Emit *e, const Content *array);
Content weights_unit(const Emit *e, const Content *array); /* NAME_weights.c */

#endif
