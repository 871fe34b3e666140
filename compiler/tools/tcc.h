/* SPDX-License-Identifier: 0BSD
 * Emitted C through libtcc to code in memory, with no file: neither headers nor libraries. */
#ifndef PTEC_TOOLS_TCC_H
#define PTEC_TOOLS_TCC_H

#include "tools/tools.h"

/* `runtime`: the archive of the kernels, or NULL if they are in what is emitted. */
bool load_with_libtcc(Code *code, const Emitted *e, const char *runtime, char *error, size_t room);

#endif
