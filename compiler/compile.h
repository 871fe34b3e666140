/* SPDX-License-Identifier: 0BSD
 * The pipeline: a program becomes a planned model, pass by pass. */
#ifndef PTEC_COMPILE_H
#define PTEC_COMPILE_H

#include "model.h"

bool parse_binding(const char *text, Binding *b); /* false: it is not like that */
Model *compile_model(Program *p, const Options *o);
void check_flash(const Model *m); /* checks --max-flash, once all is shared */

#endif
