/* SPDX-License-Identifier: 0BSD
 * NAME.h and NAME_steps.h. */
#ifndef PTEC_EMIT_HEADER_H
#define PTEC_EMIT_HEADER_H

#include "emit/text/emit.h"

void add_model_header(Text *t, const Emit *e);
void add_steps_header(Text *t, const Emit *e);

#endif
