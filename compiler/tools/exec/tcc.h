/* SPDX-License-Identifier: 0BSD
 * Emitted C through libtcc to code in memory, with no file: neither headers nor libraries. */
#ifndef PTEC_TOOLS_EXEC_TCC_H
#define PTEC_TOOLS_EXEC_TCC_H

#include "tools/exec/tools.h"

/* Compiles and loads the code with libtcc. `runtime` is the archive of the kernels, or NULL if they
 * are in the emitted code. */
bool load_with_libtcc(Code *code, const Emitted *e, const char *runtime, char *error, size_t room);

#endif
