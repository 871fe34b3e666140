/* SPDX-License-Identifier: 0BSD
 * `show --extract`: what the delegates of a program were compiled to, each as a file. */
#ifndef PTEC_TOOLS_EXTRACT_H
#define PTEC_TOOLS_EXTRACT_H

#include "read/program.h"

/* tools/extract.c: the data of every delegate as a file of the folder. */
void extract_delegates(const Program *p, const char *folder);

#endif
