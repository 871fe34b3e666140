/* SPDX-License-Identifier: 0BSD
 * `show --extract`: what the delegates of a program were compiled to, each as a file. */
#ifndef PTEC_TOOLS_SHOW_EXTRACT_H
#define PTEC_TOOLS_SHOW_EXTRACT_H

#include "read/program.h"

/* Writes the data of every delegate to a file of the folder (tools/extract.c). */
void extract_delegates(const Program *p, const char *folder);

#endif
