/* SPDX-License-Identifier: 0BSD
 * `ptec show --json`: the figures of tools/show.c. */
#ifndef PTEC_TOOLS_SHOW_JSON_H
#define PTEC_TOOLS_SHOW_JSON_H

#include "base/json.h"
#include "model.h"

void json_program(Json *j, const Bundle *b, const Options *o); /* an element */

#endif
