/* SPDX-License-Identifier: 0BSD
 * The pipeline: a program becomes a planned model, pass by pass. */
#ifndef PTEC_COMPILE_H
#define PTEC_COMPILE_H

#include "model.h"

bool parse_binding(const char *text, Binding *b); /* false: it is not like that */
Model *compile_model(Program *p, const Options *o);
/* Compiles again, with weights in as few bits as they fit where kernels would rather read more. */
Model *compile_in_few_bits(Model *m);
void check_flash(const Model *m); /* checks --max-flash for weights alone, once all is shared */
const char *name_largest_weights(const Model *m); /* for messages: "; largest weights: a 32, b 8" */

#endif
