/* SPDX-License-Identifier: 0BSD
 * NAME.c, section by section. */
#ifndef PTEC_EMIT_SOURCE_H
#define PTEC_EMIT_SOURCE_H

#include "emit/text/emit.h"

void add_model_source(Text *t, Emit *e);

#endif
