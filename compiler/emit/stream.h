/* SPDX-License-Identifier: 0BSD
 * Weights that a method reads block by block (--weights streamed). */
#ifndef PTEC_EMIT_STREAM_H
#define PTEC_EMIT_STREAM_H

#include "emit/text/emit.h"

/* These write nothing where the step begins no block. */
void add_first_fetch(Text *t, const Step *s); /* of the first block of several steps in a row */
void add_fetch_ahead(Text *t, const Step *s); /* waits for the step's block, fetches the next one */
void add_stream_macros(Text *t, const Emit *e);
void add_weights_declarations(Text *t, const Emit *e); /* for NAME.h, streamed or not */

#endif
