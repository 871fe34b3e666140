/* SPDX-License-Identifier: 0BSD
 * The filling of templates. */
#ifndef PTEC_EMIT_TEXT_TEMPLATE_H
#define PTEC_EMIT_TEXT_TEMPLATE_H

#include "base/util.h"

typedef struct Hole { /* a place in a template: @key@ becomes the text */
    const char *key, *text;
} Hole;

void fill_text(Text *t, const char *text, const Hole *hole, int n);
void fill_template(Text *t, const char *name, const Hole *hole, int n);

#endif
