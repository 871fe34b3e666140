/* SPDX-License-Identifier: 0BSD
 * NAME.h and NAME_steps.h, and the filling of templates. */
#ifndef PTEC_EMIT_HEADER_H
#define PTEC_EMIT_HEADER_H

#include "emit/text/emit.h"

typedef struct Hole { /* a place in a template: @key@ becomes the text */
    const char *key, *text;
} Hole;

void add_model_header(Text *t, const Emit *e);
void add_steps_header(Text *t, const Emit *e);
void add_prototype(Text *t, const Emit *e, const Graph *g, bool with_ctx);
void fill_text(Text *t, const char *text, const Hole *hole, int n);
void fill_template(Text *t, const char *name, const Hole *hole, int n);

#endif
