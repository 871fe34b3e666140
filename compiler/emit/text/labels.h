/* SPDX-License-Identifier: 0BSD
 * What steps are called after. */
#ifndef PTEC_EMIT_TEXT_LABELS_H
#define PTEC_EMIT_TEXT_LABELS_H

#include "graph/graph.h"

const char *layer_name(const Step *s);     /* what the file calls it, or NULL */
bool converts(const Source *from);         /* an operator that quantises or dequantises */
void add_op_label(Text *t, const Step *s); /* "add", "conv_relu" */
const char *shape_text(const Value *v);    /* "32x112x112", without leading ones */

void add_extent(Text *t, const Size *size);

#endif
