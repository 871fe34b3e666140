/* SPDX-License-Identifier: 0BSD
 * Arrays in numpy's files: https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html
 */
#ifndef PTEC_TOOLS_EXEC_NPY_H
#define PTEC_TOOLS_EXEC_NPY_H

#include "read/program.h"

bool is_npy(Bytes file);
/* Returns the array, row-major, complex numbers in parts; what is wrong with the file is fatal().
 */
FileTensor npy_read(const char *path, Bytes file);
/* Returns such a file; of bf16, which numpy does not have, the bits. */
Text npy_text(const FileTensor *t);

#endif
