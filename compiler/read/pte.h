/* SPDX-License-Identifier: 0BSD
 * A program file: extended header, segments, named data and methods (schema/program.fbs, ET12). */
#ifndef PTEC_READ_PTE_H
#define PTEC_READ_PTE_H

#include "read/program.h"

const char *op_text(const FileOp *op);                             /* "aten::add.out" */
const char **program_operators(const Program *p, int *count);      /* each once, in order */
const FileMethod *find_method(const Program *p, const char *name); /* or NULL */
Program *read_program(const char *path, Bytes file, char **ptds, int nptds);

#endif
