/* SPDX-License-Identifier: 0BSD
 * C that calls both forms of a program, at -O0 and -O2, through the tables of mutant.h. */
#ifndef DESCRIBE_H
#define DESCRIBE_H

#include "graph/graph.h"

/* Writes the form of the model's options, called NAME_0 or NAME_2; the latter with the tables. */
void write_form(Model *m, const char *name);

#endif
