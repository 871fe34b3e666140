/* SPDX-License-Identifier: 0BSD
 * Names of steps, buffers and constants: from the file where it has them, else kind and shape,
 * with a letter only among equals. */
#ifndef PTEC_EMIT_TEXT_NAMES_H
#define PTEC_EMIT_TEXT_NAMES_H

#include "graph/graph.h"

int step_buffers(const Step *s, Buffer **home);  /* finds its results' arena buffers, each once */
bool take_member(Dict *taken, const char *name); /* of the weights; false: it is taken */
void give_names(Model *m);                       /* to steps, buffers, constants */

#endif
