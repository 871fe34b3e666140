/* SPDX-License-Identifier: 0BSD
 * The self-test image of a target: the emitted C, the calls to make with their inputs, start-up
 * code of our own, linked by the target's compiler. */
#ifndef PTEC_TOOLS_EXEC_IMAGE_H
#define PTEC_TOOLS_EXEC_IMAGE_H

#include "tools/exec/tools.h"

/* Adds the call that place_all() has laid out; the image makes them in this order. */
void image_add_call(Exec *x, const Graph *g, int instance, bool reset, const CaseValue *input);
const char *image_build(Exec *x); /* path of the program, in the scratch folder */

#endif
